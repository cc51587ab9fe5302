"""Lists of sentences that the model had not seen: a model of the others translates each part of a corpus.

    lists = jackknife(Path("train.de"), Path("train.en"), "work", JackknifeSettings(folds=5, size=100))

A model knows the sentences that it was trained on by heart, and features of such lists say nothing of new
sentences. Equal sources always fall into the same part. The models stay in the working directory: a second
call goes on where the first one was stopped.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt

from manyways._core import text as core
from manyways.candidates import CandidateLists
from manyways.candidates.assemble import concatenate
from manyways.errors import InputError
from manyways.files import make_directory
from manyways.progress import Progress
from manyways.settings import Seed, Settings, Within
from manyways.text.column import TextColumn, read_column, write_column
from manyways.train import Inputs, TrainSettings, train
from manyways.translator import Translator

__all__ = ["JackknifeSettings", "jackknife"]


@dataclass(frozen=True, kw_only=True)
class JackknifeSettings(Settings, table="jackknife"):
    """folds: parts of the corpus. size: candidates per sentence. train: how the models are trained."""

    folds: Annotated[int, Within(2, 100)] = 5
    size: Annotated[int, Within(1, 100_000)] = 100
    seed: Seed = 1
    train: TrainSettings = field(default_factory=TrainSettings)


def jackknife(
    source: Path,
    target: Path,
    work: str | os.PathLike[str],
    settings: JackknifeSettings | None = None,
    *,
    threads: int = 0,
) -> CandidateLists:
    """Lists for all pairs of two plain files, with sources and references, in the order of the files.

    work: a directory for the models of the folds and their text.
    """
    given = settings or JackknifeSettings()
    texts, references = read_column(source), read_column(target)
    if len(texts) != len(references):
        found = f"has {len(references):,} lines, and {os.fspath(source)} has {len(texts):,}"
        raise InputError(found, path=target, remedy="Line n of one must be the translation of line n.")
    if not len(texts):
        raise InputError("holds no sentence", path=source)
    fold = _fold_of(texts, given)
    root = Path(work)
    parts, places = [], []
    with Progress("jackknife", total=given.folds, unit="folds") as progress:
        for number in range(given.folds):
            held = np.flatnonzero(fold == number)
            model = _trained(texts, references, fold != number, root / f"fold{number + 1}", given, threads)
            translator = Translator(model, threads=threads)
            parts.append(translator.kbest(texts.take(held), given.size))
            places.append(held)
            progress.advance(1)
    order = np.argsort(np.concatenate(places), kind="stable")
    lists = concatenate(parts).split(order)
    return _whole(lists, texts, references)


def _fold_of(texts: TextColumn, settings: JackknifeSettings) -> npt.NDArray[np.int64]:
    """By content: equal sources have one fold."""
    marks = core.hash_texts(texts.data, texts.offsets, seed=settings.seed)
    fold = (marks % np.uint64(settings.folds)).astype(np.int64)
    empty = np.flatnonzero(np.bincount(fold, minlength=settings.folds) == 0)
    if len(empty):
        raise InputError(
            f"{len(texts):,} sentences are too few for {settings.folds} folds", remedy="Use fewer folds."
        )
    return fold


def _trained(
    texts: TextColumn,
    references: TextColumn,
    kept: npt.NDArray[np.bool_],
    folder: Path,
    settings: JackknifeSettings,
    threads: int,
) -> Path:
    make_directory(folder)
    rows = np.flatnonzero(kept)
    for name, column in (("source", texts), ("target", references)):
        write_column(folder / name, column.take(rows))
    inputs = Inputs(source=folder / "source", target=folder / "target")
    train(inputs, folder / "model", settings.train, threads=threads)
    return folder / "model"


def _whole(lists: CandidateLists, texts: TextColumn, references: TextColumn) -> CandidateLists:
    ids = [str(number) for number in range(len(texts))]
    return replace(lists, ids=ids, sources=texts, references=[references])
