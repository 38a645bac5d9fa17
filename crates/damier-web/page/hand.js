// The hand at the board: picks pieces up, drags them or clicks them through, shows where they may go and where not.
// What may be played is in the server's answers.

import { app, isAlician, make, on } from "./app.js";
import { call } from "./api.js";
import { act } from "./go.js";
import { refuse, say, unhint } from "./say.js";
import { arrows, boardOf, boards, joined, mark, pieceAt } from "./table.js";
import { mayMove } from "./play.js";

/** The piece in hand: `{ square, kind, board, path, targets }`. */
let hand = null;
/** Moves among which to choose. */
let choices = null;
let drag = null;

const names = (captured) => captured.join(", ");

/** Whether `part` can be gone through on the way, in order; `end` says that it must reach the end. */
function along(way, part, end) {
  let at = 0;
  for (const square of part) {
    at = way.indexOf(square, at) + 1;
    if (at === 0) return false;
  }
  return end ? at === way.length : at < way.length;
}

const ways = (move) => (move.ways.length ? move.ways : [[move.from, move.to]]);
const fits = (move, path, end) => ways(move).some((way) => along(way, path, end));

/** The squares where captures touch down before they end. */
const onTheWay = (moves) => new Set(moves.flatMap((m) => ways(m).flatMap((way) => way.slice(1, -1))));

/** Shows what is marked: last move, piece in hand, where it may go, what must be moved. */
export function paint(over = null) {
  const { view } = app;
  if (!view || app.editing) return;
  const list = [];
  const { last } = view;
  if (last) {
    list.push({ board: last.from_board ?? "A", square: last.from, mark: "last" });
    list.push({ board: last.to_board ?? last.from_board ?? "A", square: last.to, mark: "last" });
  }
  const touched = view.arbiter?.touched;
  if (touched) list.push({ board: pieceAt(touched)?.board ?? "A", square: touched, mark: "bound" });
  if (hand) {
    const { board } = hand;
    list.push({ board, square: hand.square, mark: "picked" });
    for (const square of hand.path.slice(1)) list.push({ board, square, mark: "via" });
    const open = view.moves.filter((m) => m.from === hand.square && (hand.path.length === 1 || fits(m, hand.path, false)));
    const stops = onTheWay(open);
    for (const move of open) list.push({ board, square: move.to, mark: "target" });
    for (const square of stops) list.push({ board, square, mark: "stop" });
    for (const target of hand.targets) {
      if (target.kind === "none" || stops.has(target.square)) continue;
      list.push({ board, square: target.square, mark: "barred" });
      if (target.kind === "mirror_occupied") list.push({ board: board === "A" ? "B" : "A", square: target.square, mark: "blocker" });
    }
    ghosts(open, over);
  } else {
    for (const b of boards.all) b.ghost([]);
  }
  mark(list);
}

/** Where the piece in hand will come out. */
function ghosts(open, over) {
  const list = [];
  const seen = new Set();
  for (const move of open) {
    if (seen.has(move.to)) continue;
    seen.add(move.to);
    const kind = move.promotes ? `${hand.kind[0]}k` : hand.kind;
    list.push({ square: move.to, kind, strong: move.to === over, under: joined() && hand.board === "A" });
  }
  const via = hand.path.length > 1 ? [{ square: hand.path.at(-1), kind: hand.kind, strong: true, under: joined() && hand.board === "B" }] : [];
  for (const b of boards.all) {
    if (!isAlician(app.tree.rules)) b.ghost(via);
    else if (joined()) b.ghost([...via, ...list.filter((g) => g.strong)]);
    else b.ghost(b.name === hand.board ? via : list);
  }
}

export function drop() {
  hand = null;
  choices = null;
  drag = null;
  for (const b of boards.all) b.hold(null);
  paint();
}

async function pick(square) {
  const why = mayMove();
  if (why) {
    say(why);
    return false;
  }
  const piece = pieceAt(square);
  if (!piece || (piece.kind[0] === "w") !== (app.view.turn === "white")) return false;
  const node = app.node;
  hand = { square, kind: piece.kind, board: piece.board, path: [square], targets: [] };
  paint();
  const mine = hand;
  if (app.tree.touchMove && app.view.arbiter?.touched !== square) {
    const answer = await act({ touch: square });
    if (answer.outcome === "refused") {
      // Meanwhile the piece may have been put somewhere: that is refused too, and says the same.
      if (hand === mine) drop();
      refuse(answer.explanation);
      return false;
    }
    if (answer.note && app.node === node) say(answer.note);
  }
  if (hand !== mine || app.node !== node) return true;
  try {
    const answer = await call("targets", { game: app.tree.game(node), from: square });
    if (hand !== mine || app.node !== node) return true;
    mine.targets = answer.targets;
    paint();
  } catch (error) {
    say(error.message, [], [], "refused");
  }
  return true;
}

/** The piece in hand is put on a square, its end or a stop on its way. */
async function put(to) {
  const path = [...hand.path, to];
  const mine = app.view.moves.filter((m) => m.from === hand.square);
  const ending = mine.filter((m) => m.to === to && fits(m, path, true));
  const passing = mine.filter((m) => fits(m, path, false) && !ending.includes(m));
  if (ending.length === 1 && !passing.length) return makeMove(ending[0]);
  if (ending.length + passing.length > 1 && ending.length) return choose([...ending, ...passing]);
  if (passing.length) {
    hand.path = path;
    const only = new Set(passing.map((m) => m.to));
    say(passing.length === 1 && only.size === 1
      ? `Go on to ${passing[0].to}, or click it step by step.`
      : `Go on: the capture can end on ${[...only].join(" or ")}.`);
    paint();
    return undefined;
  }
  return makeMove({ from: hand.square, to });
}

async function makeMove({ from, to, captured }) {
  drop();
  const answer = await act({ move: { from, to, captured } });
  result(answer);
  return answer;
}

/** Shows what came of an action. */
export function result(answer) {
  if (answer.outcome === "refused") refuse(answer.explanation);
  else if (answer.outcome === "choose") choose(answer.choices);
  // What is to be said of a move is said where it is shown.
  else if (answer.note && !answer.move) say(answer.note);
}

/** Lets one of several captures with the same start and end be chosen. */
function choose(moves) {
  choices = moves;
  const show = (move) => {
    const board = move.board ?? "A";
    arrows([{ board, squares: ways(move)[0], rank: 1 }]);
    mark([...move.captured.map((square) => ({ board, square, mark: "taken" })), { board, square: move.from, mark: "picked" }]);
  };
  const clear = () => {
    arrows([]);
    paint();
  };
  const pickOne = (move) => {
    clear();
    choices = null;
    makeMove(move);
  };
  choices.pick = pickOne;
  const buttons = moves.map((move) => make("button", {
    type: "button",
    class: "choice",
    onclick: () => pickOne(move),
    onpointerenter: () => show(move),
    onpointerleave: clear,
    onfocus: () => show(move),
    onblur: clear,
  }, `${ways(move)[0].join("x")} takes ${names(move.captured)}`));
  say("Several captures have this start and end. Which one? (Click it here, or a square on its way.)", [], buttons, "choose");
  buttons[0].focus({ preventScroll: true });
}

/** A square that belongs to one of the choices alone decides. */
function decide(square) {
  const has = choices.filter((m) => m.captured.includes(square) || ways(m).some((way) => way.slice(1, -1).includes(square)));
  if (has.length === 1) {
    choices.pick(has[0]);
    return true;
  }
  return false;
}

/** What stands on a square of the board that was clicked. */
function standing(board, square) {
  const piece = pieceAt(square);
  return piece && board.name.includes(piece.board) ? piece : null;
}

/** Whether the piece in hand can go over a square or to it: on its own board that square is free. */
const within = (square) => hand !== null && app.view.moves.some((m) => m.from === hand.square && ways(m).some((way) => way.includes(square, 1)));

/** A square was clicked or pressed. */
async function press(board, square) {
  if (square === null) return;
  if (choices) {
    if (decide(square)) return;
    choices = null;
    say("");
  }
  if (hand) {
    if (square === hand.square && hand.path.length === 1) {
      drop();
      return;
    }
    const piece = standing(board, square);
    const own = piece && piece.kind[0] === hand.kind[0];
    if (own && square !== hand.square && !within(square)) await pick(square);
    else await put(square);
    return;
  }
  const piece = standing(board, square);
  if (piece && !(await pick(square)) && !mayMove() && (piece.kind[0] === "w") !== (app.view.turn === "white")) {
    say(`It is ${app.view.turn === "white" ? "White" : "Black"}'s turn.`);
  }
}

/** Over a square: shows where the piece would come out, or why it may not go there. */
function over(board, square) {
  if (!hand || choices) return;
  const target = hand.targets.find((t) => t.square === square && board.name.includes(hand.board));
  paint(target?.kind === "none" ? square : null);
  const stop = onTheWay(app.view.moves.filter((m) => m.from === hand.square)).has(square);
  if (target && target.kind !== "none" && !stop && hand.path.length === 1) {
    say(target.sentence, [target.article], [], "refused hint");
  } else {
    unhint();
  }
}

function under(event) {
  const root = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("svg.board");
  const board = boards.all.find((b) => b.root === root);
  return board ? [board, board.at(event)] : [null, null];
}

boards.events.down = (board, square, event) => {
  if (app.editing) return app.editing.place(board, square, event);
  const piece = square && standing(board, square);
  const again = hand?.square === square && hand?.path.length === 1;
  if (piece && (piece.kind[0] === "w") === (app.view.turn === "white") && !choices && !(hand && hand.path.length > 1) && (again || !within(square))) {
    drag = { board, square, kind: piece.kind, under: joined() && piece.board === "B", x: event.clientX, y: event.clientY, moved: false, again };
    if (!again) pick(square);
    event.target.closest?.(".square")?.focus({ preventScroll: true });
    return undefined;
  }
  return press(board, square);
};

boards.events.over = over;
boards.events.focus = (board, square) => over(board, square);
boards.events.press = (board, square) => (app.editing ? app.editing.place(board, square) : press(board, square));

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
  drag.moved = true;
  if (!hand) return;
  for (const b of boards.all) if (b !== drag.board) b.hold(null);
  drag.board.hold(drag.kind, drag.under, drag.board.point(event));
});

document.addEventListener("pointerup", (event) => {
  if (!drag) return;
  const { board, square, moved, again } = drag;
  drag = null;
  for (const b of boards.all) b.hold(null);
  const [overBoard, to] = under(event);
  if (moved && hand && to !== null && to !== square && overBoard === board) put(to);
  else if (!moved && again) drop();
});

document.addEventListener("pointercancel", () => {
  drag = null;
  for (const b of boards.all) b.hold(null);
});

on("node", () => {
  hand = hand && pieceAt(hand.square) && app.node.pending.length ? hand : null;
  choices = null;
  paint();
});
on("drawn", () => paint());
export const holding = () => Boolean(hand || choices);
