// The engine's view: live lines, arrows, the bar beside the board, the graph over the game, the endgame tables.

import { app, el, emit, isAlician, make, on, other, set, settings, Side } from "./app.js";
import { Live } from "./api.js";
import { act, go } from "./go.js";
import { svg } from "./board.js";
import { arrows } from "./table.js";
import { holding } from "./hand.js";
import { end } from "./play.js";
import { say } from "./say.js";

const live = new Live();
let running = false;
let whole = false;
let lines = [];
let waiting = null;

/** A score in a few characters: men, or who wins in how many moves. */
export function scoreText({ white, plies_to_end, decided }) {
  if (plies_to_end) return `${plies_to_end > 0 ? "White" : "Black"} wins in ${Math.ceil(Math.abs(plies_to_end) / 2)}`;
  if (decided) return white > 0 ? "White wins" : "Black wins";
  return `${white >= 0 ? "+" : "−"}${Math.abs(white).toFixed(2)}`;
}

/** White's share of the bar. */
const share = ({ white, decided }) => (decided ? (white > 0 ? 0.98 : 0.02) : 0.5 + Math.atan(white / 1.2) / Math.PI);

function short(score) {
  if (score.plies_to_end) return `${score.plies_to_end > 0 ? "W" : "B"}${Math.ceil(Math.abs(score.plies_to_end) / 2)}`;
  return score.decided ? (score.white > 0 ? "W" : "B") : Math.abs(score.white).toFixed(1);
}

function bar() {
  const score = app.node?.score;
  const box = el("evalbar");
  box.hidden = !(running || score);
  document.body.classList.toggle("barred", !box.hidden);
  const part = score ? share(score) : 0.5;
  box.firstElementChild.style.setProperty("--share", `${100 * part}%`);
  box.classList.toggle("flip", settings.flip);
  box.classList.toggle("low", part < 0.5);
  box.lastElementChild.textContent = score ? short(score) : "";
  box.setAttribute("aria-label", score ? `Evaluation: ${scoreText(score)} ${score.decided ? "" : "men for White"}` : "Evaluation: none yet");
}

function show() {
  const box = el("lines");
  const items = lines.map((line) => make("li", { class: `line rank${line.rank}` },
    make("span", { class: "score" }, scoreText(line)),
    make("span", { class: "moves" }, ...line.moves.slice(0, 12).map((m, i) => make("button", {
      type: "button",
      class: "mv",
      title: "Go there",
      onclick: () => follow(line.moves.slice(0, i + 1)),
    }, m.short)))));
  box.replaceChildren(...items);
  const first = lines[0];
  el("depth").textContent = first
    ? `depth ${first.depth}/${first.deepest}, ${big(first.nodes)} positions, ${big(first.nodes / Math.max(first.seconds, 0.001))} a second`
    : running ? "searching…" : "";
  point();
}

function big(n) {
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  return n >= 1e4 ? `${(n / 1e3).toFixed(0)} k` : String(Math.round(n));
}

/** Arrows for the first moves of the lines. */
function point() {
  if (holding() || app.editing) return;
  const list = running ? lines.filter((l) => l.moves.length) : [];
  arrows(list.map((l) => ({ board: l.moves[0].board, squares: [l.moves[0].from, l.moves[0].to], rank: l.rank })).reverse());
}

/** Plays the moves of a line as a variation. */
async function follow(moves) {
  for (const { from, to, captured } of moves) {
    const answer = await act({ move: { from, to, captured } });
    if (answer.outcome !== "done") {
      say("The line cannot be followed further.");
      return;
    }
  }
}

function ask() {
  clearTimeout(waiting);
  lines = [];
  show();
  const { node, tree } = app;
  if (!running || whole || !node || app.editing) return;
  if (end() && app.view.state.winner) {
    live.drop();
    el("depth").textContent = "the game is over";
    return;
  }
  // Whoever steps through the game quickly starts nothing.
  waiting = setTimeout(() => {
    live.ask({ ask: "analyse", game: tree.game(node), limits: { lines: settings.lines } }, (news) => {
      if (app.node !== node) return;
      if (news.is === "refused") {
        el("depth").textContent = news.error;
        return;
      }
      if (news.is === "line") take(node, news);
      if (news.is === "done" && running) el("depth").textContent += ", finished";
    });
  }, 60);
}

let painted = 0;

function take(node, line) {
  const at = lines.findIndex((l) => l.rank === line.rank);
  if (at < 0) lines.push(line);
  else lines[at] = line;
  lines.sort((a, b) => a.rank - b.rank);
  if (line.rank === 1) node.score = { white: line.white, plies_to_end: line.plies_to_end, decided: line.decided };
  // The first depths come in a burst.
  const now = performance.now();
  if (now - painted < 60) {
    clearTimeout(take.later);
    take.later = setTimeout(() => app.node === node && (show(), bar(), graph()), 80);
    return;
  }
  painted = now;
  show();
  bar();
  graph();
}

export function toggle(want = !running) {
  running = want;
  whole = false;
  const b = el("do-analyse");
  b.setAttribute("aria-pressed", String(running));
  b.textContent = running ? "Stop" : "Start";
  if (!running) {
    clearTimeout(waiting);
    live.drop();
    arrows([]);
  }
  bar();
  if (running) ask();
  else el("depth").textContent = lines.length ? `${el("depth").textContent}, stopped` : "";
}

/** A short look at every position of the main line, from the end: what is found late helps before. */
async function analyseGame() {
  const b = el("do-whole");
  if (whole) {
    whole = false;
    live.drop();
    return;
  }
  if (running) toggle(false);
  whole = true;
  b.textContent = "Stop";
  const { tree } = app;
  const nodes = tree.mainLine().filter((n) => !n.dead).reverse();
  for (const [i, node] of nodes.entries()) {
    if (!whole || app.tree !== tree) break;
    el("depth").textContent = `analysing the game: ${i + 1} of ${nodes.length}`;
    await new Promise((done) => {
      live.ask({ ask: "analyse", game: tree.game(node), limits: { seconds: 0.25 } }, (news) => {
        if (news.is === "line") return;
        const line = news.lines?.[0];
        if (line) node.score = { white: line.white, plies_to_end: line.plies_to_end, decided: line.decided };
        done();
      });
      const look = setInterval(() => {
        if (whole) return;
        clearInterval(look);
        done();
      }, 100);
    });
    graph();
    bar();
  }
  whole = false;
  b.textContent = "Analyse game";
  el("depth").textContent = "";
}

const MOST = 3;

/** The scores over the main line; a click goes there. */
function graph() {
  const nodes = app.tree.mainLine();
  const known = nodes.filter((n) => n.score);
  const box = el("graph");
  if (known.length < 2) {
    box.replaceChildren();
    return;
  }
  const [width, height] = [320, 64];
  const x = (n) => (width * n.ply) / Math.max(1, nodes.length - 1);
  const value = (n) => (n.score.decided ? Math.sign(n.score.white) * MOST : Math.max(-MOST, Math.min(MOST, n.score.white)));
  const y = (n) => height / 2 - (value(n) * (height / 2 - 3)) / MOST;
  const points = known.map((n) => `${x(n).toFixed(1)} ${y(n).toFixed(1)}`);
  const area = `M${x(known[0])} ${height / 2}L${points.join("L")}L${x(known.at(-1))} ${height / 2}z`;
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", preserveAspectRatio: "none", "aria-label": `Evaluation over the game, ${known.length} positions: from ${scoreText(known[0].score)} to ${scoreText(known.at(-1).score)}` },
    svg("path", { class: "area", d: area }),
    svg("path", { class: "zero", d: `M0 ${height / 2}H${width}` }),
    svg("path", { class: "curve", d: `M${points.join("L")}` }));
  if (nodes.includes(app.node)) chart.append(svg("path", { class: "now", d: `M${x(app.node).toFixed(1)} 0V${height}` }));
  chart.addEventListener("click", (event) => {
    const part = event.offsetX / chart.getBoundingClientRect().width;
    go(nodes[Math.round(part * (nodes.length - 1))]);
  });
  box.replaceChildren(chart);
}

/** What the endgame tables say of the position. */
function tables() {
  const known = app.view?.tables;
  const box = el("tables");
  box.hidden = !known || app.view.state.status !== "open";
  if (box.hidden) return;
  const { value, plies } = known;
  const side = value === "loss" ? other(app.view.turn) : app.view.turn;
  const words = value === "draw"
    ? (isAlician(app.view.rules) ? "neither side can force a win" : "draw")
    : `${Side(side)} wins${plies === null ? "" : ` in ${plies} ${plies === 1 ? "ply" : "plies"}`}`;
  box.textContent = `Endgame tables: ${words}.`;
}

export function start() {
  el("lines").before(make("p", { class: "depth", id: "depth" }));
  el("line-count").value = String(settings.lines);
  el("line-count").addEventListener("change", () => {
    set({ lines: Number(el("line-count").value) });
    ask();
  });
  el("do-analyse").addEventListener("click", () => toggle());
  el("do-whole").addEventListener("click", analyseGame);
  on("node", () => {
    tables();
    bar();
    graph();
    ask();
  });
  on("settings", bar);
  on("drawn", point);
  on("editing", () => {
    if (running) toggle(false);
    lines = [];
    show();
  });
  on("tree", () => {
    lines = [];
    if (whole) analyseGame();
    emit("changed");
  });
}
