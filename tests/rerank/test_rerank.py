"""Rerankers: trained, written, read, applied, explained, taken apart."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from manyways.candidates import CandidateLists, write
from manyways.choose import Chooser, Reranker, choose
from manyways.errors import ConfigError, DependencyError, InputError, TuneError
from manyways.rerank import (
    JackknifeSettings,
    RerankFiles,
    RerankSettings,
    ablate,
    jackknife,
    read_training,
    train_reranker,
    waterfall,
)
from manyways.rerank.ablation import group_of
from manyways.text.column import TextColumn
from manyways.text.content import apart, mark_of, marks_of, overlap
from manyways.text.toy import generate
from tests.support.commands import manyways_command
from tests.support.planted import planted_lists


def lists_of(seed: int = 1, sentences: int = 60) -> CandidateLists:
    """The score is LM0, which is half of what tells the right words; a third feature is chance."""
    lists = planted_lists(seed, sentences)
    chance = np.random.default_rng(seed).normal(size=lists.candidate_count)
    sources = TextColumn.from_texts(f"Satz {seed} {number}" for number in range(sentences))
    return replace(lists.with_features(["chance"], chance).sort(), sources=sources)


def test_what_is_planted_is_learned_and_helps_others() -> None:
    trained = train_reranker(lists_of())
    weights = dict(zip(trained.reranker.names, trained.reranker.weights, strict=True))
    assert weights["LM0"] > 0 > weights["WordPenalty0"]
    assert abs(weights["chance"]) < 0.2 * weights["LM0"]
    first = trained.gain.others["first candidates"]["bleu"][1]
    assert first.difference > 5
    assert first.p_value < 0.05
    assert any("duality gap" in each for each in trained.remarks)
    assert any("8 settings" in each for each in trained.remarks)
    other = lists_of(2)
    best = choose(other, trained.chooser.scorer)
    right = [text.count("r") for text in best.top_texts()]
    assert np.mean(right) > np.mean([text.count("r") for text in other.top_texts()]) + 0.5


def test_a_file_comes_back_the_same_and_is_sealed(tmp_path: Path) -> None:
    trained = train_reranker(lists_of(), RerankSettings(prices=(1.0,)))
    path = tmp_path / "r.toml"
    trained.chooser.write(path)
    back = Chooser.named(str(path))
    assert isinstance(back.scorer, Reranker)
    assert back.scorer.weights == trained.reranker.weights
    assert back.scorer.sources == trained.reranker.sources
    assert back.metric == "bleu"
    assert back.quality is not None
    lists = lists_of(3)
    np.testing.assert_array_equal(back.scorer(lists).values, trained.chooser.scorer(lists).values)
    path.write_text(path.read_text().replace("weights = [", "weights = [ 1"))
    with pytest.raises(InputError, match="seal is broken"):
        Chooser.named(str(path))


@pytest.mark.parametrize(
    "table",
    [
        "no table",
        {"format": 2},
        {"format": 1},
        {"format": 1, "names": ["a"], "units": [1.0, 2.0], "weights": [1.0], "sources": []},
        {"format": 1, "names": ["a"], "units": [0.0], "weights": [1.0], "sources": []},
        {"format": 1, "names": ["a"], "units": [1.0], "weights": [float("nan")], "sources": []},
        {"format": 1, "names": ["a", "a"], "units": [1.0, 1.0], "weights": [1.0, 1.0], "sources": []},
        {"format": 1, "names": ["a"], "units": [1.0], "weights": [1.0], "sources": ["xyz"]},
        {"format": 1, "names": ["a"], "units": [1.0], "weights": [1.0], "sources": [], "more": [1]},
    ],
)
def test_tables_of_strangers_are_refused(table: object) -> None:
    with pytest.raises(InputError):
        Reranker.of(table, "r.toml")


def test_features_that_can_be_computed_are(tmp_path: Path) -> None:
    reranker = Reranker(names=("words", "LM0"), units=(2.0, 1.0), weights=(-1.0, 0.5))
    lists = lists_of(1, 5)
    values = reranker(lists).values
    column = lists.feature_names.index("LM0")
    counted = np.array([len(text.split()) for text in lists.texts])
    np.testing.assert_allclose(values, -counted / 2 + lists.features[:, column] / 2)
    with pytest.raises(InputError, match="no feature mystery, which the reranker weighs"):
        Reranker(names=("mystery",), units=(1.0,), weights=(1.0,))(lists)


def test_threads_change_nothing() -> None:
    lists = lists_of()
    one, three = (train_reranker(lists, RerankSettings(folds=3), threads=threads) for threads in (1, 3))
    assert one.reranker.weights == three.reranker.weights
    assert [each.score.value for each in one.tried] == [each.score.value for each in three.tried]


@pytest.mark.parametrize("learner", ["pro", "mira", "apro", "expected-bleu"])
def test_tuners_learn_on_the_same_features(learner: str) -> None:
    lists = lists_of()
    trained = train_reranker(lists, RerankSettings(learner=learner, folds=2, compare=("svm",)))
    weights = dict(zip(trained.reranker.names, trained.reranker.weights, strict=True))
    assert weights["LM0"] > 0 > weights["WordPenalty0"]
    assert [each.name for each in trained.tried] == [learner]
    assert trained.compared[0].name.startswith("svm")


def test_honest_scores_are_of_weights_that_did_not_see_the_sentence() -> None:
    # Features by chance: what is learned is luck, and by folds it is none.
    rng = np.random.default_rng(1)
    lists = planted_lists(1, 40)
    noise = rng.normal(size=(lists.candidate_count, 12))
    lists = lists.with_features([f"n{i}" for i in range(12)], noise)
    lists = lists.select(np.lexsort((rng.random(lists.candidate_count), lists.sentence_of)))
    names = tuple(f"n{i}" for i in range(12))
    trained = train_reranker(lists, RerankSettings(features=names))
    gain = trained.gain.others["first candidates"]["bleu"][1]
    assert gain.low < 0 < gain.high


def test_settings_that_make_no_sense_are_refused() -> None:
    for wrong in (
        {"learner": "magic"},
        {"learner": "lightgbm"},
        {"learner": "bold"},
        {"compare": ("magic",)},
        {"own": {"restarts": 3}},
        {"prices": ()},
    ):
        with pytest.raises(ConfigError):
            RerankSettings(**wrong)  # type: ignore[arg-type]
    lists = lists_of(1, 10)
    with pytest.raises(InputError, match="no feature mystery"):
        train_reranker(lists, RerankSettings(features=("mystery",)))
    with pytest.raises(InputError, match="no references"):
        train_reranker(replace(lists, references=None))
    same = lists.with_features(["one"], np.ones(lists.candidate_count))
    with pytest.raises(TuneError):
        train_reranker(same, RerankSettings(features=("one",)))


def test_trees_are_compared_with_if_they_are_there() -> None:
    try:
        import lightgbm  # noqa: F401
    except ImportError:
        with pytest.raises(DependencyError, match="pip install lightgbm"):
            train_reranker(lists_of(1, 20), RerankSettings(folds=2, compare=("lightgbm",)))
    else:
        lists, settings = lists_of(1, 200), RerankSettings(folds=2, compare=("lightgbm",))
        found = [train_reranker(lists, settings, threads=threads).compared[0].score for threads in (1, 2)]
        tuned = train_reranker(lists, RerankSettings(folds=2, features=("chance",)))
        assert found[0].value == found[1].value > tuned.tried[0].score.value + 5


def test_a_waterfall_adds_up() -> None:
    lists = lists_of()
    reranker = train_reranker(lists, RerankSettings(prices=(1.0,))).reranker
    values = reranker(lists).values
    for s in range(len(lists)):
        found = waterfall(lists, lists.ids[s], reranker)
        start, end = lists.sentence_offsets[s : s + 2].tolist()
        best = start + int(np.argmax(values[start:end]))
        assert found.winner == lists.texts[best]
        assert found.ahead >= -1e-12
        sizes = [abs(step.adds) for step in found.steps]
        assert sizes == sorted(sizes, reverse=True)
        if found.against == "first of the list":
            assert found.other == lists.texts[start] != found.winner
            assert found.ahead == pytest.approx(values[best] - values[start])
        table = found.tables()[1]
        silent = sum(step.adds == 0 for step in found.steps)
        assert len(table.rows) == len(found.steps) - silent
        assert bool(table.caption) == bool(silent)
    with pytest.raises(InputError, match="no list has the id"):
        waterfall(lists, "nobody", reranker)


def test_ablation_tells_what_matters() -> None:
    found = ablate(lists_of(1, 80), RerankSettings(prices=(1.0,)))
    gives = {group: worth for group, _, worth in found.rows()}
    assert gives["LM0"] > 1
    assert gives["WordPenalty0"] > 1
    assert abs(gives["chance"]) < 1
    assert group_of("TranslationModel0[3]") == "TranslationModel0"
    assert group_of("lm:news/word") == "lm"


def test_sentences_are_known_by_their_words(tmp_path: Path) -> None:
    assert mark_of("Das Haus , bitte !") == mark_of("das haus, bitte")
    assert mark_of("Das Haus") != mark_of("Das Maus")
    assert mark_of(" ... ") == ""
    with pytest.raises(InputError, match="2 sentences of it are among the sentences of training: 1, 3"):
        overlap(["a b", "c", "A B!"], marks_of(["a b"]))
    apart({"TUNE1": ["a", "b"], "TUNE2": ["c"], "TEST": ["d"]})
    with pytest.raises(InputError, match=r"TEST: 1 sentence of it .* those of TUNE1: 2"):
        apart({"TUNE1": ["a", "b"], "TUNE2": ["c"], "TEST": ["d", "b"]})


def test_a_reranker_is_not_judged_by_what_it_learned_from(tmp_path: Path) -> None:
    write(lists_of(1), tmp_path / "dev.jsonl")
    write(lists_of(2), tmp_path / "test.jsonl")
    (tmp_path / "other").write_text("Satz 2 1\n")
    (tmp_path / "same").write_text("nobody\nSATZ 1 7.\n")
    dev = str(tmp_path / "dev.jsonl")
    read_training(RerankFiles(lists=(dev,), apart=(str(tmp_path / "other"),)))
    with pytest.raises(InputError, match=r"same: 1 sentence of it .*: 2"):
        read_training(RerankFiles(lists=(dev,), apart=(str(tmp_path / "same"),)))
    reranker = str(tmp_path / "r.toml")
    done = manyways_command("rerank", "train", dev, "--out", reranker, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["against"]["first candidates"]["bleu"]["gain"] > 3
    assert "duality gap" in done.stderr
    (tmp_path / "ref").write_text("r1 r2 r3 r4 r5 r6 r7 r8\n" * 60)
    options = ["--by", reranker, "--references", str(tmp_path / "ref"), "--out"]
    done = manyways_command("choose", str(tmp_path / "test.jsonl"), *options, str(tmp_path / "best"))
    assert done.returncode == 0, done.stderr
    done = manyways_command("choose", dev, *options, str(tmp_path / "best2"))
    assert done.returncode == 2
    assert "60 sentences of it are among the sentences of training" in done.stderr


def test_the_verbs_show_why(tmp_path: Path) -> None:
    lists, reranker = str(tmp_path / "dev.jsonl"), str(tmp_path / "r.toml")
    write(lists_of(1), lists)
    assert manyways_command("rerank", "train", lists, "--out", reranker, "--folds", "2").returncode == 0
    done = manyways_command("rerank", "explain", reranker, lists, "--id", "17")
    assert done.returncode == 0, done.stderr
    assert "Sentence 17" in done.stdout
    done = manyways_command("rerank", "ablate", lists, "--folds", "2", "--json")
    assert set(json.loads(done.stdout)["without"]) == {"LM0", "WordPenalty0", "chance"}
    (tmp_path / "weights.toml").write_text("[weights]\nLM0 = 1.0\n")
    done = manyways_command("rerank", "explain", str(tmp_path / "weights.toml"), lists, "--id", "1")
    assert done.returncode == 2
    assert "is no reranker" in done.stderr
    done = manyways_command("rerank", "train", lists, "--out", str(tmp_path / "r.json"))
    assert done.returncode == 2
    assert "ends in .toml" in done.stderr


def test_lists_of_folds_are_of_models_that_did_not_see_them(tmp_path: Path) -> None:
    corpus = generate(120, seed=1)
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text("".join(f"{text}\n" for text in corpus.sources))
    target.write_text("".join(f"{text}\n" for text in corpus.references[0]))
    settings = JackknifeSettings(folds=2, size=5)
    lists = jackknife(source, target, tmp_path / "work", settings, threads=2)
    assert len(lists) == 120
    assert lists.sources is not None
    assert list(lists.sources) == source.read_text().splitlines()
    assert lists.sizes.max() == 5
    held = [set((tmp_path / "work" / f"fold{i}" / "source").read_text().splitlines()) for i in (1, 2)]
    everything = set(source.read_text().splitlines())
    assert held[0] | held[1] == everything
    assert not (everything - held[0]) & (everything - held[1])
    empty = tmp_path / "empty"
    empty.touch()
    with pytest.raises(InputError, match="empty: holds no sentence"):
        jackknife(empty, empty, tmp_path / "work", settings)
    again = jackknife(source, target, tmp_path / "work", settings, threads=1)
    assert list(again.texts) == list(lists.texts)
