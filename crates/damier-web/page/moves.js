// The record of the game: moves with variations, comments and signs, and the buttons that step through it.

import { app, el, emit, make, on, settings, Side } from "./app.js";
import * as go from "./go.js";
import { game, left, leave, offerDraw, player, playing, resign, takeBack } from "./play.js";
import { button } from "./say.js";

const SIGNS = { 1: "!", 2: "?", 3: "‼", 4: "⁇", 5: "⁉", 6: "⁈", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };
const WORDS = {
  0: "none", 1: "! good move", 2: "? mistake", 3: "!! very good", 4: "?? blunder", 5: "!? interesting", 6: "?! doubtful",
  7: "□ only move", 10: "= equal", 13: "∞ unclear", 14: "⩲ White slightly better", 15: "⩱ Black slightly better",
  16: "± White better", 17: "∓ Black better", 18: "+− White wins", 19: "−+ Black wins",
};
/** Variations in variations that are shown. */
const DEEPEST = 40;

let buttons = new Map();

function number(node, always) {
  if (node.word?.item === "setup") return "";
  const { base } = node.parent;
  const black = base.fen ? base.fen.startsWith("B") : base.view?.turn === "black";
  const ply = node.ply - base.ply - 1 + (black ? 1 : 0);
  if (ply % 2 === 0) return `${ply / 2 + 1}. `;
  return always ? `${(ply - 1) / 2 + 1}... ` : "";
}

function signs(node) {
  return node.nags.map((n) => SIGNS[n] ?? `$${n}`).join("");
}

function move(node, always) {
  const b = make("button", {
    type: "button",
    class: `mv${node.dead ? " dead" : ""}`,
    disabled: Boolean(node.dead),
    onclick: () => go.go(node),
  }, `${node.move.short}${signs(node)}`);
  buttons.set(node, b);
  // A number stays with its move.
  const n = number(node, always);
  return [n ? make("span", { class: "pair" }, make("span", { class: "no" }, n), b) : b, " "];
}

function comments(node) {
  const texts = node.after.filter((w) => ["comment", "percent", "strength", "result"].includes(w.item));
  return texts.map((w) => make("span", { class: "comment" }, `${w.text} `));
}

/** The parenthesis behind a variation, close to its last move. */
const close = () => make("span", { class: "end" }, ")");

/** A line from a node on, with the variations on its moves. */
function line(first, depth) {
  const out = [];
  let always = true;
  for (let at = first; at; at = at.main) {
    out.push(...move(at, always), ...comments(at));
    always = at.comment !== "" || at.word?.item === "setup";
    const others = at === first ? [] : at.parent.children.slice(1);
    for (const variation of others) {
      out.push(depth < DEEPEST ? make("span", { class: "variation" }, "(", ...line(variation, depth + 1), close(), " ") : make("span", {}, "(…) "));
      always = true;
    }
  }
  // No blank before a closing parenthesis.
  if (out.at(-1) === " ") out.pop();
  return out;
}

function render() {
  buttons = new Map();
  const { root } = app.tree;
  const main = root.main;
  const out = comments(root);
  if (main) {
    const words = line(main, 0);
    // Behind the move and its blank.
    const first = 2 + comments(main).length;
    const others = root.children.slice(1).map((v) => make("span", { class: "variation" }, "(", ...line(v, 1), close(), " "));
    if (others.length && words.length < first) words.push(" ");
    words.splice(first, 0, ...others);
    out.push(...words);
  }
  if (app.tree.result !== "*") out.push(make("span", { class: "result" }, app.tree.result));
  if (!out.length) out.push(make("span", { class: "none" }, "No moves yet."));
  el("moves").replaceChildren(...out);
  title();
}

function title() {
  const tag = (name) => app.tree.tags.find(([n]) => n === name)?.[1] ?? "";
  const known = (text) => text && !/^[?.*]+$/.test(text);
  const names = [tag("White"), tag("Black")];
  const parts = [];
  if (names.some(known)) parts.push(names.map((n) => (known(n) ? n : "?")).join(" – "));
  const rest = ["Event", "Round", "Date"].map(tag).filter(known);
  // A date alone says nothing that its player does not know.
  if (parts.length || rest.length > 1) parts.push(...rest);
  el("title").textContent = parts.join(", ");
}

function current() {
  for (const [node, b] of buttons) {
    const here = node === app.node;
    b.classList.toggle("here", here);
    if (here) b.setAttribute("aria-current", "true");
    else b.removeAttribute("aria-current");
    if (here) {
      const box = el("moves");
      const top = b.offsetTop - box.offsetTop;
      if (top < box.scrollTop || top + b.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
    }
  }
  const { node } = app;
  el("go-first").disabled = el("go-back").disabled = !node?.parent;
  el("go-on").disabled = el("go-last").disabled = !node?.main || node.main.dead;
  if (document.activeElement !== el("note-text")) el("note-text").value = node?.comment ?? "";
  el("nag").value = String(node?.nags[0] ?? 0);
  el("nag").disabled = !node?.move;
  el("do-delete").disabled = !node?.parent;
  el("do-promote").disabled = !node?.parent || app.tree.isMain(node);
}

function time(ms) {
  const seconds = Math.ceil(ms / 1000);
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${h ? `${h}:${String(m).padStart(2, "0")}` : m}:${String(s).padStart(2, "0")}`;
}

function strip(box, side) {
  const { view } = app;
  if (!view) return;
  const who = player(side);
  const tag = app.tree.tags.find(([n]) => n === Side(side))?.[1];
  const name = who.kind === "engine" ? `damier, level ${who.level}` : tag && tag !== "?" ? tag : Side(side);
  const counts = view.boards.map((b) => b[side].men.length + b[side].kings.length);
  const many = counts.reduce((a, b) => a + b, 0);
  const pieces = counts.length > 1 ? `${counts[0]} on A, ${counts[1]} on B` : `${many} ${many === 1 ? "piece" : "pieces"}`;
  const mine = view.turn === side && view.state.status === "open";
  const ms = left(side);
  box.className = `strip ${side} ${mine ? "turn" : ""}`;
  box.replaceChildren(
    make("span", { class: `disc ${side}`, "aria-hidden": "true" }),
    make("span", { class: "name" }, name),
    make("span", { class: "pieces" }, pieces),
    make("span", { class: "state" }, mine ? (game.thinking ? "thinking…" : "to move") : ""),
    ...(ms === null ? [] : [make("span", { class: `clock ${ms < 20_000 ? "low" : ""}`, role: "timer", "aria-label": `${Side(side)}'s clock` }, time(ms))]),
  );
}

function strips() {
  strip(el("strip-top"), settings.flip ? "white" : "black");
  strip(el("strip-bottom"), settings.flip ? "black" : "white");
}

/** The buttons of the moment. */
function acts() {
  const list = [];
  if (playing() && app.node) {
    list.push(button("Take back", takeBack, { id: "do-back" }), button("Resign", resign, { id: "do-resign" }));
    list.push(button("Offer draw", offerDraw, { id: "do-draw" }), button("Leave game", leave, { id: "do-leave" }));
    if (app.node !== game.head) list.unshift(button("To the game", () => go.go(game.head), { class: "strong" }));
  } else if (app.mode === "play") {
    list.push(button("Analyse this game", leave, { id: "do-leave", class: "strong" }));
  } else {
    list.push(button("Play from here", () => emit("play-from", app.node), { id: "do-play-from" }));
  }
  // The same buttons stay: one that is made anew between press and release is never clicked.
  const key = list.map((b) => b.textContent).join();
  if (el("acts").dataset.shown === key) return;
  el("acts").dataset.shown = key;
  el("acts").replaceChildren(...list);
}

export function start() {
  el("nag").replaceChildren(...Object.entries(WORDS).map(([n, text]) => make("option", { value: n }, text)));
  for (const [id, step] of [["go-first", go.first], ["go-back", go.back], ["go-on", go.on], ["go-last", go.last]]) {
    el(id).addEventListener("click", step);
  }
  el("note-text").addEventListener("change", () => {
    app.node.comment = el("note-text").value;
    app.tree.changed = true;
    emit("changed");
  });
  el("nag").addEventListener("change", () => {
    const nag = Number(el("nag").value);
    app.node.nags = nag ? [nag, ...app.node.nags.slice(1)] : app.node.nags.slice(1);
    app.tree.changed = true;
    emit("changed");
  });
  el("do-promote").addEventListener("click", () => {
    app.tree.promote(app.node);
    emit("changed");
  });
  el("do-delete").addEventListener("click", async () => {
    const gone = app.node;
    if (game.head) for (let at = game.head; at; at = at.parent) if (at === gone && playing()) return;
    app.tree.remove(gone);
    await go.go(gone.parent);
    emit("changed");
  });
  let shown = null;
  let size = -1;
  const count = () => app.tree.root.children.length + [...buttons.keys()].length;
  on("node", () => {
    if (shown !== app.tree || !buttons.has(app.node) || size !== count()) render();
    shown = app.tree;
    size = count();
    current();
    strips();
    acts();
  });
  on("changed", () => {
    render();
    current();
  });
  on("players", () => {
    strips();
    acts();
  });
  on("clock", strips);
  on("settings", strips);
}
