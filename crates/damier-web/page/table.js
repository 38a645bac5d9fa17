// The boards of the game: one, two side by side, or two as one. Puts the position on them. Knows no rules.

import { app, el, emit, isAlician, on, rulesNow, settings } from "./app.js";
import { Board } from "./board.js";

export const boards = { all: [], events: {} };
let layout = "";

/** Whether two boards are shown as one. Setting up needs both. */
export const joined = () => settings.oneBoard && isAlician(rulesNow()) && !app.editing;

function build() {
  const two = isAlician(rulesNow());
  const wanted = two ? (joined() ? "AB" : "A B") : "A";
  if (wanted !== layout) {
    layout = wanted;
    const labels = { A: two ? "Board A, the original" : "Board", B: "Board B, the mirror", AB: "Boards A and B as one" };
    boards.all = wanted.split(" ").map((name) => new Board(name, labels[name]));
    const shown = boards.all.map((board) => {
      board.on = boards.events;
      const figure = document.createElement("figure");
      if (two) {
        const caption = document.createElement("figcaption");
        caption.textContent = board.name === "AB" ? "A up, B felt up" : `Board ${board.name}`;
        figure.append(caption);
      }
      figure.append(board.root);
      return figure;
    });
    el("boards").replaceChildren(...shown);
    el("boards").className = `boards count${boards.all.length}`;
    document.body.dataset.boards = boards.all.length;
  }
  for (const board of boards.all) board.turn(settings.flip);
  el("do-view").hidden = !two;
  el("do-view").setAttribute("aria-pressed", String(settings.oneBoard));
}

/** The board that shows a board of the game. */
export const boardOf = (name) => boards.all.find((b) => b.name.includes(name)) ?? boards.all[0];

/** The pieces of a position: for each board a map from square to piece. */
export function pieces(view) {
  const maps = new Map();
  for (const { board, white, black } of view.boards) {
    const map = new Map();
    for (const [color, side] of [["w", white], ["b", black]]) {
      for (const square of side.men) map.set(square, { kind: `${color}m`, board });
      for (const square of side.kings) map.set(square, { kind: `${color}k`, board });
    }
    maps.set(board, map);
  }
  return maps;
}

/** What stands on a square of the game, on either board. */
export function pieceAt(square) {
  for (const map of pieces(app.view).values()) if (map.has(square)) return map.get(square);
  return null;
}

/** Shows a position; `moved` lets its last move be seen. */
export function draw(view, moved, before) {
  build();
  const maps = pieces(view);
  for (const board of boards.all) {
    const shown = new Map();
    for (const name of board.name) {
      for (const [square, piece] of maps.get(name) ?? []) {
        shown.set(square, { ...piece, under: joined() && name === "B" });
      }
    }
    board.show(shown);
    board.hold(null);
    board.ghost([]);
  }
  if (moved && before) animate(view, before);
}

function animate(view, before) {
  const { from, to, from_board, to_board, captured } = view.last;
  const old = pieces(before);
  const mover = old.get(from_board)?.get(from);
  if (!mover) return;
  const start = boardOf(from_board);
  const end = boardOf(to_board ?? from_board);
  if (start === end) {
    end.slide(to, from, from_board !== to_board && joined());
  } else {
    start.fade(mover.kind, false, from, to);
    end.arrive(to);
  }
  for (const square of captured) {
    const victim = old.get(from_board)?.get(square);
    if (victim) start.fade(victim.kind, joined() && from_board === "B", square, square);
  }
}

/** Marks squares on the boards: a list of `{ board, square, mark }`. */
export function mark(list) {
  for (const board of boards.all) {
    const marks = { picked: [] };
    for (const m of list) {
      if (board.name.includes(m.board)) (marks[m.mark] ??= []).push(m.square);
    }
    board.mark(marks);
  }
}

/** Shows arrows: a list of `{ board, squares, rank }`. */
export function arrows(list) {
  for (const board of boards.all) {
    board.pointOut(list.filter((a) => board.name.includes(a.board ?? "A")));
  }
}

on("settings", () => {
  if (app.view && !app.editing) {
    draw(app.view);
    emit("drawn");
  }
});
