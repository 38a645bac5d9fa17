// Setting up a position: pieces put on squares, text pasted, and everything that is wrong shown at once.

import { app, el, emit, isAlician, make } from "./app.js";
import { call } from "./api.js";
import { analyseOnly } from "./play.js";
import { go, open } from "./go.js";
import { button, say } from "./say.js";
import { arrows, draw, mark } from "./table.js";
import { chooseGame } from "./newgame.js";

const TOOLS = [["wm", "White man"], ["wk", "White king"], ["bm", "Black man"], ["bk", "Black king"], ["", "Nothing"]];

/** The position being set up: `{ rules, turn, pieces: { A: Map, B: Map }, tool, place }`. */
let edit = null;
let answer = null;
let timer = null;
/** Number of the last question: an answer that comes too late counts no more. */
let asked = 0;

function sides(map) {
  const of = (kind) => [...map].filter(([, k]) => k === kind).map(([s]) => s).sort((a, b) => a - b);
  return { white: { men: of("wm"), kings: of("wk") }, black: { men: of("bm"), kings: of("bk") } };
}

function load(from) {
  for (const name of ["A", "B"]) {
    const map = new Map();
    const board = from[name];
    for (const [color, side] of [["w", board?.white], ["b", board?.black]]) {
      for (const s of side?.men ?? []) map.set(s, `${color}m`);
      for (const s of side?.kings ?? []) map.set(s, `${color}k`);
    }
    edit.pieces[name] = map;
  }
}

const names = () => (isAlician(edit.rules) ? ["A", "B"] : ["A"]);

function show() {
  draw({ boards: names().map((board) => ({ board, ...sides(edit.pieces[board]) })) });
  const wrong = (answer?.errors ?? []).filter((e) => e.square);
  mark(wrong.flatMap((e) => (e.board ? [e.board] : names()).map((board) => ({ board, square: e.square, mark: "wrong" }))));
}

/** Asks what is wrong with it. */
function check(text) {
  clearTimeout(timer);
  asked += 1;
  const mine = asked;
  // Until the answer is there nothing can start: it would start from what was there before.
  ready(false);
  timer = setTimeout(async () => {
    const body = text === undefined
      ? { rules: edit.rules, pieces: { turn: edit.turn, boards: Object.fromEntries(names().map((n) => [n, sides(edit.pieces[n])])) } }
      : { text };
    const found = await call("setup", body).catch((e) => ({ ok: false, errors: [{ message: e.message }], boards: {} }));
    if (asked !== mine || !edit) return;
    answer = found;
    if (text !== undefined && Object.keys(found.boards).length) {
      const two = "B" in found.boards;
      if (found.rules) edit.rules = found.rules;
      else if (two !== isAlician(edit.rules)) edit.rules = two ? "alician" : "international";
      edit.turn = found.turn ?? null;
      load(found.boards);
      sync();
    }
    if (text === undefined && found.fen) el("setup-fen").value = found.fen;
    el("setup").dataset.fen = found.fen ?? "";
    report();
    show();
  }, text === undefined ? 0 : 150);
}

function report() {
  const list = el("setup-errors");
  const errors = answer?.errors ?? [];
  list.replaceChildren(...errors.map((e) => make("li", {}, `${e.column ? `Column ${e.column}: ` : ""}${e.message}`)));
  el("setup-state").textContent = !answer ? "" : errors.length === 0 ? "A game can start here." : errors.length === 1 ? "One thing is wrong:" : `${errors.length} things are wrong:`;
  el("setup-state").className = errors.length ? "bad" : "good";
  ready(answer !== null && errors.length === 0);
}

function ready(yes) {
  for (const id of ["setup-play", "setup-analyse"]) el(id).disabled = !yes;
}

function panel() {
  const radio = (name, value, text, checked, onchange) => make("label", { class: "radio" },
    make("input", { type: "radio", name, value, checked, onchange }), text);
  const box = el("setup");
  box.replaceChildren(
    make("div", { class: "head" }, make("h2", {}, "Set up"), button("×", () => leave(), { class: "close", "aria-label": "Close the set-up" })),
    make("fieldset", { class: "row" }, make("legend", {}, "Game"),
      radio("setup-game", "international", "International", !isAlician(edit.rules), () => game("international")),
      radio("setup-game", "alician", "Alician", isAlician(edit.rules), () => game("alician"))),
    make("fieldset", { class: "tools" }, make("legend", {}, "Put on the squares you click"),
      ...TOOLS.map(([tool, text]) => radio("tool", tool, text, edit.tool === tool, () => {
        edit.tool = tool;
      }))),
    make("fieldset", { class: "row" }, make("legend", {}, "To move"),
      radio("setup-turn", "white", "White", edit.turn === "white", () => turn("white")),
      radio("setup-turn", "black", "Black", edit.turn === "black", () => turn("black"))),
    make("div", { class: "row" },
      button("Clear", () => fill(() => load({}))),
      button("Start position", async () => {
        const start = await call("position", { game: { rules: edit.rules } });
        fill(() => load(Object.fromEntries(start.boards.map((b) => [b.board, b]))));
      })),
    make("label", { for: "setup-fen" }, "FEN or Hub string"),
    make("textarea", { id: "setup-fen", rows: 3, spellcheck: false, oninput: (e) => check(e.target.value) }),
    make("p", { id: "setup-state", "aria-live": "polite" }),
    make("ul", { id: "setup-errors", class: "errors" }),
    make("div", { class: "row" },
      button("Play from here", () => play(), { id: "setup-play", class: "strong" }),
      button("Analyse from here", () => analyse(), { id: "setup-analyse" })),
  );
  report();
}

/** Shows the game and the side to move that a text named. */
function sync() {
  for (const input of el("setup").querySelectorAll("input[name=setup-game]")) input.checked = input.value === (isAlician(edit.rules) ? "alician" : "international");
  for (const input of el("setup").querySelectorAll("input[name=setup-turn]")) input.checked = input.value === edit.turn;
}

function fill(change) {
  change();
  show();
  check();
}

function turn(side) {
  edit.turn = side;
  check();
}

function game(rules) {
  edit.rules = rules;
  if (rules === "international") edit.pieces.B = new Map();
  show();
  check();
}

/** A square was clicked: puts the piece chosen there, or takes the same one away. */
function place(board, square) {
  if (square === null) return;
  const map = edit.pieces[board.name];
  if (!edit.tool || map.get(square) === edit.tool) map.delete(square);
  else map.set(square, edit.tool);
  show();
  // What had the focus was drawn anew.
  board.squares.get(square)?.focus({ preventScroll: true });
  check();
}

export function start() {
  const { view } = app;
  edit = { rules: view.rules, turn: view.turn, pieces: { A: new Map(), B: new Map() }, tool: "wm", place };
  load(Object.fromEntries(view.boards.map((b) => [b.board, b])));
  answer = null;
  app.editing = edit;
  document.body.classList.add("editing");
  el("setup").hidden = false;
  arrows([]);
  emit("editing");
  panel();
  el("setup-fen").value = view.fen;
  show();
  check();
  say("Click squares to put pieces there; click again to take them away.");
}

/** Starts with a text somebody pasted. */
export function startWith(text) {
  if (!edit) start();
  el("setup-fen").value = text;
  check(text);
}

function close() {
  asked += 1;
  edit = null;
  app.editing = false;
  document.body.classList.remove("editing");
  el("setup").hidden = true;
  say("");
}

async function leave() {
  close();
  await go(app.node);
  emit("resume");
}

async function analyse() {
  const { fen, rules } = answer;
  close();
  analyseOnly();
  await open({ rules, start: fen });
}

function play() {
  const { fen, rules } = answer;
  chooseGame({ rules, start: fen, before: close });
}

export const isOpen = () => edit !== null;
