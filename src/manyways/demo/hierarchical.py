"""The demo's second model: rules with gaps, learnt and tuned from the same text, and a derivation of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from manyways.progress import say
from manyways.report import Report
from manyways.search import ChartSettings
from manyways.search.results import Step
from manyways.text import toy
from manyways.train import Inputs, TextSettings, TrainSettings, train
from manyways.translator import Translator
from manyways.tune import TuneSettings, tune_model

__all__ = ["learn_rules", "report_rules"]


SEARCH = ChartSettings(pops=100)  # as good on this language as the default


def learn_rules(directory: Path, dev: toy.ToyCorpus, tuning: TuneSettings, *, threads: int) -> Translator:
    """Train a grammar on the corpus of `directory` and tune it; the tuned model is `tuned-rules` there."""
    settings = TrainSettings(
        kind="hierarchical", text=TextSettings(source_language="de", target_language="en")
    )
    inputs = Inputs(source=directory / "train.de", target=directory / "train.en")
    train(inputs, directory / "rules", settings, threads=threads)
    translator = Translator(directory / "rules", settings=SEARCH, threads=threads)
    out = directory / "tuned-rules"
    tune_model(translator, dev.raw_sources, dev.raw_references, tuning, out=out, tell=say)
    return Translator(out, settings=SEARCH, threads=threads)


def report_rules(report: Report, translator: Translator, test: toy.ToyCorpus) -> None:
    """What such a model is, and its deepest derivation of those that give one of the references."""
    report.section("Rules with gaps")
    report.text(
        "A hierarchical model has rules such as “weil [1] [2] hat → because [1] has [2]”: a gap holds what a "
        "phrase-based model must jump over, so that a verb at the end of a German clause finds its place in "
        "one step. This one was learnt and tuned as the first model was."
    )
    texts = test.raw_sources
    found = translator.translate(texts)
    right = [any(found.texts[i] == each[i] for each in test.raw_references) for i in range(len(texts))]
    depths = [max(map(_depth, found.derivation(i)), default=0) for i in range(len(texts))]
    deepest = max(range(len(texts)), key=lambda i: (right[i], depths[i]))
    (source,) = translator.prepare([texts[deepest]])
    rows = list(_rows(source.split(), found.derivation(deepest)))
    report.text(f"How it translates “{texts[deepest]}”: “{found[deepest].text}”")
    report.table(["source words", "what is written for them"], rows)


def _depth(step: Step) -> int:
    return 1 + max(map(_depth, step[3]), default=0) if len(step) == 4 else 1


def _rows(words: Sequence[str], steps: Sequence[Step], level: int = 0) -> Iterator[list[object]]:
    for step in steps:
        yield ["\u2003" * level + " ".join(words[step[0] : step[1]]), step[2]]
        if len(step) == 4:
            yield from _rows(words, step[3], level + 1)
