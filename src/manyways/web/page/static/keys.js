// Keys that a person can choose: which keys, held down with a digit, take a candidate.

const STORED = "manyways.keys";
/** @type {Record<string, (event: KeyboardEvent) => boolean>} */
const HELD = {
  "Alt": (e) => e.altKey && !e.ctrlKey && !e.shiftKey && !e.metaKey,
  "Alt+Shift": (e) => e.altKey && e.shiftKey && !e.ctrlKey && !e.metaKey,
  "Ctrl+Alt": (e) => e.altKey && e.ctrlKey && !e.shiftKey && !e.metaKey,
  "Ctrl+Shift": (e) => e.ctrlKey && e.shiftKey && !e.altKey && !e.metaKey,
};

export const names = Object.keys(HELD);
let held = names.includes(localStorage.getItem(STORED) || "") ? /** @type {string} */ (localStorage.getItem(STORED)) : "Alt";

export const heldKeys = () => held;

/** The digit of a key press that takes a candidate, or 0. @param {KeyboardEvent} event */
export function digit(event) {
  const found = /^(?:Digit|Numpad)([1-9])$/.exec(event.code);
  return found && HELD[held](event) ? Number(found[1]) : 0;
}

/** Lets a person choose. @param {HTMLSelectElement} select @param {() => void} changed */
export function offer(select, changed) {
  select.replaceChildren(...names.map((name) => new Option(`${name} + digit`, name, false, name === held)));
  select.addEventListener("change", () => {
    held = select.value;
    localStorage.setItem(STORED, held);
    changed();
  });
}
