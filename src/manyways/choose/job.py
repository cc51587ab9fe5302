"""Files in, the choice out: what `manyways choose` does, below the command line.

    outcome = choose_files(["a.en", "b.en", "c.en"], "best.en", ChooseSettings(by="mbr"))
    outcome.remarks, outcome.gain

One file of lists goes through in pieces and constant memory, order kept, unless references are compared with.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np

from manyways.candidates import CandidateLists, read_inputs, with_texts, write_chunks
from manyways.candidates.reading import chunks_of, read_lists
from manyways.choose.chooser import Chooser, Given
from manyways.choose.choosing import order_of, ordered
from manyways.choose.explain import Explanation, explain
from manyways.choose.learning import Learned, LearnSettings, learn
from manyways.choose.quality import COVERAGES, Coverage, risk_coverage, traits
from manyways.choose.reranker import Reranker
from manyways.errors import ConfigError
from manyways.files import atomic_bytes
from manyways.metrics.base import Values
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.metrics.consensus import ConsensusSettings
from manyways.metrics.evaluation import make_metrics
from manyways.metrics.gain import Gain
from manyways.metrics.oracle import first_of_each
from manyways.progress import Progress
from manyways.settings import Settings, Within
from manyways.tables import Table
from manyways.text.column import TextColumn, lines_of

__all__ = ["ChooseSettings", "Outcome", "choose_files", "choose_lists", "explain_files"]

ABSTAINED = "abstained"
_LISTS = (".jsonl", ".json", ".jsonl.gz", ".json.gz")


@dataclass(frozen=True, kw_only=True)
class ChooseSettings(Settings, table="choose"):
    """How to choose.

    by: score, a feature's name, a file of weights or of a learned chooser, mbr or mbr:bleu+chrf...
    top: candidates to keep of each list. pool: a file of lists that vote in a consensus.
    consensus, tokenise: how it compares. learning: what to learn on the references, if anything.
    abstain_below: leave out a choice of lower expected quality; the chooser must have learned to tell.
    source: a file of what was translated, for `keep`: whether the outcome has all lists in their new order.
    learn: a file for what is learned. references, by_position: to compare with. format, per_source: of the
    lists.
    """

    by: str = "mbr"
    top: Annotated[int, Within(1)] | None = None
    pool: str | None = None
    consensus: ConsensusSettings | None = None
    tokenise: Tokeniser | None = None
    learning: LearnSettings | None = None
    learn: str | None = None
    abstain_below: Annotated[float, Within(0, 100)] | None = None
    references: tuple[str, ...] = ()
    by_position: bool = False
    source: str | None = None
    keep: bool = False
    format: str | None = None
    per_source: Annotated[int, Within(1)] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.by:
            raise ConfigError("--by", self.by, "score, a feature, weights.toml or mbr")

    def chooser(self) -> Chooser:
        pool = None if self.pool is None else read_inputs([self.pool])
        given = Given(tokenise=self.tokenise, consensus=self.consensus, pool=pool)
        found = Chooser.named(self.by, given)
        if self.abstain_below is not None and found.quality is None and self.learning is None:
            raise ConfigError(
                "--abstain-below",
                self.abstain_below,
                "used with a file of --by that has learned what quality to expect",
                remedy="Learn it: manyways choose DEV --by mbr --references REF --learn chooser.toml",
            )
        return found


@dataclass(frozen=True, eq=False)
class Outcome:
    """sentences, abstained: how many. gain: against references. risk: of leaving out the worst.

    learned: what was, where references were learned from; gain and risk are then those of held-out folds.
    chosen: all lists, best first, if they were to be kept.
    """

    sentences: int
    abstained: int = 0
    gain: Gain | None = None
    risk: Sequence[Coverage] = ()
    learned: Learned | None = None
    remarks: tuple[str, ...] = ()
    chosen: CandidateLists | None = None

    def tables(self) -> list[Table]:
        found = [] if self.gain is None else self.gain.tables()
        if self.risk:
            rows = [[f"{100 * each.share:.0f} %", each.quality, each.score] for each in self.risk]
            title = "Leaving out what is expected to be worst"
            found.append(Table(["sentences kept", "quality at least", "chrF"], rows, title=title))
        return found

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"sentences": self.sentences, "abstained": self.abstained}
        if self.gain is not None:
            found |= self.gain.as_json()
        if self.risk:
            found["risk_coverage"] = [vars(each) for each in self.risk]
        return found | {"remarks": list(self.remarks)}


def choose_files(
    inputs: Sequence[str], out: str | None, settings: ChooseSettings, *, threads: int = 0
) -> Outcome:
    """Choose from one file of lists, or from several systems' files, and write the choice.

    out: a text per sentence, empty where nothing was chosen; the whole lists if it ends in .jsonl. None: only
    learn, compare or keep.
    """
    if settings.top is not None and not (out and _holds_lists(out)):
        raise ConfigError("--top", settings.top, "used with an --out that ends in .jsonl: texts are one each")
    chooser = settings.chooser()
    if settings.references or settings.learning is not None:
        lists = _whole(inputs, settings)
        return choose_lists(lists, out, settings, chooser, threads=threads)
    if len(inputs) > 1 or settings.keep:
        to = out or (None if settings.keep else "-")
        return _write(_pieces(_whole(inputs, settings), settings), to, settings, chooser, threads)
    chunks = read_lists(inputs[0], format=settings.format, per_source=settings.per_source)
    return _write(chunks, out or "-", settings, chooser, threads)


def choose_lists(
    lists: CandidateLists, out: str | None, settings: ChooseSettings, chooser: Chooser, *, threads: int = 0
) -> Outcome:
    """The same for lists with references, which the choice is compared with or learned from."""
    learned = None
    qualities: Values | None = None
    if isinstance(chooser.scorer, Reranker):
        chooser.scorer.check_apart(lists)
    with Progress("learning" if settings.learning else "choosing"):
        if settings.learning is not None:
            learned = learn(lists, chooser, settings.learning, threads=threads)
            chooser, rows, qualities = learned.chooser, learned.rows, learned.qualities
        else:
            values = chooser.scorer(lists, threads=threads).values
            rows = order_of(lists, values)[first_of_each(lists.sentence_offsets)]
            if chooser.quality is not None:
                qualities = chooser.quality(traits(lists, values, threads=threads))
        split = settings.tokenise or DEFAULT_TOKENISER
        gain = Gain.of(lists, rows, used=chooser.used, tokenise=split, threads=threads)
        risk: Sequence[Coverage] = ()
        if qualities is not None:
            (metric,) = make_metrics(["chrf"]).values()
            statistics = metric.statistics(lists.select(rows), threads=threads)
            risk = risk_coverage(metric, statistics, qualities[lists.sizes > 0], COVERAGES)
    if settings.learn is not None:
        chooser.write(settings.learn)
    written = (
        Outcome(len(lists))
        if out is None and not settings.keep
        else _write(_pieces(lists, settings), out, settings, chooser, threads)
    )
    remarks = (*written.remarks, *gain.remarks, *(learned.remarks if learned else ()))
    return replace(written, gain=gain, risk=risk, learned=learned, remarks=remarks)


def explain_files(
    inputs: Sequence[str], id: str, settings: ChooseSettings, *, threads: int = 0
) -> Explanation:
    """Why the choice for one sentence is what it is."""
    lists = read_inputs(inputs, format=settings.format, per_source=settings.per_source)
    return explain(lists, id, settings.chooser().scorer, threads=threads)


def _whole(inputs: Sequence[str], settings: ChooseSettings) -> CandidateLists:
    """All lists, with the references and the source that are given."""
    lists = read_inputs(inputs, format=settings.format, per_source=settings.per_source)
    return with_texts(
        lists,
        inputs[0],
        source=settings.source,
        references=settings.references,
        by_position=settings.by_position,
    )


def _pieces(lists: CandidateLists, settings: ChooseSettings) -> Iterable[CandidateLists]:
    return [lists] if settings.keep else chunks_of(lists)


def _holds_lists(out: str | os.PathLike[str]) -> bool:
    return os.fspath(out).endswith(_LISTS)


def _write(
    chunks: Iterable[CandidateLists],
    out: str | None,
    settings: ChooseSettings,
    chooser: Chooser,
    threads: int,
) -> Outcome:
    """Choose chunk by chunk and write what was chosen."""
    counts = {"sentences": 0, "abstained": 0}
    remarks: dict[str, None] = {}
    kept: list[CandidateLists] = []

    def chosen() -> Iterator[CandidateLists]:
        with Progress("choosing", unit="sentences") as progress:
            for lists in chunks:
                done = _chosen(lists, settings, chooser, threads)
                remarks.update(dict.fromkeys(done.remarks))
                counts["sentences"] += len(done)
                if done.status is not None:
                    counts["abstained"] += sum(one == ABSTAINED for one in done.status)
                if settings.keep:
                    kept.append(done)
                yield done if settings.top is None else done.cut(settings.top)
                progress.advance(len(done))

    if out is None:
        for _ in chosen():
            pass
    elif _holds_lists(out):
        for remark in write_chunks(chosen(), out, format="jsonl"):
            remarks[remark] = None
    else:
        with atomic_bytes(out) as stream:
            for lists in chosen():
                stream.write(lines_of(_first_texts(lists), out))
    whole = kept[0] if kept else None
    return Outcome(counts["sentences"], counts["abstained"], remarks=tuple(remarks), chosen=whole)


def _chosen(
    lists: CandidateLists, settings: ChooseSettings, chooser: Chooser, threads: int
) -> CandidateLists:
    scored = chooser.scorer(lists, threads=threads)
    found = ordered(lists, chooser.scorer, scored)
    if chooser.quality is None:
        return found
    qualities = chooser.quality(traits(lists, scored.values, threads=threads))
    found = replace(found, qualities=qualities)
    if settings.abstain_below is None:
        return found
    below = qualities < settings.abstain_below
    return replace(found, status=TextColumn.from_texts(ABSTAINED if one else "" for one in below.tolist()))


def _first_texts(lists: CandidateLists) -> TextColumn:
    """The first text of each list; empty where there is none or none was good enough."""
    rows = np.where(lists.sizes > 0, lists.sentence_offsets[:-1], len(lists.texts))
    if lists.status is not None:
        rows = np.where([one == ABSTAINED for one in lists.status], len(lists.texts), rows)
    padded = TextColumn(lists.texts.data, np.append(lists.texts.offsets, lists.texts.offsets[-1]))
    return padded.take(rows)
