"""Documents through a translator: bytes in, bytes out.

    found = translate_document(translator, data, "manual.xlf", nbest=3)
    found.data, found.remarks

A segment is split into sentences, each is searched, and its tags go where the word links say. Nothing here
opens a file.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from manyways.candidates import CandidateLists
from manyways.documents import Format, Part, Segment, Tag, Target, parse
from manyways.errors import ConfigError
from manyways.text.column import TextColumn
from manyways.text.protect import sealed, unshield
from manyways.text.sentences import split_sentences
from manyways.translator.tags import Placed, place
from manyways.translator.translator import Translator
from manyways.wording import counted

__all__ = ["TranslatedDocument", "translate_document"]

BATCH = 64  # segments at a time
_TAG = re.compile("\x01(\\d+)\x02")


@dataclass(frozen=True)
class TranslatedDocument:
    """The bytes of the new document, how many segments it has, and what a person should know."""

    data: bytes
    segments: int
    remarks: tuple[str, ...]


def translate_document(
    translator: Translator,
    data: bytes,
    name: str,
    *,
    format: Format | None = None,
    nbest: int = 1,
    advance: Callable[[int], None] = lambda count: None,
) -> TranslatedDocument:
    """Translate what a document has no translation for.

    name: for messages, and its suffix for the format. nbest: how many translations; those after the best are
    proposals, which not every format can hold. advance: is told how many segments were done.
    """
    if translator.tokenised:
        raise ConfigError("tokenised", True, "left out for documents, which hold running text")
    source, target = translator.source.language, translator.target.language
    document = parse(data, name, source=source, target=target, format=format)
    targets: list[Target | None] = []
    for batch in _batches(document.segments):
        targets += _translated(translator, batch, nbest)
        advance(len(batch))
    remarks = [f"{counted(len(document.segments), 'segments')} translated"]
    remarks += [
        f"{counted(count, 'units')} left alone: {reason}" for reason, count in document.skipped.items()
    ]
    return TranslatedDocument(document.written(targets), len(document.segments), tuple(remarks))


def _batches(segments: Sequence[Segment]) -> Iterator[Sequence[Segment]]:
    for start in range(0, len(segments), BATCH):
        yield segments[start : start + BATCH]


@dataclass
class _Cut:
    """A segment as sentences in pieces.

    tags: with their place in the text. words: how many stand before each place, once the pieces are words.
    """

    text: str
    tags: list[tuple[Tag, int]] = field(default_factory=list)
    sentences: list[list[tuple[int, str]]] = field(default_factory=list)  # pieces with their places

    @staticmethod
    def of(segment: Segment, language: str) -> _Cut:
        cut = _Cut(segment.text)
        at = 0
        for part in segment.parts:
            if isinstance(part, Tag):
                cut.tags.append((part, at))
            else:
                at += len(part)
        breaks = sorted({place for tag, place in cut.tags if tag.kind == "break"} | {0, len(cut.text)})
        places = {place for _, place in cut.tags}
        for start, end in itertools.pairwise(breaks):
            for sentence in split_sentences(cut.text[start:end], language):
                cut._add(start, sentence, places)
                start += len(sentence)
        return cut

    def _add(self, start: int, sentence: str, places: set[int]) -> None:
        end = start + len(sentence)
        bounds = [start, *sorted(place for place in places if start < place < end), end]
        self.sentences.append([(a, self.text[a:b]) for a, b in itertools.pairwise(bounds)])

    def tags_by_words(self, counts: Sequence[Sequence[int]]) -> tuple[list[tuple[Tag, int]], list[int]]:
        """Tags with the number of words before each; and the number before each sentence, and of all."""
        before: dict[int, int] = {}
        starts = []
        total = 0
        for pieces, numbers in zip(self.sentences, counts, strict=True):
            starts.append(total)
            for (at, _), number in zip(pieces, numbers, strict=True):
                before.setdefault(at, total)
                total += number
        return [(tag, before.get(at, total)) for tag, at in self.tags], [*starts, total]

    def sealed_tag(self, index: int) -> str:
        """Tag `index` as a word that stands as the tag did: beside a word, or apart."""
        tag, at = self.tags[index]
        before, behind = self.text[at - 1 : at] if at else "", self.text[at : at + 1]
        left, right = before != "" and not before.isspace(), behind != "" and not behind.isspace()
        if tag.kind == "open":
            left, right = left and before.isalnum(), True
        elif tag.kind == "close":
            left, right = True, right and behind.isalnum()
        elif tag.kind == "break":
            left = right = True
        return sealed(f"\x01{index}\x02", left=left, right=right)


def _translated(translator: Translator, segments: Sequence[Segment], nbest: int) -> list[Target | None]:
    words = translator.words
    cuts = [_Cut.of(segment, translator.source.language) for segment in segments]
    column, counts = words.prepare_pieces([[text for _, text in s] for cut in cuts for s in cut.sentences])
    lists = translator.search().lists(column, nbest, distinct=True, links=True)
    raised = translator.target.raise_starts(lists.texts, threads=translator.threads)
    found: list[Target | None] = []
    at = 0
    for cut in cuts:
        rows = range(at, at + len(cut.sentences))
        at = rows.stop
        mine = _Sentences(cut, [counts[row] for row in rows], lists, raised, rows)
        options = [mine.parts(rank, translator) for rank in range(max(1, min(nbest, mine.most)))]
        distinct = list(dict.fromkeys(options))
        found.append(Target(distinct[0], tuple(distinct[1:])))
    return found


@dataclass(frozen=True)
class _Sentences:
    """The candidates of a segment's sentences."""

    cut: _Cut
    counts: list[list[int]]
    lists: CandidateLists
    raised: TextColumn
    rows: range

    @property
    def most(self) -> int:
        """The length of the longest list."""
        offsets = self.lists.sentence_offsets
        return max((int(offsets[row + 1] - offsets[row]) for row in self.rows), default=1)

    def parts(self, rank: int, translator: Translator) -> tuple[Part, ...]:
        """Text and tags of the candidates at this rank; of a shorter list the last one."""
        tags, starts = self.cut.tags_by_words(self.counts)
        words: list[str] = []
        links: list[tuple[int, int]] = []
        begins = {}
        for start, row in zip(starts, self.rows, strict=False):
            first, last = (int(self.lists.sentence_offsets[row + i]) for i in (0, 1))
            begins[start] = len(words)
            if first == last:
                continue
            chosen = min(first + rank, last - 1)
            assert self.lists.links is not None
            for link in self.lists.links[chosen].split():
                one, other = link.split("-")
                links.append((start + int(one), len(words) + int(other)))
            words += self.raised[chosen].split(" ") if self.raised[chosen] else []
        placed = place(tags, starts[-1], links, len(words), begins)
        return self._joined(words, placed, translator)

    def _joined(self, words: list[str], placed: list[Placed], translator: Translator) -> tuple[Part, ...]:
        numbers = {id(tag): index for index, (tag, _) in enumerate(self.cut.tags)}
        line: list[str] = []
        waiting = list(placed)
        for at in range(len(words) + 1):
            while waiting and waiting[0].at == at:
                line.append(self.cut.sealed_tag(numbers[id(waiting.pop(0).tag)]))
            line += words[at : at + 1]
        text = unshield(translator.target.join([" ".join(line)], threads=1)[0])
        parts: list[Part] = []
        for index, piece in enumerate(_TAG.split(text)):
            part: Part = self.cut.tags[int(piece)][0] if index % 2 else piece
            if part != "":
                parts.append(part)
        return tuple(parts)
