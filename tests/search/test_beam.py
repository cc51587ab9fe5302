"""The searches against a twin that writes out every derivation, on tiny models full of ties."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from manyways.errors import ConfigError, InputError
from manyways.model import Weights
from manyways.phrases import PhraseTable
from manyways.search import BeamSearch, BeamSettings, Given, Lattice, PhraseModel, Sentence, read_plf
from tests.oracles.derivations import SOURCE, TinyModel, random_model, walk
from tests.support.beams import WIDE, best_by_text

PLAIN = BeamSettings(pops=1, stack=10**6, margin=1e9, plain=True)
SPACES = [("gap", 0), ("gap", 1), ("gap", 2), ("gap", -1), ("free", 1), ("free", 2)]
Tiny = tuple[TinyModel, PhraseTable, tuple[str, ...]]


@pytest.fixture(params=range(24))
def tiny(request: pytest.FixtureRequest, tmp_path: Path) -> Tiny:
    model, table = random_model(request.param, tmp_path, lms=1 + request.param % 2)
    draw = random.Random(request.param)
    words = tuple(draw.choices([*SOURCE, "x"] if request.param % 5 == 0 else SOURCE, k=draw.randint(1, 4)))
    return model, table, words


@pytest.mark.parametrize(("space", "limit"), SPACES)
def test_a_wide_beam_finds_the_optimum(tiny: Tiny, space: str, limit: int) -> None:
    model, table, words = tiny
    decoder = model.decoder(table, limit, space)
    all_ = list(model.derivations(words, limit, space))
    for settings in (WIDE, PLAIN):
        found = BeamSearch(decoder, settings).best([" ".join(words)])[0]
        if not all_:
            assert found.status == "gap space"
            continue
        assert found.status == "beam"
        assert found.score == pytest.approx(max(total for _, total, _ in all_), abs=1e-5)
        same = [f for text, total, f in all_ if text == found.text and abs(total - found.score) < 1e-5]
        names = decoder.feature_names
        row = [found_value(found.features, name) for name in names]
        assert any(np.allclose(row, [f[name] for name in names], atol=1e-4) for f in same)


def test_a_margin_looks_at_the_whole_estimate(tiny: Tiny) -> None:
    """Where a phrase is worth much, the derivations of many short ones come last and are the best."""
    model, table, words = tiny
    bold = replace(model, weights=Weights({**model.weights.plain(), "PhrasePenalty0": 30.0}))
    decoder = bold.decoder(table, 2, "gap")
    best = max(best_by_text(bold, words, 2, "gap").values())
    for plain in (False, True):
        found = BeamSearch(decoder, replace(WIDE, margin=0.3, plain=plain)).best([" ".join(words)])[0]
        assert found.score == pytest.approx(best, abs=1e-5)


def found_value(features: dict[str, float | list[float]], name: str) -> float:
    feature, _, index = name.partition("[")
    value = features[feature]
    return value[int(index[:-1])] if isinstance(value, list) else value


@pytest.mark.parametrize(("space", "limit"), [("gap", 1), ("gap", -1), ("free", 2)])
def test_lists_are_all_derivations_in_order(tiny: Tiny, space: str, limit: int) -> None:
    model, table, words = tiny
    decoder = model.decoder(table, limit, space)
    expected = sorted((total for _, total, _ in model.derivations(words, limit, space)), reverse=True)
    if not expected:
        pytest.skip("the free space holds no derivation")
    weights = model.weights.vector(decoder.feature_names)
    found = BeamSearch(decoder, WIDE).lists([" ".join(words)], 10**6, distinct=False)
    np.testing.assert_allclose(found.scores, expected, atol=1e-5)
    np.testing.assert_allclose(found.features @ weights, found.scores, atol=1e-6)
    texts = best_by_text(model, words, limit, space)
    distinct = BeamSearch(decoder, WIDE).lists([" ".join(words)], 10**6)
    assert set(distinct.texts) == texts.keys()
    assert distinct.candidate_count == len(texts)
    assert np.all(np.diff(distinct.scores) <= 1e-9)
    for text, score in zip(distinct.texts, distinct.scores, strict=True):
        assert score == pytest.approx(texts[text], abs=1e-5)


def test_forced_decoding_reaches_what_can_be_reached(tiny: Tiny) -> None:
    model, table, words = tiny
    decoder = model.decoder(table, 2, "gap")
    texts = best_by_text(model, words, 2, "gap")
    source = " ".join(words)
    targets = sorted(texts)
    for target, found in zip(
        targets, BeamSearch(decoder).force([source] * len(targets), targets), strict=True
    ):
        assert found.reached
        assert found.translation is not None
        assert found.translation.text == target
        assert found.translation.score == pytest.approx(texts[target], abs=1e-5)
    missing = targets[0] + " zzz"
    found = BeamSearch(decoder).force([source], [missing])[0]
    assert not found.reached
    assert found.prefix == targets[0]


def test_any_number_of_threads_gives_the_same(tiny: Tiny) -> None:
    model, table, _ = tiny
    draw = random.Random(5)
    sources = [" ".join(draw.choices([*SOURCE, "x"], k=draw.randint(0, 6))) for _ in range(20)]
    decoder = model.decoder(table, 3, "gap")
    one = BeamSearch(decoder, threads=1).lists(sources, 20)
    for threads in (2, 8):
        other = BeamSearch(decoder, threads=threads).lists(sources, 20)
        assert other.texts.data.tobytes() == one.texts.data.tobytes()
        np.testing.assert_array_equal(other.scores, one.scores)
        np.testing.assert_array_equal(other.features, one.features)


def test_a_confusion_network_is_the_best_of_its_sentences(tiny: Tiny) -> None:
    model, table, words = tiny
    weights = Weights({**model.weights.plain(), "InputFeature0": 0.5})
    decoder = PhraseModel(table, model.language_models, weights, model.decoder(table, 2, "gap").search)
    columns = [{word: -1.0, SOURCE[i % 3]: -0.5} for i, word in enumerate(words)]
    edges = [(i, i + 1, word, score) for i, column in enumerate(columns) for word, score in column.items()]
    sentences = [([], 0.0)]
    for column in columns:
        sentences = [([*s, w], x + score) for s, x in sentences for w, score in column.items()]
    single = [BeamSearch(decoder, WIDE).best([" ".join(s)])[0].score + 0.5 * x for s, x in sentences]
    found = BeamSearch(decoder, WIDE).best([Lattice(edges)])[0]
    # A phrase that spans a column knows only one of its words: unknown words are copied column by column.
    if "x" not in words:
        assert found.score == pytest.approx(max(single), abs=1e-5)
    plain = [(i, i + 1, word, 0.0) for i, word in enumerate(words)]
    assert (
        BeamSearch(decoder, WIDE).best([Lattice(plain)])[0].text
        == BeamSearch(decoder, WIDE).best([" ".join(words)])[0].text
    )


def test_given_and_forbidden_translations(tiny: Tiny) -> None:
    model, table, words = tiny
    decoder = model.decoder(table, 2, "gap")
    source = " ".join(words)
    given = BeamSearch(decoder, WIDE).best([Sentence(source, given=[Given(0, 1, "GIVEN WORDS")])])[0]
    assert "GIVEN WORDS" in given.text
    assert (0, 1, "GIVEN WORDS") in given.derivation
    free = BeamSearch(decoder, WIDE).best([source])[0]
    banned = free.derivation[0]
    found = BeamSearch(decoder, WIDE).best([Sentence(source, forbidden=[banned])])[0]
    # A word without any other option is copied after all.
    assert banned not in found.derivation or found.features["UnknownWordPenalty0"] < 0
    for _, _, text in BeamSearch(decoder, WIDE).best([Sentence(source, forbidden=["a"])])[0].derivation:
        assert "a" not in text.split()


def test_a_given_translation_has_the_scores_of_its_probability(tiny: Tiny) -> None:
    model, table, words = tiny
    decoder = model.decoder(table, 2, "gap")
    source, vector = " ".join(words), model.weights.vector(decoder.feature_names)
    totals = []
    for probability in (1.0, 0.25):
        given = [Given(0, 1, "GIVEN", probability=probability)]
        found = BeamSearch(decoder, WIDE).best([Sentence(source, given=given)])
        assert found.scores[0] == pytest.approx(found.features[0] @ vector, abs=1e-5)
        totals.append(found.scores[0])
    scale = sum(w for n, w in model.weights.components().items() if n.startswith("TranslationModel0"))
    assert totals[0] - totals[1] == pytest.approx(scale * np.log(4), abs=1e-5)
    unlikely = Given(0, 1, "GIVEN", exclusive=False, probability=1e-300)
    if scale > 0 and words[:1] in model.pairs:
        assert "GIVEN" not in BeamSearch(decoder, WIDE).best([Sentence(source, given=[unlikely])])[0].text


@pytest.mark.parametrize("wall", [1, 2, 3])
def test_nothing_crosses_a_wall(tiny: Tiny, wall: int) -> None:
    model, table, words = tiny
    best = -np.inf
    for steps in walk(model, words, 3, "gap", frozenset(), 0):
        sides = [start >= wall for start, _, _ in steps]
        if sides == sorted(sides) and not any(start < wall < end for start, end, _ in steps):
            best = max(best, model.total(model.features(steps, model.language_models)))
    found = BeamSearch(model.decoder(table, 3, "gap"), WIDE).best([Sentence(" ".join(words), walls=[wall])])[
        0
    ]
    assert found.score == pytest.approx(best, abs=1e-5)


def test_forbidden_words_of_a_span_are_in_no_option_that_touches_it(tiny: Tiny) -> None:
    model, table, words = tiny
    decoder = model.decoder(table, 2, "gap")
    found = BeamSearch(decoder, WIDE).best([Sentence(" ".join(words), forbidden=[(0, 1, "a")])])[0]
    for start, end, text in found.derivation:
        assert not (start < 1 and end > 0 and "a" in text.split())


def test_a_language_model_of_classes_and_a_second_one_change_nothing_but_the_score(tmp_path: Path) -> None:
    model, table = random_model(8, tmp_path, lms=2)
    classes = {"a": "b", "b": "a", "c": "a"}
    weights = Weights({**model.weights.plain(), "LM1": 0.75})
    settings = model.decoder(table, 3, "gap").search
    decoder = PhraseModel(table, model.language_models, weights, settings, classes={"LM1": classes})
    sources = ["u v w", "w w u v", "u x v"]
    lists = BeamSearch(decoder, WIDE).lists(sources, 10**5)
    column = decoder.feature_names.index("LM1")
    assert lists.candidate_count > 20
    for text, value in zip(lists.texts, lists.features[:, column], strict=True):
        mapped = " ".join(classes.get(word, "<unk>") for word in text.split())
        assert value == pytest.approx(model.language_models["LM1"].score(mapped), abs=1e-4)
    np.testing.assert_allclose(
        lists.features @ weights.vector(decoder.feature_names), lists.scores, atol=1e-5
    )


def test_lists_have_the_links_of_their_derivations(tiny: Tiny) -> None:
    model, table, words = tiny
    decoder = model.decoder(table, 2, "gap")
    sources = [" ".join(words), "", "u v"]
    lists = BeamSearch(decoder, WIDE).lists(sources, 20, links=True)
    best = BeamSearch(decoder, WIDE).best(sources)
    assert lists.links is not None
    assert BeamSearch(decoder, WIDE).lists(sources, 20).links is None
    for s, translation in enumerate(best):
        first = int(lists.sentence_offsets[s])
        if lists.texts[first] == translation.text and np.allclose(lists.features[first], best.features[s]):
            assert lists.links[first] == translation.links
    for text, links in zip(lists.texts, lists.links, strict=True):
        assert all(int(link.split("-")[1]) < len(text.split()) for link in links.split())


def test_every_input_gets_an_answer(tmp_path: Path) -> None:
    model, table = random_model(1, tmp_path)
    decoder = model.decoder(table, 6, "gap")
    sources = ["", "zzz", "\x01\x00 \x7f u", "u v w " * 70, "q " * 200, "ü 漢字 \u202e", "u " * 1201]
    found = BeamSearch(decoder).best(sources)
    assert [len(t.text.split()) for t in found][1] == 1
    assert found[0].text == ""
    assert found[2].text.split()[:2] == ["\x01\x00", "\x7f"]
    assert found[4].text.split() == ["q"] * 200
    assert [t.status for t in found] == ["beam"] * 6 + ["split"]
    last = found[6]
    assert last.derivation[-1][1] == 1201
    assert last.score == pytest.approx(found.features[6] @ model.weights.vector(decoder.feature_names))


def test_a_time_limit_is_kept_and_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    model, table = random_model(2, tmp_path)
    decoder = model.decoder(table, -1, "gap")
    slow = BeamSettings(pops=10**6, stack=10**5, margin=1e9, time_limit=0.02)
    found = BeamSearch(decoder, slow).best(["u v w u v w " * 8])
    assert found[0].status == "time limit"
    assert found[0].text
    lists = BeamSearch(decoder, slow).lists(["u v w u v w " * 8], 5)
    assert lists.candidate_count == 5
    assert lists.status is not None
    assert list(lists.status) == ["time limit"]
    for remarks in (found.remarks, lists.remarks):
        assert "cut short the search of 1 of 1 sentence:" in remarks[0]
    assert capfd.readouterr() == ("", "")  # a library says nothing of its own


def test_diversity_keeps_a_hypothesis_for_every_coverage(tmp_path: Path) -> None:
    model, table = random_model(3, tmp_path)
    decoder = model.decoder(table, 3, "gap")
    narrow = BeamSettings(pops=1000, stack=1, margin=1e9)
    wide = BeamSettings(pops=1000, stack=1, margin=1e9, diversity=1)
    few, many = (BeamSearch(decoder, s).graphs(["u v w u v"])[0].core.nodes for s in (narrow, wide))
    assert many > few


def test_graph_exports(tmp_path: Path) -> None:
    model, table = random_model(4, tmp_path)
    graph = BeamSearch(model.decoder(table, 2, "gap"), WIDE).graphs(["u v w"])[0]
    best = graph.best()
    lattice = read_plf(graph.to_plf())
    score: dict[int, tuple[float, list[str]]] = {0: (0.0, [])}
    for start, end, word, value in sorted(lattice.edges, key=lambda e: e[1]):
        if start in score:
            way = (score[start][0] + value, score[start][1] + [word] * bool(word))
            score[end] = max(score.get(end, (-np.inf, [])), way)
    total, words = score[max(score)]
    assert total == pytest.approx(best.score, abs=1e-6)
    assert " ".join(words) == best.text
    for suffix in ("json", "fst", "plf"):
        graph.write(tmp_path / f"graph.{suffix}")
        assert (tmp_path / f"graph.{suffix}").stat().st_size > 10
    assert len(graph.to_openfst().splitlines()) == len(graph.word_arcs()) + 1
    with pytest.raises(InputError, match="no graph format"):
        graph.write(tmp_path / "graph.xyz")
    assert (graph | graph).best().text == best.text
    assert graph.pruned(margin=0.0, posterior=0.0, density=1.0).best().score == pytest.approx(best.score)
    assert graph.penalised({}, 3)[0].text == best.text
    assert graph.mbr().text
    assert graph.sample(5, temperature=1.0, seed=3)[0].text


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    model, table = random_model(1, tmp_path)
    decoder = model.decoder(table, 2, "gap")
    with pytest.raises(InputError, match="overlap"):
        BeamSearch(decoder).best([Sentence("u v w", given=[Given(0, 2, "a"), Given(1, 3, "b")])])
    with pytest.raises(InputError, match="covers words 1 to 9 of a sentence of 3"):
        BeamSearch(decoder).best([Sentence("u v w", given=[Given(1, 9, "a")])])
    with pytest.raises(InputError, match="no weight for LM0"):
        decoder.with_weights(Weights({k: v for k, v in model.weights.items() if k != "LM0"}))
    with pytest.raises(InputError, match="there is a weight for Nonsense0"):
        decoder.with_weights(Weights({**model.weights, "Nonsense0": 1.0}))
    with pytest.raises(InputError, match="no path leads through"):
        BeamSearch(decoder).best([Lattice([(0, 1, "u", 0.0), (2, 3, "v", 0.0)])])
    with pytest.raises(InputError, match="must go forward"):
        BeamSearch(decoder).best([Lattice([(1, 1, "u", 0.0)])])
    for text in (
        "((('das', 1.0",
        "(" * 10**4,
        "((('a', 0.0, 1),),)",
        "((('a', -1, 1),),)",
        "7",
        "((('a', 'b', 1),),)",
    ):
        with pytest.raises(InputError, match="lattice format"):
            read_plf(text)
    for text in (
        "((('a b', 1, 1),),)",
        "((('a', 1e999, 1),),)",
        "((('a', 1, 0),),)",
        "((('a', 1, 10**20),),)",
    ):
        with pytest.raises(InputError, match=r"must go forward|lattice format"):
            BeamSearch(decoder).best([read_plf(text)])
    with pytest.raises(InputError, match="the most is 500"):
        BeamSearch(decoder).best([read_plf("((('a', 1, 501),),)")])
    with pytest.raises(InputError, match="above 0"):
        BeamSearch(decoder).best([Sentence("u", given=[Given(0, 1, "a", probability=0.0)])])
    with pytest.raises(InputError, match="stands inside a given translation"):
        BeamSearch(decoder).best([Sentence("u v w", given=[Given(0, 2, "a")], walls=[1])])
    with pytest.raises(InputError, match="go up to 500"):
        BeamSearch(decoder).graphs(["u " * 501])
    with pytest.raises(ConfigError):
        BeamSettings(pops=0)
    with pytest.raises(ConfigError):
        BeamSearch(decoder).lists(["u"], 0)
