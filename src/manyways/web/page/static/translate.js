// The page: text or a file in, sentences with many ways to translate each, the text or the file out.

import { answer, download, save, stream } from "./api.js";
import { Card } from "./card.js";
import { offer } from "./keys.js";

const STRENGTHS = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4];
const SAID = ["by score alone", "hardly", "a little", "clearly", "strongly", "very", "as far as can be"];
const STORED = "manyways.dials";
const find = (id) => /** @type {any} */ (document.getElementById(id));

/** @type {{card: Card, before: string, after: string}[]} */
let rows = [];
/** @type {File | null} */
let file = null;
let asked = new AbortController();
let name = "translation.txt";

const glossary = () => find("glossary").value.split("\n").map((line) => line.replace(/\s*=\s*/, "\t")).join("\n");
const model = () => find("model").selectedOptions[0];
const wanted = () => ({ model: model().value, n: Number(find("count").value), diverse: STRENGTHS[Number(find("diverse").value)], glossary: glossary() });

/** @type {import("./card.js").Options} */
const options = {
  source: "", target: "",
  complete: async (source, prefix, signal) => {
    const found = await answer("/v1/complete", { q: source, prefix, model: model().value, glossary: glossary() }, signal);
    return found;
  },
  prove: async (source) => {
    const found = await answer("/v1/translate", { q: source, exact: true, model: model().value, glossary: glossary() });
    const sentence = found.results[0].sentences[0];
    return { text: sentence.candidates[0].text, ...sentence.certificate };
  },
  under: () => [model().value, glossary()],
  chosen: (card, kind) => {
    const shown = card.sentence.candidates.map((way) => way.text);
    answer("/v1/choices", { source: card.sentence.source, chosen: card.text, shown, kind, languages: [options.source, options.target] }).catch(() => {});
  },
};

/** @param {string} message */
function complain(message) {
  find("error").hidden = !message;
  find("error").textContent = message;
}

/** @param {number} index @param {{source: string, before?: string, after?: string, candidates: import("./card.js").Way[]}} found */
function place(index, found) {
  const sentence = { id: String(index), label: `sentence ${index + 1}`, source: found.source, candidates: found.candidates };
  const old = rows[index];
  if (old && old.card.sentence.source === found.source) {
    old.card.renew(sentence);
    return;
  }
  const card = new Card(sentence, options);
  if (old) old.card.element.replaceWith(card.element);
  else find("results").append(card.element);
  rows[index] = { card, before: found.before || "", after: found.after || "" };
}

async function translate() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  complain("");
  find("state").textContent = "translating …";
  options.source = model().dataset.source;
  options.target = model().dataset.target;
  let count = 0;
  try {
    if (file) {
      const form = new FormData();
      form.append("file", file);
      form.append("options", JSON.stringify(wanted()));
      await stream("/v1/documents", { body: form, signal }, (line) => {
        if (line.document) find("state").textContent = `${line.document.segments} segments of ${line.document.format}`;
        else place(count++, line);
      });
    } else {
      const json = { q: find("text").value, alignment: true, stream: true, ...wanted() };
      await stream("/v1/translate", { json, signal }, (line) => place(count++, line));
    }
    for (const { card } of rows.splice(count)) card.element.remove();
    find("state").textContent = count ? `${count} ${count === 1 ? "sentence" : "sentences"}` : "There is nothing to translate.";
    find("done").hidden = find("keys").hidden = !count;
  } catch (error) {
    if (error.name === "AbortError") return;
    find("state").textContent = "";
    complain(error.message);
  }
}

const whole = () => rows.map(({ card, before, after }) => before + card.text + after).join("");

async function keep() {
  complain("");
  if (!file) return save(new Blob([whole()], { type: "text/plain" }), name);
  const form = new FormData();
  const decisions = rows.map(({ card }, segment) => ({
    segment, text: card.text,
    others: card.sentence.candidates.filter((way) => way.text !== card.text).map((way) => ({ text: way.text, quality: way.quality ?? null })),
  }));
  form.append("file", file);
  form.append("decisions", JSON.stringify(decisions));
  form.append("options", JSON.stringify({ model: model().value }));
  return download("/v1/documents/fill", { body: form }, name).catch((error) => complain(error.message));
}

/** @param {File | null} given */
function open(given) {
  file = given;
  name = given ? given.name : "translation.txt";
  find("file").hidden = !given;
  find("file").querySelector("span").textContent = given ? given.name : "";
  find("text").hidden = Boolean(given);
  for (const { card } of rows.splice(0)) card.element.remove();
  find("done").hidden = true;
  if (given) translate();
}

function dials() {
  const [count, diverse] = [find("count").value, find("diverse").value];
  find("count-out").textContent = count;
  find("diverse-out").textContent = SAID[Number(diverse)];
  find("diverse").setAttribute("aria-valuetext", SAID[Number(diverse)]);
  localStorage.setItem(STORED, JSON.stringify({ count, diverse }));
}

function start() {
  const kept = JSON.parse(localStorage.getItem(STORED) || "{}");
  for (const id of ["count", "diverse"]) if (kept[id]) find(id).value = kept[id];
  dials();
  offer(find("held"), () => rows.forEach(({ card }) => card.show()));
  let timer = 0;
  for (const id of ["count", "diverse"]) {
    find(id).addEventListener("input", () => {
      dials();
      clearTimeout(timer);
      if (rows.length) timer = setTimeout(translate, 250);
    });
  }
  find("model").addEventListener("change", () => { if (rows.length) translate(); });
  find("ask").addEventListener("submit", (event) => { event.preventDefault(); translate(); });
  find("text").addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") { event.preventDefault(); translate(); }
  });
  find("upload").addEventListener("change", () => open(find("upload").files[0] || null));
  find("file").querySelector("button").addEventListener("click", () => { find("upload").value = ""; open(null); find("text").focus(); });
  find("text").addEventListener("dragover", (event) => event.preventDefault());
  find("text").addEventListener("drop", (event) => {
    const [given] = event.dataTransfer.files;
    if (given) { event.preventDefault(); open(given); }
  });
  find("copy").addEventListener("click", async () => { await navigator.clipboard.writeText(whole()); find("state").textContent = "copied"; });
  find("save").addEventListener("click", keep);
  find("memory").addEventListener("click", () => {
    const units = rows.map(({ card }) => ({ source: card.sentence.source, target: card.text }));
    download("/v1/tmx", { json: { source: options.source, target: options.target, units } }, "memory.tmx").catch((error) => complain(error.message));
  });
}

if (find("ask")) start();
