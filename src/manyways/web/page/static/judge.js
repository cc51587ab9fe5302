// @ts-check
/** The page of a judge: three buttons, Alt and a digit for each. */
import { note, sitting, taken } from "./events.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("judge"));
const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("button[name=answer]"));

form.addEventListener("submit", () => {
  note("answer");
  /** @type {HTMLInputElement} */ (form.elements.namedItem("sitting")).value = sitting;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("events")).value = JSON.stringify(taken());
});

document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || !/^Digit[1-3]$/.test(event.code)) return;
  event.preventDefault();
  buttons[Number(event.code.slice(5)) - 1].click();
});
form.dataset.ready = "";
