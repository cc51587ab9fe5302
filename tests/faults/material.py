"""A small model of everything that is stored in binary files, and what one does with each kind."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from manyways._core import lm as core_lm
from manyways._core import phrases as core_phrases
from manyways._core import rich as core_rich
from manyways.align import AlignmentModel
from manyways.exact import ExactSearch, ExactSettings
from manyways.grammar import RuleSettings, RuleTable
from manyways.grammar import train as train_rules
from manyways.linguistics import (
    Parser,
    ParserSettings,
    Tagger,
    read_tagged,
    read_treebank,
    train_parser,
    train_tagger,
)
from manyways.lm import LanguageModel
from manyways.lm.estimate import EstimateSettings, estimate_files
from manyways.lm.model import write_model
from manyways.model import SearchSettings, Weights, default_weights
from manyways.phrases import PhraseTable
from manyways.phrases import train as train_phrases
from manyways.search import BeamSearch, BeamSettings, ChartSearch, ChartSettings, PhraseModel, RuleModel
from manyways.text import toy
from manyways.text.column import TextColumn
from manyways.text.linked import LinkedText
from manyways.text.vocabulary import Vocabulary, encode

__all__ = ["Material", "USES", "make"]

HURRY = BeamSettings(pops=30, stack=30)


@dataclass(frozen=True)
class Material:
    """Where the files are, and the texts that they were made from."""

    directory: Path
    source: list[str]
    target: list[str]
    text: LinkedText
    source_words: Vocabulary
    target_words: Vocabulary

    def path(self, kind: str) -> Path:
        return self.directory / f"{kind}.bin"

    def weights(self) -> Weights:
        return default_weights("phrase", reordering=True)

    def decoder(self, table: Path | None = None, lm: Path | None = None) -> PhraseModel:
        models = {"LM0": LanguageModel.open(lm or self.path("lm"))}
        search = SearchSettings(distortion_limit=3)
        return PhraseModel(PhraseTable(table or self.path("phrases")), models, self.weights(), search)

    def rule_model(self, rules: Path | None = None, lm: Path | None = None) -> RuleModel:
        models = {"LM0": LanguageModel.open(lm or self.path("lm"))}
        return RuleModel(RuleTable(rules or self.path("rules")), models, default_weights("hierarchical"))


def make(directory: Path, sentences: int = 60) -> Material:
    """All kinds of files, from sentences of the embedded language."""
    pairs = toy.generate(sentences)
    toy.write(pairs, directory)
    source = (directory / "train.de").read_text(encoding="utf-8").splitlines()
    target = (directory / "train.en").read_text(encoding="utf-8").splitlines()
    trained, links = AlignmentModel.train(source, target, threads=1)
    trained.save(directory / "align.bin")
    words = Vocabulary(), Vocabulary()
    rows = np.column_stack([links.source, links.target])
    text = LinkedText(*encode(source, words[0]), *encode(target, words[1]), rows, links.offsets)
    train_phrases(text, words, directory / "phrases.bin", threads=1)
    rules = RuleSettings(span=6, symbols=4, tight=False, least_pairs=1)
    train_rules(text, words, directory / "rules.bin", settings=rules, threads=1)
    settings = EstimateSettings(order=3, discount_fallback=(0.5, 1.0, 1.5))
    write_model(estimate_files([directory / "train.en"], settings).ngrams, directory / "lm.bin", bounds=True)
    _make_rich(directory, source, target)
    train_tagger(read_tagged(directory / "train.trees"), directory / "tagger.bin")
    quick = ParserSettings(passes=2, folds=1, beam=4)
    train_parser(read_treebank(directory / "train.trees"), directory / "parser.bin", quick)
    return Material(directory, source, target, text, *words)


def _make_rich(directory: Path, source: list[str], target: list[str]) -> None:
    words = Vocabulary(), Vocabulary()
    sides = encode(source, words[0]), encode(target, words[1])
    core_rich.train_model1(*sides, *words, core_rich.Model1Settings(), str(directory / "model1.bin"), 1)
    column = TextColumn.from_texts(target)
    counter = core_rich.NgramCounter(3)
    counter.add((column.data, column.offsets))
    counter.write(str(directory / "ngrams.bin"), 1)
    trainer = core_rich.TreeletTrainer()
    trees = TextColumn.from_texts(map(_flat_tree, target))
    trainer.add((trees.data, trees.offsets))
    trainer.write(str(directory / "trees.bin"))


def _flat_tree(text: str) -> str:
    return f"(S {' '.join(f'(T{len(word)} {word})' for word in text.split())})"


def use_lm(path: Path, material: Material) -> None:
    model = LanguageModel.open(path)
    core = core_lm.Model(os.fspath(path))
    core.verify()
    model.score_texts(TextColumn.from_texts(material.target[:20]))
    model.score_words(material.target[0])
    states = [core.begin_state(), 0]
    for word in range(3, min(core.words, 40)):
        states.append(core.score(states[-1], word)[1])
        core.upper_bound(states[-1], word)
        core.length(states[-1])
    scorer = core_lm.PieceScorer(core)
    for word in (5, 6, 7):
        scorer.word(word)
    piece = scorer.finish()[1]
    scorer.begin_sentence()
    scorer.piece(piece)
    scorer.finish()
    core_lm.mix([core, core], [0.5, 0.5])
    BeamSearch(material.decoder(lm=path), HURRY, threads=1).best(material.source[:2])
    ChartSearch(material.rule_model(lm=path), ChartSettings(pops=60), threads=1).best(material.source[:2])


def use_phrases(path: Path, material: Material) -> None:
    table = core_phrases.Table(os.fspath(path))
    for sentence in material.source[:20]:
        table.spans(sentence)
        for word in sentence.split():
            table.find(word)
    decoder = material.decoder(table=path)
    BeamSearch(decoder, HURRY, threads=1).best(material.source[:3])
    BeamSearch(decoder, HURRY, threads=1).lists(material.source[3:5], 20, links=True, phrase_features=True)
    for graph in BeamSearch(decoder, HURRY, threads=1).graphs(material.source[:1]):
        graph.mbr()
        graph.sample(5, seed=1)
    ExactSearch(decoder, ExactSettings(memory=50, time_limit=0.3), threads=1).prove_all(material.source[:1])
    for kind in (core_phrases.TextKind.phrases, core_phrases.TextKind.reordering):
        _export(table, kind)
    table.verify()


def use_rules(path: Path, material: Material) -> None:
    rules = RuleTable(path)
    for sentence in material.source[:20]:
        for word in sentence.split():
            rules.find(word)
            rules.find(f"{word} [X]")
            rules.find(f"[X] {word} [X]")
    model = material.rule_model(path)
    for method in ("grouping", "cube"):
        search = ChartSearch(model, ChartSettings(pops=30, method=method), threads=1)  # type: ignore[arg-type]
        search.lists(material.source[:4], 20, links=True, phrase_features=True)
        search.force(material.source[:2], material.target[:2])
    _export(rules.core.table, core_phrases.TextKind.rules)
    rules.verify()


def use_align(path: Path, material: Material) -> None:
    trained = AlignmentModel.load(path)
    trained.align_new(material.source[:10], material.target[:10], threads=1)
    trained.save(path.with_suffix(".again"))


def use_model1(path: Path, material: Material) -> None:
    model = core_rich.Model1(os.fspath(path))
    texts, sources = (TextColumn.from_texts(each[:10]) for each in (material.target, material.source))
    offsets = np.arange(11, dtype=np.int64)
    model.score((texts.data, texts.offsets), offsets, (sources.data, sources.offsets), 0.01, 1)
    model.verify()


def use_ngrams(path: Path, material: Material) -> None:
    known = core_rich.NgramSet(os.fspath(path))
    texts = TextColumn.from_texts(material.target[:20])
    known.match((texts.data, texts.offsets), 1)
    known.verify()


def use_trees(path: Path, material: Material) -> None:
    model = core_rich.Treelets(os.fspath(path))
    trees = TextColumn.from_texts(map(_flat_tree, material.target[:20]))
    model.score((trees.data, trees.offsets), 1)
    model.verify()


def use_tagger(path: Path, material: Material) -> None:
    tagger = Tagger.open(path)
    tagger.tag_texts(material.target[:20]).texts()


def use_parser(path: Path, material: Material) -> None:
    parser = Parser.open(path)
    trees = parser.parse_texts(material.target[:20])
    list(trees.texts())
    assert len(trees.children)


def _export(table: core_phrases.Table, kind: core_phrases.TextKind) -> None:
    export = core_phrases.MosesExport(table, kind)
    while export.next():
        pass


USES: Mapping[str, Callable[[Path, Material], None]] = {
    "lm": use_lm,
    "phrases": use_phrases,
    "rules": use_rules,
    "align": use_align,
    "model1": use_model1,
    "ngrams": use_ngrams,
    "trees": use_trees,
    "tagger": use_tagger,
    "parser": use_parser,
}
