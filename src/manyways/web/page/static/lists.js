// Anybody's candidates: a page of sentences at a time, searched and filtered, with a choice for each.

import { answer, download, save } from "./api.js";
import { Card } from "./card.js";
import { offer } from "./keys.js";

const LIMIT = 25, MOST = 200;
const STORED = "manyways.choices";
const find = (id) => /** @type {any} */ (document.getElementById(id));

/** @type {Record<string, string>} by sentence, what was chosen */
const choices = JSON.parse(sessionStorage.getItem(STORED) || "{}");
/** @type {Card[]} */
let cards = [];
let offset = 0, total = 0;
let asked = new AbortController();

/** @type {import("./card.js").Options} */
const options = {
  source: "", target: "",
  chosen: (card, kind) => {
    choices[card.sentence.id] = card.text;
    sessionStorage.setItem(STORED, JSON.stringify(choices));
    const shown = card.sentence.candidates.map((way) => way.text);
    if (card.sentence.source) answer("/v1/choices", { source: card.sentence.source, chosen: card.text, shown, kind }).catch(() => {});
    state();
  },
};

const question = (from, limit) => {
  const system = find("system")?.value || "";
  return `/v1/lists?${new URLSearchParams({ search: find("search").value, system, differ: String(find("differ").checked), offset: String(from), limit: String(limit) })}`;
};

function state() {
  const chosen = Object.keys(choices).length;
  const shown = total ? `${offset + 1}–${Math.min(offset + LIMIT, total)} of ${total} sentences` : "No sentence fits.";
  find("state").textContent = chosen ? `${shown}, ${chosen} chosen` : shown;
}

async function show() {
  asked.abort();
  asked = new AbortController();
  find("error").hidden = true;
  try {
    const found = await answer(question(offset, LIMIT), undefined, asked.signal);
    total = found.total;
    cards = found.rows.map((row) => new Card({ ...row, id: String(row.number), label: `№ ${row.id}` }, options, choices[row.number]));
    find("results").replaceChildren(...cards.map((card) => card.element));
    find("back").disabled = offset === 0;
    find("next").disabled = offset + LIMIT >= total;
    state();
  } catch (error) {
    if (error.name === "AbortError") return;
    find("error").hidden = false;
    find("error").textContent = error.message;
  }
}

/** All sentences, whatever is searched for. @returns {Promise<{source: string, target: string}[]>} */
async function all() {
  const found = [];
  for (let from = 0; ; from += MOST) {
    const page = await answer(`/v1/lists?offset=${from}&limit=${MOST}`);
    found.push(...page.rows.map((row) => ({ source: row.source, target: choices[row.number] ?? row.candidates[0]?.text ?? "" })));
    if (from + MOST >= page.total) return found;
  }
}

function start() {
  offer(find("held"), () => cards.forEach((card) => card.show()));
  let timer = 0;
  const again = () => { offset = 0; show(); };
  find("view").addEventListener("submit", (event) => { event.preventDefault(); again(); });
  find("search").addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(again, 150); });
  find("system")?.addEventListener("change", again);
  find("differ").addEventListener("change", again);
  find("back").addEventListener("click", () => { offset = Math.max(0, offset - LIMIT); show(); });
  find("next").addEventListener("click", () => { offset += LIMIT; show(); });
  find("save").addEventListener("click", async () => save(new Blob([(await all()).map((row) => `${row.target}\n`).join("")], { type: "text/plain" }), "choices.txt"));
  find("memory").addEventListener("click", async () => download("/v1/tmx", { json: { source: "und", target: "und", units: await all() } }, "choices.tmx"));
  show();
}

if (find("view")) start();
