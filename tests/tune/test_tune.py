"""Every tuner keeps the contract; weights are found again; trouble is said aloud."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from manyways.candidates import CandidateLists, read, read_references, write
from manyways.cli.main import app
from manyways.errors import ConfigError, InputError, TuneError, UsageError
from manyways.metrics import Bleu, Metric, Ter
from manyways.model.weights import Weights
from manyways.text.column import TextColumn
from manyways.tune import TUNERS, Examples, Mert, Mira, Starts, TuneSettings, tune, tune_lists, tune_with
from manyways.tune.base import Tuned, Vector
from tests.support.commands import manyways_command
from tests.support.examples import random_examples
from tests.support.planted import PLANTED, planted, planted_lists


@pytest.mark.parametrize("name", TUNERS)
def test_planted_weights_are_found_again(name: str) -> None:
    examples = planted()
    result = tune(examples, TUNERS[name](), threads=1)
    cosine = result.vector @ PLANTED / np.linalg.norm(result.vector) / np.linalg.norm(PLANTED)
    assert cosine > (0.9 if name in {"mert", "lp-mert"} else 0.95)
    assert result.score.value > result.start_score.value
    assert result.score.value == pytest.approx(examples.value(result.vector))
    assert result.weights.vector(examples.names).tolist() == result.vector.tolist()


@pytest.mark.parametrize("name", TUNERS)
def test_threads_and_runs_change_nothing(name: str) -> None:
    examples = random_examples(5, sentences=80, size=20, features=4)
    results = [tune(examples, TUNERS[name](), seed=7, threads=threads) for threads in (1, 2, 8, 1)]
    for other in results[1:]:
        assert other.vector.tolist() == results[0].vector.tolist()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("metric", [Bleu(), Ter()], ids=["bleu", "ter"])
def test_mert_never_loses(seed: int, metric: Bleu | Ter) -> None:
    examples = random_examples(seed, metric=metric, sentences=20)
    start = Weights.from_components(examples.names, np.random.default_rng(seed).normal(size=3))
    result = tune(examples, Mert(restarts=2), start=start, seed=seed, threads=1)
    gain = result.score.value - result.start_score.value
    assert examples.direction * gain >= 0
    assert np.abs(result.vector).sum() == pytest.approx(1)
    assert result.history[-1] == pytest.approx(result.score.value)  # of TER too, not its negative
    assert any("nothing scored better" in each for each in result.remarks) == (gain == 0)


@pytest.mark.parametrize("metric", [Bleu(), Ter()], ids=["bleu", "ter"])
def test_mira_keeps_a_start_that_scores_higher(metric: Bleu | Ter) -> None:
    """From the best weights, with one epoch of long steps: often every average is worse."""
    kept = 0
    for seed in range(12):
        examples = random_examples(seed, metric=metric, sentences=20)
        start = tune(examples, Mert(restarts=2), seed=seed, threads=1).weights
        result = tune(examples, Mira(rate=1.0, epochs=1), start=start, seed=seed, threads=1)
        assert examples.direction * (result.score.value - result.start_score.value) >= 0
        assert result.history[-1] == pytest.approx(result.score.value)
        kept += result.vector.tolist() == start.vector(examples.names).tolist()
    assert kept > 0


def test_more_restarts_go_on_from_fewer() -> None:
    examples = random_examples(3, sentences=40, size=20, features=5)
    few, more = (tune(examples, Mert(restarts=each), seed=2, threads=1) for each in (3, 12))
    assert more.history[: len(few.history)] == few.history
    assert more.score.value >= few.score.value


def test_mert_keeps_weights_positive() -> None:
    examples = planted()
    result = tune(examples, Mert(restarts=3, positive=("TM[1]", "LM0")), threads=1)
    assert result.weights.components()["TM[1]"] >= 0
    assert result.weights.components()["LM0"] > 0


def test_settings_that_mean_nothing_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"mert\.positive must be one of TM\[0\]"):
        tune(planted(), Mert(positive=("LM9",)))
    for name, setting, value in (
        ("mert", "restarts", -1),
        ("mert", "window", -1),
        ("pro", "keep", 0),
        ("pro", "penalty", float("nan")),
        ("apro", "cost", 0.0),
        ("expected-bleu", "sharpness", (1.0, 0.0)),
        ("lp-mert", "beam", 0),
        ("mira", "epochs", 0),
    ):
        with pytest.raises(ConfigError, match=f"{name}.{setting}.* must be a"):
            TUNERS[name](**{setting: value})
    for name, setting, value in (
        ("mert", "window", 10**11),
        ("apro", "cost", float("inf")),
        ("apro", "cost", 1e300),
        ("mira", "decay", 50.0),
    ):
        with pytest.raises(ConfigError, match=f"{name}.{setting}.* must be a"):
            TUNERS[name](**{setting: value})
    for seed in ("-1", str(2**63)):
        assert CliRunner().invoke(app, ["tune", "--candidates", "x", "--seed", seed]).exit_code == 2


def test_weights_that_the_lists_lack_stay() -> None:
    start = Weights({"TM": [1.0, 1.0, 1.0], "LM0": 1.0, "WordPenalty0": 0.0, "Other": 3.0})
    assert tune(planted(), Mira(epochs=2), start=start).weights["Other"] == (3.0,)


def test_constant_and_collinear_features_are_named() -> None:
    examples = planted()
    features = np.column_stack([examples.features, np.ones(len(examples.features))])
    features = np.column_stack([features, features[:, 0] - 2 * features[:, 3]])
    odd = replace(examples, names=(*examples.names, "still", "twin"), features=features)
    result = tune(odd, Mira(epochs=2))
    remarks = " ".join(result.remarks)
    assert "still" in remarks
    assert "twin" in remarks
    others = np.delete(result.vector, 5)
    assert result.weights["still"][0] == pytest.approx(np.abs(others).mean())  # as in the start, to scale


@pytest.mark.parametrize("name", sorted(TUNERS))
def test_a_feature_that_differs_between_lists_only_changes_nothing(name: str) -> None:
    """Such as the logarithm of the source's probability; means of equal numbers are rounded."""
    examples = planted(sentences=20, size=7)
    prior = np.repeat(np.random.default_rng(1).normal(size=20), np.diff(examples.offsets))
    features = np.column_stack([examples.features, prior])
    more = replace(examples, names=(*examples.names, "prior"), features=features)
    assert more.deviations[-1] == 0
    with_prior, without = tune(more, TUNERS[name](), threads=1), tune(examples, TUNERS[name](), threads=1)
    assert any("constant within every list" in each and "prior" in each for each in with_prior.remarks)
    if name not in ("mert", "lp-mert"):  # whose random directions are others with one more feature
        np.testing.assert_allclose(with_prior.vector[:-1], without.vector, rtol=1e-4, atol=1e-7)
    assert with_prior.score.value == pytest.approx(without.score.value, abs=1.0)


def test_combinations_are_looked_for_among_dense_features() -> None:
    examples = planted()
    columns = np.hstack([examples.features, np.repeat(examples.features[:, :1], 20, axis=1)])
    names = tuple(f"copy{i}" for i in range(20))
    copies = replace(examples, names=(*examples.names, *names), features=columns)
    (remark,) = (each for each in tune(copies, Mira(epochs=1)).remarks if "combinations" in each)
    assert "copy9 and 10 more" in remark
    sparse = replace(copies, sparse_names=frozenset(names))
    assert not any("combinations" in each for each in tune(sparse, Mira(epochs=1)).remarks)


def test_lists_that_cannot_teach_are_errors() -> None:
    examples = planted()
    same = replace(examples, statistics=np.repeat(examples.statistics[:1], len(examples.statistics), axis=0))
    with pytest.raises(TuneError, match="no weights can change"):
        tune(same, Mira())
    flat = replace(examples, features=np.ones_like(examples.features))
    with pytest.raises(TuneError, match="no feature differs"):
        tune(flat, Mira())
    huge = replace(examples, features=examples.features * [1, 1, 1e300, 1, 1])
    with pytest.raises(TuneError, match=r"TM\[2\] is as large as \d\.\d+e\+300"):
        tune(huge, Mira())
    nothing = examples.statistics.copy()
    nothing[:, 2:6] = 0
    nothing[::2, 0] += 1
    for tuner in TUNERS.values():
        with pytest.raises(TuneError, match=r"BLEU is 0|no pairs|weights became 0"):
            tune(replace(examples, statistics=nothing), tuner())


def test_references_of_other_sentences_are_remarked_on() -> None:
    examples = planted()
    statistics = examples.statistics.copy()
    statistics[:, 2:6] = (np.arange(len(statistics)) % 3 == 0)[:, None]
    poor = tune(replace(examples, statistics=statistics), Mira(), threads=1)
    assert poor.score.value < 2
    assert any("only" in each and "same order" in each for each in poor.remarks)


def test_a_very_high_error_rate_is_remarked_on() -> None:
    examples = Examples.from_lists(planted_lists(), Ter())
    for edits, poor in ((1, False), (100, True)):
        result = tune(replace(examples, statistics=examples.statistics * [edits, 1]), Mira())
        assert (result.score.value >= 90) == poor
        assert any("as high as" in each and "same order" in each for each in result.remarks) == poor


@pytest.mark.parametrize("name", sorted(TUNERS))
def test_what_all_candidates_share_changes_little(name: str) -> None:
    examples = planted(sentences=20, size=7)
    shifted = replace(examples, features=examples.features + np.array([1e9, 0, -1e7, 0, 0]))
    far, near = (tune(each, TUNERS[name](), threads=1).score.value for each in (shifted, examples))
    assert far == pytest.approx(near, abs=2.0)


def test_features_of_tiny_values_have_large_weights() -> None:
    examples = planted()
    tiny = replace(examples, features=examples.features * 1e-13)
    result = tune(tiny, TUNERS["apro"](), threads=1)
    assert np.abs(result.vector).max() > 1e9
    assert result.score.value == pytest.approx(
        tune(examples, TUNERS["apro"](), threads=1).score.value, abs=1.0
    )


def test_lists_without_features_or_with_nan_are_refused() -> None:
    lists = planted_lists()
    bare = replace(lists, feature_names=(), features=np.zeros((lists.candidate_count, 0)))
    with pytest.raises(InputError, match="no features"):
        Examples.from_lists(bare, Bleu())
    broken = lists.features.copy()
    broken[3, 1] = np.nan
    with pytest.raises(InputError, match=r"candidate 4 .*WordPenalty0"):
        Examples.from_lists(replace(lists, features=broken), Bleu())


def test_candidates_that_lack_a_feature_are_remarked_on(tmp_path: Path) -> None:
    path = tmp_path / "lists.jsonl"
    write(planted_lists(), path)
    lines = path.read_text(encoding="utf-8").splitlines()
    row = json.loads(lines[2])
    del row["candidates"][4]["features"]["LM0"]
    lines[2] = json.dumps(row)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (remark,) = Examples.from_lists(read(path), Bleu()).remarks
    assert "lack a feature, which counts as 0: 1 of 120" in remark
    assert f"{path}:3" in remark


def test_the_weights_in_lists_are_read_from_their_scores() -> None:
    lists = planted_lists()
    lists = lists.with_scores(lists.features @ [0.5, -2.0] + lists.sentence_of)
    start = Starts.of(lists).best(Examples.from_lists(lists, Bleu()))
    assert start is not None
    assert start.remark is None
    assert start.origin == "fitted to the lists' scores"
    np.testing.assert_allclose(start.weights.vector(lists.feature_names), [0.5, -2.0], atol=1e-9)


def test_a_feature_that_is_constant_in_every_list_gets_no_weight_from_the_scores() -> None:
    """The mean of equal numbers is rounded: what is left of them must not be taken for a feature."""
    lists = planted_lists(sentences=40, size=7)
    constant = np.repeat(np.random.default_rng(1).normal(size=40) / 3, 7)
    features = np.ascontiguousarray(np.column_stack([lists.features, constant]))
    scores = lists.features @ [0.5, -2.0] + 1e-4 * np.random.default_rng(2).normal(size=len(constant))
    lists = replace(lists, features=features, feature_names=("LM0", "WordPenalty0", "C")).with_scores(scores)
    own = Starts.of(lists).known[0].weights
    np.testing.assert_allclose(own.vector(lists.feature_names), [0.5, -2.0, 0.0], atol=1e-3)


def test_lists_without_scores_start_from_the_better_of_the_usual_weights() -> None:
    lists = planted_lists().with_scores(np.full(planted_lists().candidate_count, np.nan))
    examples = Examples.from_lists(lists, Bleu())
    starts = Starts.of(lists)
    start = starts.best(examples)
    assert [each.origin for each in starts.known] == ["as of a new model", "all equal"]
    assert start is not None
    assert (start.origin, start.remark) == ("as of a new model", None)
    assert start.weights.plain() == {"LM0": 0.5, "WordPenalty0": -1.0}


def merged_lists(first: Sequence[float], last: Sequence[float]) -> CandidateLists:
    """Two runs put one behind the other, 15 and 15 or 25 and 5 candidates, each scored by its weights."""
    lists = planted_lists(sentences=40, size=30)
    place = np.arange(lists.candidate_count) % 30
    later = place >= np.where(lists.sentence_of % 2 == 0, 15, 25)
    return lists.with_scores(np.where(later, lists.features @ last - 7.0, lists.features @ first))


def test_weights_fitted_to_the_scores_of_several_runs_are_not_taken_for_the_lists_own(tmp_path: Path) -> None:
    """Before, tuning began at the fit to all scores without a word, below what either run had."""
    lists = merged_lists([1.0, -0.8], [-8.0, -9.0])
    examples = Examples.from_lists(lists, Bleu(tokenise="none"))
    write(lists, tmp_path / "merged.jsonl")
    arguments = ["tune", "--candidates", str(tmp_path / "merged.jsonl"), "--tokenise", "none", "--json"]
    told = CliRunner().invoke(app, arguments)
    found = json.loads(told.stdout)
    assert found["start"]["from"] == "fitted to the first 10 scores of each list"
    assert found["start"]["score"] == pytest.approx(examples.value(np.array([1.0, -0.8])))
    assert found["scores"]["bleu"]["start"] == found["start"]["score"]
    assert any("no one set of weights" in each for each in found["remarks"])
    assert "no one set of weights" in told.stderr

    given = tmp_path / "given.toml"
    Weights({"LM0": -1.0, "WordPenalty0": 1.0}).write(given)
    told = CliRunner().invoke(app, [*arguments, "--start", str(given)])
    found = json.loads(told.stdout)
    assert found["start"] == {"from": str(given), "score": found["scores"]["bleu"]["start"]}
    assert found["start"]["score"] == pytest.approx(examples.value(np.array([-1.0, 1.0])))
    assert not any("no one set of weights" in each for each in found["remarks"])


def test_moses_merged_lists_start_where_their_last_run_was(peers: Path) -> None:
    """Three iterations of MERT: 39.19 with the weights of the first, 41.47 with those of the last."""
    directory = peers / "mert"
    lists = read(directory / "nbest.gz").with_references(*read_references([directory / "reference.en"]))
    starts = Starts.of(lists)
    assert starts.residual == pytest.approx(0.88, abs=0.01)
    examples = Examples.from_lists(lists, Bleu(tokenise="none"))
    values = {
        each.origin: round(examples.value(examples.start_vector(each.weights)), 2) for each in starts.known
    }
    assert values["fitted to the lists' scores"] == 34.19
    assert values["fitted to the first 10 scores of each list"] == 39.19
    assert values["fitted to the last 10 scores of each list"] == 41.47
    best = starts.best(examples)
    assert best is not None
    assert best.origin == "fitted to the last 10 scores of each list"


def test_the_loop_meets_new_candidates_until_it_arrives() -> None:
    lists = planted_lists()
    calls: list[Weights] = []

    def decode(weights: Weights) -> CandidateLists:
        calls.append(weights)
        return lists.with_scores(lists.features @ weights.vector(lists.feature_names)).sort().cut(4)

    assert lists.references is not None
    start = Weights({"LM0": 0.1, "WordPenalty0": 1.0})
    mert = Mert(restarts=2)
    result = tune_with(decode, mert, Bleu(), start=start, references=lists.references, threads=1)
    again = tune_with(decode, mert, Bleu(), start=start, references=lists.references, threads=2)
    assert 2 < len(result.history) < 11
    assert result.score.value == max(result.history) > result.history[0]
    assert result.weights.plain() == again.weights.plain()
    assert result.weights["WordPenalty0"][0] < 0


class Scripted:
    """A tuner that gives one set of weights after the other."""

    name = "scripted"

    def __init__(self, *vectors: tuple[float, float]) -> None:
        self.vectors = list(vectors)

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        return Tuned(np.array(self.vectors.pop(0)), [])


@pytest.mark.parametrize("metric", [Bleu(tokenise="none"), Ter()], ids=["BLEU", "TER"])
@pytest.mark.parametrize("place", [1, 2, 3])
def test_the_loop_answers_with_the_best_weights_wherever_they_came(place: int, metric: Metric) -> None:
    """Right weights in iteration `place` of three, wrong ones before and after."""
    lists = planted_lists()
    assert lists.references is not None
    found = [(1.0, 1.0), (-1.0, -1.0), (-1.0, 0.1)]
    found[place - 1] = (1.0, -1.0)

    def decode(weights: Weights) -> CandidateLists:
        return lists.with_scores(lists.features @ weights.vector(lists.feature_names)).sort().cut(2)

    start = Weights({"LM0": -1.0, "WordPenalty0": 1.0})
    result = tune_with(
        decode, Scripted(*found), metric, start=start, references=lists.references, iterations=3
    )
    assert len(result.history) == 4
    values = [result.direction * each for each in result.history]
    assert values.index(max(values)) == place
    assert result.weights.plain() == {"LM0": 1.0, "WordPenalty0": -1.0}
    assert result.vector.tolist() == [1.0, -1.0]
    assert result.score.value == result.history[place]
    assert result.start_score.value == result.history[0]


def test_the_loop_gives_no_weights_that_mean_nothing() -> None:
    lists = planted_lists()
    assert lists.references is not None
    with pytest.raises(TuneError, match="weights of the start are 0"):
        tune_with(lambda _: lists, Mira(), Bleu(), start=Weights({"LM0": 0.0, "WordPenalty0": 0.0}),
                  references=lists.references)  # fmt: skip


def test_the_command_on_lists(tmp_path: Path) -> None:
    lists = planted_lists()
    path, out = tmp_path / "lists.jsonl", tmp_path / "weights.toml"
    write(lists, path)
    common = ("tune", "--candidates", str(path), "--with", "mira", "--quiet")
    done = manyways_command(*common, "--out", str(out), "--seeds", "2", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["scores"]["bleu"]["value"] > answer["scores"]["bleu"]["start"]
    assert len(answer["scores"]["bleu"]["seeds"]) == 2
    assert Weights.read(out).plain() == pytest.approx(answer["weights"])
    table = manyways_command(*common)
    assert "WordPenalty0" in table.stdout
    assert "BLEU = " in table.stdout
    assert " CPU s" in table.stdout
    same = CliRunner().invoke(app, [*common, "--start", str(out)])
    assert "note: " in same.stderr  # nothing scored better than the start


def test_the_settings_of_a_tuner_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "lists.jsonl"
    write(planted_lists(), path)
    common = ("tune", "--candidates", str(path), "--threads", "1", "--quiet", "--json")
    done = manyways_command(*common, "--set", "restarts=2", "positive=WordPenalty0", "smooth_start=false")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["weights"]["WordPenalty0"] >= 0  # -1 would be right
    assert len(answer["history"]) % 2 == 1  # the start, then two rounds
    for wrong, why in (
        ("restart=2", "Did you mean restarts?"),
        ("restarts=many", "a whole number"),
        ("restarts", "NAME=VALUE"),
        ("positive=LM0,LM9", "one of LM0, WordPenalty0"),
        ("restarts=-1", "at least 0"),
        ("name=other", "set in Python"),
    ):
        failed = manyways_command(*common, "--set", wrong)
        assert failed.returncode == 2
        assert why in failed.stderr


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    for arguments in (
        ("tune",),
        ("tune", "--candidates", "x.jsonl", "--with", "magic"),
        ("tune", str(tmp_path / "none"), "a"),
        ("tune", "--candidates", str(tmp_path / "none.jsonl")),
    ):
        done = manyways_command(*arguments)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_a_fold_may_have_nothing_but_empty_lists(tmp_path: Path) -> None:
    lists = planted_lists(sentences=6)
    path = tmp_path / "lists.jsonl"
    write(lists.select(lists.sentence_of > 2), path)
    done = manyways_command("tune", "--candidates", str(path), "--with", "mira", "--folds", "6", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["scores"]["bleu"]["folds"]["folds"] == 6


def test_options_that_would_be_ignored_are_refused() -> None:
    lists, model = ["tune", "--candidates", "x.jsonl"], ["tune", "model", "a.de", "a.en"]
    for words, why in (
        ([*lists, "--lists", "diverse"], "--lists has no effect with --candidates"),
        ([*lists, "--nbest", "100"], "--nbest has no effect with --candidates"),
        ([*lists, "--iterations", "3"], "--iterations has no effect with --candidates"),
        ([*model, "--references", "b.en"], "--references has no effect without --candidates"),
        ([*model, "--by-position"], "--by-position has no effect without --candidates"),
        ([*lists, "--phrase-features"], "--phrase-features has no effect with --candidates"),
        ([*lists, "--surface", "LM0"], "--surface has no effect without --html"),
        ([*lists, "--metric", "ter", "--tokenise", "intl"], "--tokenise has no effect without --metric bleu"),
        ([*lists, "--with", "bold"], "--with must be one of mert"),
        ([*model, "--phrase-features"], "--phrase-features must be --with one of bold"),
        ([*model, "--with", "local", "--lists", "kbest"], "--lists must be left out"),
        (
            [*model, "--with", "local", "--nbest", "9", "--set", "size=8"],
            "local.size must be left out beside",
        ),
        ([*model, "--with", "local", "--iterations", "9", "--set", "epochs=8"], "local.epochs must be left"),
        ([*model, "--out", "w.toml"], "--out must be a directory"),
    ):
        error = CliRunner().invoke(app, words).exception
        assert isinstance(error, (ConfigError, UsageError)), words
        assert why in str(error)


def test_settings_are_checked_when_they_are_made() -> None:
    for wrong, why in (
        ({"tuner": "magic"}, "--with must be one of mert"),
        ({"own": {"restart": 2}}, "Did you mean restarts"),
        ({"own": {"restarts": -1}}, "mert.restarts must be a whole number, at least 0"),
        ({"seeds": 0}, "tune.seeds must be a whole number, at least 1"),
        ({"folds": -1}, "folds must be a whole number, at least 0"),
        ({"nbest": 1}, "nbest must be a whole number, at least 2"),
        ({"iterations": 0}, "iterations must be a whole number, at least 1"),
        ({"lists": "odd"}, "tune.lists must be one of kbest, diverse, graph"),
        ({"tuner": "bold", "own": {"update": "mira"}}, "bold.update must be left to --with"),
    ):
        with pytest.raises(ConfigError) as error:
            TuneSettings(**wrong)  # type: ignore[arg-type]
        assert why in str(error.value)
    assert TuneSettings(own={"positive": "LM0"}).make() == Mert(positive=("LM0",))
    for idle in ({"nbest": 100}, {"lists": "kbest"}, {"iterations": 10}, {"tuner": "local"}):
        with pytest.raises(ConfigError, match=r"MODEL only|learns by decoding"):
            tune_lists(planted_lists(), TuneSettings(**idle))  # type: ignore[arg-type]


def test_the_library_tunes_lists_as_the_command_does(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "lists.jsonl", tmp_path / "weights.toml"
    write(planted_lists(), path)
    settings = TuneSettings(tuner="mira", own={"epochs": 3}, seeds=2, seed=4, folds=3)
    tuning = tune_lists(read(path), settings, out=out, threads=1)
    assert "".join(capfd.readouterr()) == ""
    words = ["tune", "--candidates", str(path), "--with", "mira", "--set", "epochs=3", "--seeds", "2"]
    done = CliRunner().invoke(app, [*words, "--seed", "4", "--folds", "3", "--json", "--threads", "1"])
    answer = json.loads(done.stdout)
    gain = tuning.gain()
    assert gain is not None
    assert answer.pop("gain") == json.loads(json.dumps(gain.as_json()))
    assert answer | {"seconds": 0} == tuning.plain("bleu") | {"seconds": 0}
    assert [each.seed for each in tuning.spread.results] == [4, 5]
    assert tuning.folded is not None
    assert len(tuning.folded.results) == 3
    assert Weights.read(out).plain() == tuning.best.weights.plain()
    with pytest.raises(InputError, match="no references"):
        tune_lists(replace(planted_lists(), references=None))


def test_folds_come_after_the_weights_and_are_checked_before(tmp_path: Path) -> None:
    """One list teaches, the others have one candidate each: without its fold nothing is left to learn."""
    lists = planted_lists(sentences=6, size=4)
    path, out = tmp_path / "lists.jsonl", tmp_path / "weights.toml"
    write(lists.select((lists.sentence_of == 0) | (np.arange(lists.candidate_count) % 4 == 0)), path)
    common = ["tune", "--candidates", str(path), "--with", "mira", "--out", str(out)]
    for wrong in (["--folds", "1"], ["--folds", "7"], ["--html", str(tmp_path / "none" / "report.html")]):
        assert isinstance(CliRunner().invoke(app, [*common, *wrong]).exception, (ConfigError, InputError))
        assert not out.exists()
    error = CliRunner().invoke(app, [*common, "--folds", "3"]).exception
    assert isinstance(error, TuneError)
    assert re.search("without fold [123] of 3: every list", str(error))
    assert Weights.read(out)["LM0"]
    error = CliRunner().invoke(app, [*common[:-1], str(tmp_path / "none" / "w.toml")]).exception
    assert isinstance(error, InputError)


@pytest.mark.slow
def test_on_the_lists_that_moses_tuned(peers: Path) -> None:
    """From the same start Moses's mert with 20 restarts reached 41.4364."""
    lists = read(peers / "mert" / "nbest.gz")
    lists = replace(lists, references=list[TextColumn](read_references([peers / "mert" / "reference.en"])))
    default = json.loads((peers / "mert" / "weights.json").read_text())["default"]
    start = Weights.from_components(lists.feature_names, default)
    examples = Examples.from_lists(lists, Bleu(tokenise="none"))
    assert examples.score(start.vector(lists.feature_names)).value == pytest.approx(39.19, abs=0.01)
    least = {
        "mert": 41.5,
        "lp-mert": 41.5,
        "mira": 40.75,
        "pro": 40.35,
        "apro": 39.9,
        "expected-bleu": 41.3,
        "svm": 40.0,
    }
    for name, tuner in TUNERS.items():
        assert tune(examples, tuner(), start=start, threads=1).score.value >= least[name], name
