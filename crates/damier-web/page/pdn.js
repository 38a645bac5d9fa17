// Games in files: opened, listed, searched, stepped through, saved. An unchanged game is saved as it was read, byte by byte.

import { app, el, make } from "./app.js";
import { call } from "./api.js";
import { analyseOnly } from "./play.js";
import { open } from "./go.js";
import { button, say } from "./say.js";
import { Tree } from "./tree.js";

/** Games shown of a long list. */
const SHOWN = 200;

/** The file that is open: `{ name, original, bytes, games, cut, edited, at, tree }`. */
let file = null;

/** A file in UTF-16 as UTF-8; any other as it is. */
function utf8(bytes) {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  return mark ? new TextEncoder().encode(new TextDecoder(mark).decode(bytes)) : bytes;
}

/** Opens a file, or text that somebody pasted. */
export async function openFile(source, name = source.name ?? "pasted.pdn") {
  const original = source instanceof Blob ? new Uint8Array(await source.arrayBuffer()) : new TextEncoder().encode(source);
  const bytes = utf8(original);
  asked += 1;
  const mine = asked;
  let listing;
  try {
    listing = await call("pdn/list", bytes);
  } catch (error) {
    say(`${name} cannot be opened: ${error.message}`, [], [], "refused");
    return;
  }
  if (mine !== asked) return;
  if (!listing.games.length) {
    say(`There is no game in ${name}.`, [], [], "refused");
    return;
  }
  file = { name, original, bytes, games: listing.games, cut: listing.cut, edited: new Map(), at: null };
  if (listing.games.length > 1) list();
  else el("collection").hidden = true;
  await show(listing.games[0]);
}

/** Number of the last game asked for: one that is read late is not shown in place of it. */
let asked = 0;

/** Shows a game of the file. */
async function show(listed) {
  asked += 1;
  const mine = asked;
  keep();
  const edited = file.edited.get(listed.number);
  let tree = edited;
  if (!tree) {
    const record = await call("pdn/read", file.bytes.slice(listed.start, listed.end)).catch((error) => ({ error }));
    if (mine !== asked) return;
    keep();
    if (record.error) {
      say(record.error.message, [], [], "refused");
      return;
    }
    tree = Tree.read(record);
    tree.problems = record.problems;
    tree.refusal = record.refusal;
  }
  file.at = listed;
  file.tree = tree;
  analyseOnly();
  if (tree.refusal) say(`This game is not played here: ${tree.refusal}.`, [], [], "refused");
  await open(tree);
  const errors = (tree.problems ?? []).filter((p) => p.severity === "error");
  if (!tree.refusal && errors.length) {
    say(`Line ${listed.line + errors[0].line - 1}: ${errors[0].message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ""}`, [], [], "refused");
  } else if (!tree.refusal) {
    say(`${file.name}: ${listed.plies} plies${file.games.length > 1 ? `, game ${listed.number} of ${file.games.length}` : ""}.`);
  }
  marks();
}

/** Remembers a game that was changed before another one is shown. */
function keep() {
  if (file?.at && app.tree === file.tree && app.tree.changed) file.edited.set(file.at.number, app.tree);
}

function line(g) {
  return `${g.white || "?"} – ${g.black || "?"} ${g.result}`;
}

function marks() {
  for (const b of el("collection").querySelectorAll("button[data-game]")) {
    const here = Number(b.dataset.game) === file?.at?.number;
    b.classList.toggle("here", here);
    if (here) b.setAttribute("aria-current", "true");
    else b.removeAttribute("aria-current");
  }
}

/** The games of the file, those that have all the words searched for. */
function list() {
  const box = el("collection");
  const games = make("ul", { class: "games", "aria-label": "Games of the file" });
  const count = make("p", { class: "count", "aria-live": "polite" });
  const fill = (text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (g) => {
      const all = `${g.number} ${g.white} ${g.black} ${g.event} ${g.date} ${g.round} ${g.result}`.toLowerCase();
      return words.every((w) => all.includes(w));
    };
    const found = words.length ? file.games.filter(fits) : file.games;
    games.replaceChildren(...found.slice(0, SHOWN).map((g) => make("li", {}, make("button", {
      type: "button",
      "data-game": g.number,
      onclick: () => show(g),
    }, make("span", { class: "no" }, `${g.number}`), make("span", {}, line(g)), make("span", { class: "more" }, [g.event, g.date].filter((t) => t && t !== "?").join(", "))))));
    count.textContent = `${found.length} of ${file.games.length} games${found.length > SHOWN ? `, the first ${SHOWN} shown` : ""}${file.cut ? "; the file has more" : ""}`;
    marks();
  };
  box.replaceChildren(
    make("div", { class: "head" }, make("h2", {}, file.name), button("×", () => {
      box.hidden = true;
    }, { class: "close", "aria-label": "Close the list" })),
    make("label", { for: "search" }, "Search players, event, date, result"),
    make("input", { id: "search", type: "search", spellcheck: false, oninput: (e) => fill(e.target.value) }),
    count, games);
  box.hidden = false;
  fill("");
}

/** The game shown as PDN. */
export async function text() {
  const { tree } = app;
  const answer = await call("pdn/write", {
    rules: tree.rules,
    start: tree.start,
    tags: tree.tags,
    result: tree.told ? null : tree.result,
    body: tree.words(),
  });
  return answer.pdn;
}

async function written(tree) {
  const was = app.tree;
  app.tree = tree;
  const promise = text();
  app.tree = was;
  return new TextEncoder().encode(await promise);
}

export function download(blob, name) {
  const a = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}

/** Saves: the file as it was, changed games in their places; or the game that was played. */
export async function save() {
  keep();
  const known = file?.at && app.tree === file.tree && app.mode === "analyse";
  if (!known) {
    download(new Blob([await text()], { type: "application/x-draughts-pdn" }), "game.pdn");
    return;
  }
  if (!file.edited.size) {
    download(new Blob([file.original], { type: "application/x-draughts-pdn" }), file.name);
    return;
  }
  const parts = [];
  let at = 0;
  for (const g of file.games) {
    const tree = file.edited.get(g.number);
    if (!tree) continue;
    parts.push(file.bytes.slice(at, g.start), await written(tree));
    at = g.end;
    // The line feed that ended the game is part of what was written.
    if (file.bytes[at] === 10) at += 1;
  }
  parts.push(file.bytes.slice(at));
  download(new Blob(parts, { type: "application/x-draughts-pdn" }), file.name);
}

/** Takes files that are dropped on the page. */
export function start() {
  el("do-open").addEventListener("click", () => el("file").click());
  el("file").addEventListener("change", () => {
    const [chosen] = el("file").files;
    if (chosen) openFile(chosen);
    el("file").value = "";
  });
  let depth = 0;
  const files = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragenter", (event) => {
    if (!files(event)) return;
    depth += 1;
    el("drop").hidden = false;
  });
  document.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (!depth) el("drop").hidden = true;
  });
  document.addEventListener("dragover", (event) => files(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    depth = 0;
    el("drop").hidden = true;
    if (!files(event)) return;
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped) openFile(dropped);
  });
}

