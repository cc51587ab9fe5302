// A sentence: its source, the text that is being made, and ways to translate it that differ.

import { hunks, merged } from "./diff.js";
import { History } from "./history.js";
import { digit, heldKeys } from "./keys.js";

/**
 * @typedef {[[number, number], [number, number]]} Link
 * @typedef {{text: string, score?: number, quality?: number, flags?: string[], alignment?: Link[], systems?: string[]}} Way
 * @typedef {{id: string, label: string, source: string, candidates: Way[], references?: string[]}} Sentence
 * @typedef {{source: string, target: string,
 *   complete?: (source: string, prefix: string, signal: AbortSignal) => Promise<{rest: string, status: string, edits: number}>,
 *   prove?: (source: string) => Promise<{text: string, optimal: boolean, status: string}>,
 *   under?: () => unknown,
 *   chosen?: (card: Card, kind: "pick" | "edit") => void}} Options
 */

const WAIT = 20; // milliseconds after a keystroke before the rest is asked for

export class Card {
  /** @param {Sentence} sentence @param {Options} options @param {string} [text] what is chosen already */
  constructor(sentence, options, text) {
    this.options = options;
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("card"));
    this.element = /** @type {HTMLElement} */ (template.content.cloneNode(true).firstElementChild);
    this.part = (name) => /** @type {any} */ (this.element.querySelector(`[data-part="${name}"]`));
    this.area = /** @type {HTMLTextAreaElement} */ (this.part("text"));
    this.set(sentence);
    this.history = new History(text ?? sentence.candidates[0]?.text ?? "");
    this.before = this.history.text;
    this.listen();
    this.show();
  }

  /** Other candidates for the same sentence. @param {Sentence} sentence */
  set(sentence) {
    this.sentence = sentence;
    this.part("label").textContent = sentence.label;
    for (const name of ["source", "text", "mirror"]) {
      this.part(name).lang = name === "source" ? this.options.source : this.options.target;
    }
    this.area.setAttribute("aria-label", `Translation of ${sentence.label}`);
    this.part("references").replaceChildren(...(sentence.references || []).map((text) => make("p", { dir: "auto" }, text)));
    this.part("prove").hidden = !this.options.prove;
    this.part("numbers").replaceChildren(...sentence.candidates.map(numbers));
    if (this.proved !== this.premise) this.part("proof").textContent = "";
  }

  /** What a proof is about: it outlives other candidates for the same. */
  get premise() { return JSON.stringify([this.sentence.source, this.options.under?.()]); }

  /** New candidates; a text that nobody has worked on becomes the best of them. @param {Sentence} sentence */
  renew(sentence) {
    if (!this.touched) this.history = new History(sentence.candidates[0]?.text ?? "");
    this.set(sentence);
    this.show();
  }

  get text() { return this.area.value; }
  get touched() { return this.history.texts.length > 1; }

  /** @param {string} text @param {{typing?: boolean}} [how] */
  change(text, how) {
    this.history.add(text, how);
    this.show();
  }

  /** @param {number} index */
  take(index) {
    const way = this.sentence.candidates[index];
    if (!way) return;
    this.change(way.text);
    this.say(`Candidate ${index + 1} taken.`);
    this.options.chosen?.(this, "pick");
  }

  /** What candidates are compared with: the text, and what completes it. */
  get base() { return this.rest && this.atEnd ? this.text + this.rest : this.text; }
  get atEnd() { return this.area.selectionStart === this.text.length && this.area.selectionEnd === this.text.length; }

  /** Take one difference of a candidate. @param {number} index @param {number} which */
  takeSpan(index, which) {
    const way = this.sentence.candidates[index], base = this.base;
    this.change(merged(base, way.text, hunks(base, way.text)[which]));
    this.say("Taken.");
    this.options.chosen?.(this, "edit");
    /** @type {HTMLElement | null} */
    const next = this.part("ways").children[index]?.querySelector("button.span") || this.part("ways").children[index]?.querySelector("button.take");
    next?.focus();
  }

  /** @param {string} what */
  say(what) { this.part("said").textContent = what; }

  show() {
    const text = this.history.text;
    if (this.area.value !== text) this.area.value = text;
    this.ghost("");
    this.part("undo").disabled = !this.history.undoable;
    this.part("redo").disabled = !this.history.redoable;
  }

  /** The candidates, with what differs from the text marked. */
  compare() {
    this.part("ways").replaceChildren(...this.sentence.candidates.map((way, index) => this.row(way, index)));
    this.light([]);
  }

  /** @param {Way} way @param {number} index */
  row(way, index) {
    const same = way.text === this.base;
    const key = index < 9 ? `${heldKeys()}+${index + 1}` : "";
    const take = make("button", { type: "button", class: "take", title: key ? `Take (${key})` : "Take", "aria-keyshortcuts": key, "aria-label": `Take candidate ${index + 1}`, "aria-pressed": String(same) }, same ? "✓" : String(index + 1));
    take.addEventListener("click", () => this.take(index));
    const text = make("p", { class: "way", lang: this.options.target, dir: "auto" }, ...this.pieces(way, index));
    const by = (way.systems || []).join(", ");
    const row = make("li", { class: same ? "same" : `d${index % 4}` }, take, make("div", { class: "said" }, text, by ? make("p", { class: "by" }, by) : ""));
    if (way.quality != null) row.append(make("span", { class: "quality", title: "Expected quality, 0 to 100" }, make("span", { class: "hidden" }, "quality "), way.quality.toFixed(0)));
    return row;
  }

  /** A candidate in pieces: what is shared, what differs, and which source words each is for. @param {Way} way @param {number} index */
  pieces(way, index) {
    const base = this.base, different = hunks(base, way.text), links = way.alignment || [];
    const begins = different.map(({ right }) => right.end - way.text.slice(right.start, right.end).trimStart().length);
    const cuts = new Set([0, way.text.length]);
    different.forEach(({ right }, n) => cuts.add(begins[n]).add(right.end));
    for (const [, [start, end]] of links) cuts.add(start).add(end);
    const places = [...cuts].sort((a, b) => a - b);
    /** @type {Node[]} */
    const found = [];
    let open = -1, button = null;
    const gone = (at) => different.forEach(({ left, right }, n) => {
      if (right.start === right.end && right.start === at) found.push(this.span(index, n, make("s", {}, base.slice(left.start, left.end).trim())));
    });
    gone(0);
    for (let i = 0; i + 1 < places.length; i++) {
      const [start, end] = [places[i], places[i + 1]];
      const link = links.findIndex(([, [a, b]]) => a <= start && end <= b);
      const hunk = different.findIndex(({ right }, n) => begins[n] <= start && end <= right.end && begins[n] < right.end);
      const piece = make("span", link < 0 ? {} : { "data-link": String(link) }, way.text.slice(start, end));
      if (hunk !== open) { open = hunk; button = hunk < 0 ? null : this.span(index, hunk); if (button) found.push(button); }
      if (button) { button.append(piece); button.classList.toggle("short", button.textContent.trim().length < 3); } else found.push(piece);
      gone(end);
    }
    return found;
  }

  /** @param {number} index @param {number} which @param {Node[]} content */
  span(index, which, ...content) {
    const gone = content.length > 0;
    const button = make("button", { type: "button", class: gone ? "span gone short" : "span", title: gone ? "Leave this out" : "Take just this" }, ...content);
    button.addEventListener("click", () => this.takeSpan(index, which));
    return button;
  }

  /** Show which words belong together. @param {[number, number][]} ranges of the source @param {number} [way] @param {number[]} [links] */
  light(ranges, way = -1, links = []) {
    const source = this.sentence.source;
    const marked = [];
    let at = 0;
    for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
      if (start < at || start === end) continue;
      marked.push(source.slice(at, start), make("mark", { class: "linked" }, source.slice(start, end)));
      at = end;
    }
    this.part("source").replaceChildren(...marked, source.slice(at));
    this.part("ways").querySelectorAll(".linked").forEach((each) => each.classList.remove("linked"));
    for (const link of links) {
      this.part("ways").children[way]?.querySelectorAll(`[data-link="${link}"]`).forEach((each) => each.classList.add("linked"));
    }
  }

  /** @param {Element} target an element of a candidate that is pointed at or has the focus */
  lightFrom(target) {
    const row = target.closest("li");
    const index = row ? [...this.part("ways").children].indexOf(row) : -1;
    const links = this.sentence.candidates[index]?.alignment;
    const near = target.matches("[data-link]") ? [target] : target.matches("button.span") ? [...target.querySelectorAll("[data-link]")] : [];
    if (!links || !near.length) return this.light([]);
    const numbers = near.map((each) => Number(each.getAttribute("data-link")));
    this.light(numbers.map((n) => links[n][0]), index, numbers);
  }

  /** The source words of the word at the caret, if the text is a candidate. */
  lightCaret() {
    const index = this.sentence.candidates.findIndex((way) => way.text === this.text);
    const at = this.area.selectionStart, links = this.sentence.candidates[index]?.alignment || [];
    const found = links.findIndex(([, [a, b]]) => a <= at && at <= b);
    this.light(found < 0 ? [] : [links[found][0]], index, found < 0 ? [] : [found]);
  }

  /** What would complete the text. @param {string} rest @param {string} [status] */
  ghost(rest, status = "") {
    this.rest = rest;
    const begun = /\S*$/u.exec(this.text.slice(0, this.area.selectionStart))?.[0] || "";
    this.part("mirror").replaceChildren(this.text, make("span", { class: "ghost" }, this.atEnd ? rest : ""), "\u200b");
    this.part("completion").hidden = !rest;
    this.part("rest").textContent = /^\s/u.test(rest) ? rest.trimStart() : begun + rest;
    this.part("how").textContent = status === "nearest" ? "no translation begins so; this goes on from the nearest" : "";
    this.compare();
  }

  async complete() {
    this.asked?.abort();
    clearTimeout(this.timer);
    const prefix = this.text.slice(0, this.area.selectionStart);
    if (!this.options.complete || !prefix.trim()) return this.ghost("");
    this.timer = setTimeout(async () => {
      this.asked = new AbortController();
      try {
        const found = await this.options.complete(this.sentence.source, prefix, this.asked.signal);
        if (this.text.slice(0, this.area.selectionStart) === prefix && prefix + found.rest !== this.text) this.ghost(found.rest, found.status);
      } catch (error) {
        if (error.name !== "AbortError") this.say(error.message);
      }
    }, WAIT);
  }

  /** Keep what is before the caret, and complete it: all of it or a word. @param {boolean} all */
  accept(all) {
    if (!this.rest) return false;
    const before = this.text.slice(0, this.area.selectionStart);
    const taken = all ? this.rest : (/^\s*\S+/u.exec(this.rest) || [this.rest])[0];
    const rest = this.rest.slice(taken.length);
    this.change(before + taken);
    this.area.setSelectionRange(this.text.length, this.text.length);
    this.ghost(rest);
    this.options.chosen?.(this, "edit");
    return true;
  }

  listen() {
    this.area.addEventListener("input", () => { this.change(this.text, { typing: true }); this.complete(); });
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.area.addEventListener("blur", () => {
      if (this.text !== this.before) { this.before = this.text; this.options.chosen?.(this, "edit"); }
    });
    for (const name of ["keyup", "click"]) this.area.addEventListener(name, () => { if (!this.rest) this.lightCaret(); });
    this.element.addEventListener("keydown", (event) => {
      const wanted = digit(event);
      if (wanted) { event.preventDefault(); this.take(wanted - 1); }
    });
    this.part("undo").addEventListener("click", () => { this.history.undo(); this.show(); });
    this.part("redo").addEventListener("click", () => { this.history.redo(); this.show(); });
    this.part("accept").addEventListener("click", () => { this.area.focus(); this.accept(true); });
    this.part("prove").addEventListener("click", () => this.prove());
    this.part("ways").addEventListener("pointerover", (event) => this.lightFrom(event.target));
    this.part("ways").addEventListener("pointerleave", () => this.light([]));
    this.part("ways").addEventListener("focusin", (event) => this.lightFrom(event.target));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key === "Enter" && this.accept(true)) event.preventDefault();
    else if (event.key === "ArrowRight" && !command && !event.altKey && this.atEnd && this.accept(false)) event.preventDefault();
    else if (event.key === "Escape" && this.rest) { event.preventDefault(); this.ghost(""); }
    else if (command && !event.altKey && event.key.toLowerCase() === "z") {
      event.preventDefault();
      if (event.shiftKey) this.history.redo(); else this.history.undo();
      this.show();
    } else if (command && event.key.toLowerCase() === "y") { event.preventDefault(); this.history.redo(); this.show(); }
  }

  async prove() {
    const line = this.part("proof");
    const premise = this.proved = this.premise;
    line.textContent = "searching for a proof …";
    try {
      const found = await this.options.prove(this.sentence.source);
      if (premise !== this.premise) return;
      const said = found.optimal ? "proved optimal under the model" : `no proof (${found.status}); the best so far`;
      line.replaceChildren(make("q", { lang: this.options.target, dir: "auto" }, found.text), ` ${said}`);
    } catch (error) {
      line.textContent = error.message;
    }
  }
}

/** A row of the table of numbers. @param {Way} way @param {number} index */
function numbers(way, index) {
  return make("tr", {},
    make("td", {}, String(index + 1)),
    make("td", { class: "number" }, way.score == null ? "–" : way.score.toFixed(2)),
    make("td", { class: "number" }, way.quality == null ? "–" : way.quality.toFixed(1)),
    make("td", {}, (way.flags || []).join(", ") || "–"));
}

/** An element. @param {string} name @param {Record<string, string>} attributes @param {(Node | string)[]} content */
export function make(name, attributes, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}
