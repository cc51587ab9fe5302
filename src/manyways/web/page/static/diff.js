// Which words of two texts differ, and what a text becomes when one difference is taken over.

/**
 * @typedef {{start: number, end: number}} Range
 * @typedef {{left: Range, right: Range}} Hunk   Ranges begin where the word before them ends.
 */

const WORD = /⟦\d+⟧|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+(?:['’\-_.][\p{L}\p{N}\p{M}]+)*|\S/gu;
const MOST = 4_000_000; // cells of the table; longer texts differ as a whole

/** The words of a text; of scripts without spaces, characters. @param {string} text @returns {Range[]} */
export function words(text) {
  return [...text.matchAll(WORD)].map((found) => ({ start: found.index, end: found.index + found[0].length }));
}

/**
 * Where two texts differ: what stays are the words that both have in the same order, as many characters as possible.
 * @param {string} left @param {string} right @returns {Hunk[]}
 */
export function hunks(left, right) {
  const a = words(left), b = words(right);
  const found = [];
  let i = 0, j = 0;
  for (const [x, y] of [...common(left, a, right, b), [a.length, b.length]]) {
    if (x > i || y > j) found.push({ left: span(a, i, x), right: span(b, j, y) });
    i = x + 1;
    j = y + 1;
  }
  return found;
}

/** From the end of the word before to the end of the last. @param {Range[]} list @param {number} first @param {number} end @returns {Range} */
function span(list, first, end) {
  const start = first ? list[first - 1].end : 0;
  return { start, end: end > first ? list[end - 1].end : start };
}

/** Pairs of equal words. @param {string} left @param {Range[]} a @param {string} right @param {Range[]} b @returns {[number, number][]} */
function common(left, a, right, b) {
  const wide = b.length + 1;
  if ((a.length + 1) * wide > MOST) return [];
  const one = a.map((r) => left.slice(r.start, r.end)), other = b.map((r) => right.slice(r.start, r.end));
  const best = new Int32Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const skipped = Math.max(best[(i + 1) * wide + j], best[i * wide + j + 1]);
      const taken = one[i] === other[j] ? best[(i + 1) * wide + j + 1] + one[i].length * 16 + 1 : -1;
      best[i * wide + j] = Math.max(skipped, taken);
    }
  }
  /** @type {[number, number][]} */
  const pairs = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const here = best[i * wide + j];
    if (one[i] === other[j] && here === best[(i + 1) * wide + j + 1] + one[i].length * 16 + 1) pairs.push([i++, j++]);
    else if (here === best[(i + 1) * wide + j]) i++;
    else j++;
  }
  return pairs;
}

/** The left text with one difference as in the right. @param {string} left @param {string} right @param {Hunk} hunk */
export function merged(left, right, hunk) {
  const start = left.slice(0, hunk.left.start), middle = right.slice(hunk.right.start, hunk.right.end);
  return joined(joined(start, start ? middle : middle.trimStart()), left.slice(hunk.left.end)).trim();
}

/** Two texts side by side, with a space where two words would touch. @param {string} one @param {string} other */
function joined(one, other) {
  if (!one) return other.trimStart();
  const touch = /[\p{L}\p{N}]$/u.test(one) && /^[\p{L}\p{N}]/u.test(other);
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u.test(one);
  return touch && !unspaced ? `${one} ${other}` : one + other;
}
