"""The demo's reranker: rich features of a pack, learnt on lists of their own, told on the test set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from manyways.candidates import CandidateLists, write
from manyways.choose import choose
from manyways.features import Resources, ResourceSettings, Wanted, compute
from manyways.features.rich import PackInputs, PackSettings
from manyways.features.rich.preparing import prepare
from manyways.files import atomic_write
from manyways.linguistics import ParserSettings, read_treebank, train_parser
from manyways.report import Report
from manyways.rerank import RerankSettings, Trained, Waterfall, train_reranker, waterfall
from manyways.text import toy
from manyways.text.column import TextColumn
from manyways.text.content import mark_of, marks_of
from manyways.translator import Translator

__all__ = ["Reranked", "report_reranking", "rerank"]

SIZE, SENTENCES, TREES = 100, 300, 500
PARSER = ParserSettings(passes=2, folds=1, beam=2)
PACK = PackSettings(source_language="de", target_language="en", classes=(50, 150), class_orders=(3, 5))


@dataclass(frozen=True, eq=False)
class Reranked:
    """texts: what was chosen for the test set. why: the way of one choice."""

    texts: list[str]
    trained: Trained
    parts: Sequence[str]
    why: Waterfall


def rerank(directory: Path, translator: Translator, test: toy.ToyCorpus, *, threads: int) -> Reranked:
    """TUNE1 is the set that tuned the model, TUNE2 other sentences; neither has one of the test set."""
    tune1 = _sentences(toy.generate(SENTENCES, split="dev"), test.raw_sources)
    known = [*test.raw_sources, *tune1.raw_sources]
    tune2 = _sentences(toy.generate(2 * SENTENCES, seed=2, split="dev"), known)
    spare = directory / "tune1.jsonl.gz"
    write(_lists(translator, tune1), spare, format="jsonl")
    inputs = PackInputs(
        source=directory / "train.de",
        target=directory / "train.en",
        lists=spare,
        parser=_parser(directory),
        trees=directory / "train.trees",
    )
    pack = prepare(inputs, directory / "pack", PACK, threads=threads).pack
    resources = Resources.open(ResourceSettings(pack=str(pack.directory)))

    def featured(corpus: toy.ToyCorpus) -> CandidateLists:
        return compute(
            _lists(translator, corpus), Wanted.named_by(["basic"]), resources, threads=threads
        ).lists

    trained = train_reranker(
        featured(tune2), RerankSettings(folds=3, prices=(0.1, 1.0)), known=pack.marks, threads=threads
    )
    trained.chooser.write(directory / "reranker.toml")
    lists = replace(featured(test), references=None)
    texts = list(choose(lists, trained.reranker).top_texts())
    changed = next((i for i, text in enumerate(texts) if text != lists.top_texts()[i]), 0)
    why = waterfall(lists, lists.ids[changed], trained.reranker)
    return Reranked(texts, trained, sorted(pack.parts), why)


def _parser(directory: Path) -> Path:
    """A tagger and a parser, learnt from the language's own trees."""
    trees = directory / "train.trees"
    with atomic_write(trees) as out:
        out.writelines(f"{tree}\n" for tree in toy.generate(TREES).trees)
    parser = directory / "en.parser"
    train_parser(read_treebank(trees), parser, PARSER)
    return parser


def _sentences(corpus: toy.ToyCorpus, others: Sequence[str]) -> toy.ToyCorpus:
    """Without sentences that are among others."""
    marks = marks_of(others)
    kept = [i for i, each in enumerate(corpus.raw_sources) if mark_of(each) not in marks][:SENTENCES]
    return toy.ToyCorpus(
        split=corpus.split,
        sources=[corpus.sources[i] for i in kept],
        references=[[each[i] for i in kept] for each in corpus.references],
        links=[corpus.links[i] for i in kept],
        trees=[corpus.trees[i] for i in kept],
        templates=[corpus.templates[i] for i in kept],
        constructions=[corpus.constructions[i] for i in kept],
    )


def _lists(translator: Translator, corpus: toy.ToyCorpus) -> CandidateLists:
    lists = translator.kbest(corpus.raw_sources, SIZE)
    references = [TextColumn.from_texts(each) for each in corpus.raw_references]
    return replace(lists.with_references(*references), sources=TextColumn.from_texts(corpus.raw_sources))


def report_reranking(report: Report, found: Reranked) -> None:
    """What the reranker is, and why it chose as it did."""
    report.section("Reranking")
    names = found.trained.reranker.names
    report.text(
        "The lists hold better translations than their first ones. A support vector machine learnt to find "
        f"them from {len(names)} features of other lists: the model's own, agreement within a list, "
        f"and those of a pack ({', '.join(found.parts)}) trained on the same text. By folds it gives "
        f"BLEU {found.trained.reranker.about['by_folds']:.2f}; on new sentences what the table above has."
    )
    for table in found.why.tables():
        report.table(table.headings, list(table.rows)[:12], caption=table.title)
