"""The parts of a rich pack, each trained from files into files by one function, which returns facts."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways._core import rich as core
from manyways._core import text as text_core
from manyways.candidates import (
    CandidateLists,
    ReferenceFile,
    read,
    with_reference_files,
    with_source_file,
)
from manyways.errors import InputError
from manyways.features.rich.settings import PackInputs, PackSettings
from manyways.files import AnyPath, atomic_bytes, open_bytes, scratch_file
from manyways.linguistics import ClusterSettings, Parser, Tagger, cluster_files
from manyways.lm import (
    EstimateSettings,
    LanguageModel,
    WordClasses,
    estimate,
    estimate_files,
    interpolate,
    tune_weights,
    write_model,
)
from manyways.lm.blocks import text_blocks
from manyways.metrics import Bleu
from manyways.text.column import TextColumn, read_column, write_column
from manyways.text.content import marks_of
from manyways.text.pipeline import TextPipeline
from manyways.text.tokenise import lower as lowered
from manyways.text.vocabulary import Vocabulary, encode
from manyways.wording import counted

__all__ = [
    "class_models",
    "cluster",
    "collect_ngrams",
    "copy_models",
    "good_and_bad",
    "mix_models",
    "prepare_texts",
    "train_inverse",
]

FALLBACK = (0.5, 1.0, 1.5)  # discounts where the text gives none
HELD_OUT = 50  # of so many lines of the target text one is held out, if no text is given
Facts = Mapping[str, Any]
_OPENED: Mapping[str, Callable[[AnyPath], object]] = {"tagger": Tagger.open, "parser": Parser.open}


def prepare_texts(
    given: Sequence[Path], outs: Sequence[Path], pipelines: Sequence[TextPipeline], *, threads: int
) -> Facts:
    """Split and case all texts: the first is the source, the others are of the target language."""
    lines = []
    for i, (path, out) in enumerate(zip(given, outs, strict=True)):
        column = pipelines[min(i, 1)].prepare(read_column(path), threads=threads)
        write_column(out, column)
        lines.append(len(column))
    if lines[0] != lines[1]:
        raise InputError(
            f"has {counted(lines[1], 'lines')}, and {given[0]} has {lines[0]:,}",
            path=given[1],
            remedy="Line n of one must be the translation of line n.",
        )
    return {"pairs": lines[0], **({"further lines": sum(lines[2:])} if lines[2:] else {})}


def train_inverse(source: Path, target: Path, out: Path, settings: PackSettings, *, threads: int) -> Facts:
    """Model 1 of the source given the target."""
    words = Vocabulary(), Vocabulary()
    of_source = encode(read_column(source), words[0], threads=threads)
    of_target = encode(read_column(target), words[1], threads=threads)
    how = core.Model1Settings()
    how.passes, how.least = settings.model1_passes, settings.model1_least
    kept = core.train_model1(of_source, of_target, *words, how, os.fspath(out), threads)
    return {"word pairs": kept}


def mix_models(
    texts: Sequence[Path],
    held_out: Path | None,
    pipeline: TextPipeline,
    out: Path,
    settings: PackSettings,
    *,
    threads: int,
) -> Facts:
    """One language model per text, mixed so that held-out text is most probable."""
    columns = [read_column(path) for path in texts]
    if held_out is not None:
        held = pipeline.prepare(read_column(held_out), threads=threads)
    else:
        rows = np.arange(len(columns[0]))
        held, columns[0] = columns[0].take(rows[::HELD_OUT]), columns[0].take(rows[rows % HELD_OUT != 0])
    how = EstimateSettings(order=settings.lm_order, discount_fallback=FALLBACK)
    with ExitStack() as stack:
        models = []
        for column in columns:
            path = stack.enter_context(scratch_file())
            write_model(estimate(column, how, threads=threads).ngrams, path)
            models.append(LanguageModel.open(path))
        weights = tune_weights(models, held) if len(models) > 1 else [1.0]
        write_model(interpolate(models, weights), out)
    perplexity = LanguageModel.open(out).perplexity_of(held, threads=threads).value
    return {"weights": [round(each, 4) for each in weights], "perplexity": round(perplexity, 2)}


def collect_ngrams(
    texts: Sequence[Path], counts: Sequence[Path], out: Path, settings: PackSettings, *, lower: bool
) -> Facts:
    """The n-grams of texts, or those that files of counted n-grams list (Web 1T)."""
    counter = core.NgramCounter(settings.ngram_order)
    for path in () if counts else texts:
        for block in text_blocks(path):
            counter.add((block.data, block.offsets))
    for path in counts:
        _add_counted(counter, path, settings, lower=lower)
    kept = counter.write(os.fspath(out), settings.ngram_least)
    if not kept:
        raise InputError(
            f"no {settings.ngram_order}-gram occurs {settings.ngram_least} times or more",
            path=(counts or texts)[0],
        )
    return {"n-grams": kept}


def _add_counted(counter: core.NgramCounter, path: AnyPath, settings: PackSettings, *, lower: bool) -> None:
    """Lines of `w1 w2 w3 w4 w5 TAB count`."""
    line, taken = 0, 0
    for block in text_blocks(path):
        ngrams, counts = [], []
        for text in block:
            line += 1
            ngram, tab, number = text.rstrip("\r\n").rpartition("\t")
            if not tab or not number.isascii() or not number.isdigit() or len(number) > 18:
                raise InputError(
                    f"expected words, a tab and a count, found {text[:60]!r}", path=path, line=line
                )
            ngrams.append(ngram)
            counts.append(int(number))
        column = TextColumn.from_texts(ngrams)
        column = lowered(column) if lower else column
        numbers = np.array(counts, dtype=np.uint64)
        taken += counter.add_counted((column.data, column.offsets), numbers, settings.ngram_least)
    if not taken:
        raise InputError(f"has no {settings.ngram_order}-grams", path=path)


def copy_models(given: Mapping[str, Path], outs: Mapping[str, Path]) -> Facts:
    """Models of others' making, into the pack."""
    for role, path in given.items():
        with atomic_bytes(outs[role]) as out, open_bytes(path) as stream:
            while block := stream.read(1 << 20):
                out.write(block)
        try:
            _OPENED[role](outs[role])
        except InputError as error:
            said = error.message.removeprefix(f"{outs[role]}: ")
            raise InputError(said, path=path, remedy=error.remedy) from None
    return {"copied": ", ".join(given)}


def cluster(texts: Sequence[Path], classes: int, out: Path, settings: PackSettings, *, threads: int) -> Facts:
    """Word classes by Brown's method, or by exchange."""
    found = cluster_files(texts, ClusterSettings(classes=classes, method=settings.method), threads=threads)
    found.write(out)
    return {"words": len(found.words), "mutual information": round(found.mutual_information, 4)}


def class_models(
    texts: Sequence[Path], classes: Path, outs: Sequence[Path], settings: PackSettings, *, threads: int
) -> Facts:
    """Language models of classes, one per order."""
    for order, out in zip(settings.class_orders, outs, strict=True):
        how = EstimateSettings(order=order, smoothing="witten-bell")
        found = estimate_files(texts, how, classes=WordClasses.read(classes), threads=threads)
        write_model(found.ngrams, out)
    return {"orders": list(settings.class_orders)}


def good_and_bad(
    inputs: PackInputs, pipeline: TextPipeline, outs: Mapping[str, Path], *, threads: int
) -> Facts:
    """Language models of good and of bad candidates; `outs` by role, `disc-good-3`."""
    lists = read_lists(inputs)
    weights = goodness(lists, threads=threads)
    texts, good, bad = merged(pipeline.prepare(lists.texts, threads=threads), weights)
    for role, out in outs.items():
        _, kind, order = role.rsplit("-", 2)
        write_model(weighted_model(texts, good if kind == "good" else bad, int(order), threads), out)
    return {
        "lists": len(lists),
        "candidates": lists.candidate_count,
        "marks": sorted(marks_of(lists.sources or ())),
    }


def read_lists(inputs: PackInputs) -> CandidateLists:
    """The lists of TUNE1 with references and sources."""
    path = inputs.lists
    assert path is not None
    lists = read(path)
    if inputs.references:
        files = ReferenceFile.read_all([os.fspath(each) for each in inputs.references])
        lists = with_reference_files(lists, files, path=os.fspath(path))
    if inputs.lists_source is not None:
        lists = with_source_file(lists, os.fspath(inputs.lists_source), path=os.fspath(path))
    if not lists.references:
        raise InputError(
            "has no references to tell good from bad", path=path, remedy="Give them: --references F"
        )
    if lists.sources is None:
        raise InputError(
            "has no sources, by which it is kept apart from other lists",
            path=path,
            remedy="Give them: --spare-source F",
        )
    return lists


def goodness(lists: CandidateLists, *, threads: int) -> npt.NDArray[np.float64]:
    """BLEU + 1 of each candidate, moved and scaled so that it is 0 to 1 within each list.

    Of a list whose candidates are all alike nothing is learnt: NaN.
    """
    metric = Bleu()
    scores = metric.sentence_scores(metric.statistics(lists, threads=threads))
    low, high = np.full(len(lists), np.inf), np.full(len(lists), -np.inf)
    np.minimum.at(low, lists.sentence_of, scores)
    np.maximum.at(high, lists.sentence_of, scores)
    width = np.where(high > low, high - low, np.nan)
    result: npt.NDArray[np.float64] = (scores - low[lists.sentence_of]) / width[lists.sentence_of]
    return result


def merged(
    texts: TextColumn, weights: npt.NDArray[np.float64]
) -> tuple[TextColumn, npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Each distinct text once, with the sums of its weights as good and as bad."""
    known = np.flatnonzero(np.isfinite(weights))
    if not len(known):
        raise InputError("no list has candidates of different quality: there is nothing to learn")
    marks = text_core.hash_texts(texts.data, texts.offsets, seed=1)[known]
    _, first, group = np.unique(marks, return_index=True, return_inverse=True)
    good = np.bincount(group, weights[known], len(first)).astype(np.float64)
    bad = np.bincount(group, 1 - weights[known], len(first)).astype(np.float64)
    return texts.take(known[first]), good, bad


def weighted_model(texts: TextColumn, weights: npt.NDArray[np.float64], order: int, threads: int) -> Any:
    """A Witten-Bell model of fractional counts."""
    rows = np.flatnonzero(weights > 0)
    how = EstimateSettings(order=order, smoothing="witten-bell")
    return estimate(texts.take(rows), how, weights=weights[rows], threads=threads).ngrams
