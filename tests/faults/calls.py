"""A sound call of every function of the core that takes arrays, lists or places in them.

The keys are the names in the stubs (src/manyways/_core); a call goes on to use what it made.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from manyways._core import (
    align,
    candidates,
    chart,
    cluster,
    combine,
    diverse,
    exact,
    features,
    geometry,
    grammar,
    graph,
    lm,
    metrics,
    phrases,
    rich,
    search,
    syntax,
    text,
    tune,
    unicode,
)
from manyways._core.base import Vocabulary
from manyways.align import AlignmentModel
from manyways.model import default_weights
from tests.faults.material import Material

__all__ = ["Calls", "sound_calls"]

Calls = dict[str, tuple[Callable[..., object], tuple[Any, ...]]]

DATA = np.frombuffer(b"The cat sat. A dog ran home. A cat", dtype=np.uint8)
OFFSETS = np.array([0, 12, 28, 34], dtype=np.int64)
COLUMN = (DATA, OFFSETS)
SENTENCES = np.array([0, 2, 3], dtype=np.int64)
REFERENCE = (np.frombuffer(b"The cat sat A cat", dtype=np.uint8), np.array([0, 11, 17], dtype=np.int64))
IDS = np.array([3, 4, 5, 3, 4, 6], dtype=np.uint32)
ID_OFFSETS = np.array([0, 3, 5, 6], dtype=np.int64)
NEWER = (np.array([0x11FB0], dtype=np.uint32), np.array([1], dtype=np.uint8))


def floats(*values: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.array(values, dtype=np.float64)


def sound_calls(material: Material) -> Calls:
    calls: Calls = {}
    for part in (
        _align,
        _candidates,
        _lists,
        _tune,
        _geometry,
        _graph,
        _lm,
        _learn,
        _search,
        _chart,
        _text,
        _cluster,
        _rich,
        _syntax,
        _combine,
    ):
        calls |= part(material)
    return calls


def filled(settings: Any, **values: Any) -> Any:
    """Settings of the core with these values."""
    for name, value in values.items():
        setattr(settings, name, value)
    return settings


def _align(material: Material) -> Calls:
    side = np.array([0, 1, 0], dtype=np.int32)
    offsets = np.array([0, 2, 3], dtype=np.int64)
    source, source_offsets, target, target_offsets = material.text.arrays[:4]

    def train(arrays: Any) -> None:
        settings = filled(align.AlignSettings(), model1_passes=1, hmm_passes=1)
        words = material.source_words, material.target_words
        aligner = align.Aligner(arrays, settings, 1, *words)
        for _ in range(aligner.passes):
            aligner.run_pass()
        aligner.links(align.Symmetry.posterior, 0.5, True)
        aligner.model(*words)

    few = 12
    cut = (source[: source_offsets[few]], source_offsets[: few + 1])
    cut += (target[: target_offsets[few]], target_offsets[: few + 1])
    return {
        "align.format_links": (align.format_links, (side, side, offsets, np.ones(3, dtype=np.float32))),
        "align.symmetrise": (
            align.symmetrise,
            ((side, side, offsets), (side, side, offsets), align.Symmetry.grow_diag_final, False, 1),
        ),
        "align.hmm_posteriors": (
            align.hmm_posteriors,
            (np.full((3, 2), 0.5, dtype=np.float32), np.full(3, 0.1, dtype=np.float32), _jumps(), 0.2),
        ),
        "align.Aligner.__init__": (train, (cut,)),
    }


def _jumps() -> Any:
    """One weight for every distance, however many the core has."""
    for size in range(1, 2000):
        try:
            one = np.ones((1, 1), dtype=np.float32)
            weights = np.ones(size, dtype=np.float32)
            align.hmm_posteriors(one, one[0], weights, 0.2)
        except ValueError:
            continue
        return weights
    raise AssertionError("the core takes no number of jump weights")


def _columns() -> dict[str, Any]:
    rows = np.array([0, 12, 28, 34], dtype=np.int64)
    names = (np.frombuffer(b"01", dtype=np.uint8), np.array([0, 1, 2], dtype=np.int64))
    none = np.array([0, 0, 0, 0], dtype=np.int64)
    return {
        "ids": names,
        "sources": names,
        "references": names,
        "texts": (DATA, rows),
        "links": (DATA, rows),
        "extra": (DATA, rows),
        "raw": (DATA, none),
        "sparse_values": (floats(1, 2), np.array([0, 1, 2, 2], dtype=np.int64)),
        "sparse_names": np.array([0, 1], dtype=np.uint32),
        "word_scores": (floats(1, 2), np.array([0, 1, 2, 2], dtype=np.int64)),
        "sentence_offsets": SENTENCES,
        "reference_starts": np.array([0, 1, 2], dtype=np.int64),
        "features": floats(1, 2, 3),
        "scores": floats(1, 2, 3),
        "systems": np.array([0, 1, 0], dtype=np.int32),
        "feature_names": ["f"],
        "sparse_feature_names": ["a", "b"],
        "system_names": ["x", "y"],
    }


def _candidates(material: Material) -> Calls:
    layout = [("id", 0, 1), ("text", 1, 1), ("features", 1, 1), ("score", 1, 0), ("links", 1, 0)]
    lines = np.frombuffer(b"0 ||| a b ||| f= 1 ||| 2\n0 ||| b ||| f= 2 ||| 1\n", dtype=np.uint8)

    def feed(data: Any) -> None:
        reader = candidates.PipedReader("lists")
        reader.feed(data)
        reader.finish()
        reader.take(True)

    def set_dense(names: Any) -> None:
        reader = candidates.PipedReader("lists")
        reader.set_dense(names)
        reader.feed(lines)
        reader.finish()
        reader.take(True)

    return {
        "candidates.Reader.feed": (feed, (lines,)),
        "candidates.Reader.set_dense": (set_dense, (["f"],)),
        "candidates.write_piped": (
            candidates.write_piped,
            (_columns(), layout, "=", "\n", "general:6", "fixed:5"),
        ),
        "candidates.write_jsonl": (candidates.write_jsonl, (_columns(),)),
        "candidates.profile_rows": (candidates.profile_rows, COLUMN),
        "candidates.hash_rows": (candidates.hash_rows, COLUMN),
        "candidates.intern": (candidates.intern, COLUMN),
    }


def _bleu() -> metrics.Metric:
    scoring = metrics.BleuScoring("exp", 0.0, True, 0.0)
    return metrics.bleu("13a", False, scoring, scoring, NEWER)


def _lists(material: Material) -> Calls:
    bleu = _bleu()
    rows = bleu.statistics(COLUMN, SENTENCES, [REFERENCE], 1)

    def bleu_with(newer: Any) -> None:
        scoring = metrics.BleuScoring("exp", 0.0, True, 0.0)
        metrics.bleu("13a", False, scoring, scoring, newer).statistics(COLUMN, SENTENCES, [REFERENCE], 1)

    def select(*given: Any) -> None:
        columns, (orders, strength, size), traits = given[:4], given[4:7], given[7:]
        settings = filled(diverse.SelectSettings(), orders=orders, strength=strength, size=size)
        diverse.select(*columns, filled(settings, method=diverse.Method.dpp), *traits, 1)

    choice = np.array([0, 2], dtype=np.int64)
    return {
        "features.count_signs": (features.count_signs, (COLUMN, SENTENCES, REFERENCE, 1)),
        "features.Glossary.__init__": (features.Glossary, (COLUMN, COLUMN)),
        "features.count_terms": (
            features.count_terms,
            (features.Glossary(COLUMN, COLUMN), COLUMN, SENTENCES, REFERENCE, 1),
        ),
        "features.score_pairs": (
            features.score_pairs,
            (
                features.WordPairs(AlignmentModel.train(["a b c d"], ["a b c d"])[0]._model),
                (IDS[:4], np.array([0, 2, 4], dtype=np.int64)),
                (IDS, np.array([0, 2, 4, 6], dtype=np.int64)),
                SENTENCES,
                1,
            ),
        ),
        "metrics.Metric.statistics": (bleu.statistics, (COLUMN, SENTENCES, [REFERENCE], 1)),
        "metrics.Metric.scores": (bleu.scores, (rows,)),
        "metrics.Metric.sentence_scores": (bleu.sentence_scores, (rows,)),
        "metrics.bleu": (bleu_with, (NEWER,)),
        "metrics.tokenise": (metrics.tokenise, ("a b.", "tercom", True, True, True, NEWER)),
        "metrics.coverage": (metrics.coverage, (COLUMN, SENTENCES, [REFERENCE], "13a", True, 1)),
        "metrics.self_bleu": (metrics.self_bleu, (COLUMN, SENTENCES, "13a", 1)),
        "metrics.ConsensusOptions.__init__": (metrics.ConsensusOptions, ("prune", 0.9, 1)),
        "metrics.consensus": (
            metrics.consensus,
            (
                [(bleu, COLUMN, COLUMN)],
                SENTENCES,
                SENTENCES,
                np.ones(len(COLUMN[1]) - 1),
                metrics.ConsensusOptions("prune", 0.9, 1),
                1,
            ),
        ),
        "metrics.agreements": (
            metrics.agreements,
            (
                (bleu, COLUMN, COLUMN),
                SENTENCES,
                SENTENCES,
                np.zeros(len(COLUMN[1]) - 1, dtype=np.int32),
                1,
                1,
            ),
        ),
        "metrics.novelty": (metrics.novelty, (COLUMN, SENTENCES, "13a", 1)),
        "metrics.distinct": (metrics.distinct, (COLUMN, SENTENCES, 1)),
        "metrics.best_candidates": (metrics.best_candidates, (bleu, rows, SENTENCES)),
        "metrics.improve_choice": (metrics.improve_choice, (bleu, rows, SENTENCES, choice)),
        "diverse.select": (
            select,
            (
                IDS,
                ID_OFFSETS,
                SENTENCES,
                floats(-1, -2, -3),
                [(1, 0.5), (2, 1.0)],
                0.5,
                2,
                np.zeros(6, dtype=np.int32),
                [1.0, 1.0],
            ),
        ),
        "graph.mbr_gains": (graph.mbr_gains, (IDS, ID_OFFSETS, floats(-1, -2, -3), 1.0)),
    }


def _tuned() -> tuple[tune.Lists, metrics.Metric, tuple[Any, ...]]:
    bleu = _bleu()
    rows = bleu.statistics(COLUMN, SENTENCES, [REFERENCE], 1)
    features = np.array([[0.0, 1.0], [1.0, 0.0], [0.5, 0.5]])
    return tune.Lists(features, rows, SENTENCES), bleu, (features, rows, SENTENCES)


def _tune(material: Material) -> Calls:
    lists, bleu, arrays = _tuned()
    pairs = tune.AllPairs(lists, np.array([3, 1, 2], dtype=np.int64), 0, True, 1)
    two, three = floats(0.5, 1), floats(1, 0, 0.5)

    def make_lists(*given: Any) -> None:
        made = tune.Lists(*given)
        made.score(bleu, np.ones(given[0].shape[1]))
        tune.line_winners(made, np.ones(given[0].shape[1]), np.eye(given[0].shape[1]), 1)

    def make_pairs(gold: Any, threshold: int) -> None:
        tune.AllPairs(lists, gold, threshold, True, 1).loss(two)

    machine = tune.SlackLists(lists, floats(0.5, 1, 0.2), floats(1, 2), 1)

    def make_machine(quality: Any, units: Any) -> None:
        rows = np.array([0], dtype=np.uint32)
        tune.SlackLists(lists, quality, units, 1).solve(rows, bleu, tune.SvmSettings(), 1)

    def mert(starts: Any, positive: Any) -> None:
        settings = filled(tune.MertSettings(), restarts=1, random_directions=2, window=1, positive=positive)
        tune.mert(lists, bleu, starts, settings, 1, lambda best: None)

    def mira(start: Any, rate: Any, decay: Any, epochs: Any) -> None:
        settings = filled(tune.MiraSettings(), rate=rate, decay=decay, epochs=epochs)
        tune.mira(lists, bleu, start, settings)

    def sample(gold: Any, lengths: Any, draws: Any, keep: Any, difference: Any, gap: Any) -> None:
        limits = {"least": difference[0], "most": difference[1], "length_gap": gap}
        settings = filled(tune.PairSettings(), draws=draws, keep=keep, **limits)
        tune.sample_pairs(lists, gold, lengths, settings, 1)

    return {
        "tune.Lists.__init__": (make_lists, arrays),
        "tune.Lists.score": (lists.score, (bleu, two)),
        "tune.Lists.best": (lists.best, (two,)),
        "tune.envelope": (tune.envelope, (three, floats(1, 2, 3))),
        "tune.intervals": (tune.intervals, (lists, bleu, three, floats(1, 2, 3))),
        "tune.line_search": (tune.line_search, (lists, bleu, three, floats(1, 2, 3), -1.0, 1.0, 1)),
        "tune.line_winners": (tune.line_winners, (lists, two, np.eye(2), 1)),
        "tune.mert": (mert, (floats(1, 1), [1, 0])),
        "tune.expected_score": (tune.expected_score, (lists, bleu, two, 1.0, 1)),
        "tune.AllPairs.__init__": (make_pairs, (np.array([3, 1, 2], dtype=np.int64), 0)),
        "tune.AllPairs.loss": (pairs.loss, (two,)),
        "tune.AllPairs.hessian_product": (pairs.hessian_product, (two, two)),
        "tune.margin_step": (tune.margin_step, (np.array([[1.0, 0.5], [0.0, 1.0]]), floats(1, 2), 0.5)),
        "tune.SlackLists.__init__": (make_machine, (floats(0.5, 1, 0.2), floats(1, 2))),
        "tune.SlackLists.solve": (
            lambda rows, c: machine.solve(rows, bleu, filled(tune.SvmSettings(), c=c), 1),
            (np.array([0], dtype=np.uint32), 1.0),
        ),
        "tune.SlackLists.best": (machine.best, (np.array([0], dtype=np.uint32), two, 1)),
        "tune.mira": (mira, (two, 0.01, 0.99, 2)),
        "tune.sample_pairs": (sample, (three, floats(3, 4, 2), 20, 5, (0.0, 1.0), 10.0)),
    }


def _geometry(material: Material) -> Calls:
    lists, bleu, _ = _tuned()
    points = geometry.Points(lists)
    chosen = np.array([0, 2], dtype=np.uint32)
    two = floats(0.5, 1)
    small = _small_graph()
    hope = geometry.HopeFear([small], [["a b"]], floats(0.1, 1, 2), 1)

    def beam_search(start: Any, beam: Any, tests: Any, radius: Any, passes: Any, patience: Any) -> None:
        limits = {"beam": beam, "tests": tests, "radius": radius, "passes": passes, "patience": patience}
        geometry.beam_search(lists, bleu, start, filled(geometry.BeamSettings(), **limits), 1)

    def hope_fear(graphs: Any, references: Any, rewards: Any) -> None:
        geometry.HopeFear(graphs, references, rewards, 1).find(floats(1, 1), 1)

    return {
        "geometry.Points.can_win": (points.can_win, (chosen,)),
        "geometry.Points.conflict": (points.conflict, (chosen,)),
        "geometry.exact_choice": (geometry.exact_choice, (points, floats(1, 2, 3), 1000)),
        "geometry.linear_gains": (geometry.linear_gains, (lists, bleu, chosen)),
        "geometry.beam_search": (beam_search, (two, 5, 5, 0.5, 2, 1)),
        "geometry.search_plane": (
            geometry.search_plane,
            (lists, bleu, two, floats(1, 0), floats(0, 1), (-1.0, 1.0, -1.0, 1.0), (8, 8), 1),
        ),
        "geometry.envelope_lists": (geometry.envelope_lists, ([small], floats(1, 1), np.eye(2), 5.0, 1)),
        "geometry.graph_envelope": (geometry.graph_envelope, (small, floats(1, 1), floats(1, 0))),
        "geometry.HopeFear.__init__": (hope_fear, ([small], [["a b"]], floats(0.1, 1, 2))),
        "geometry.HopeFear.find": (hope.find, (floats(1, 1), 1)),
    }


def _small_graph(
    symbols: Any = (-1, 3), features: Any = (0.5, 1.0), tails: Any = (0,), label: int = 1, column: int = 1
) -> graph.Hypergraph:
    builder = graph.HypergraphBuilder(["f", "g"])
    builder.add_word("a")
    builder.add_word("b")
    builder.add_label([3, 4], [1.0, 0.0])
    builder.add_label(symbols, features, 0, 1)
    builder.add_edge(0, [], -1.0)
    builder.end_node()
    builder.add_edge(label, tails, -0.5)
    builder.add_delta(column, 2.0)
    builder.add_edge(1, [0], -0.7)
    builder.end_node()
    made: graph.Hypergraph = builder.finish()
    return made


def _graph(material: Material) -> Calls:
    small = _small_graph()

    def build(symbols: Any, features: Any, label: int, tails: Any, column: int) -> None:
        made = _small_graph(symbols, features, tails, label, column)
        made.kbest(5)
        made.sample(5, 1.0, 1)
        made.ngrams(2)
        _ = made.edge_features, made.edge_heads, made.edge_tails

    def generate(graphs: Any, orders: Any) -> None:
        settings = diverse.GenerateSettings()
        settings.engine = diverse.Engine.graph
        settings.rounds, settings.each, settings.strength = 2, 1, 0.5
        settings.orders = orders
        diverse.from_graphs(graphs, settings, 1)

    parts = ([-1, 3], [0.5, 1.0], 1, [0], 1)
    return {
        "graph.HypergraphBuilder.__init__": (
            lambda names: graph.HypergraphBuilder(names).end_node(),
            (["f"],),
        ),
        "graph.HypergraphBuilder.add_label": (build, parts),
        "graph.HypergraphBuilder.add_edge": (build, parts),
        "graph.Hypergraph.label_symbols": (small.label_symbols, (1,)),
        "graph.Hypergraph.label_span": (small.label_span, (1,)),
        "graph.Hypergraph.penalised": (small.penalised, ([["a"], ["a", "b"]], [-1.0, 0.5], 3)),
        "graph.Hypergraph.composed": (small.composed, ([["a"], ["a", "b"]], [-1.0, 0.5])),
        "graph.Hypergraph.kbest": (small.kbest, (3,)),
        "graph.Hypergraph.complete": (small.complete, ([[3], [3]], True)),
        "graph.Hypergraph.ngrams": (small.ngrams, (3, 1.0)),
        "graph.Hypergraph.node_values": (small.node_values, ("log", 1.0)),
        "graph.Hypergraph.sample": (small.sample, (3, 1.0, 1)),
        "diverse.from_graphs": (generate, ([small], [(1, 1.0), (2, 0.5)])),
    }


def _lm(material: Material) -> Calls:
    model = lm.Model(os.fspath(material.path("lm")))
    ngrams = lm.list_ngrams(model)
    room = {"memory": 1, "temporary": os.fspath(material.directory)}

    def estimate(ids: Any, offsets: Any, weights: Any) -> None:
        vocabulary = Vocabulary()
        for word in "abcdef":
            vocabulary.add(word)
        settings = filled(lm.EstimateSettings(), order=2, smoothing=lm.Smoothing.witten_bell, **room)
        estimator = lm.Estimator(settings, 1)
        estimator.add(ids, offsets, weights)
        estimator.finish(vocabulary)

    def estimator(order: int, prune: Any, fallback: Any) -> None:
        settings = filled(lm.EstimateSettings(), order=order, prune=prune, **room)
        settings.discount_fallback = fallback
        lm.Estimator(settings, 1).add(IDS, ID_OFFSETS, floats())

    def pieces(word: int) -> None:
        scorer = lm.PieceScorer(model)
        scorer.word(word)
        scorer.finish()

    return {
        "lm.Ngrams.arrays": (ngrams.arrays, (2,)),
        "lm.Model.encode": (model.encode, (*COLUMN, 1)),
        "lm.Model.word": (model.word, (3,)),
        "lm.Model.length": (model.length, (1,)),
        "lm.Model.score": (model.score, (1, 3)),
        "lm.Model.upper_bound": (model.upper_bound, (1, 3)),
        "lm.Model.score_sentences": (model.score_sentences, (IDS, ID_OFFSETS, True, True, 1)),
        "lm.Model.score_words": (model.score_words, (IDS, ID_OFFSETS, True, True)),
        "lm.Estimator.__init__": (estimator, (2, [0.0, 0.0], [0.5, 1.0, 1.5])),
        "lm.Estimator.add": (estimate, (IDS, ID_OFFSETS, floats(1, 2, 3))),
        "lm.mix": (lm.mix, ([model, model], [0.5, 0.5])),
        "lm.PieceScorer.word": (pieces, (3,)),
    }


def _learn(material: Material) -> Calls:
    few = 10
    full = material.text.arrays
    ends = [full[1][few], full[3][few], full[5][few]]
    arrays = (full[0][: ends[0]], full[1][: few + 1], full[2][: ends[1]], full[3][: few + 1])
    arrays += (full[4][: ends[2]], full[5][: few + 1])
    words = material.source_words, material.target_words
    path = os.fspath(material.directory / "learnt.bin")

    def phrase_settings(longest: Any) -> Any:
        turns = phrases.Orientation.phrase
        return filled(phrases.TrainSettings(), longest=longest, reordering=turns, sides=True, memory=16)

    def rule_settings(*limits: Any) -> Any:
        names = ("span", "symbols", "gaps", "hole_source", "hole_target")
        evidence = grammar.Evidence.once
        return filled(
            grammar.TrainSettings(), memory=16, evidence=evidence, **dict(zip(names, limits, strict=True))
        )

    def learn_phrases(text: Any, longest: Any) -> None:
        phrases.train(text, *words, phrase_settings(longest), path, 1)

    def learn_rules(text: Any, *limits: Any) -> None:
        grammar.train(text, *words, rule_settings(*limits), path, 1)

    return {
        "phrases.train": (learn_phrases, (arrays, 4)),
        "phrases.extract": (
            lambda text, longest: phrases.extract(text, phrase_settings(longest)),
            (arrays, 4),
        ),
        "phrases.lexicon": (phrases.lexicon, (arrays,)),
        "grammar.train": (learn_rules, (arrays, 6, 4, 2, 1, 1)),
        "grammar.extract": (
            lambda text, *limits: grammar.extract(text, rule_settings(*limits)),
            (arrays, 6, 4, 2, 1, 1),
        ),
        "grammar.significance": (
            lambda text, *limits: grammar.significance(text, rule_settings(*limits)),
            (arrays, 6, 4, 2, 1, 1),
        ),
    }


def _search(material: Material) -> Calls:
    decoder = material.decoder()
    model, beam = decoder.core, search.BeamSettings()
    beam.pops = beam.stack = 20
    line = material.source[0].encode()
    column = (np.frombuffer(line, dtype=np.uint8), np.array([0, len(line)], dtype=np.int64))
    settings = search.ListSettings()

    def translate(data: Any, offsets: Any) -> None:
        search.decode(model, search.Inputs.from_column(data, offsets), beam, settings, 1)

    def with_inputs(change: Callable[[search.Inputs], None]) -> None:
        inputs = search.Inputs.from_column(*column)
        change(inputs)
        search.decode(model, inputs, beam, settings, 1)

    def lattice(length: int, edges: Any) -> None:
        inputs = search.Inputs()
        inputs.add_lattice(length, edges)
        search.decode(model, inputs, beam, settings, 1)

    def make_model(language_models: Any) -> None:
        search.PhraseModel(decoder.table.core, language_models, material.weights().components())

    def phrase_weights(names: Any, values: Any) -> None:
        search.PhraseWeights(names, values).of("a")

    def taken(columns: Any) -> None:
        inputs = search.Inputs.from_column(*column)
        found = search.decode(model, inputs, beam, settings, 1)
        for name in columns:
            getattr(found, f"take_{name or 'text'}")()
        search.phrase_features(inputs, found)

    inputs = search.Inputs.from_column(*column)
    forced = search.force(model, inputs, [b"x"], beam, 1)
    core_lm = decoder.language_models["LM0"].core
    (hypergraph,) = search.graphs(model, inputs, beam, 1)
    proofs = exact.prove(model, inputs, exact.ProveSettings(), 1, exact.Stop())
    chart = search.Chart(model, 0)
    words = [chart.word("the"), chart.word("unseen")]
    _, piece = chart.join(words, [])
    return {
        "search.Inputs.from_column": (translate, column),
        "search.Inputs.add_lattice": (lattice, (2, [(0, 1, b"a", 0.0), (1, 2, b"b", -1.0)])),
        "search.Inputs.give": (
            lambda i, start, end, score: with_inputs(lambda n: n.give(i, start, end, b"x y", True, score)),
            (0, 0, 1, 0.0),
        ),
        "search.Inputs.build_walls": (
            lambda i, walls: with_inputs(lambda n: n.build_walls(i, walls)),
            (0, [1, 2]),
        ),
        "search.Inputs.forbid": (
            lambda i, start, end: with_inputs(lambda n: n.forbid(i, start, end, b"x")),
            (0, 0, 1),
        ),
        "search.PhraseWeights.__init__": (phrase_weights, (["a", "b"], floats(1, 2))),
        "search.phrase_features": (taken, (["seconds"],)),
        "search.PhraseModel.__init__": (make_model, ([("LM0", core_lm)],)),
        "search.force": (lambda targets: search.force(model, inputs, targets, beam, 1), ([b"x"],)),
        "search.gather": (search.gather, (forced,)),
        "search.best_rows": (lambda count: search.best_rows(hypergraph, count), (3,)),
        "search.Chart.__init__": (lambda feature: search.Chart(model, feature), (0,)),
        "search.Chart.join": (chart.join, ([words[0], -1], [piece])),
        "search.Chart.finish": (chart.finish, (piece,)),
        "search.Chart.estimate": (chart.estimate, (words,)),
        "exact.gather": (exact.gather, (proofs,)),
        "exact.export_graph": (
            lambda index: exact.export_graph(model, inputs, index, exact.ProveSettings()),
            (0,),
        ),
    }


def _chart(material: Material) -> Calls:
    rules = grammar.RuleTable(os.fspath(material.path("rules")))
    language_model = lm.Model(os.fspath(material.path("lm")))
    weights = default_weights("hierarchical").components()
    model = chart.RuleModel(rules, [("LM0", language_model)], weights)
    inputs = search.Inputs.from_column(*COLUMN)

    def make_model(language_models: Any) -> None:
        chart.RuleModel(rules, language_models, weights)

    settings, wanted = chart.ChartSettings(), search.ListSettings()
    settings.pops = 20
    found = chart.decode(model, inputs, settings, wanted, 1)
    assert len(found.take_scores()) == len(OFFSETS) - 1
    return {
        "chart.force": (lambda targets: chart.force(model, inputs, targets, 1), ([b"x", b"y", b"z"],)),
        "chart.RuleModel.__init__": (make_model, ([("LM0", language_model)],)),
        "chart.parse": (lambda index: chart.parse(model, inputs, index), (1,)),
    }


def _text(material: Material) -> Calls:
    switches = dict.fromkeys(("ordinals", "inner_colon", "inner_point", "ideographs_alone"), True)

    def make_tokeniser(abbreviations: Any, numeric: Any) -> text.Tokeniser:
        return text.Tokeniser(
            apostrophe=text.Apostrophe.RIGHT,
            abbreviations=abbreviations,
            numeric_abbreviations=numeric,
            **switches,
        )

    detokeniser = text.Detokeniser(
        apostrophe=text.Apostrophe.RIGHT, spaced_signs=[37], unspaced=False, leading_apostrophe=True
    )
    splitter = text.SentenceSplitter(["Mr"], ["No"], True)
    truecaser = text.Truecaser(*COLUMN, np.array([1, 2, 3], dtype=np.int64))

    def know(data: Any, offsets: Any, counts: Any, usable: Any, affixes: Any) -> None:
        given = {"usable": usable, "affixes": affixes}
        known = text.KnownWords(data, offsets, counts, **given, split=True, vary=True, most=20)
        known.apply(*COLUMN, 1)

    counts = np.array([1, 2, 3], dtype=np.int64)
    usable = np.array([1, 0, 1], dtype=np.uint8)
    known = text.KnownWords(*COLUMN, counts, usable=usable, affixes=["s"], split=True, vary=True, most=20)

    def spell(*arrays: Any) -> None:
        text.Transliterator(*arrays).best("The", 3)

    units = np.array([84, 116, 0, 104, 0, 0, 101, 101, 101], dtype=np.uint32)

    def truecase(*arrays: Any) -> None:
        text.Truecaser(*arrays).apply(*COLUMN, 1)

    def tokenise(abbreviations: Any, numeric: Any) -> None:
        make_tokeniser(abbreviations, numeric).tokenise(*COLUMN, 1)

    def detokenise(signs: Any) -> None:
        text.Detokeniser(
            apostrophe=text.Apostrophe.LEFT, spaced_signs=signs, unspaced=True, leading_apostrophe=False
        ).detokenise(*COLUMN, 1)

    words = material.target_words
    calls: Calls = {
        f"text.{name}": (getattr(text, name), (*COLUMN, 1))
        for name in ("lower", "plain", "count_words", "count_forms", "capital")
    }
    return calls | {
        "text.Tokeniser.__init__": (tokenise, (["Mr"], ["No"])),
        "text.Tokeniser.tokenise": (make_tokeniser(["Mr"], ["No"]).tokenise, (*COLUMN, 1)),
        "text.Detokeniser.__init__": (detokenise, ([37, 38],)),
        "text.Detokeniser.detokenise": (detokeniser.detokenise, (*COLUMN, 1)),
        "text.hash_texts": (text.hash_texts, (*COLUMN, 1, 1)),
        "text.differences": (text.differences, (*COLUMN, *COLUMN, 1)),
        "text.script_shares": (text.script_shares, (*COLUMN, [97, 0x4E00], 1)),
        "text.SentenceSplitter.__init__": (
            lambda a, b: text.SentenceSplitter(a, b, True).split(*COLUMN),
            (["Mr"], ["No"]),
        ),
        "text.SentenceSplitter.split": (splitter.split, COLUMN),
        "text.Truecaser.__init__": (truecase, (*COLUMN, np.array([1, 2, 3], dtype=np.int64))),
        "text.Truecaser.apply": (truecaser.apply, (*COLUMN, 1)),
        "text.KnownWords.__init__": (know, (*COLUMN, counts, usable, ["s", "w+"])),
        "text.KnownWords.apply": (known.apply, (*COLUMN, 1)),
        "text.joiners_of": (text.joiners_of, (*COLUMN, counts)),
        "text.prefixes_of": (text.prefixes_of, (*COLUMN, counts)),
        "text.transliteration_chances": (
            text.transliteration_chances,
            (*COLUMN, *COLUMN, np.array([1, 0, 1], dtype=np.uint8), 1),
        ),
        "text.learn_units": (text.learn_units, (*COLUMN, *COLUMN, floats(1, 0.5, 1), 1)),
        "text.Transliterator.__init__": (
            spell,
            (units, floats(0.5, 0.3, 0.2), *COLUMN, *COLUMN, *COLUMN),
        ),
        "text.encode": (text.encode, (*COLUMN, words, False, 1)),
        "text.decode": (text.decode, (IDS, ID_OFFSETS, words, 1)),
        "unicode.encode": (unicode.encode, (np.array([97, 0x4E00, 0x10FFFF], dtype=np.uint32),)),
        "unicode.properties": (unicode.properties, (97,)),
    }


def _cluster(material: Material) -> Calls:
    words = Vocabulary()
    for word in ("a", "b", "c", "d"):
        words.add(word)
    bigrams = cluster.Bigrams(IDS, ID_OFFSETS, words, 1)
    classes = np.array([0, 1, 0, 2], dtype=np.uint32)
    return {
        "cluster.Bigrams.__init__": (cluster.Bigrams, (IDS, ID_OFFSETS, words, 1)),
        "cluster.Bigrams.tree": (bigrams.tree, (classes,)),
        "cluster.Bigrams.mutual_information": (bigrams.mutual_information, (classes,)),
    }


def _rich(material: Material) -> Calls:
    words = Vocabulary()
    for word in ("a", "b", "c", "d"):
        words.add(word)
    side, settings = (IDS, ID_OFFSETS), rich.Model1Settings()
    folder = material.directory
    table, ngrams, trees = (str(folder / name) for name in ("calls.model1", "calls.ngrams", "calls.trees"))
    rich.train_model1(side, side, words, words, settings, table, 1)
    counter, trainer = rich.NgramCounter(2), rich.TreeletTrainer()
    counter.add(COLUMN)
    rich.NgramCounter(2).write(ngrams, 1)
    bracketed = (np.frombuffer(b"(S (N a))(N b)", dtype=np.uint8), np.array([0, 9, 14], dtype=np.int64))
    trainer.add(bracketed)
    trainer.write(trees)
    counts = np.array([1, 2, 3], dtype=np.uint64)
    nodes = np.array([0, 2, 3], dtype=np.int64), np.array([0, 1, 0], dtype=np.uint16)
    spans = np.array([0, 0, 0], dtype=np.uint32), np.array([2, 1, 1], dtype=np.uint32)
    tagged = np.array([0, 2, 3], dtype=np.int64), np.array([0, 1, 1], dtype=np.uint16), IDS[:3]
    parsed = ((*nodes, *spans, *tagged), ["S", "VP"], ["D", "N"], words)
    return {
        "rich.NgramCounter.add": (counter.add, (COLUMN,)),
        "rich.NgramCounter.add_counted": (counter.add_counted, (COLUMN, counts, 2)),
        "rich.NgramSet.match": (rich.NgramSet(ngrams).match, (COLUMN, 1)),
        "rich.train_model1": (rich.train_model1, (side, side, words, words, settings, table, 1)),
        "rich.Model1.score": (rich.Model1(table).score, (COLUMN, SENTENCES, REFERENCE, 0.5, 1)),
        "rich.TreeletTrainer.add": (trainer.add, (bracketed,)),
        "rich.TreeletTrainer.add_parsed": (trainer.add_parsed, parsed),
        "rich.Treelets.score_parsed": (rich.Treelets(trees).score_parsed, (*parsed, 1)),
        "rich.Treelets.score": (rich.Treelets(trees).score, (bracketed, 1)),
    }


def _syntax(material: Material) -> Calls:
    words = Vocabulary()
    for word in ("a", "b", "c", "d"):
        words.add(word)
    tags = np.array([0, 1, 0, 1, 0, 1], dtype=np.uint16)
    codes = np.array([0, 0, 0, 2, 3, 2, 3], dtype=np.uint32)
    tagger, parser = (
        syntax.Tagger(os.fspath(material.path("tagger"))),
        syntax.Parser(os.fspath(material.path("parser"))),
    )
    bank = syntax.read_trees(b"(S (A a) (B b)) (T (U (B b)) (A a))", "trees")
    pairs = np.array([0, 1, 1, 0], dtype=np.uint16)
    lists = np.array([0, 2, 3], dtype=np.int64)

    def learn(*arguments: Any) -> None:
        training = syntax.TaggerTraining(*arguments)
        training.run_pass()
        training.save(os.fspath(material.directory / "learnt.bin"))

    def learn_trees(*arguments: Any) -> None:
        training = syntax.ParserTraining(*arguments)
        training.run_pass()
        training.save(os.fspath(material.directory / "learnt.bin"))

    text = (IDS, ID_OFFSETS, words, tags, ["A", "B"], tags, codes, syntax.TaggerSettings())
    return {
        "syntax.TaggerTraining.__init__": (learn, text),
        "syntax.Tagger.tag": (tagger.tag, (IDS, ID_OFFSETS, lists, words, None, 1)),
        "syntax.ParserTraining.__init__": (learn_trees, (bank, pairs, tagger, syntax.ParserSettings())),
        "syntax.Parser.parse": (parser.parse, (IDS, ID_OFFSETS, lists, words, tags, 2, 1)),
    }


def _combine(material: Material) -> Calls:
    ids = np.array([3, 4, 5, 3, 5, 4, 4, 6], dtype=np.uint32)
    offsets = np.array([0, 3, 6, 8], dtype=np.int64)
    sentences = np.array([0, 2, 3], dtype=np.int64)
    systems = np.array([0, 1, 0], dtype=np.int32)
    keys, signs = np.arange(8, dtype=np.uint32), np.zeros(8, dtype=np.uint8)
    model = lm.Model(os.fspath(material.path("lm")))
    words = combine.Words([(1, keys)], signs, [(model, keys)])
    lists = combine.Lists(ids, offsets, sentences, systems, np.ones(3), 2)
    names, places, values = ["A", "B"], np.array([0, 0], dtype=np.int64), np.array([1.0, 0.5, 0.2])
    frontier, networks, matching = (
        combine.FrontierSettings(),
        combine.ConfusionSettings(),
        combine.MatchSettings(),
    )
    many = np.ones(len(combine.frontier_features(frontier, 1, names)))
    few = np.ones(len(combine.confusion_features(networks, 1, names)))

    def made_words(*given: Any) -> object:
        return combine.combine_frontiers(combine.Words(*given), lists, matching, frontier, many, names, 1)

    def made_lists(*given: Any) -> object:
        return combine.combine_frontiers(words, combine.Lists(*given), matching, frontier, many, names, 1)

    def fused(places: Any, values: Any, beam: int, more: Any) -> object:
        fusion = combine.Fusion(lists, places, values, beam)
        fusion.propose()
        fusion.accept(more)
        return fusion.list(3)

    proposed = len(combine.Fusion(lists, places, values, 4).propose()[1]) - 1
    return {
        "combine.Words.__init__": (made_words, ([(1, keys)], signs, [(model, keys)])),
        "combine.Lists.__init__": (made_lists, (ids, offsets, sentences, systems, np.ones(3), 2)),
        "combine.match": (combine.match, (words, ids[:3], ids[3:6], 24)),
        "combine.frontier_features": (combine.frontier_features, (frontier, 1, names)),
        "combine.confusion_features": (combine.confusion_features, (networks, 1, names)),
        "combine.combine_frontiers": (
            combine.combine_frontiers,
            (words, lists, matching, frontier, many, names, 1),
        ),
        "combine.combine_networks": (
            combine.combine_networks,
            (words, lists, places, networks, few, names, 1),
        ),
        "combine.Fusion.__init__": (fused, (places, values, 4, np.ones(proposed))),
        "combine.Fusion.accept": (fused, (places, values, 4, np.ones(proposed))),
    }
