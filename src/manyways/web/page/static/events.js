// @ts-check
/** Times and kinds of what a person does on a page, for the log of a study. How they count is in the docs. */

/** @typedef {[number, string, number]} Event milliseconds since the page was opened, kind, a number */

/** A name for this opening of the page. */
export const sitting = Array.from(crypto.getRandomValues(new Uint8Array(8)), (each) => each.toString(16).padStart(2, "0")).join("");

const MOST = 1500; // events that one message carries
const began = performance.now();

/** @type {Event[]} */
let waiting = [[0, "open", 0]];

/** @param {string} kind @param {number} [number] */
export function note(kind, number = 0) {
  waiting.push([Math.round(performance.now() - began), kind, number]);
}

/** What was noted since the last time; the rest waits for the next message. @returns {Event[]} */
export function taken() {
  const some = waiting.slice(0, MOST);
  waiting = waiting.slice(MOST);
  return some;
}

document.addEventListener("visibilitychange", () => note(document.hidden ? "hide" : "show"));
addEventListener("pagehide", () => note("leave"));
