// @ts-check
/** The page of an editor: every change is saved; a click or Alt and a digit takes a translation over. */
import { note, sitting, taken } from "./events.js";

const SOON = 150; // milliseconds after a change until it is sent
const WAITS = [500, 1000, 2000, 5000]; // before a message that did not arrive is sent again

const form = /** @type {HTMLFormElement} */ (document.getElementById("edit"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const state = /** @type {HTMLElement} */ (document.getElementById("state"));
const csrf = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=csrf]")).content;

let sequence = Number(form.dataset.sequence);
let changed = false;
let stopped = false;
/** @type {Promise<void> | null} */
let saving = null;
let timer = 0;

const KINDS = [["insertFromPaste", "paste"], ["insertFromDrop", "paste"], ["history", "undo"], ["delete", "delete"]];

text.addEventListener("input", (event) => {
  const type = event instanceof InputEvent ? event.inputType : "";
  const kind = KINDS.find(([start]) => type.startsWith(start))?.[1] ?? "insert";
  note(kind, event instanceof InputEvent ? (event.data ?? "").length : 0);
  change();
});
text.addEventListener("focus", () => note("focus"));
text.addEventListener("blur", () => note("blur"));

function change() {
  changed = true;
  show("Not saved yet", "unsaved");
  clearTimeout(timer);
  timer = window.setTimeout(() => void save(), SOON);
}

/** @param {string} words @param {string} look */
function show(words, look) {
  if (stopped && look !== "error") return;
  if (state.textContent !== words) state.textContent = words;
  state.className = `note ${look}`;
}

/** Send what has changed, one message after the other. @returns {Promise<void>} */
function save() {
  saving ??= sending().finally(() => { saving = null; });
  return saving;
}

async function sending() {
  while (changed && !stopped) {
    changed = false;
    const body = JSON.stringify({ sequence: sequence + 1, sitting, text: text.value, events: taken() });
    if (!(await arrives(body))) return;
    sequence += 1;
  }
  if (!stopped) show("Saved", "saved");
}

/** Whether a message was taken; one that does not arrive is sent until it does. @param {string} body */
async function arrives(body) {
  for (let tries = 0; ; tries += 1) {
    try {
      const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
      const answer = await fetch(form.dataset.save ?? "", { method: "POST", headers, body, keepalive: body.length < 60000 });
      if (answer.ok) return true;
      if (answer.status < 500 && answer.status !== 429) return refuse(answer.status);
    } catch { /* the network, or the server is being started again */ }
    show("Not saved: trying again", "unsaved");
    await new Promise((resolve) => setTimeout(resolve, WAITS[Math.min(tries, WAITS.length - 1)]));
  }
}

/** @param {number} status */
function refuse(status) {
  stopped = true;
  show(status === 409 ? "This text was changed in another window. Load the page again." : "This cannot be saved. Copy your text and load the page again.", "error");
  return false;
}

for (const button of document.querySelectorAll("button.take")) {
  button.addEventListener("click", () => take(Number(/** @type {HTMLElement} */ (button).dataset.place)));
}

/** Put a translation in place of the text, so that the browser can undo it. @param {number} place */
function take(place) {
  const found = document.querySelectorAll(".shown .text")[place - 1]?.textContent;
  if (!found) return;
  text.focus();
  text.select();
  note("take", place);
  // Deprecated, and still the only way that keeps the history of undo.
  if (!document.execCommand("insertText", false, found)) { text.value = found; change(); }
}

document.addEventListener("keydown", (event) => {
  if (event.altKey && !event.ctrlKey && !event.metaKey && /^Digit[1-9]$/.test(event.code)) {
    const place = Number(event.code.slice(5));
    if (place > document.querySelectorAll("button.take").length) return;
    event.preventDefault();
    take(place);
  } else if (event.key === "Enter" && event.ctrlKey) {
    event.preventDefault();
    form.requestSubmit();
  }
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void done();
});

async function done() {
  clearTimeout(timer);
  while (saving) await saving;
  if (stopped) return;
  note("leave");
  const fields = form.elements;
  const set = (/** @type {string} */ name, /** @type {string} */ value) => {
    /** @type {HTMLInputElement} */ (fields.namedItem(name)).value = value;
  };
  set("sequence", String(sequence + 1));
  set("sitting", sitting);
  set("events", JSON.stringify(taken()));
  form.submit();
}

document.getElementById("pause")?.addEventListener("click", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  note("leave");
  changed = true;
  save().then(() => { location.href = /** @type {HTMLAnchorElement} */ (event.target).href; });
});

// What was typed before this script was there.
if (text.value !== text.defaultValue) change();
form.dataset.ready = "";
