// Questions to the server: JSON in, JSON or lines of JSON out; errors in its own words.

const token = () => document.querySelector('meta[name="csrf"]')?.getAttribute("content") || "";

/** @param {string} path @param {RequestInit & {json?: unknown}} how */
async function ask(path, { json, ...how } = {}) {
  const headers = new Headers(how.headers);
  if (token()) headers.set("X-CSRF-Token", token());
  if (json !== undefined) headers.set("Content-Type", "application/json");
  const body = json === undefined ? how.body : JSON.stringify(json);
  const found = await fetch(path, { ...how, headers, body, method: body ? "POST" : "GET" });
  if (found.ok) return found;
  const told = await found.json().catch(() => ({}));
  throw new Error([told.error || `the server answered ${found.status}`, told.remedy].filter(Boolean).join(" "));
}

/** @param {string} path @param {unknown} [json] @param {AbortSignal} [signal] */
export async function answer(path, json, signal) {
  return (await ask(path, { json, signal })).json();
}

/** Lines of JSON, as they come. @param {string} path @param {RequestInit & {json?: unknown}} how @param {(value: any) => void} each */
export async function stream(path, how, each) {
  const found = await ask(path, how);
  const reader = /** @type {ReadableStream} */ (found.body).pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value || "")).split("\n");
    rest = done ? "" : lines.pop() || "";
    for (const line of lines) if (line.trim()) each(JSON.parse(line));
    if (done) return;
  }
}

/** A file to keep. @param {string} path @param {RequestInit & {json?: unknown}} how @param {string} name */
export async function download(path, how, name) {
  save(await (await ask(path, how)).blob(), name);
}

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
