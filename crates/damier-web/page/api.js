// Talks to the server: one function for requests, one class for the live connection. Knows nothing of the page.

/** Asks the server; an error carries what the server said. */
export async function call(path, body) {
  const raw = body instanceof Blob || body instanceof Uint8Array;
  const response = await fetch(`/api/${path}`, body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": raw ? "application/octet-stream" : "application/json" },
    body: raw ? body : JSON.stringify(body),
  });
  const json = (response.headers.get("content-type") ?? "").startsWith("application/json");
  if (!response.ok) {
    const problem = json ? await response.json() : { error: `${response.status} ${response.statusText}` };
    const error = new Error(problem.error);
    error.problems = problem.problems ?? [];
    throw error;
  }
  return json ? response.json() : response.blob();
}

/** A connection for one search at a time. It opens when it is first needed and again after a break. */
export class Live {
  #socket = null;
  #id = 0;
  #listener = null;

  constructor() {
    // A page that is only kept for a step back must not keep its search.
    addEventListener("pagehide", () => {
      this.#id += 1;
      this.#listener = null;
      this.#socket?.close();
      this.#socket = null;
    });
  }

  #open() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return this.#socket;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/live`);
    socket.onmessage = (event) => {
      const news = JSON.parse(event.data);
      if (news.id === this.#id || news.id === 0) this.#listener?.(news);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#listener?.({ is: "refused", error: "The connection to the server is broken." });
    };
    this.#socket = socket;
    return socket;
  }

  #send(message) {
    const socket = this.#open();
    const text = JSON.stringify(message);
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else socket.addEventListener("open", () => socket.send(text), { once: true });
  }

  /** Starts a search in place of the one before; `listener` hears what comes of it. */
  ask(message, listener) {
    this.#id += 1;
    this.#listener = listener;
    this.#send({ ...message, id: this.#id });
  }

  /** Lets the search end; its last word still comes. */
  stop() {
    if (this.#socket) this.#send({ ask: "stop" });
  }

  /** Forgets the search at once. */
  drop() {
    this.#id += 1;
    this.#listener = null;
    this.stop();
  }
}
