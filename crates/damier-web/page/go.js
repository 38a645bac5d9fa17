// Where we are in the game: goes to a position, makes moves through the server, opens other games.

import { app, emit } from "./app.js";
import { call } from "./api.js";
import { draw } from "./table.js";
import { say } from "./say.js";
import { Tree } from "./tree.js";

let wanted = null;

/** Shows a node of the game. */
export async function go(node, { animate = false } = {}) {
  wanted = node;
  if (!node.view && !node.dead) {
    try {
      node.view = await call("position", { game: app.tree.game(node) });
    } catch (error) {
      node.dead = true;
      say(error.message, [], [], "refused");
    }
  }
  // Somebody went elsewhere meanwhile.
  if (wanted !== node || !node.view) return;
  const before = app.view;
  const moved = animate && app.node === node.parent && node.view.last;
  app.node = node;
  app.view = node.view;
  draw(app.view, Boolean(moved), before);
  emit("node", node);
}

/** Shows the same node again, after something else than a move was done there. */
export function shown(view) {
  app.node.view = view;
  app.view = view;
  draw(view);
  emit("node", app.node);
}

let line = Promise.resolve();

/** Does one thing in the game after the other: what is asked for while an answer is under way waits for it. */
export function inTurn(work) {
  const done = line.then(work);
  line = done.catch(() => {});
  return done;
}

/** When all that was asked for is done. */
export const settled = () => line;

/**
 * Does something in the game; the answer says what came of it. What was meant for a position that is shown no longer
 * is too late, and nothing comes of it.
 */
export function act(action) {
  const { tree, node } = app;
  return inTurn(() => doIt(tree, node, action));
}

const LATE = { outcome: "late" };

async function doIt(tree, node, action) {
  const late = () => app.tree !== tree || tree.ended || app.editing;
  if (late() || app.node !== node) return LATE;
  let answer;
  try {
    answer = await call("play", { game: tree.game(node), action });
  } catch (error) {
    answer = { outcome: "refused", explanation: { sentence: error.message, articles: [] } };
  }
  // What was touched is touched, wherever somebody looks meanwhile.
  if (answer.outcome === "done" && !answer.move && app.tree === tree) {
    node.pending.push(answer.action);
    node.view = answer.position;
    if (app.node === node) shown(answer.position);
    return answer;
  }
  // A move that was made is made and shown, even if somebody stepped back meanwhile.
  if (late()) return LATE;
  if (answer.outcome !== "done") return answer;
  const child = tree.add(node, answer.move, [answer.action]);
  child.view = answer.position;
  child.note = answer.note;
  emit("making", child);
  await go(child, { animate: app.node === node });
  emit("made", child);
  return answer;
}

/** Opens another game. */
export async function open(options) {
  const tree = options instanceof Tree ? options : new Tree(options);
  app.tree = tree;
  app.node = null;
  app.editing = false;
  emit("tree", tree);
  await go(tree.root);
}

export const back = () => app.node?.parent && go(app.node.parent);
export const on = () => app.node?.main && go(app.node.main, { animate: true });
export const first = () => app.node && go(app.tree.root);

export function last() {
  let at = app.node;
  while (at?.main && !at.main.dead) at = at.main;
  return at && go(at);
}
