"""Spans of a text that no step may change: addresses, code, placeholders, entities, quantities with units.

    find_spans("Siehe a.org/b?c=1 (Seite {1}).")    # [Span(6, 17, 'address'), Span(25, 28, 'placeholder')]
    shielded = shield("Siehe https://a.org/b?c=1.")  # the address is one word that no step can read
    unshield(shielded)                               # the text again

A shielded span has its characters moved into Unicode's planes for private use, between two signs: it is one
word to the tokeniser, has no case, is unknown to every model and so is copied, and says by itself what it
stands for, wherever a search puts it. The two signs also say on which sides it touched a word, so that no
space comes between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from manyways.text.column import TextColumn
from manyways.text.numbers import NUMBER, localise

__all__ = [
    "KINDS",
    "Span",
    "find_spans",
    "matched",
    "outside_shields",
    "sealed",
    "shield",
    "shield_column",
    "unshield",
    "unshield_column",
]

# Whatever a span is, it begins and ends where nothing of the same word goes on.
_IN_ADDRESS = r"[^\s<>\"“”„«»`\u2e80-\u9fff\uff00-\uffef]"
_TOP = (
    "com|org|net|edu|gov|int|info|io|eu|de|fr|uk|ch|at|it|es|nl|pl|ro|cz|se|no|dk|fi|ru|cn|jp|in|br|us|ca|au"
)
_SUFFIXES = (
    "txt|pdf|docx?|xlsx?|pptx?|odt|csv|tsv|json|xml|html?|css|js|ts|py|rb|java|cpp|hpp|cc|hh|sh|bat|exe|dll|zip|gz|tar"
    "|rar|7z|jpe?g|png|gif|svg|mp3|mp4|avi|mov|wav|md|rst|tex|toml|ya?ml|ini|cfg|conf|log|sql|db|xlf|xliff|tmx|po|srt"
)
_SYMBOLS = (
    "km/h|m/s|[kMGT]?bit/s|Mbps|Gbps|[kcdmµnh]?m[²³23]?|[kmµ]?g|[mcdh]?l|[kMGT]i?B|KB|[kMGT]?Hz|[kMGTm]?Wh?|[kMm]?V|mA|Ah|[kM]J"
    "|[kMh]?Pa|kcal|dB|°[CF]?|px|pt|dpi|rpm|mph|ft|lbs?|oz|ha|min|ms|ns|µs|kN|k?cal"
)
# Symbols that are common words, or letters for something else, after a space.
_LONE = "m|g|l|V|W|K|pt|min|ft|oz|ha|Pa"
_NUMBER = r"\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)?"

_RULES = {
    "markup": (
        r"</?[A-Za-z][^<>]{0,500}>|<!--.{0,500}?-->"
        r"|(?<![\w*])\*{1,3}(?=\w)|(?<=[\w.!?])\*{1,3}(?![\w*])|\*{2,}"
    ),
    "code": r"`[^`\n]{1,200}`",
    "address": (
        rf"(?<![A-Za-z0-9])(?:[a-z][a-z0-9+.-]{{1,20}}://|www\.|mailto:){_IN_ADDRESS}+"
        r"|[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}\b"
        rf"|(?<![A-Za-z0-9.-])(?:[A-Za-z0-9-]+\.)+(?:{_TOP})(?:/{_IN_ADDRESS}*|\b(?![.\w-]*\w))"
    ),
    "entity": r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});",
    "placeholder": (
        r"\$?\{\{?[^{}\n]{0,60}\}?\}"
        r"|(?<![\d%])%(?:\d+\$|\(\w+\))?[-+#0]*\d*(?:\.\d+)?(?:hh?|ll?|[zjt])?[sdifuxXcgGeEp@](?![A-Za-z])"
        r"|(?<![\d%])%\d(?![\d.,])"
        r"|__\w+?__|@@?\w+@@?(?!\w)|#\w[\w-]*#|\[\[\w+\]\]|\$\d\b(?![.,]\d)"
    ),
    "path": (
        r"(?<![\w:])[A-Za-z]:\\[^\s\"<>|:*?]*|(?<![\w~./\\])(?:~|\.{1,2})?/[\w.+-]+(?:/[\w.+-]+)+/?"
        rf"|(?:~/|\.{{1,2}}/|(?<!\w)/)?[\w-]+(?:[./\\][\w-]+)*\.(?i:{_SUFFIXES})(?![\w-]|\.\w)"
    ),
    "tag": r"(?<![\w&/])[#@]\w+",
    "identifier": (
        r"\b[A-Za-z]\w*(?:\.[A-Za-z]\w*)*\(\)|(?<![\w-])--?[a-z][a-z0-9]+(?:-[a-z0-9]+)*(?:=[\w./-]+)?(?![\w-])"
        r"|\$[A-Za-z_]\w*|\b[A-Za-z]\w*_\w*[A-Za-z0-9]\b|(?<!\w)(?:C\+\+|[CF]#|\.NET)(?!\w)"
        r"|\b[A-Z]{1,4}&[A-Z]{1,4}\b|\bO['’][A-Z]\w+(?:['’]s\b)?|\b[A-Za-z]{1,3}[²³₀-₉]+[A-Za-z]?\b"
    ),
    "number": (
        r"(?<![\w.:])\d{1,3}:\d{1,2}(?::\d{2})?(?:[ap]m|h)?(?:[-–]\d{1,3}:\d{1,2}(?:[ap]m|h)?)?(?![\w:])"
        r"|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\.\d{1,2}\.\d{2,4}\b|\bv?\d+(?:\.\d+){2,}\b|\b\d+[x×]\d+\b"
        r"|(?<!\w)\+\d{1,3}(?:[ /-]?\(?\d{2,}\)?){2,}|\b\d+(?:/\d+)*(?:\(\w{1,4}\))+"
        rf"|(?<![\w.,])[-−±~+]?(?:{_NUMBER}[-–])?{_NUMBER}"
        rf"(?:[\u00a0\u202f ](?!(?:{_LONE})(?!\w)))?(?:{_SYMBOLS})(?![\w²³])"
        rf"|(?<![\w.,])[±~+]{_NUMBER}|\b\d+[½¼¾⅓⅔⅛]|\b\w*\d(?:\.?\+\w*)+|\b[A-Z]{{1,3}}\+(?![\w+])"
    ),
    "smiley": (
        r"(?<![\w:;])[:;]-?[()DP](?!\w)"
        r"|(?:[\U0001f300-\U0001faff\u2600-\u27bf][\ufe0f\u200d\U0001f3fb-\U0001f3ff]*)+"
    ),
}
KINDS = tuple(_RULES)
_SPAN = re.compile("|".join(f"(?P<{kind}>{rule})" for kind, rule in _RULES.items()))
# A line without any of these signs, and without a digit, holds no span.
_HINT = re.compile(r"""[<`@&{}%_\[$/\\#()0-9:;+*]|\.\w|--|\w&|O['’]|[\u2600-\u27bf\U0001f300-\U0001faff]""")
_TRAILING = ".,;:!?'\"’”“»«)]}>*…"
_PARTNERS = {")": "(", "]": "[", "}": "{", ">": "<"}
# Signs that stand between spans, or between a span and a word, as part of the whole: {1}-{2}, %s=%d.
_JOINING = "-=*_%+&|~^/\\$€£°²³#"

_SHIFT = 0xF0000
_LAST = 0x1FFFF  # beyond it nothing is shielded
_FREE, _JOINED = "\U0010fff0", "\U0010fff1"  # begins a shielded span: free, or touching the word before it
_END, _JOINED_END = "\U0010fff2", "\U0010fff3"
_SHIELDED = re.compile(f"( ?)([{_FREE}{_JOINED}])([\U000f0000-\U0010ffef]*)([{_END}{_JOINED_END}])( ?)")
_FIRST_BYTE = _FREE.encode()[0]
_SIGNS = re.compile(f"[{_FREE}{_JOINED}{_END}{_JOINED_END}]")


class Span(NamedTuple):
    """Characters [start, end) of a text, and what they are."""

    start: int
    end: int
    kind: str


def find_spans(text: str) -> list[Span]:
    """The spans to protect, from left to right; none overlap."""
    if not _HINT.search(text):
        return []
    found: list[Span] = []
    for span in _matches(text):
        between = text[found[-1].end : span.start] if found else " "
        if not between.strip(_JOINING) and len(between) < 4:
            found[-1] = Span(found[-1].start, span.end, found[-1].kind)
        else:
            found.append(span)
    return [_widened(text, span) for span in found]


def _matches(text: str) -> Iterator[Span]:
    for match in _SPAN.finditer(text):
        kind = match.lastgroup or ""
        end = match.end()
        if kind in ("address", "path"):
            end = _without_closing(text, match.start(), end)
        if max(text[match.start() : end]) <= chr(_LAST):
            yield Span(match.start(), end, kind)


def _without_closing(text: str, start: int, end: int) -> int:
    """An address does not end in a sign that closes the sentence, or a bracket that was opened before it."""
    while end > start + 1 and text[end - 1] in _TRAILING:
        opening = _PARTNERS.get(text[end - 1])
        if opening and text.count(opening, start, end) >= text.count(text[end - 1], start, end):
            break
        end -= 1
    return end


def _widened(text: str, span: Span) -> Span:
    """With the joining signs that touch it: a minus before a placeholder, a percent sign behind it."""
    if span.kind in ("placeholder", "entity", "code"):
        start, end = span.start, span.end
        while start > 0 and text[start - 1] in _JOINING:
            start -= 1
        while end < len(text) and text[end] in _JOINING:
            end += 1
        return Span(start, end, span.kind)
    return span


def shield(text: str, numbers: tuple[str, str] | None = None) -> str:
    """The text with each protected span as one word.

    numbers: two languages; numbers of the first are protected too, written as the second writes them.
    """
    if _SIGNS.search(text):
        text = _SIGNS.sub("", text)
    spans = [(*span[:2], text[span.start : span.end]) for span in find_spans(text)]
    if numbers is not None:
        spans = _with_numbers(text, spans, numbers)
    if not spans:
        return text
    parts, at = [], 0
    for start, end, content in spans:
        first = _JOINED if _touches(text[start - 1 : start]) else _FREE
        last = _JOINED_END if _touches(text[end : end + 1]) else _END
        parts += [text[at:start], " ", first, _moved(content), last, " "]
        at = end
    return "".join([*parts, text[at:]])


def _with_numbers(
    text: str, spans: list[tuple[int, int, str]], languages: tuple[str, str]
) -> list[tuple[int, int, str]]:
    """Numbers among the spans, and those in quantities, in the other language's writing."""
    whole = re.compile(rf"(?P<sign>[-−±~+]?)(?P<number>{NUMBER.pattern})(?P<unit>[\u00a0\u202f ]?\D+)")
    found = []
    for start, end, content in spans:
        quantity = whole.fullmatch(content)
        if quantity is not None:
            content = quantity["sign"] + localise(quantity["number"], *languages) + quantity["unit"]
        found.append((start, end, content))
    for match in NUMBER.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end, _ in spans):
            found.append((match.start(), match.end(), localise(match[0], *languages)))
    return sorted(found)


def sealed(content: str, *, left: bool, right: bool) -> str:
    """A shielded word that `unshield` makes into `content`; left, right: no space on that side."""
    return (_JOINED if left else _FREE) + _moved(content) + (_JOINED_END if right else _END)


def _moved(text: str) -> str:
    return "".join(chr(ord(character) + _SHIFT) for character in text)


def _touches(neighbour: str) -> bool:
    """Whether a space beside a span would divide a word; scripts without spaces have no such words."""
    joins = neighbour.isalnum() or (neighbour != "" and neighbour in "-–'’·")
    return joins and not "\u2e80" <= neighbour <= "\u9fff" and neighbour < "\U00020000"


def unshield(text: str) -> str:
    """Running text with its shielded spans as they were."""
    if not _SIGNS.search(text):
        return text
    text = text.replace(f" {_JOINED}", _JOINED).replace(f"{_JOINED_END} ", _JOINED_END)
    return _SIGNS.sub("", _SHIELDED.sub(_restored, text))


def _restored(match: re.Match[str]) -> str:
    return match[1] + "".join(chr(ord(character) - _SHIFT) for character in match[3]) + match[5]


def matched(text: str, other: str) -> str:
    """A shielded text whose spans stand as they do in `other`, where that has them: for comparing words."""
    known = {match[3]: match[0].strip() for match in _SHIELDED.finditer(other)}
    return _SHIELDED.sub(lambda match: match[1] + known.get(match[3], match[0].strip()) + match[5], text)


def outside_shields(text: str, split: Callable[[str], Iterable[str]]) -> Iterator[Iterable[str]]:
    """The words of a text that is split by `split`, which does not see shielded spans."""
    at = 0
    for match in _SHIELDED.finditer(text):
        yield split(text[at : match.start()])
        yield [match[0].strip()]
        at = match.end()
    yield split(text[at:])


def shield_column(texts: TextColumn, numbers: tuple[str, str] | None = None) -> TextColumn:
    """`shield` for each text."""
    return TextColumn.from_texts(shield(text, numbers) for text in texts)


def unshield_column(texts: TextColumn) -> TextColumn:
    """`unshield` for each text; the same column if none is shielded."""
    if not (texts.data == _FIRST_BYTE).any():
        return texts
    return TextColumn.from_texts(map(unshield, texts))
