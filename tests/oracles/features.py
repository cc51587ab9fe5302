"""Signs of texts counted slowly: regular expressions, dictionaries and Python's own Unicode."""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

from tools.make_unicode_tables import SCRIPTS  # numbers of scripts; the table has a test of its own

from manyways._core import features, unicode

__all__ = ["language_of", "pair_scores", "sign_rows", "term_counts"]

_UNSPACED = {"HAN", "HIRAGANA", "KATAKANA", "BOPOMOFO", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN"}
_ITEMS = {
    "addresses": r"(?:(?:https?|ftp)://|(?<![A-Za-z0-9])www\.)[-A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%]+",
    "mails": r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+",
    "tags": r"</?[A-Za-z][^<>]{0,100}>",
    "placeholders": r"\$?\{[^{} \t\n\r\f\v]{0,60}\}"
    r"|%(?:[0-9]+\$|\([A-Za-z_][A-Za-z0-9_]*\))?[sdifux@](?![A-Za-z0-9_])|__[A-Za-z0-9]+__",
    "numbers": r"\d+(?:[.,'\u2019\u00a0\u202f]\d+)*",
}
_ITEM = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _ITEMS.items()))
_ENDS = {1: ".\u3002\u0964\u06d4\u2026\uff0e\uff61", 2: "?\uff1f\u061f", 3: "!\uff01"}
_ENDS[4] = ",;:\uff0c\uff1b\uff1a\u3001\u060c\u061b"
_QUOTES = set('"\u00ab\u00bb\u201c\u201d\u201e\u201f\u300c\u300d\u300e\u300f\uff02')


def script(c: str) -> str:
    return SCRIPTS[unicode.properties(ord(c))[1]]


def is_letter(c: str) -> bool:
    return unicodedata.category(c)[0] == "L"


def in_word(c: str) -> bool:
    return c.isalnum() or unicodedata.category(c)[0] == "M"


def words_of(text: str) -> list[str]:
    found = [""]
    for c in text:
        if not in_word(c):
            found.append("")
        elif script(c) in _UNSPACED:
            found += [lowered(c), ""]
        else:
            found[-1] += lowered(c)
    return [word for word in found if word]


def lowered(c: str) -> str:
    return c.lower() if len(c.lower()) == 1 else c


def items_of(text: str) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {name: Counter() for name in _ITEMS}
    at = 0
    while match := _ITEM.search(text, at):
        kind, item = str(match.lastgroup), match.group()
        if kind == "addresses":
            item = item.rstrip(".,;:!?'\")]")
        at = match.start() + len(item)
        if kind == "numbers":
            item = "".join(str(unicodedata.decimal(c)) for c in item if c.isdecimal())
        found[kind][item] += 1
    return found


def ending_of(text: str) -> int:
    for c in reversed(text):
        skipped = c.isspace() or c in _QUOTES or c in "'\u2019" or unicodedata.category(c) in ("Pe", "Pf")
        if not skipped:
            return next((number for number, signs in _ENDS.items() if c in signs), 0)
    return 0


def unbalanced(text: str) -> int:
    stack: list[str] = []
    wrong = 0
    for c in text:
        kind = unicodedata.category(c)
        if c in _QUOTES or c == "\u201a":
            continue
        if kind == "Ps":
            stack.append(c)
        elif kind == "Pe" and stack and ord(c) - ord(stack[-1]) in (1, 2):
            stack.pop()
        elif kind == "Pe":
            wrong += 1
    return wrong + len(stack)


def longest_run(text: str) -> int:
    longest = same = 0
    for before, c in zip(" " + text, text, strict=False):
        same = same + 1 if c == before and not c.isdecimal() else 1
        longest = max(longest, 0 if c.isspace() else same)
    return longest


def alone(text: str) -> dict[str, int]:
    words = words_of(text)
    trigrams = list(zip(words, words[1:], words[2:], strict=False))
    return {
        "characters": sum(not c.isspace() for c in text),
        "words": len(words),
        "letters": sum(map(is_letter, text)),
        "capitals": sum(is_letter(c) and c.isupper() for c in text),
        "punctuation": sum(unicodedata.category(c)[0] == "P" for c in text),
        "quotes": sum(c in _QUOTES for c in text),
        "unbalanced": unbalanced(text),
        "longest-run": longest_run(text),
        "ending": ending_of(text),
        "types": len(set(words)),
        "doubled": sum(a == b for a, b in itertools.pairwise(words)),
        "repeated": len(trigrams) - len(set(trigrams)),
        "language": language_of(text),
    }


def language_of(text: str) -> int:
    """The language whose small words it has most of; 0 if fewer than two, or as many as of another."""
    words = words_of(text)
    hits = [sum(word in words_of(small) for word in words) for _, small in features.languages()]
    most = max(hits)
    return 0 if most < 2 or hits.count(most) > 1 else hits.index(most) + 1


def term_counts(glossary: Sequence[tuple[str, str]], text: str, source: str) -> list[int]:
    """Terms of the source that the text has a translation of, and those that it has not."""
    known: dict[tuple[str, ...], list[list[str]]] = {}
    for term, translation in glossary:
        if words_of(term) and words_of(translation):
            known.setdefault(tuple(words_of(term)), []).append(words_of(translation))
    words, found, at = words_of(source), set(), 0
    while at < len(words):
        here = [term for term in known if tuple(words[at : at + len(term)]) == term]
        longest = max(here, key=len, default=())
        found |= {longest} if longest else set()
        at += max(len(longest), 1)
    there = words_of(text)
    met = sum(any(_within(each, there) for each in known[term]) for term in found)
    return [met, len(found) - met]


def _within(part: Sequence[str], whole: Sequence[str]) -> bool:
    return any(list(whole[i : i + len(part)]) == list(part) for i in range(len(whole)))


def pair_scores(
    counts: Mapping[tuple[int, int], float], alone: Sequence[Sequence[float]], words: Sequence[Sequence[int]]
) -> list[float]:
    """Model 1 of the text given the source and back, and the shares of words with a partner.

    counts: of pairs of words. alone: of words of the source, and of the text, without partner. words: ids.
    """
    null = 0.2
    sums: list[Counter[int]] = [Counter(), Counter()]
    for (e, f), count in counts.items():
        sums[0][e] += count  # type: ignore[assignment]
        sums[1][f] += count  # type: ignore[assignment]
    found: list[list[float]] = []
    for side in (1, 0):  # the words that are explained
        logs, partners = 0.0, 0
        for word in words[side]:
            values = []
            for other in words[1 - side]:
                pair = (other, word) if side == 1 else (word, other)
                total = sums[1 - side][other]
                values.append(counts.get(pair, 0.0) / total if total else 0.0)
            share = (1 - null) / max(len(values), 1)
            by_null = null * (alone[side][word] + 0.1) / sum(each + 0.1 for each in alone[side])
            logs += math.log(share * sum(values) + by_null)
            partners += share * max(values, default=0.0) > by_null
        found.append([logs, partners / max(len(words[side]), 1)])
    return [found[0][0], found[1][0], found[1][1], found[0][1]]


def _kin(c: str) -> str:
    name = script(c)
    return "HAN" if name in ("HIRAGANA", "KATAKANA", "BOPOMOFO") else name


def sign_rows(texts: Sequence[str], source: str | None) -> list[dict[str, int]]:
    """The counts of one list, by name."""
    rows = [alone(text) for text in texts]
    scripts = [Counter(_kin(c) for c in text if is_letter(c)) for text in texts]
    total = sum(scripts, Counter[str]())
    most = min(total, key=lambda name: (-total[name], SCRIPTS.index(name)), default="COMMON")
    kinds = [set(words_of(text)) for text in texts]
    holders = Counter(word for each in kinds for word in each)
    for row, own, each in zip(rows, scripts, kinds, strict=True):
        row["foreign"] = sum(own.values()) - own[most]
        row["own"] = sum(holders[word] == 1 for word in each)
        row["copied"] = row["untranslated"] = 0
        row |= {f"{name}-{what}": 0 for name in _ITEMS for what in ("lost", "added")}
    if source is None:
        return rows
    known = {word for word in words_of(source) if any(map(is_letter, word)) and _counts(word)}
    wanted = items_of(source)
    for row, each, text in zip(rows, kinds, texts, strict=True):
        row["copied"] = sum(word in known for word in words_of(text))
        row["untranslated"] = sum(2 * holders[word] < len(texts) for word in each & known)
        there = items_of(text)
        for name in _ITEMS:
            row[f"{name}-lost"] = (wanted[name] - there[name]).total()
            row[f"{name}-added"] = (there[name] - wanted[name]).total()
    return rows


def _counts(word: str) -> bool:
    return len(word) > 1 or script(word) in _UNSPACED
