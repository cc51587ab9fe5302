"""Files in, a combiner or new sentences out: what `manyways combine` does, below the command line.

files = CombineFiles(lists=("a.en", "b.en", "c.en"), references=("ref.en",))
trained = train_files(files, "combiner.toml", CombineSettings())
applied = apply_files("combiner.toml", files, ApplySettings(out="new.en"))
applied.found.words(0), applied.gain
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np

from manyways.candidates import CandidateLists, merge, write_chunks
from manyways.candidates.inputs import ListFiles
from manyways.candidates.reading import chunks_of
from manyways.choose import Gain
from manyways.combine.combiner import Combiner
from manyways.combine.explain import Explanation, explain
from manyways.combine.found import COMBINED, Combination
from manyways.combine.training import CombineSettings, Trained, train_combiner
from manyways.errors import ConfigError, InputError
from manyways.files import atomic_bytes
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.settings import Settings, Within
from manyways.tables import Table
from manyways.text.column import TextColumn, lines_of

__all__ = [
    "Applied",
    "ApplySettings",
    "CombineFiles",
    "apply_files",
    "explain_file",
    "train_files",
]

_LISTS = (".jsonl", ".json", ".jsonl.gz", ".json.gz")


@dataclass(frozen=True, kw_only=True)
class CombineFiles(ListFiles):
    """first: candidates of each list to take."""

    first: int | None = None

    def read(self) -> CandidateLists:
        lists = super().read()
        return lists if self.first is None else lists.cut(self.first)


@dataclass(frozen=True, kw_only=True)
class ApplySettings(Settings, table="combine"):
    """out: a file of texts, or of lists if it ends in .jsonl. words: a file for whose every word is.

    size: sentences of each list. gate: ask it, if there is one. tokenise: how BLEU splits words.
    """

    out: str | None = None
    words: str | None = None
    size: Annotated[int, Within(1, 100_000)] = 1
    gate: bool = True
    tokenise: Tokeniser = DEFAULT_TOKENISER

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.size > 1 and not (self.out and self.out.endswith(_LISTS)):
            raise ConfigError(
                "--nbest", self.size, "used with an --out that ends in .jsonl: texts are one each"
            )


@dataclass(frozen=True, eq=False)
class Applied:
    """found: the new sentences. gain: over each input, where there are references. remarks: for people."""

    found: Combination
    gain: Gain | None = None
    remarks: tuple[str, ...] = ()

    def tables(self) -> list[Table]:
        return [] if self.gain is None else self.gain.tables()

    def as_json(self) -> dict[str, Any]:
        lists = self.found.lists
        found: dict[str, Any] = {"sentences": len(lists), "new": int(_new(self.found).sum())}
        if self.found.gated is not None:
            found["kept"] = int(self.found.gated.sum())
        if lists.status is not None:
            found["optimal"] = sum(one == "optimal" for one in lists.status)
        if lists.bounds is not None and np.isfinite(lists.bounds).all(axis=1).any():
            low, high = lists.bounds[np.isfinite(lists.bounds).all(axis=1)].T
            found["gap"] = float(np.mean(high - low))
        return found | ({} if self.gain is None else self.gain.as_json()) | {"remarks": list(self.remarks)}


def train_files(files: CombineFiles, out: str, settings: CombineSettings, *, threads: int = 0) -> Trained:
    """Train and write the combiner."""
    trained = train_combiner(files.read(), settings, threads=threads)
    trained.combiner.write(out)
    return trained


def apply_files(combiner: str, files: CombineFiles, settings: ApplySettings, *, threads: int = 0) -> Applied:
    """Combine and write the new sentences."""
    made = Combiner.read(combiner)
    lists = files.read()
    found = made.apply(lists, size=settings.size, gate=settings.gate, threads=threads)
    remarks = _remarks(lists, found, made)
    gain = None
    if lists.references:
        metric = made.about.get("metric")
        gain = gain_of(found, lists, used=[str(metric)] if metric else [], settings=settings, threads=threads)
        remarks = (*remarks, *gain.remarks)
    _write(found, settings)
    return Applied(found, gain, remarks)


def gain_of(
    found: Combination,
    lists: CandidateLists,
    *,
    used: Sequence[str] = (),
    settings: ApplySettings | None = None,
    threads: int = 0,
) -> Gain:
    """The new sentences against every input and the first candidates, by the lists' references."""
    given = settings or ApplySettings()
    both = with_inputs(found, lists)
    chosen = np.flatnonzero(both.systems == both.system_names.index(COMBINED))
    gain = Gain.of(both, chosen, used=used, tokenise=given.tokenise, threads=threads)
    return replace(gain, others={name: each for name, each in gain.others.items() if name != COMBINED})


def with_inputs(found: Combination, lists: CandidateLists) -> CandidateLists:
    """The best new sentence of each list behind its inputs, as one more system."""
    gone: dict[str, Any] = dict.fromkeys(
        ("sparse", "status", "bounds", "reasons", "origin", "known_tokens"), None
    )
    return merge(
        [
            replace(each, feature_names=(), features=np.zeros((each.candidate_count, 0)), **gone)
            for each in (lists, found.lists.cut(1))
        ]
    )


def explain_file(combiner: str, files: CombineFiles, id: str, *, threads: int = 0) -> Explanation:
    """Whose words a new sentence is made of, and which features made it win."""
    lists = files.read()
    if id not in lists.ids:
        raise InputError(f"there is no sentence {id!r}; the first is {lists.ids[0]!r}", path=files.lists[0])
    return explain(Combiner.read(combiner), lists.split([lists.ids.index(id)]), threads=threads)


def _remarks(lists: CandidateLists, found: Combination, made: Combiner) -> tuple[str, ...]:
    empty = int(np.sum(np.diff(lists.texts.offsets) == 0))
    remarks = []
    if empty:
        remarks.append(f"empty candidates have no say: {empty:,} of {lists.candidate_count:,}")
    none = int(np.sum(found.lists.sizes == 0))
    if none:
        remarks.append(f"sentences without any words stay empty: {none:,}")
    known = [name for name in made.weights if name.startswith(("system:", "any:1:", "exact:1:"))]
    if known:
        names = {name.split(":")[-1] for name in known}
        new = [name for name in lists.system_names if name not in names]
        if new:
            told = "systems that were not there at training count as the mean of those"
            remarks.append(f"{told}: {', '.join(new)}")
    return tuple(remarks)


def _new(found: Combination) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """By sentence, whether the best text is none of the inputs."""
    inputs = found.provenance.inputs
    texts, bounds = list(inputs.texts), inputs.sentence_offsets.tolist()
    return np.array(
        [bool(text) and text not in texts[bounds[s] : bounds[s + 1]] for s, text in enumerate(found.texts())],
        dtype=bool,
    )


def _write(found: Combination, settings: ApplySettings) -> None:
    if settings.words is not None:
        with atomic_bytes(settings.words) as out:
            for record in found.as_json():
                out.write(json.dumps(record, ensure_ascii=False).encode("utf-8") + b"\n")
    if settings.out is None:
        return
    if settings.out.endswith(_LISTS):
        write_chunks(chunks_of(found.lists), settings.out, format="jsonl")
        return
    with atomic_bytes(settings.out) as out:
        out.write(lines_of(TextColumn.from_texts(found.texts()), settings.out))
