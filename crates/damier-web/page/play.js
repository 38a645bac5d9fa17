// A game in progress: who plays, clocks, the engine's moves, resignation and draws, what ends it.

import { app, emit, on, other, Side } from "./app.js";
import { call, Live } from "./api.js";
import { act, go, inTurn, open } from "./go.js";
import { button, ending, refuse, say } from "./say.js";

const HUMAN = { kind: "human" };
const live = new Live();

export const game = {
  players: { white: HUMAN, black: HUMAN },
  /** `{ base, increment }` in milliseconds, or nothing. */
  clock: null,
  /** Whether the engine plays openings from its book. */
  book: true,
  times: null,
  /** Since when the clock of the side to move runs. */
  since: null,
  /** Where the game stands; looking back does not move it. */
  head: null,
  /** How it ended otherwise than by the rules. */
  over: null,
  thinking: false,
};

/** Starts a game from a position. */
export async function newGame({ rules, start = null, players, clock = null, book = true, arbiter = false, touchMove = false }) {
  stop();
  app.mode = "play";
  Object.assign(game, { players, clock, book, over: null, since: null });
  game.times = clock && { white: clock.base, black: clock.base };
  const name = (p) => (p.kind === "engine" ? `damier, level ${p.level}` : "?");
  const date = new Date().toLocaleDateString("sv").replaceAll("-", ".");
  const tags = [["Event", "?"], ["Site", "?"], ["Date", date], ["Round", "?"], ["White", name(players.white)], ["Black", name(players.black)]];
  await open({ rules, start, arbiter, touchMove, tags });
  game.head = app.tree.root;
  say("");
  turn();
}

/** Nobody plays: the board is free. */
export function analyseOnly() {
  stop();
  app.mode = "analyse";
  Object.assign(game, { players: { white: HUMAN, black: HUMAN }, clock: null, times: null, over: null, since: null, head: null });
  app.tree.ended = false;
  emit("players");
}

function stop() {
  live.drop();
  game.thinking = false;
  game.since = null;
}

const playing = () => app.mode === "play" && !game.over;
export const player = (side) => game.players[side];

/** How the game has ended, if it has: by the rules in the position shown, or otherwise. */
export function end() {
  const state = app.view?.state;
  const irregular = app.view?.arbiter?.irregular;
  if (state && state.status !== "open" && !(irregular && state.winner !== app.view.turn)) {
    return { result: state.result, reason: state.reason, article: state.article };
  }
  return game.over && app.node === game.head ? game.over : null;
}

/** Why no piece may be moved here now; nothing if one may. */
export function mayMove() {
  const { view, node } = app;
  if (!view) return "There is no position.";
  const over = end();
  if (over) return `The game is over: ${over.reason}.`;
  if (app.mode === "analyse") return null;
  if (game.over) return `The game is over: ${game.over.reason}. Start a new one, or analyse this one.`;
  if (node !== game.head && (game.clock || app.tree.arbiter)) return "You are looking back. Go to the last move to play on.";
  if (player(view.turn).kind === "engine" && node === game.head) return `It is ${Side(view.turn)}'s turn: damier is thinking.`;
  if (player(view.turn).kind === "engine") return `${Side(view.turn)} is played by damier.`;
  return null;
}

/** Charges the time since the last move to a side; false if it is used up. */
function charge(side, add) {
  if (!game.times || game.since === null) return true;
  game.times[side] -= performance.now() - game.since;
  game.since = performance.now();
  if (game.times[side] <= 0) {
    game.times[side] = 0;
    finish(other(side), `${Side(side)}'s time is up`);
    return false;
  }
  if (add) game.times[side] += game.clock.increment;
  return true;
}

export const left = (side) => {
  if (!game.times) return null;
  const running = game.since !== null && app.view && game.head?.view?.turn === side;
  return Math.max(0, game.times[side] - (running ? performance.now() - game.since : 0));
};

/** Ends the game otherwise than by the rules. */
function finish(winner, reason) {
  stop();
  const result = winner === "white" ? "2-0" : winner === "black" ? "0-2" : "1-1";
  game.over = { result, reason };
  app.tree.ended = true;
  app.tree.result = result;
  emit("players");
  announce();
}

/** Says how the game stands if it has ended. */
function announce() {
  const over = end();
  if (!over) {
    ending(null);
    return;
  }
  const text = { "2-0": "White has won", "0-2": "Black has won", "1-1": "Draw" }[over.result] ?? "The game is over";
  ending(`${text} (${over.result})`, over.reason, over.article ? [over.article] : []);
}

/** It is somebody's turn: starts his clock, or the engine. */
async function turn() {
  emit("players");
  announce();
  if (!playing() || app.node !== game.head) return;
  const byRules = end();
  if (byRules) {
    stop();
    app.tree.result = byRules.result;
    return;
  }
  if (game.clock && game.since === null && app.node.ply > 0) game.since = performance.now();
  const side = app.view.turn;
  const irregular = app.view.arbiter?.irregular;
  if (player(side).kind !== "engine") {
    if (irregular) say(app.node.note ?? irregular.text, [irregular.article], [button("Have it corrected", () => correct(), { id: "do-correct" })], "choose");
    return;
  }
  if (irregular) {
    await correct();
    return;
  }
  think(side);
}

function think(side) {
  const tree = app.tree;
  const node = game.head;
  game.thinking = true;
  emit("players");
  const clock = game.times && { remaining_ms: Math.round(left(side)), increment_ms: game.clock.increment };
  live.ask({ ask: "move", game: tree.game(node), level: player(side).level, clock, book: game.book }, async (news) => {
    if (app.tree !== tree || game.head !== node) return;
    if (news.is === "line") return;
    game.thinking = false;
    // While pieces are set up nothing is played: the search comes again when the game goes on.
    if (app.editing) return;
    if (news.is === "refused" || !news.best) {
      say(news.error ?? "damier found no move.", [], [button("Try again", () => turn())], "refused");
      emit("players");
      return;
    }
    if (app.node !== node) await go(node);
    const { from, to, captured } = news.best;
    await act({ move: { from, to, captured } });
  });
}

// The game is where its last move led, before that is shown: nobody looks back meanwhile.
on("making", (node) => {
  if (app.mode === "play") game.head = node;
});

on("made", (node) => {
  if (app.mode !== "play") {
    announce();
    return;
  }
  const mover = other(app.view.turn);
  if (game.clock && !charge(mover, true)) return;
  if (!node.note) say("");
  turn();
});

// The set-up was left for the game.
on("resume", () => {
  if (!playing() || !game.head?.view || game.thinking) return;
  const { turn: side, state } = game.head.view;
  if (app.node === game.head) turn();
  else if (player(side).kind === "engine" && state.status === "open") think(side);
});

on("node", () => {
  announce();
  emit("players");
});

/** Has the opponent's irregular move taken back. */
export function correct() {
  const { tree, node } = app;
  return inTurn(() => corrected(tree, node));
}

async function corrected(tree, irregular) {
  const before = irregular.parent;
  // A second click means the same.
  const late = () => app.tree !== tree || tree.ended || !before?.children.includes(irregular) || irregular.main;
  if (late()) return;
  const own = [...irregular.actions];
  let answer;
  try {
    answer = await call("play", { game: tree.game(irregular), action: "correct" });
  } catch (error) {
    say(error.message, [], [button("Try again", () => correct())], "refused");
    return;
  }
  if (late()) return;
  if (answer.outcome !== "done") {
    refuse(answer.explanation);
    return;
  }
  tree.remove(irregular);
  before.pending.push(...own, answer.action);
  before.view = answer.position;
  game.head = before;
  await go(before);
  say(answer.note, [], [], "choose");
  turn();
}

export function resign() {
  const humans = ["white", "black"].filter((s) => player(s).kind === "human");
  const side = humans.length === 1 ? humans[0] : app.view.turn;
  finish(other(side), `${Side(side)} resigned`);
}

let offered = null;

export function offerDraw() {
  if (app.view.counts === null) {
    const article = app.about.articles.find((a) => a.id === "A8");
    say("There is nothing to offer: Alician draughts knows no draw.", [article], [], "refused");
    return;
  }
  if (player(other(app.view.turn)).kind === "engine" || player(app.view.turn).kind === "engine") {
    say("damier plays on: it takes no draws.");
    return;
  }
  offered = app.view.turn;
  say(`${Side(offered)} offers a draw. ${Side(other(offered))}?`, [], [
    button("Accept", () => finish(null, "Drawn by agreement")),
    button("Decline", () => say(`${Side(other(offered))} declines.`)),
  ], "choose");
}

/** Takes back the last move of a person. */
export const takeBack = () => inTurn(takenBack);

async function takenBack() {
  if (app.tree.touchMove) {
    say("No move is taken back under touch-move.", [app.about.articles.find((a) => a.id === "I17")], [], "refused");
    return;
  }
  let at = game.head ?? app.node;
  if (!at.parent) return;
  stop();
  at = at.parent;
  while (at.parent && at.view && player(at.view.turn).kind === "engine") at = at.parent;
  const gone = at.main;
  game.over = null;
  app.tree.ended = false;
  await go(at);
  game.head = at;
  if (gone && !gone.after.length) app.tree.remove(gone);
  emit("changed");
  turn();
}

/** Leaves the game and goes on alone. */
export function leave() {
  analyseOnly();
  say("The board is yours: play for both sides, try lines, analyse.");
  announce();
}

setInterval(() => {
  if (game.since !== null && playing()) {
    charge(game.head.view.turn, false);
    emit("clock");
  }
}, 100);

export { playing };
