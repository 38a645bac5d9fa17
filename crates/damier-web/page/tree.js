// A game as a tree of moves with comments and signs. Knows no rules: what a move is, the server has said.

let serial = 0;


export class Node {
  constructor(parent, move, actions) {
    this.id = ++serial;
    this.parent = parent;
    this.children = [];
    /** { short, hub, from, to, captured }, nothing at the root. */
    this.move = move;
    /** What leads here from the parent, for the server; nothing if the move is not known. */
    this.actions = actions;
    /** What was done here without moving: a touch, a correction. */
    this.pending = [];
    /** Comments, signs and other items behind the move, as in PDN. */
    this.after = [];
    /** What the server says of the position. */
    this.view = null;
    this.score = null;
    this.ply = parent ? parent.ply + 1 : 0;
    /** FEN of a position that was set up here, in the middle of the game. */
    this.fen = null;
  }

  /** Where the moves that lead here begin: the last set-up before, or the root. */
  get base() {
    let at = this;
    while (at.parent && !at.fen) at = at.parent;
    return at;
  }

  get comment() {
    return this.after.filter((w) => w.item === "comment").map((w) => w.text).join(" ");
  }

  set comment(text) {
    const first = this.after.findIndex((w) => w.item === "comment");
    const at = first < 0 ? this.after.length : first;
    const rest = this.after.filter((w) => w.item !== "comment");
    const clean = text.trim();
    if (clean) rest.splice(Math.min(at, rest.length), 0, { item: "comment", text: clean });
    this.after = rest;
  }

  get nags() {
    return this.after.filter((w) => w.item === "nag").map((w) => w.nag);
  }

  set nags(nags) {
    this.after = [...nags.map((nag) => ({ item: "nag", nag })), ...this.after.filter((w) => w.item !== "nag")];
  }

  get main() {
    return this.children[0] ?? null;
  }
}

export class Tree {
  constructor({ rules, start = null, arbiter = false, touchMove = false, tags = [] }) {
    this.rules = rules;
    this.start = start;
    this.arbiter = arbiter;
    this.touchMove = touchMove;
    this.tags = tags;
    this.result = "*";
    /** The result is said in the tags already, in whatever style. */
    this.told = false;
    this.root = new Node(null, null, []);
    this.changed = false;
    /** It was played and ended otherwise than by the rules. */
    this.ended = false;
  }

  /** The game up to a node, as the server wants it. */
  game(node) {
    const moves = [];
    const { base } = node;
    for (let at = node; ; at = at.parent) {
      moves.unshift(...at.actions, ...(at === node ? at.pending : []));
      if (at === base) break;
    }
    return { rules: this.rules, start: base.fen ?? this.start, moves, arbiter: this.arbiter, touch_move: this.touchMove };
  }

  /** The child reached by a move, a new one if there is none yet. */
  add(node, move, actions) {
    const known = node.children.find((c) => c.move.hub === move.hub && !node.pending.length);
    if (known) return known;
    const child = new Node(node, move, [...node.pending, ...actions]);
    node.pending = [];
    node.children.push(child);
    this.changed = true;
    return child;
  }

  remove(node) {
    node.parent.children = node.parent.children.filter((c) => c !== node);
    this.changed = true;
  }

  /** Makes the line of a node the main one, up to the root. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      at.parent.children = [at, ...at.parent.children.filter((c) => c !== at)];
    }
    this.changed = true;
  }

  isMain(node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.main !== at) return false;
    return true;
  }

  mainLine() {
    const line = [];
    for (let at = this.root; at; at = at.main) line.push(at);
    return line;
  }

  /** A game as the server read it. */
  static read(record) {
    const tree = new Tree({ rules: record.rules ?? "international", start: record.start, tags: record.tags });
    tree.result = record.result;
    tree.told = true;
    let at = tree.root;
    const lines = [];
    for (const word of record.body) {
      if (word.item === "open") {
        lines.push(at);
        // Before a position that was set up there is nothing to vary.
        at = at.fen ? at : at.parent ?? at;
      } else if (word.item === "close") {
        at = lines.pop() ?? at;
      } else if (word.item === "setup") {
        const child = new Node(at, { short: "set-up", hub: `?${++serial}` }, []);
        child.word = word;
        child.fen = word.start;
        child.dead = !word.start;
        at.children.push(child);
        at = child;
      } else if (word.item === "move" || word.item === "unknown") {
        const played = word.played;
        const move = played ?? { short: word.text ?? "–", hub: `?${++serial}` };
        const child = new Node(at, move, played ? [played.hub] : []);
        child.word = word;
        child.dead = !played || at.dead;
        at.children.push(child);
        at = child;
      } else if (word.item !== "number") {
        at.after.push(word);
      }
    }
    return tree;
  }

  /** The game in the order of PDN. */
  words() {
    const words = [];
    // A stack of our own: games may be long and lines deep.
    const todo = [{ node: this.root, first: true }];
    while (todo.length) {
      const { node, first, word } = todo.pop();
      if (word) {
        words.push(word);
        continue;
      }
      if (first && node.move) words.push(node.word ?? { item: "move", text: node.move.short });
      if (first) words.push(...node.after);
      const [main, ...others] = node.children;
      if (!main) continue;
      const mainWords = [main.word ?? { item: "move", text: main.move.short }, ...main.after];
      words.push(...mainWords);
      todo.push({ node: main, first: false });
      for (const variation of others.reverse()) {
        todo.push({ word: { item: "close" } }, { node: variation, first: true }, { word: { item: "open" } });
      }
    }
    return words.map(({ played, start, ...word }) => word);
  }
}

