// Draws boards: squares, pieces, marks, arrows. Tells which square was touched. Knows no rules and no game.

const NS = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Column and row of a square, from 0 at the top left as White sees it. */
export function place(square) {
  const row = Math.floor((square - 1) / 5);
  return [2 * ((square - 1) % 5) + 1 - (row % 2), row];
}

const NAMES = { w: "white", b: "black", m: "man", k: "king" };

/** A piece: `wm`, `bk`, ...; `under` shows its other side. */
function disc(kind, under) {
  const piece = svg("g", { class: `piece ${kind} ${under ? "under" : ""}` });
  piece.append(svg("ellipse", { class: "shade", cx: 2, cy: 7, rx: 41, ry: 39 }));
  if (kind[1] === "k") piece.append(svg("circle", { class: "rim low", cy: 5, r: 41 }));
  const lift = kind[1] === "k" ? -5 : 0;
  const body = svg("g", { transform: `translate(0 ${lift})` });
  body.append(svg("circle", { class: "rim", r: 41 }));
  if (under) {
    body.append(svg("circle", { class: "felt", r: 29 }), svg("circle", { class: "ring", r: 34.5 }));
  } else {
    body.append(svg("circle", { class: "ring", r: 32 }), svg("circle", { class: "ring thin", r: 22 }));
  }
  if (kind[1] === "k") {
    body.append(svg("use", { class: "crown", href: "#crown", x: -25, y: -21, width: 50, height: 40 }));
  }
  piece.append(body);
  return piece;
}

/** One board. `name` is A or B; a board that shows both shows the pieces of B by their other side. */
export class Board {
  constructor(name, label) {
    this.name = name;
    this.flip = false;
    this.root = svg("svg", { class: "board", viewBox: "-36 -36 1072 1072", role: "group", "aria-label": label, "data-board": name });
    this.root.append(
      svg("rect", { class: "frame", x: -36, y: -36, width: 1072, height: 1072, rx: 18 }),
      svg("rect", { class: "light", width: 1000, height: 1000 }),
    );
    this.squares = new Map();
    const squares = svg("g");
    for (let square = 1; square <= 50; square++) {
      const g = svg("g", { class: "square", role: "button", tabindex: square === 1 ? 0 : -1, "data-square": square });
      g.append(
        svg("rect", { class: "dark", width: 100, height: 100 }),
        svg("rect", { class: "mark", width: 100, height: 100 }),
        svg("text", { class: "number", x: 6, y: 20, "aria-hidden": "true" }, String(square)),
        svg("circle", { class: "dot", cx: 50, cy: 50, r: 15 }),
        svg("path", { class: "cross", d: "M36 36L64 64M64 36L36 64" }),
      );
      this.squares.set(square, g);
      squares.append(g);
    }
    this.ghosts = svg("g", { class: "ghosts" });
    this.pieces = svg("g", { class: "pieces" });
    this.arrows = svg("g", { class: "arrows", "aria-hidden": "true" });
    this.flying = svg("g", { class: "flying" });
    this.root.append(squares, this.pieces, this.ghosts, this.arrows, this.flying);
    this.on = {};
    this.#listen();
    this.turn(false);
  }

  /** The middle of a square. */
  middle(square) {
    const [x, y] = place(square);
    return this.flip ? [950 - 100 * x, 950 - 100 * y] : [100 * x + 50, 100 * y + 50];
  }

  turn(flip) {
    this.flip = flip;
    for (const [square, g] of this.squares) {
      const [x, y] = this.middle(square);
      g.setAttribute("transform", `translate(${x - 50} ${y - 50})`);
    }
  }

  /** The square under a point of the screen. */
  at(event) {
    const box = this.root.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 1072 - 36;
    const y = ((event.clientY - box.top) / box.height) * 1072 - 36;
    let [column, row] = [Math.floor(x / 100), Math.floor(y / 100)];
    if (this.flip) [column, row] = [9 - column, 9 - row];
    if (column < 0 || column > 9 || row < 0 || row > 9 || (column + row) % 2 === 0) return null;
    return row * 5 + Math.floor(column / 2) + 1;
  }

  point(event) {
    const box = this.root.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * 1072 - 36, ((event.clientY - box.top) / box.height) * 1072 - 36];
  }

  #listen() {
    this.root.addEventListener("pointerdown", (event) => event.button === 0 && this.on.down?.(this, this.at(event), event));
    this.root.addEventListener("pointermove", (event) => this.on.over?.(this, this.at(event), event));
    this.root.addEventListener("pointerleave", (event) => this.on.over?.(this, null, event));
    this.root.addEventListener("focusin", (event) => {
      const g = event.target.closest(".square");
      if (!g) return;
      for (const [, s] of this.squares) s.setAttribute("tabindex", s === g ? 0 : -1);
      this.on.focus?.(this, Number(g.dataset.square));
    });
    this.root.addEventListener("keydown", (event) => {
      const g = event.target.closest?.(".square");
      if (!g) return;
      const square = Number(g.dataset.square);
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        this.on.press?.(this, square);
      } else if (event.key.startsWith("Arrow") && g.matches(":focus-visible")) {
        event.preventDefault();
        event.stopPropagation();
        this.#step(square, event.key)?.focus();
      }
    });
  }

  /** The next dark square in a direction: sideways two columns on, up and down the nearest of the next row. */
  #step(square, key) {
    let [column, row] = place(square);
    const sign = this.flip ? -1 : 1;
    if (key === "ArrowLeft") column -= 2 * sign;
    if (key === "ArrowRight") column += 2 * sign;
    if (key === "ArrowUp") row -= sign;
    if (key === "ArrowDown") row += sign;
    if (key === "ArrowUp" || key === "ArrowDown") column += row % 2 === 0 ? 1 : -1;
    if (column < 0 || column > 9 || row < 0 || row > 9) return null;
    return this.squares.get(row * 5 + Math.floor(column / 2) + 1);
  }

  /** Shows pieces: a map from square to `{ kind, under, board }`. */
  show(pieces) {
    this.shown = pieces;
    this.pieces.replaceChildren();
    for (const [square, g] of this.squares) {
      const piece = pieces.get(square);
      const words = piece
        ? `${square}, ${NAMES[piece.kind[0]]} ${NAMES[piece.kind[1]]}${this.name === "AB" ? ` on ${piece.board}` : ""}`
        : `${square}, empty`;
      g.setAttribute("aria-label", words);
      if (!piece) continue;
      const shape = disc(piece.kind, piece.under);
      const [x, y] = this.middle(square);
      shape.setAttribute("transform", `translate(${x} ${y})`);
      shape.dataset.at = square;
      this.pieces.append(shape);
    }
  }

  shape(square) {
    return this.pieces.querySelector(`[data-at="${square}"]`);
  }

  /** Marks squares: a map from a class to squares. */
  mark(marks) {
    for (const [square, g] of this.squares) {
      g.setAttribute("class", `square ${Object.keys(marks).filter((m) => marks[m].includes(square)).join(" ")}`);
      if (marks.picked) g.setAttribute("aria-pressed", String(marks.picked.includes(square)));
    }
    for (const shape of this.pieces.children) {
      shape.classList.toggle("lifted", Boolean(marks.picked?.includes(Number(shape.dataset.at))));
    }
  }

  /** Pieces that are not there yet, or would be. */
  ghost(list) {
    this.ghosts.replaceChildren(...list.map(({ square, kind, under, strong }) => {
      const shape = disc(kind, under);
      const [x, y] = this.middle(square);
      shape.setAttribute("transform", `translate(${x} ${y})`);
      shape.classList.add("ghost", strong ? "strong" : "weak");
      return shape;
    }));
  }

  /** A piece that follows the hand. */
  hold(kind, under, point) {
    if (!kind) {
      this.flying.replaceChildren();
      return;
    }
    if (!this.flying.firstChild) {
      this.flying.append(disc(kind, under));
      this.flying.firstChild.classList.add("held");
    }
    this.flying.firstChild.setAttribute("transform", `translate(${point[0]} ${point[1]}) scale(1.08)`);
  }

  /** Arrows: `{ squares, rank }`, the first the strongest. */
  pointOut(list) {
    this.arrows.replaceChildren(...list.flatMap(({ squares, rank }) => {
      const points = squares.map((s) => this.middle(s));
      const [ex, ey] = points.at(-1);
      const [px, py] = points.at(-2);
      const length = Math.hypot(ex - px, ey - py);
      if (!length) return [];
      const [dx, dy] = [(ex - px) / length, (ey - py) / length];
      const [first, second] = points;
      const start = Math.hypot(second[0] - first[0], second[1] - first[1]) || 1;
      const from = [first[0] + (30 * (second[0] - first[0])) / start, first[1] + (30 * (second[1] - first[1])) / start];
      const head = 34;
      const base = [ex - head * dx, ey - head * dy];
      const line = [from, ...points.slice(1, -1), base].map((p) => p.join(" ")).join("L");
      const half = 0.62 * head;
      const tip = `M${ex} ${ey}L${base[0] - half * dy} ${base[1] + half * dx}L${base[0] + half * dy} ${base[1] - half * dx}z`;
      const g = svg("g", { class: `arrow rank${Math.min(rank, 4)}` });
      g.append(svg("path", { class: "shaft", d: `M${line}` }), svg("path", { class: "tip", d: tip }));
      return [g];
    }));
  }

  /** Lets a shape come from another square. */
  slide(square, from, turns) {
    const shape = this.shape(square);
    if (!shape || calm.matches || !shape.animate) return;
    const [x, y] = this.middle(square);
    const [fx, fy] = this.middle(from);
    const at = (px, py, more = "") => ({ transform: `translate(${px}px, ${py}px)${more}` });
    const frames = turns
      ? [at(fx, fy), at(x, y), at(x, y, " scale(.05, 1)"), at(x, y)]
      : [at(fx, fy), at(x, y)];
    this.pieces.append(shape);
    shape.animate(frames, { duration: turns ? 420 : 200, easing: "ease-in-out" });
  }

  /** Lets a piece leave, going somewhere first or not. */
  fade(kind, under, from, to) {
    if (calm.matches) return;
    const shape = disc(kind, under);
    const [x, y] = this.middle(to);
    const [fx, fy] = this.middle(from);
    shape.setAttribute("transform", `translate(${x} ${y})`);
    this.flying.append(shape);
    if (!shape.animate) {
      shape.remove();
      return;
    }
    const frames = [
      { transform: `translate(${fx}px, ${fy}px)`, opacity: 1 },
      { transform: `translate(${x}px, ${y}px)`, opacity: from === to ? 0.6 : 1 },
      { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0 },
    ];
    shape.animate(frames, { duration: 380, easing: "ease-in-out" }).finished.finally(() => shape.remove());
  }

  /** Lets a piece appear. */
  arrive(square) {
    const shape = this.shape(square);
    if (!shape || calm.matches || !shape.animate) return;
    const [x, y] = this.middle(square);
    const frames = [
      { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0 },
      { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0, offset: 0.4 },
      { transform: `translate(${x}px, ${y}px)`, opacity: 1 },
    ];
    shape.animate(frames, { duration: 420, easing: "ease-out" });
  }
}
