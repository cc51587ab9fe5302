"""The lists and weights of a loop, kept in a run's directory, so that a killed loop goes on where it was.

    with Run(directory) as run:
        store = LoopStore(run, {"model": "..."})
        lists = store.lists(0, weights, decode)     # decoded once, however often it is asked for
        tuned = store.tuned(0, settings, work)

What a step gives is always read back from its file: a loop that was killed and one that was not see the
same numbers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.errors import InputError, ManywaysError
from manyways.files import atomic_bytes, atomic_write
from manyways.model.weights import Weights
from manyways.reading import read_json
from manyways.run import Run
from manyways.search.phrase_weights import PhraseWeights
from manyways.text.column import TextColumn

__all__ = [
    "LoopStore",
    "Step",
    "digest_of",
    "digest_of_phrases",
    "digest_of_texts",
    "read_arrays",
    "read_columns",
    "write_arrays",
    "write_columns",
]

_REMEDY = "Delete it; it is made again."


@dataclass(frozen=True)
class Step:
    """The weights of one iteration, what the guards said of its examples, and what it took."""

    weights: Weights
    found: list[str]
    seconds: float = 0.0


class LoopStore:
    """Steps of a loop in the directory of `run`; without a run, they are simply done."""

    def __init__(self, run: Run | None, about: Mapping[str, Any]) -> None:
        self.run = run
        self.about = dict(about)
        self._files: list[Path] = []

    def lists(
        self, iteration: int, weights: Weights, decode: Callable[[Weights], CandidateLists]
    ) -> CandidateLists:
        """What the decoder finds with the weights."""
        if self.run is None:
            return decode(weights)
        path = self.run.path(f"lists-{iteration:02}.npz")

        def action() -> Mapping[str, Any]:
            lists = decode(weights)
            write_columns(lists, path)
            return {"candidates": lists.candidate_count}

        self.run.step(
            f"decode {iteration}",
            inputs={},
            settings={**self.about, "weights": weights.plain()},
            outputs=[path.name],
            action=action,
        )
        self._files.append(path)
        return read_columns(path)

    def tuned(self, iteration: int, settings: Mapping[str, Any], work: Callable[[], Step]) -> Step:
        """What the tuner makes of all lists so far."""
        if self.run is None:
            return work()
        path = self.run.path(f"weights-{iteration:02}.json")

        def action() -> Mapping[str, Any]:
            done = work()
            with atomic_write(path) as out:
                json.dump({"weights": done.weights.plain(), "found": done.found}, out, indent=1)
                out.write("\n")
            return {}

        result = self.run.step(
            f"tune {iteration}",
            inputs={each.name: each for each in self._files},
            settings={**self.about, **settings},
            outputs=[path.name],
            action=action,
        )
        weights, found = _read_step(path)
        return Step(weights, found, result.record.cpu_seconds)


def _read_step(path: Path) -> tuple[Weights, list[str]]:
    values = read_json(path, remedy=_REMEDY)
    try:
        return Weights(values["weights"]), [str(each) for each in values["found"]]
    except (KeyError, TypeError, AttributeError, ManywaysError) as error:
        raise InputError(f"is not a step of tuning: {error}", path=path, remedy=_REMEDY) from None


def write_columns(lists: CandidateLists, path: Path) -> None:
    """The columns that a loop needs, bit by bit: ids, texts, features, scores."""
    ids = TextColumn.from_texts(lists.ids)
    columns: dict[str, npt.NDArray[Any]] = {
        "ids": ids.data,
        "id_offsets": ids.offsets,
        "sentence_offsets": lists.sentence_offsets,
        "texts": lists.texts.data,
        "text_offsets": lists.texts.offsets,
        "names": np.array(lists.feature_names),
        "features": lists.features,
        "scores": lists.scores,
        "ranks": lists.ranks,
    }
    write_arrays(path, columns)


def read_columns(path: Path) -> CandidateLists:
    """Lists as `write_columns` wrote them."""
    columns = read_arrays(path)
    try:
        return CandidateLists(
            ids=list(TextColumn(columns["ids"], columns["id_offsets"])),
            sentence_offsets=columns["sentence_offsets"],
            texts=TextColumn(columns["texts"], columns["text_offsets"]),
            feature_names=tuple(columns["names"].tolist()),
            features=columns["features"],
            scores=columns["scores"],
            systems=np.zeros(len(columns["scores"]), dtype=np.int32),
            system_names=("",),
            ranks=columns["ranks"],
        )
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise InputError(f"is not a file of lists: {error}", path=path, remedy=_REMEDY) from None


def write_arrays(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Named arrays in one file (NumPy's .npz), whole or not at all."""
    with atomic_bytes(path) as out:
        np.savez(out, **dict(arrays))  # type: ignore[arg-type]


def read_arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Arrays as `write_arrays` wrote them."""
    try:
        with open(path, "rb") as stream, np.load(stream, allow_pickle=False) as found:
            return {name: found[name] for name in found.files}
    except Exception as error:  # NumPy and zipfile have many words for a damaged file
        raise InputError(f"is not a file of arrays: {error}", path=path, remedy=_REMEDY) from None


def digest_of(arrays: Iterable[npt.NDArray[Any]]) -> str:
    """What stands for the numbers of arrays in the key of a step."""
    digest = hashlib.sha256()
    for each in arrays:
        digest.update(np.ascontiguousarray(each).tobytes())
    return digest.hexdigest()


def digest_of_texts(columns: Iterable[TextColumn]) -> str:
    """What stands for texts, e.g. references, in the key of a step."""
    return digest_of(array for column in columns for array in (column.offsets, column.data))


def digest_of_phrases(weights: PhraseWeights | None) -> str | None:
    """What stands for the weights of phrase features in the key of a step."""
    if weights is None:
        return None
    return digest_of_texts([TextColumn.from_texts(weights.names)]) + digest_of([weights.values_array])
