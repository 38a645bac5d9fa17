// The dialog for a new game: which game, under which reading, who plays, by which clock.

import { app, isAlician, make, on } from "./app.js";
import { newGame } from "./play.js";
import { button, dialog } from "./say.js";

const last = { game: "international", obligation: "both", blocked: "void", white: "human", black: "human", clock: false, minutes: 10, seconds: 5, book: true, touch: false, arbiter: false };

/** The name of the rules chosen. */
function rulesName() {
  if (last.game === "international") return "international";
  const { obligation, blocked } = last;
  if (obligation === "both" && blocked === "void") return "alician";
  if (obligation === "board" && blocked === "binding") return "alician:letter";
  return `alician:obligation=${obligation},blocked=${blocked}`;
}

/** Takes the game and the reading of a position for the choice. */
function adopt(rules) {
  last.game = isAlician(rules) ? "alician" : "international";
  const letter = rules === "alician:letter";
  last.obligation = letter || rules.includes("obligation=board") ? "board" : "both";
  last.blocked = letter || rules.includes("blocked=binding") ? "binding" : "void";
}

const player = (text) => (text === "human" ? { kind: "human" } : { kind: "engine", level: Number(text) });

function radios(name, legend, options, after = () => {}) {
  return make("fieldset", {}, make("legend", {}, legend), ...options.map(({ id, title, words }) => make("label", { class: "radio block" },
    make("input", { type: "radio", name, value: id, checked: last[name] === id, onchange: () => {
      last[name] = id;
      after();
    } }),
    make("span", {}, make("strong", {}, title), ` ${words}`))));
}

function seat(side, label, after) {
  const { levels } = app.about;
  return make("label", {}, label, make("select", { id: `seat-${side}`, onchange: (e) => {
    last[side] = e.target.value;
    after();
  } },
  make("option", { value: "human", selected: last[side] === "human" }, "A person"),
  ...levels.map((l) => make("option", { value: l.number, selected: last[side] === String(l.number) }, `damier ${l.number}: ${l.name}`))));
}

function check(name, text, after = () => {}) {
  return make("label", { class: "radio" }, make("input", { type: "checkbox", id: `with-${name}`, checked: last[name], onchange: (e) => {
    last[name] = e.target.checked;
    after();
  } }), text);
}

function amount(name, text, min, max) {
  return make("label", {}, text, make("input", { type: "number", id: `clock-${name}`, min, max, value: last[name], onchange: (e) => {
    last[name] = Math.min(max, Math.max(min, Number(e.target.value) || 0));
  } }));
}

/** Asks for a new game; with `rules` and `start` only for the players. */
export function chooseGame({ rules = null, start = null, before = () => {} } = {}) {
  const { about } = app;
  if (rules) adopt(rules);
  const reading = make("div", { class: "reading" },
    make("details", {}, make("summary", {}, "The rules in short"), ...about.alician.map((text) => make("p", {}, text))),
    make("p", {}, "Two questions are open in these rules. Each has two answers, so there are four readings; the first answers are the default, and only they give a game in which the original board decides and a draw is all but impossible."),
    ...about.questions.map((q) => radios(q.id, q.question, q.answers.map((a, i) => ({ id: a.id, title: `${q.id}=${a.id}${i ? "" : " (default)"}:`, words: a.words })))));
  const book = check("book", "damier plays openings from its book");
  // A position of one's own is in no book, and two people need none.
  const showBook = () => {
    book.hidden = Boolean(start) || !about.books.includes(rules ?? rulesName()) || (last.white === "human" && last.black === "human");
  };
  const show = () => {
    showBook();
    reading.hidden = last.game !== "alician";
  };
  const clock = make("div", { class: "row clocks" }, amount("minutes", "Minutes", 0, 600), amount("seconds", "Seconds a move", 0, 600));
  const touch = check("touch", "Touch-move: a touched piece must move", () => {
    if (last.touch) last.arbiter = document.getElementById("with-arbiter").checked = true;
  });
  const arbiter = check("arbiter", "Arbiter: forgotten captures stand until the opponent has them corrected", () => {
    if (!last.arbiter) last.touch = document.getElementById("with-touch").checked = false;
  });
  const showClock = () => {
    clock.hidden = !last.clock;
  };
  const form = make("form", { class: "newgame", method: "dialog", onsubmit: (event) => {
    event.preventDefault();
    close();
    before();
    newGame({
      rules: rules && !isAlician(rules) ? rules : rulesName(),
      start,
      players: { white: player(last.white), black: player(last.black) },
      clock: last.clock ? { base: Math.max(1000, last.minutes * 60_000), increment: last.seconds * 1000 } : null,
      book: last.book,
      arbiter: last.arbiter,
      touchMove: last.touch,
    });
  } },
  ...(rules ? [] : [radios("game", "Game", about.rules.map((g) => ({ id: g.id, title: g.name, words: g.words })), show)]),
  reading,
  make("fieldset", { class: "row" }, make("legend", {}, "Players"), seat("white", "White", showBook), seat("black", "Black", showBook), book),
  make("fieldset", {}, make("legend", {}, "At the board"), check("clock", "Clocks", showClock), clock, touch, arbiter),
  make("div", { class: "row end" }, button("Cancel", () => close()), make("button", { type: "submit", id: "start-game", class: "strong" }, "Start")));
  show();
  showClock();
  const close = dialog(rules ? "Play from this position" : "New game", form);
}

on("play-from", (node) => chooseGame({ rules: app.view.rules, start: node.view.fen }));
