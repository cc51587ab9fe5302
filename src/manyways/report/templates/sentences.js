
// Draws the sentences that are looked at, from columns in the page. No text becomes markup: all of it goes in as
// text nodes.
"use strict";
(() => {
  const holder = document.getElementById("sentences-data");
  const data = JSON.parse(holder.textContent);
  const root = document.getElementById("sentences");
  const choice = data.kind === "choice";
  const sentences = data.ids.length;

  const sums = (counts) => {
    const found = new Int32Array(counts.length + 1);
    for (let i = 0; i < counts.length; ++i) found[i + 1] = found[i] + counts[i];
    return found;
  };
  const ragged = (rows) => {
    const starts = sums(rows.counts);
    return (i) => rows.values.slice(starts[i], starts[i + 1]);
  };
  const starts = sums(data.sizes);  // of each sentence's versions
  const by = ragged(data.by), own = ragged(data.own), first = ragged(data.first);
  const systemName = (i) => data.systems[i] || "(no name)";

  const state = { query: "", system: choice ? -1 : (data.systems.length > 1 ? 1 : 0), measure: 0, show: "all", sort: -1, down: false, page: 0, size: 25, open: new Set() };

  // Which versions of a sentence are shown, -1 for none.
  const versionBy = (s, system) => {
    for (let v = starts[s]; v < starts[s + 1]; ++v) if (by(v).includes(system)) return v;
    return -1;
  };
  const pair = (s) => {
    const start = starts[s], size = data.sizes[s];
    if (choice) return [size ? start : -1, size > 1 ? start + 1 : -1];
    const v = versionBy(s, state.system);
    return [v, v === start ? -1 : start];
  };

  // Columns of numbers: those of sentences, or of the measure that is shown, for both versions.
  const measured = (v) => (v < 0 ? null : data.measures[state.measure].values[v]);
  const gain = (s) => {
    const [one, other] = pair(s).map(measured);
    if (one === null || other === null) return null;
    return data.measures[state.measure].higher ? one - other : other - one;
  };
  const columns = () => {
    const found = data.columns.map((each) => ({ ...each, value: (s) => each.values[s] }));
    if (choice) return found;
    const measure = data.measures[state.measure];
    const lower = measure.higher ? "" : " (lower is better)";
    found.push({ title: measure.title, help: `Sentence ${measure.title} of the system${lower}`, value: (s) => measured(pair(s)[0]) });
    if (data.systems.length > 1) {
      found.push({ title: "baseline", help: `Sentence ${measure.title} of ${systemName(0)}${lower}`, value: (s) => measured(starts[s]) });
      found.push({ title: "better by", help: "How far the system is ahead of the baseline", signed: true, value: gain });
    }
    return found;
  };

  // Elements.
  const make = (tag, props = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) {
      if (name === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
      else if (value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };
  // Controls that would turn text around or hide it are shown by their numbers.
  const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202d\u202e]/;
  const add = (element, text) => {
    let rest = text;
    for (let at; (at = rest.search(controls)) >= 0; rest = rest.slice(at + 1)) {
      const number = rest.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
      element.append(rest.slice(0, at), make("span", { class: "control" }, `U+${number}`));
    }
    if (rest) element.append(rest);
  };
  const textOf = (text, cuts = []) => {
    const element = make("div", { class: "text", dir: "auto" });
    const letters = cuts.length && /[\ud800-\udfff]/.test(text) ? Array.from(text) : null;
    const slice = (a, b) => (letters ? letters.slice(a, b).join("") : text.slice(a, b));
    let at = 0;
    for (let i = 0; i < cuts.length; i += 2) {
      add(element, slice(at, cuts[i]));
      const mark = make("mark");
      add(mark, slice(cuts[i], cuts[i + 1]));
      element.append(mark);
      at = cuts[i + 1];
    }
    add(element, at ? slice(at, undefined) : text);
    if (!text) element.append(make("span", { class: "tag" }, "(empty)"));
    return element;
  };
  const tag = (name, more = "") => make("span", { class: "tag" }, make("b", {}, name), name && more ? " " : "", make("bdi", {}, more));
  const names = (v) => by(v).map(systemName).join(", ");
  const shown = (value, signed) => {
    if (value === null || value === undefined) return "–";
    const text = Math.abs(value).toFixed(1);
    return (value < 0 && Number(text) ? "−" : signed && Number(text) ? "+" : "") + text;
  };
  const version = (kind, name, v, cuts) => {
    const element = make("div", { class: `version ${kind}` });
    element.append(tag(name, names(v)), textOf(data.texts[v], cuts));
    return element;
  };

  // A row of the table, and what it shows when it is opened.
  const cells = (s, all) => {
    const [one, other] = pair(s);
    const row = make("tr", { role: "row" }, make("th", { class: "id", scope: "row", role: "rowheader" }, make("bdi", {}, data.ids[s])));
    if (hasFrom) {
      const from = make("td", { class: "from", role: "cell" });
      if (data.sources) from.append(textOf(data.sources[s]));
      data.references.forEach((set, i) => from.append(tag(data.references.length > 1 ? `Reference ${i + 1}` : "Reference"), textOf(set[s])));
      row.append(from);
    }
    const texts = make("td", { role: "cell" });
    if (one < 0) texts.append(tag("no candidate"));
    const cut = choice ? other : one;  // the version whose differences from the first are shown
    if (one >= 0) texts.append(version("first", data.names[0], one, cut < 0 ? [] : choice ? first(cut) : own(cut)));
    if (other >= 0) texts.append(version("second", data.names[1], other, choice ? own(cut) : first(cut)));
    const rest = [];
    for (let v = starts[s]; v < starts[s + 1]; ++v) if (v !== one && v !== other) rest.push(v);
    const note = data.notes && data.notes[s];
    if (rest.length || note) {
      const open = state.open.has(s);
      const say = rest.length ? `${open ? "Hide" : "Show"} ${rest.length} more` : open ? "Hide why" : "Why";
      const act = () => {
        if (open) state.open.delete(s);
        else state.open.add(s);
        const fresh = cells(s, all);
        row.replaceWith(fresh);
        fresh.querySelector(".more").focus();
        highlight();
      };
      texts.append(make("button", { class: "more", type: "button", "aria-expanded": String(open), on: { click: act } }, say));
      if (open) texts.append(details(s, rest, note));
    }
    row.append(texts);
    for (const column of all) {
      const value = column.value(s);
      const sign = column.signed && value ? (value > 0 ? " better" : " worse") : "";
      row.append(make("td", { class: `number${sign}`, "data-title": column.title, role: "cell" }, shown(value, column.signed)));
    }
    return row;
  };
  const details = (s, rest, note) => {
    const list = make("ul", { class: "rest" });
    if (note) list.append(make("li", {}, tag("", note)));
    for (const v of rest) {
      const numbers = data.measures.map((each) => `${each.title} ${shown(each.values[v])}`).join(" · ");
      const item = make("li", {}, tag(names(v), numbers));
      item.append(textOf(data.texts[v], own(v)));
      list.append(item);
    }
    return list;
  };

  // Which sentences, in which order.
  let haystacks = null;
  const haystack = (s) => {
    haystacks ??= new Array(sentences);
    return (haystacks[s] ??= [
      data.ids[s], data.sources ? data.sources[s] : "", ...data.references.map((set) => set[s]), ...data.texts.slice(starts[s], starts[s + 1]),
    ].join("\n").toLowerCase());
  };
  const wanted = () => state.query.toLowerCase().split(/\s+/).filter(Boolean);
  const chosenRows = () => {
    const words = wanted();
    const all = columns();
    let rows = [];
    for (let s = 0; s < sentences; ++s) {
      if (choice && state.system >= 0 && !(data.sizes[s] && by(starts[s]).includes(state.system))) continue;
      if (!choice && pair(s)[0] < 0) continue;
      if (state.show !== "all") {
        const value = gain(s) ?? 0;
        if (state.show === "better" ? value <= 0 : state.show === "worse" ? value >= 0 : value !== 0) continue;
      }
      if (words.length && !words.every((word) => haystack(s).includes(word))) continue;
      rows.push(s);
    }
    const column = all[state.sort];
    if (column) {
      const keys = new Map(rows.map((s) => [s, column.value(s)]));
      const turn = state.down ? -1 : 1;
      const missing = (value) => value === null || value === undefined;
      rows.sort((a, b) => {
        const x = keys.get(a), y = keys.get(b);
        if (missing(x) || missing(y)) return missing(x) - missing(y) || a - b;
        return turn * (x - y) || a - b;
      });
    } else if (state.down) rows.reverse();
    return rows;
  };

  // The table.
  const hasFrom = Boolean(data.sources || data.references.length);
  const fromName = data.sources ? "source" : "reference";
  const count = make("p", { class: "count", role: "status" });
  const table = make("table", { class: "sentences", role: "table", "aria-label": "Sentences" });
  const pager = make("div", { class: "pager" });
  let rows = [];

  const header = (all) => {
    const sortable = (title, place, help, kind) => {
      const current = state.sort === place;
      const act = () => {
        state.down = current ? !state.down : place >= 0;
        state.sort = place;
        update();
        table.querySelector("th[aria-sort] button")?.focus();
      };
      const arrow = current ? (state.down ? " ↓" : " ↑") : "";
      const order = current ? (state.down ? "descending" : "ascending") : null;
      return make("th", { class: kind, scope: "col", role: "columnheader", "aria-sort": order },
        make("button", { type: "button", title: help, on: { click: act } }, title + arrow));
    };
    const row = make("tr", { role: "row" }, sortable("№", -1, "The order of the file", "id"));
    if (hasFrom) row.append(make("th", { class: "plain from", scope: "col", role: "columnheader" }, fromName));
    row.append(make("th", { class: "plain", scope: "col", role: "columnheader" }, "versions, differences underlined"));
    all.forEach((column, i) => row.append(sortable(column.title, i, column.help, "number")));
    return make("thead", { role: "rowgroup" }, row);
  };
  const pages = () => Math.max(1, Math.ceil(rows.length / state.size));
  const draw = () => {
    const all = columns();
    const start = state.page * state.size;
    const body = make("tbody", { role: "rowgroup" }, ...rows.slice(start, start + state.size).map((s) => cells(s, all)));
    table.replaceChildren(header(all), body);
    const turn = (to, name) => make("button", { type: "button", on: { click: () => go(to) }, ...(to < 0 || to >= pages() ? { disabled: "" } : {}) }, name);
    const size = make("select", { "aria-label": "Rows per page", on: { change: (e) => { state.size = Number(e.target.value); state.page = 0; draw(); } } });
    for (const each of [25, 100, 500]) size.append(make("option", { value: each, ...(each === state.size ? { selected: "" } : {}) }, `${each} per page`));
    pager.replaceChildren(turn(state.page - 1, "Previous"), `Page ${state.page + 1} of ${pages().toLocaleString("en")}`, turn(state.page + 1, "Next"), size);
    highlight();
  };
  const go = (page) => {
    const forward = page > state.page;
    state.page = page;
    draw();
    root.scrollIntoView();
    const buttons = pager.querySelectorAll("button");
    (buttons[forward ? 1 : 0].disabled ? buttons[forward ? 0 : 1] : buttons[forward ? 1 : 0]).focus({ preventScroll: true });
  };
  const update = () => {
    rows = chosenRows();
    state.page = 0;
    let said = `${rows.length.toLocaleString("en")} of ${sentences.toLocaleString("en")} sentences`;
    if (!choice && data.systems.length > 1) {
      const gains = rows.map(gain);
      const better = gains.filter((each) => each > 0).length, worse = gains.filter((each) => each < 0).length;
      said += `: ${systemName(state.system)} is better in ${better.toLocaleString("en")}, worse in ${worse.toLocaleString("en")}, equal in ${(rows.length - better - worse).toLocaleString("en")}`;
    }
    count.textContent = said;
    draw();
  };
  const highlight = () => {
    if (!window.CSS || !CSS.highlights) return;
    CSS.highlights.delete("found");
    const words = wanted();
    if (!words.length) return;
    const found = new Highlight();
    const walker = document.createTreeWalker(table.tBodies[0], NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      const text = node.data.toLowerCase();
      if (text.length !== node.data.length || !node.parentElement.closest(".text")) continue;
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          found.add(range);
        }
      }
    }
    CSS.highlights.set("found", found);
  };

  // What to show.
  const labelled = (name, control, more = "") => make("label", { class: more }, name, control);
  const chooser = (entries, value, act) => {
    const select = make("select", { on: { change: (e) => { act(e.target.value); update(); } } });
    for (const [key, name] of entries) select.append(make("option", { value: key, ...(String(key) === String(value) ? { selected: "" } : {}) }, name));
    return select;
  };
  const tools = make("div", { class: "tools", role: "search" });
  let waiting = 0;
  const search = make("input", { type: "search", placeholder: "words in any text", on: {
    input: (e) => {
      clearTimeout(waiting);
      waiting = setTimeout(() => { state.query = e.target.value; update(); }, 60);
    },
  } });
  tools.append(labelled("Search ( / )", search, "grow"));
  if (choice && data.systems.length > 1) {
    const counts = new Int32Array(data.systems.length);
    for (let s = 0; s < sentences; ++s) if (data.sizes[s]) for (const i of by(starts[s])) ++counts[i];
    const entries = [...counts.keys()].sort((a, b) => counts[b] - counts[a]).map((i) => [i, `${systemName(i)} (${counts[i].toLocaleString("en")})`]);
    tools.append(labelled("Chosen from", chooser([[-1, "all systems"], ...entries], -1, (value) => { state.system = Number(value); })));
  }
  if (!choice) {
    if (data.systems.length > 1) {
      const entries = data.systems.map((_, i) => [i, systemName(i)]).slice(1);
      tools.append(labelled(`Against ${systemName(0)}`, chooser(entries, state.system, (value) => { state.system = Number(value); })));
      const kinds = [["all", "all sentences"], ["better", "better than the baseline"], ["worse", "worse than the baseline"], ["equal", "equal"]];
      tools.append(labelled("Show", chooser(kinds, "all", (value) => { state.show = value; })));
    }
    if (data.measures.length > 1) tools.append(labelled("Metric", chooser(data.measures.map((each, i) => [i, each.title]), 0, (value) => { state.measure = Number(value); })));
  }
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && !e.ctrlKey && !e.metaKey && !e.altKey && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      e.preventDefault();
      search.focus();
    }
  });
  if (!choice && data.systems.length > 1) [state.sort, state.down] = [columns().length - 1, true];  // wins first
  root.append(tools, count, table, pager);
  update();
})();
