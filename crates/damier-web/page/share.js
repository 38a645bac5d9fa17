// Positions and games to take elsewhere: FEN, PDN, diagrams.

import { app, el, make, settings } from "./app.js";
import { call } from "./api.js";
import { button, dialog, say } from "./say.js";
import { download, openFile, text } from "./pdn.js";
import { startWith } from "./setup.js";

async function copy(value, what, field) {
  try {
    await navigator.clipboard.writeText(value);
    say(`${what} copied.`);
  } catch {
    field?.select();
    say(`The browser does not let the page copy: the ${what} is marked, copy it yourself.`);
  }
}

async function picture(format) {
  const blob = await call("diagram", {
    game: { rules: app.view.rules, start: app.view.fen },
    format,
    flip: settings.flip,
    square: format === "png" ? 64 : 48,
    marks: app.view.last ? [{ board: app.view.last.to_board, square: app.view.last.to }] : [],
  });
  download(blob, `position.${format}`);
}

export async function share() {
  const fen = make("input", { id: "share-fen", readOnly: true, value: app.view.fen });
  const pdn = make("textarea", { id: "share-pdn", readOnly: true, rows: 6, value: await text() });
  dialog("Share",
    make("label", { for: "share-fen" }, "Position (FEN)"), fen,
    make("div", { class: "row" }, button("Copy FEN", () => copy(fen.value, "FEN", fen)), button("Paste FEN", paste, { id: "paste-fen" })),
    make("label", { for: "share-pdn" }, "Game (PDN)"), pdn,
    make("div", { class: "row" }, button("Copy PDN", () => copy(pdn.value, "PDN", pdn))),
    make("h3", {}, "Diagram of the position"),
    make("div", { class: "row" }, button("Save SVG", () => picture("svg")), button("Save PNG", () => picture("png"))));
}

async function paste() {
  el("dialog").close();
  let value = "";
  try {
    value = await navigator.clipboard.readText();
  } catch {
    // Not allowed: the field is there to paste into.
  }
  take(value || app.view.fen);
}

/** Takes text that was pasted: a game if it looks like one, a position otherwise. */
export function take(value) {
  const clean = value.trim();
  if (/^\s*\[\s*\w+\s+"|^\s*1\.\s*\d/m.test(clean) && !/^\[FEN/i.test(clean)) openFile(clean);
  else startWith(clean);
}

export function start() {
  el("do-share").addEventListener("click", share);
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const value = event.clipboardData.getData("text/plain");
    if (value.trim()) take(value);
  });
}
