// What the parts of the page share: the game, where we are in it, the settings, and who wants to hear of changes.

import { Tree } from "./tree.js";

const listeners = new Map();

/** Hears of an event. */
export function on(event, listener) {
  listeners.set(event, [...(listeners.get(event) ?? []), listener]);
}

/** Tells of an event. */
export function emit(event, detail) {
  for (const listener of listeners.get(event) ?? []) listener(detail);
}

const KEEP = "damier";

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEEP)) ?? {};
  } catch {
    return {};
  }
}

export const settings = { theme: "", oneBoard: false, flip: false, lines: 3, ...stored() };

/** Changes settings and keeps them for the next visit. */
export function set(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEEP, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing is no reason to stop.
  }
  emit("settings");
}

export const app = {
  /** What the server says of itself: games, levels, articles. */
  about: null,
  tree: new Tree({ rules: "international" }),
  node: null,
  /** The position shown. */
  view: null,
  /** `play` or `analyse`. */
  mode: "play",
  /** Set while pieces are set up. */
  editing: false,
};

/** An element by its id. */
export const el = (id) => document.getElementById(id);

/** Makes an element. Text is text: nothing that came from a file becomes markup. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list" && name !== "form") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((c) => c !== null && c !== undefined));
  return element;
}

/** The game shown: while pieces are set up it may be another than the one played. */
export const rulesNow = () => (app.editing ? app.editing.rules : app.tree.rules);

export const isAlician = (rules) => rules.startsWith("alician");
export const other = (side) => (side === "white" ? "black" : "white");
export const Side = (side) => (side === "white" ? "White" : "Black");
