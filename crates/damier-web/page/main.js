// Puts the page together: the buttons of the head, the keys, the first game.

import { app, el, emit, make, on, other, set, settings, Side } from "./app.js";
import { call } from "./api.js";
import { act, back, first, last, on as stepOn, settled } from "./go.js";
import { drop, holding, result } from "./hand.js";
import { mayMove, newGame } from "./play.js";
import { dialog, say } from "./say.js";
import { chooseGame } from "./newgame.js";
import * as analyse from "./analyse.js";
import * as moves from "./moves.js";
import * as pdn from "./pdn.js";
import * as setup from "./setup.js";
import * as share from "./share.js";

const KEYS = [
  ["32-28, Enter", "type a move: two squares, or the squares of its way"],
  ["← →", "one move back, one move on"],
  ["Home End", "to the start, to the end of the line"],
  ["Tab, then arrows, Enter", "go over the squares of a board, pick up and put down"],
  ["Esc", "put the piece back"],
  ["a", "analyse, or stop"],
  ["f", "turn the board"],
  ["n", "new game"],
  ["?", "this list"],
];

function help() {
  dialog("Help",
    make("p", {}, "Drag a piece, or click it and then its square. A capture can be clicked through, square by square. A square with a cross cannot be entered now: point at it and the reason appears under the board, with the article of the rules."),
    make("p", {}, "In Alician draughts a piece comes out on the other board: its shadow shows where. As one board, pieces of board B lie with their felt up."),
    make("table", { class: "keys" }, make("caption", {}, "Keys"), make("tbody", {}, ...KEYS.map(([key, what]) => make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, what))))),
    make("p", {}, `damier ${app.about.version}. `, make("a", { href: "/api/openapi.json" }, "The API behind this page")));
}

async function typed(event) {
  event.preventDefault();
  const field = el("move-text");
  // Blanks may part the squares.
  const text = field.value.trim().replace(/\s+/g, "-").replace(/^(\d\d)(\d\d)$/, "$1-$2");
  if (!text || app.editing) return;
  // Whoever types quickly goes on with the next move, and means the position after this one.
  field.value = "";
  const keep = () => {
    if (!field.value) field.value = text;
  };
  await settled();
  const why = mayMove();
  if (why) {
    say(why, [], [], "refused");
    keep();
    return;
  }
  const answer = await act({ text });
  result(answer);
  if (answer.outcome === "refused") keep();
}

function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = settings.theme || (dark ? "dark" : "light");
  set({ theme: now === "dark" ? "light" : "dark" });
  document.documentElement.dataset.theme = settings.theme;
}

function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || el("dialog").open) return;
  const typing = event.target.closest?.("input, textarea, select");
  if (event.key === "Escape" && holding()) {
    drop();
    say("");
    return;
  }
  if (typing) return;
  const actions = {
    ArrowLeft: back,
    ArrowRight: stepOn,
    Home: first,
    End: last,
    a: () => analyse.toggle(),
    f: () => set({ flip: !settings.flip }),
    n: () => chooseGame(),
    "?": help,
  };
  if (app.editing) return;
  if (/^[0-9]$/.test(event.key)) {
    // What stood there was played or refused: the new number takes its place.
    el("move-text").select();
    return;
  }
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/** Tells screen readers of a move. */
function speak(node) {
  const { turn, state } = node.view;
  const next = state.status === "open" ? ` ${Side(turn)} to move.` : "";
  el("spoken").textContent = `${Side(other(turn))} ${node.move.short}.${next}`;
}

function wire() {
  el("do-new").addEventListener("click", () => chooseGame());
  el("do-save").addEventListener("click", pdn.save);
  el("do-setup").addEventListener("click", () => setup.isOpen() || setup.start());
  el("do-view").addEventListener("click", () => set({ oneBoard: !settings.oneBoard }));
  el("do-flip").addEventListener("click", () => set({ flip: !settings.flip }));
  el("do-theme").addEventListener("click", theme);
  el("do-help").addEventListener("click", help);
  el("typed").addEventListener("submit", typed);
  document.addEventListener("keydown", key);
  on("made", speak);
}

async function begin() {
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  wire();
  moves.start();
  analyse.start();
  pdn.start();
  share.start();
  const human = { kind: "human" };
  const about = call("about");
  await newGame({ rules: "international", players: { white: human, black: human } });
  app.about = await about;
  document.body.dataset.ready = "true";
  emit("ready");
}

begin().catch((error) => say(`damier cannot start: ${error.message}`, [], [], "refused"));
