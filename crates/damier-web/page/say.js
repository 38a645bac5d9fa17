// What the page says: the line under the board, endings, dialogs. Announced to screen readers by its roles.

import { el, make } from "./app.js";

/** An article of the rules in a few words, its text behind a click. */
function article(a) {
  const fmjd = a.fmjd ? `, FMJD ${a.fmjd}` : "";
  return make("details", { class: "article" }, make("summary", {}, `${a.id} ${a.title}${fmjd}`), make("p", {}, a.text));
}

/** Under a scrolled page that grows shorter the board would move away from the hand that is about to click it. */
function steady() {
  const { style, offsetHeight } = el("stage");
  style.minHeight = scrollY > 0 ? `${offsetHeight}px` : "";
}

/** Says something under the board. */
export function say(text, articles = [], buttons = [], kind = "") {
  steady();
  const line = el("message");
  line.className = `message ${kind}`;
  line.replaceChildren(
    ...(text ? [make("p", {}, text)] : []),
    ...articles.map(article),
    ...(buttons.length ? [make("div", { class: "row" }, ...buttons)] : []),
  );
}

/** Takes a hint away, if that is what is said: nothing else. */
export function unhint() {
  if (el("message").classList.contains("hint")) say("");
}

/** Says why something was refused. */
export function refuse(explanation) {
  say(explanation.sentence, explanation.articles, [], "refused");
}

export function button(text, action, more = {}) {
  return make("button", { type: "button", onclick: action, ...more }, text);
}

/** Says how the game ended. */
export function ending(text, reason, articles = []) {
  const box = el("ending");
  steady();
  if (!text) {
    box.hidden = true;
    box.replaceChildren();
    return;
  }
  const words = [make("strong", {}, text), make("p", {}, reason), ...articles.map(article)];
  if (box.dataset.said !== `${text}${reason}` || box.hidden) box.replaceChildren(...words);
  box.dataset.said = `${text}${reason}`;
  box.hidden = false;
}

/** Opens a dialog with a title and what is in it; `close` takes it away. */
export function dialog(title, ...content) {
  const box = el("dialog");
  const close = () => box.close();
  box.setAttribute("aria-label", title);
  box.replaceChildren(
    make("div", { class: "head" }, make("h2", {}, title), button("×", close, { class: "close", "aria-label": "Close" })),
    ...content,
  );
  box.showModal();
  return close;
}
