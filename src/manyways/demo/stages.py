"""The stages of the demo, from text to report."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from manyways.candidates import CandidateLists, write
from manyways.demo.combined import combine_models, report_combined
from manyways.demo.hierarchical import learn_rules, report_rules
from manyways.demo.pictures import history_curve, pairs_table, score_rows
from manyways.demo.proof import Proved, prove, report_proof
from manyways.demo.reranking import report_reranking, rerank
from manyways.diverse import Dissimilarity, DiverseSettings
from manyways.files import atomic_write, make_directory
from manyways.metrics import Bleu, Chrf, Metric, Score, Signature, Ter
from manyways.metrics.oracle import best_each
from manyways.progress import say
from manyways.report import Report
from manyways.report.lists import curves_figure
from manyways.text import toy
from manyways.text.column import TextColumn
from manyways.train import Inputs, TextSettings, TrainSettings, train
from manyways.translator import Translator
from manyways.tune import TuneSettings, tune_model

__all__ = ["Demo", "run_demo"]

PAIRS, HELD = 5000, 300
LIST, FEW = 100, 10
PROVED = 100
# Chosen on the development set: weak penalties on pairs of words.
VARIED = DiverseSettings(rounds=FEW, strength=0.002, dissimilarity=Dissimilarity.of(2))
TUNING = TuneSettings(tuner="mert", metric=Bleu(), nbest=LIST, iterations=4)
SIZES = (1, 2, 5, 10, 20, 50, 100)


@dataclass
class Demo:
    """What the stages leave for each other, and the rows of the closing table."""

    directory: Path
    threads: int
    seconds: dict[str, float] = field(default_factory=dict)
    rows: list[tuple[str, dict[str, Score]]] = field(default_factory=list)

    @property
    def signatures(self) -> dict[str, Signature]:
        """How each metric of the closing table was made."""
        return {name: score.signature for _, scores in self.rows for name, score in scores.items()}

    def how_scored(self) -> str:
        return "\n".join(f"{name}: {signature}" for name, signature in self.signatures.items())

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        say(f"demo: {name}")
        started = time.monotonic()
        yield
        self.seconds[name] = time.monotonic() - started


def run_demo(directory: str | os.PathLike[str], *, threads: int = 0) -> Demo:
    """Run all stages; `directory` holds the corpus, the model, the lists and report.html afterwards."""
    demo = Demo(Path(directory), threads)
    make_directory(demo.directory)
    report = Report("Manyways: the demo")
    report.text(
        "A small German–English language is part of the package. Here a model of it is learnt, searched and "
        "judged; every number below was computed on this machine a moment ago."
    )
    with demo.stage("corpus"):
        test = _write_corpus(demo.directory)
    with demo.stage("train"):
        _train(demo, report)
    translator = Translator(demo.directory / "model", threads=threads)
    references = [TextColumn.from_texts(each) for each in test.raw_references]
    before = [each.text for each in translator.translate(test.raw_sources)]
    demo.rows.append(("default weights", _scores(before, references)))
    with demo.stage("tune"):
        translator = _tune(demo, translator, report)
    with demo.stage("translate"):
        best = [each.text for each in translator.translate(test.raw_sources)]
        consensus = [each.text for each in translator.mbr(test.raw_sources)]
        demo.rows.append(("tuned (MERT)", _scores(best, references)))
        demo.rows.append(("consensus (MBR)", _scores(consensus, references)))
    with demo.stage("lists"):
        lists = translator.kbest(test.raw_sources, LIST)
        write(lists, demo.directory / "lists.jsonl.gz")
        curve = _oracle_scores(lists, references)
        demo.rows.append((f"best of {LIST} (oracle)", {"BLEU": curve[LIST]}))
    with demo.stage("diverse lists"):
        plain = translator.kbest(test.raw_sources, FEW, distinct=False)
        varied = translator.diverse(test.raw_sources, VARIED)
        for title, few in (("best", plain), ("distinct", lists), ("diverse", varied)):
            score = _oracle_scores(few, references, sizes=(FEW,))[FEW]
            demo.rows.append((f"best of {FEW} {title} (oracle)", {"BLEU": score}))
    with demo.stage("rerank"):
        reranked = rerank(demo.directory, translator, test, threads=threads)
        demo.rows.append(("reranked", _scores(reranked.texts, references)))
    with demo.stage("rules with gaps"):
        dev = toy.generate(HELD, split="dev")
        gapped = learn_rules(demo.directory, dev, TUNING, threads=threads)
        by_rules = [each.text for each in gapped.translate(test.raw_sources)]
        demo.rows.insert(2, ("hierarchical, tuned (MERT)", _scores(by_rules, references)))
    with demo.stage("combine"):
        both = {"phrases": translator, "rules": gapped}
        combined = combine_models(both, dev, test, threads=threads)
        demo.rows.insert(4, ("both models combined", _scores(combined.texts(), references)))
    with demo.stage("proof"):
        proved = [prove(each, test.raw_sources[:PROVED]) for each in (translator, gapped)]
    with demo.stage("report"):
        _report(demo, report, test, best, (lists, varied), curve)
        report_reranking(report, reranked)
        report_rules(report, gapped, test)
        report_combined(report, combined)
        _report_proofs(report, proved)
        _report_time(demo, report)
        report.write(demo.directory / "report.html")
    return demo


def _write_corpus(directory: Path) -> toy.ToyCorpus:
    """Training text in plain files, as a user would have it; the test set stays in memory."""
    corpus = toy.generate(PAIRS)
    for name, texts in (("train.de", corpus.raw_sources), ("train.en", corpus.raw_references[0])):
        with atomic_write(directory / name) as out:
            out.writelines(text + "\n" for text in texts)
    return toy.generate(HELD, split="test")


def _train(demo: Demo, report: Report) -> None:
    settings = TrainSettings(text=TextSettings(source_language="de", target_language="en"))
    inputs = Inputs(source=demo.directory / "train.de", target=demo.directory / "train.en")
    summary = train(inputs, demo.directory / "model", settings, threads=demo.threads)
    report.section("Learning a model")
    report.text(f"{PAIRS:,} sentence pairs, from text to a model in one command (manyways train).")
    report.table(["step", "result", "seconds", "CPU seconds"], summary.rows())


def _tune(demo: Demo, translator: Translator, report: Report) -> Translator:
    """Tune on a development set of its own; the tuned model is another directory."""
    dev = toy.generate(HELD, split="dev")
    tuned = demo.directory / "tuned"
    result = tune_model(translator, dev.raw_sources, dev.raw_references, TUNING, out=tuned, tell=say).best
    report.section("Tuning it")
    report.text(
        f"MERT on {HELD} other sentences: BLEU {result.start_score.value:.2f} with the default weights, "
        f"{result.score.value:.2f} with the tuned ones ({result.score.signature})."
    )
    report.figure(history_curve(result.history), "BLEU of the development set, by iteration.")
    return Translator(tuned, threads=demo.threads)


def _scores(texts: list[str], references: list[TextColumn]) -> dict[str, Score]:
    metrics: tuple[Metric, ...] = (Bleu(), Chrf(), Ter())
    return {metric.name: metric.corpus_score(texts, references) for metric in metrics}


def _oracle_scores(
    lists: CandidateLists, references: list[TextColumn], sizes: Sequence[int] = SIZES
) -> dict[int, Score]:
    """BLEU of the best choice out of the first n candidates of every list, for several n."""
    metric = Bleu()
    curve = {}
    for size in sizes:
        cut = lists.cut(size)
        rows = metric.statistics(cut, references)
        chosen = best_each(metric, rows, cut.sentence_offsets)
        curve[size] = metric.score(rows[chosen].sum(axis=0), references=len(references))
    return curve


def _report(
    demo: Demo,
    report: Report,
    test: toy.ToyCorpus,
    best: list[str],
    plain_and_varied: tuple[CandidateLists, CandidateLists],
    curve: dict[int, Score],
) -> None:
    report.section("How good is it?")
    report.text(f"{HELD} new sentences with four references each; some hold words that training never saw.")
    header, rows = score_rows(demo.rows)
    report.table(header, rows, caption=demo.how_scored())
    report.section("Some translations")
    report.table(["German", "translation", "one of four references"], pairs_table(test, best))
    report.section("Many ways")
    report.text(
        "The list of a sentence holds better translations than its first entry. How much better, by its size:"
    )
    values = {"best": {size: score.value for size, score in curve.items()}}
    report.figure(curves_figure(values), "BLEU of the best choice out of the first n candidates.")
    shown = max(range(len(test.sources)), key=lambda i: len(test.sources[i]))
    for title, lists in zip(("The best", "The same number, diverse"), plain_and_varied, strict=True):
        report.text(f"{title}, for “{test.raw_sources[shown]}”:")
        first = int(lists.sentence_offsets[shown])
        places = range(first, min(int(lists.sentence_offsets[shown + 1]), first + FEW))
        report.table(["score", "candidate"], [[float(lists.scores[i]), lists.texts[i]] for i in places])


def _report_proofs(report: Report, proved: Sequence[Proved]) -> None:
    report.section("Is it the best?")
    report.text(
        "A search that keeps only some of the ways does not know what it misses; the exact search proves "
        "that nothing scores higher. First the model of phrases, searched with stacks:"
    )
    report_proof(report, proved[0])
    report.text("And the rules with gaps, whose search makes a number of items for each span (its pops):")
    report_proof(report, proved[1])


def _report_time(demo: Demo, report: Report) -> None:
    report.section("What it took")
    report.table(["stage", "seconds"], list(demo.seconds.items()))
