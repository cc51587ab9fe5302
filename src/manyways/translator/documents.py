"""Documents through a translator: bytes in, bytes out.

    found = translate_document(translator, data, "manual.xlf", nbest=3)
    found.data, found.remarks

A segment is split into sentences, each is searched, and its tags go where the word links say. Nothing here
opens a file.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from manyways.candidates import CandidateLists
from manyways.documents import Format, Part, Segment, Tag, Target, parse
from manyways.errors import ConfigError
from manyways.progress import Pace, Progress
from manyways.search import MarkedText, Sentence
from manyways.text.column import TextColumn
from manyways.text.protect import sealed, unshield
from manyways.text.sentences import split_sentences
from manyways.translator.tags import Placed, place
from manyways.translator.terms import Terms, Use, in_words
from manyways.translator.text_tags import as_tags, as_text
from manyways.translator.translator import Translator
from manyways.wording import counted

if TYPE_CHECKING:  # loaded where it is used
    from manyways.diverse import DiverseSettings

__all__ = ["TranslatedDocument", "translate_document", "translate_segments"]

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
    diverse: DiverseSettings | None = None,
    progress: Progress | None = None,
) -> TranslatedDocument:
    """Translate what a document has no translation for.

    name: for messages, and its suffix for the format. nbest: how many translations; those after the best are
    proposals, which not every format can hold. diverse: proposals that differ, instead. progress: is told of
    the segments.
    """
    if translator.tokenised:
        raise ConfigError("tokenised", True, "left out for documents, which hold running text")
    source, target = translator.source.language, translator.target.language
    document = parse(data, name, source=source, target=target, format=format)
    targets: list[Target | None] = []
    shown = Progress("translating") if progress is None else progress
    shown.expect(len(document.segments))
    pace = Pace.for_threads(translator.threads, most=BATCH)
    while batch := document.segments[len(targets) : len(targets) + pace.size]:
        with pace.timed(len(batch)):
            targets += translate_segments(translator, batch, nbest=nbest, diverse=diverse)
        shown.advance(len(batch))
    remarks = [f"{counted(len(document.segments), 'segments')} translated"]
    if translator.terms is not None:
        remarks += in_words(_uses(translator.terms, document.segments, targets))
    remarks += [
        f"{counted(count, 'units')} left alone: {reason}" for reason, count in document.skipped.items()
    ]
    return TranslatedDocument(document.written(targets), len(document.segments), tuple(remarks))


def _uses(
    terms: Terms, segments: Sequence[Segment], targets: Sequence[Target | None]
) -> list[tuple[int, Use]]:
    """The terms of all segments, each with the number of its segment."""
    texts = [Segment(target.parts).text if target is not None else "" for target in targets]
    return [
        (number, use)
        for number, (segment, text) in enumerate(zip(segments, texts, strict=True), 1)
        for use in terms.kept(segment.text, text)
    ]


@dataclass
class _Cut:
    """A segment as sentences in pieces.

    tags: with their place in the text. words: how many stand before each place, once the pieces are words.
    """

    text: str
    tags: list[tuple[Tag, int]] = field(default_factory=list)
    sentences: list[MarkedText] = field(default_factory=list)
    places: list[list[int]] = field(default_factory=list)  # of the pieces of each sentence

    @staticmethod
    def of(segment: Segment, language: str, terms: Terms | None) -> _Cut:
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
                cut._add(start, sentence, places, terms)
                start += len(sentence)
        return cut

    def _add(self, start: int, sentence: str, places: set[int], terms: Terms | None) -> None:
        """A sentence in pieces: cut at tags, and around terms that no tag stands in."""
        marks = {}
        for term in terms.places(sentence) if terms is not None else ():
            first, last = start + term.start, start + term.end
            if terms is not None and not any(first < place < last for place in places):
                marks[first, last] = terms.mark(sentence, term)
        end = start + len(sentence)
        cuts = {place for place in places if start < place < end} | {at for span in marks for at in span}
        bounds = sorted(cuts | {start, end})
        marked = MarkedText()
        for first, last in itertools.pairwise(bounds):
            if (first, last) in marks:
                marked.marks[len(marked.pieces)] = marks[first, last]
            marked.pieces.append(self.text[first:last])
        self.sentences.append(marked)
        self.places.append(bounds[:-1])

    def tags_by_words(self, counts: Sequence[Sequence[int]]) -> tuple[list[tuple[Tag, int]], list[int]]:
        """Tags with the number of words before each; and the number before each sentence, and of all."""
        before: dict[int, int] = {}
        starts = []
        total = 0
        for places, numbers in zip(self.places, counts, strict=True):
            starts.append(total)
            for at, number in zip(places, numbers, strict=True):
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


def _lists(
    translator: Translator, sources: list[Sentence], nbest: int, diverse: DiverseSettings | None
) -> CandidateLists:
    """Candidates in the model's words, with links; those of diverse lists come from forced decoding."""
    search = translator.search()
    if diverse is None:
        return search.lists(sources, nbest, distinct=True, links=True)
    from manyways.diverse import generate

    lists = generate(
        translator.opened, sources, diverse, search=translator.settings, threads=translator.threads
    )
    sizes = np.diff(lists.sentence_offsets).tolist()
    repeated = [source for source, size in zip(sources, sizes, strict=True) for _ in range(size)]
    forced = search.force(repeated, list(lists.texts))
    found = (each.translation.links if each.translation is not None else "" for each in forced)
    return replace(lists, links=TextColumn.from_texts(found))


def translate_segments(
    translator: Translator,
    segments: Sequence[Segment],
    *,
    nbest: int = 1,
    diverse: DiverseSettings | None = None,
) -> list[Target]:
    """A translation of each segment, and the others that are asked for, with tags where they belong."""
    words = translator.words
    cuts = [_Cut.of(as_tags(each), translator.source.language, translator.terms) for each in segments]
    marked, counts = words.counted_sentences([sentence for cut in cuts for sentence in cut.sentences])
    sources = [translator.names.given(each) for each in marked] if translator.names else marked
    lists = _lists(translator, sources, nbest, diverse)
    most = nbest if diverse is None else diverse.rounds * diverse.each
    raised = translator.target.raise_starts(lists.texts, threads=translator.threads)
    found: list[Target] = []
    at = 0
    for cut in cuts:
        rows = range(at, at + len(cut.sentences))
        at = rows.stop
        mine = _Sentences(cut, [counts[row] for row in rows], lists, raised, rows, sources)
        options = [mine.parts(rank, translator) for rank in range(max(1, min(most, mine.most)))]
        distinct = list(dict.fromkeys(options))
        found.append(Target(distinct[0], tuple(distinct[1:])))
    return found


def _given_links(
    source: Sentence, words: list[str], links: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Links of given translations, which the search has none for: each word with each of the term's."""
    taken = {other for _, other in links}
    found = []
    for given in source.given:
        text = given.text.split(" ")
        for at in range(len(words) - len(text) + 1):
            places = range(at, at + len(text))
            if words[at : at + len(text)] == text and taken.isdisjoint(places):
                taken.update(places)
                found += [(one, other) for one in range(given.start, given.end) for other in places]
                break
    return found


def _goes_on(sentence: MarkedText, start: int, tags: Sequence[tuple[Tag, int]]) -> bool:
    """Whether it begins in lower case behind a tag that stands for a word (`code`): no capital then."""
    first = next(filter(str.isalpha, "".join(sentence.pieces)), "")
    return first.islower() and any(tag.kind == "alone" and at == start for tag, at in tags)


@dataclass(frozen=True)
class _Sentences:
    """The candidates of a segment's sentences."""

    cut: _Cut
    counts: list[list[int]]
    lists: CandidateLists
    raised: TextColumn
    rows: range
    sources: list[Sentence]

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
        for start, row, sentence in zip(starts, self.rows, self.cut.sentences, strict=False):
            first, last = (int(self.lists.sentence_offsets[row + i]) for i in (0, 1))
            begins[start] = len(words)
            if first == last:
                continue
            chosen = min(first + rank, last - 1)
            assert self.lists.links is not None
            pairs = (link.split("-") for link in self.lists.links[chosen].split())
            own = [(int(one), int(other)) for one, other in pairs]
            own += _given_links(self.sources[row], self.lists.texts[chosen].split(" "), own)
            links += [(start + one, len(words) + other) for one, other in own]
            text = (self.lists.texts if _goes_on(sentence, start, tags) else self.raised)[chosen]
            words += text.split(" ") if text else []
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
        return as_text(parts)
