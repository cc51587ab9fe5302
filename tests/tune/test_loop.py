"""The loop with a real small model: it gains, goes on after any death, and its honest scores are honest."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from typer.testing import CliRunner

from manyways.candidates import CandidateLists
from manyways.cli.main import app
from manyways.errors import ConfigError, InputError, TuneError
from manyways.metrics import Bleu
from manyways.model.weights import Weights
from manyways.report.tuning import spread_report
from manyways.run import Run
from manyways.search import BeamSettings
from manyways.text import toy
from manyways.text.column import TextColumn
from manyways.train import Inputs, TextSettings, TrainSettings, train
from manyways.translator import Translator
from manyways.tune import (
    Mert,
    Mira,
    Result,
    Spread,
    TuneSettings,
    cross_validate,
    tune,
    tune_model,
    tune_with,
)
from manyways.tune.folds import Mask, fold_of
from manyways.tune.loop_store import read_columns, write_columns
from tests.support.commands import manyways_command
from tests.support.planted import planted

MERT = Mert(restarts=1, random_directions=4)


class Killed(BaseException):
    """Death at a certain moment."""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of the embedded language, with its development set beside it."""
    directory = tmp_path_factory.mktemp("tune")
    corpus, dev = toy.generate(500), toy.generate(20, split="dev")
    texts = {"train.de": corpus.raw_sources, "train.en": corpus.raw_references[0]}
    texts |= {"dev.de": dev.raw_sources}
    texts |= {f"dev.en.{i}": each for i, each in enumerate(dev.raw_references)}
    for name, lines in texts.items():
        (directory / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    settings = TrainSettings(text=TextSettings(source_language="de", target_language="en"))
    inputs = Inputs(source=directory / "train.de", target=directory / "train.en")
    train(inputs, directory / "model", settings, threads=1)
    return directory


@pytest.mark.parametrize("tuner", ["mert", "online-mira"])
def test_threads_reach_every_count_of_statistics(
    model: Path, monkeypatch: pytest.MonkeyPatch, tuner: Any
) -> None:
    told: list[int] = []

    def spied(self: Bleu, *given: Any, threads: int = 0) -> Any:
        told.append(threads)
        return counted(self, *given, threads=threads)

    counted = Bleu.statistics
    monkeypatch.setattr(Bleu, "statistics", spied)
    settings = TuneSettings(tuner=tuner, iterations=1, folds=2)
    tune_model(Translator(model / "model", threads=3), *dev_set(model), settings)
    assert set(told) == {3}


def dev_set(directory: Path) -> tuple[list[str], list[TextColumn]]:
    sources = (directory / "dev.de").read_text(encoding="utf-8").splitlines()
    files = sorted(directory.glob("dev.en.*"))
    return sources, [TextColumn.from_texts(f.read_text(encoding="utf-8").splitlines()) for f in files]


def test_a_start_that_translates_nothing_is_told_from_wrong_references(model: Path) -> None:
    translator = Translator(model / "model", threads=1)
    (sources, references), own = dev_set(model), translator.weights
    start = own.replaced(["LM0"], [0.01])

    def decode(weights: Weights) -> CandidateLists:
        lists = translator.with_weights(weights).kbest(sources, 5)
        if weights.plain() != start.plain():
            return lists
        firsts = set(lists.sentence_offsets[:-1].tolist())
        texts = ("zq zq" if row in firsts else text for row, text in enumerate(lists.texts))
        return replace(lists, texts=TextColumn.from_texts(texts), known_tokens=None)

    def tuned(references: list[TextColumn], sound: Weights) -> Result:
        return tune_with(
            decode, MERT, Bleu(), start=start, references=references, iterations=1, sound=sound, threads=1
        )

    assert tuned(references, own).weights.plain() != start.plain()  # it goes on
    others = [each.take(np.roll(np.arange(len(sources)), 7)) for each in references]
    with pytest.raises(TuneError, match="do not belong to these sentences"):
        tuned(others, own)
    with pytest.raises(TuneError, match="do not belong to these sentences"):
        tuned(references, start)


def loop(directory: Path, run: Run | None = None, **options: object) -> Result:
    """Tuning from weights that are worse than they should be."""
    translator = Translator(directory / "model", threads=1)
    sources, references = dev_set(directory)
    decode = options.pop("decode", None) or (
        lambda weights: translator.with_weights(weights).kbest(sources, 10)
    )
    start = translator.weights.replaced(["LM0", "WordPenalty0"], [0.1, 0.3])
    given = {"tuner": Mira(epochs=5), "iterations": 2, **options}
    return tune_with(
        decode,  # type: ignore[arg-type]
        metric=Bleu(),
        start=start,
        references=references,
        threads=1,
        run=run,
        about={"list": 10},
        **given,  # type: ignore[arg-type]
    )


def test_the_loop_gains_on_a_real_model(model: Path) -> None:
    translator = Translator(model / "model", threads=1)
    sources, references = dev_set(model)
    decode = lambda weights: translator.with_weights(weights).kbest(sources, 50)  # noqa: E731
    result = loop(model, tuner=MERT, decode=decode, iterations=4)
    assert result.score.value > result.start_score.value + 1
    assert len(result.trail) == len(result.history)
    texts = [each.text for each in translator.with_weights(result.weights).translate(sources)]
    assert Bleu().corpus_score(texts, references).value == pytest.approx(result.score.value)


class Dying:
    """Calls `work`, but dies before or after the n-th call."""

    def __init__(self, work: Callable[..., object], at: int, *, before: bool) -> None:
        self.work, self.left, self.before = work, at, before

    def __call__(self, *arguments: object, **more: object) -> object:
        self.left -= 1
        if self.left == 0 and self.before:
            raise Killed
        found = self.work(*arguments, **more)
        if self.left == 0:
            raise Killed
        return found


@pytest.mark.parametrize("before", [True, False])
def test_a_loop_that_dies_anywhere_ends_with_the_same_weights(
    model: Path, tmp_path: Path, before: bool
) -> None:
    whole = loop(model)
    translator = Translator(model / "model", threads=1)
    sources, _ = dev_set(model)
    plain = lambda weights: translator.with_weights(weights).kbest(sources, 10)  # noqa: E731
    for at in range(1, len(whole.history) + 1):
        directory = tmp_path / str(at)
        with pytest.raises(Killed), Run(directory) as run:
            loop(model, run, decode=Dying(plain, at, before=before))
        with Run(directory) as run:
            resumed = loop(model, run)
        assert resumed.weights.plain() == whole.weights.plain()
        assert resumed.history == whole.history
        assert [each.plain() for each in resumed.trail] == [each.plain() for each in whole.trail]


def test_a_finished_loop_is_not_done_again(model: Path, tmp_path: Path) -> None:
    with Run(tmp_path) as run:
        first = loop(model, run)

    def never(weights: Weights) -> CandidateLists:
        raise AssertionError

    with Run(tmp_path) as run:
        again = loop(model, run, decode=never)
    assert again.weights.plain() == first.weights.plain()
    assert again.found == first.found
    with Run(tmp_path) as run, pytest.raises(AssertionError):
        loop(model, run, tuner=Mira(rate=0.5), decode=never)  # other settings: other weights to decode with


def test_kept_lists_are_the_same_lists(model: Path, tmp_path: Path) -> None:
    translator = Translator(model / "model", threads=1)
    lists = translator.kbest(dev_set(model)[0], 5)
    write_columns(lists, tmp_path / "lists.npz")
    again = read_columns(tmp_path / "lists.npz")
    assert again.ids == lists.ids
    assert list(again.texts) == list(lists.texts)
    assert again.features.tobytes() == lists.features.tobytes()
    assert again.feature_names == lists.feature_names
    (tmp_path / "lists.npz").write_bytes((tmp_path / "lists.npz").read_bytes()[:1000])
    with pytest.raises(InputError, match="not a file of arrays"):
        read_columns(tmp_path / "lists.npz")


def command(model: Path, out: Path, *more: str) -> list[str]:
    references = sorted(str(each) for each in model.glob("dev.en.*"))
    files = [str(model / "model"), str(model / "dev.de"), *references]
    return ["tune", *files, "--with", "mira", "--nbest", "20", "--iterations", "3", "--threads", "1",
            "--out", str(out), *more]  # fmt: skip


def weights_hash(out: Path) -> str:
    weights = sorted((out / "tuning").rglob("weights-*.json"))
    content = b"".join(each.read_bytes() for each in [*weights, out / "model.toml"])
    return hashlib.sha256(content).hexdigest()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX")
def test_kill_9_at_every_line_changes_nothing(model: Path, tmp_path: Path) -> None:
    """The command is killed when it says its 1st, 3rd, ... line, again and again, until it is done."""
    whole = manyways_command(*command(model, tmp_path / "whole"))
    assert whole.returncode == 0, whole.stderr
    out = tmp_path / "killed"
    arguments = [sys.executable, "-m", "manyways", *command(model, out)]
    deaths = 0
    while deaths < 20:
        with subprocess.Popen(arguments, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as it:
            assert it.stderr is not None
            for _ in range(2 * deaths + 1):
                if not it.stderr.readline():
                    break
            else:
                os.kill(it.pid, signal.SIGKILL)
            it.wait()
        if it.returncode == 0:
            break
        assert it.returncode == -signal.SIGKILL
        deaths += 1
    assert 2 <= deaths < 20
    assert weights_hash(out) == weights_hash(tmp_path / "whole")


@pytest.mark.slow
def test_the_command_with_folds_report_and_diverse_lists(model: Path, tmp_path: Path) -> None:
    more = ("--folds", "2", "--lists", "diverse", "--html", str(tmp_path / "report.html"), "--json")
    more += ("--surface", "LM0=1,WordPenalty0=-1", "--set", "epochs=5")
    done = manyways_command(*command(model, tmp_path / "tuned", *more, "--iterations", "1"))
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert 0 < answer["scores"]["bleu"]["folds"]["value"] < 100
    assert answer["scores"]["bleu"]["folds"]["folds"] == 2
    assert "s left" in done.stderr
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    assert "along a line through the tuned weights" in page
    assert "LexicalReordering0[0]" in page
    assert (tmp_path / "tuned" / "model.toml").is_file()
    assert manyways_command(*command(model, tmp_path / "x", "--lists", "odd")).returncode == 2


@pytest.mark.slow
def test_mira_on_graphs_by_command(model: Path, tmp_path: Path) -> None:
    given = command(model, tmp_path / "tuned", "--lists", "graph", "--iterations", "2")
    first = manyways_command(*given, "--json")
    assert first.returncode == 0, first.stderr
    assert (
        json.loads(first.stdout)["scores"]["bleu"]["value"]
        >= json.loads(first.stdout)["scores"]["bleu"]["start"]
    )
    again = manyways_command(*given)
    assert again.stderr.count("done before") == first.stderr.count("working")
    assert "working" not in again.stderr
    refused = manyways_command(*given, "--lists", "kbest")
    assert refused.returncode == 2
    assert "was made from other inputs" in refused.stderr
    plain = manyways_command(*given, "--lists", "kbest", "--force")
    assert "decode 0: working" in plain.stderr


def test_development_sets_that_do_not_fit_are_named(model: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    (tmp_path / "short").write_text("a house\n")
    for source, reference, why in (
        (tmp_path / "empty", tmp_path / "empty", "is empty"),
        (model / "dev.de", tmp_path / "short", "has 1 line,"),
        (model / "dev.de", model / "dev.de", "has the text of"),
    ):
        words = ["tune", str(model / "model"), str(source), str(reference)]
        assert isinstance(error := CliRunner().invoke(app, words).exception, InputError)
        assert why in str(error)


def test_the_library_tunes_a_model_as_the_command_does(
    model: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The same weights, silently; and steps that are kept are kept for this search alone."""
    sources, references = dev_set(model)
    settings = TuneSettings(tuner="mira", nbest=20, iterations=1)
    translator = Translator(model / "model", threads=1)
    lines: list[str] = []
    tuning = tune_model(translator, sources, references, settings, tell=lines.append)
    assert "".join(capfd.readouterr()) == ""
    assert [each.split(":")[0] for each in lines] == ["iteration 0", "iteration 1"]
    done = CliRunner().invoke(app, [*command(model, tmp_path / "tuned"), "--iterations", "1", "--json"])
    assert json.loads(done.stdout) | {"seconds": 0} == tuning.plain("bleu") | {"seconds": 0}
    narrow = Translator(model / "model", settings=BeamSettings(pops=5, stack=5), threads=1)
    again = tune_model(narrow, sources, references, settings, out=tmp_path / "tuned")
    assert again.best.history == tune_model(narrow, sources, references, settings).best.history
    assert again.best.history != tuning.best.history


def test_a_development_set_is_checked_in_python_too(model: Path) -> None:
    translator = Translator(model / "model", threads=1)
    for sources, references, why in (
        ([], [[]], "is empty"),
        (["a"], [["b", "c"]], "has 2 lines"),
        (["a"], [], "0"),
    ):
        with pytest.raises(InputError, match=why):
            tune_model(translator, sources, references)


def test_the_kind_of_update_is_chosen_by_with(model: Path) -> None:
    words = ["tune", str(model / "model"), str(model / "dev.de"), str(model / "dev.en.0"), "--with", "local"]
    error = CliRunner().invoke(app, [*words, "--set", "update=mira"]).exception
    assert isinstance(error, ConfigError)
    assert "local.update must be left to --with" in str(error)


def test_diverse_lists_begin_with_the_best(model: Path) -> None:
    translator = Translator(model / "model", threads=1)
    sources, _ = dev_set(model)
    best, mixed = translator.kbest(sources, 10), translator.mixed(sources, 20)
    assert mixed.top_texts() == best.top_texts()
    assert (mixed.sizes >= best.sizes).all()
    assert mixed.candidate_count > best.candidate_count


def test_every_fold_is_scored_with_the_weights_of_the_others() -> None:
    examples = planted(sentences=12, size=6)
    whole = tune(examples, Mira(epochs=2))
    tuned: list[list[bool]] = []
    first = examples.statistics[::6]  # the first candidate of every list

    def tune_on(mask: Mask, fold: int) -> Result:
        assert fold == len(tuned)
        tuned.append(mask.tolist())
        return whole

    def left_out(result: Result, mask: Mask) -> npt.NDArray[np.int64]:
        assert (mask == ~np.array(tuned[-1])).all()
        sums: npt.NDArray[np.int64] = first[mask].sum(axis=0)
        return sums

    honest = cross_validate(tune_on, left_out, sentences=12, folds=3, metric=Bleu())
    assert np.sum(tuned, axis=0).tolist() == [2] * 12
    assert honest.score.value == Bleu().score(first.sum(axis=0)).value
    assert len(honest.results) == 3


def test_folds_are_even_and_fixed() -> None:
    place = fold_of(11, 3, seed=4)
    assert sorted(np.bincount(place).tolist()) == [3, 4, 4]
    assert place.tolist() == fold_of(11, 3, seed=4).tolist()
    assert place.tolist() != fold_of(11, 3, seed=5).tolist()
    with pytest.raises(ConfigError):
        fold_of(3, 4, seed=1)


def test_the_report_shows_every_seed() -> None:
    results = [tune(planted(), MERT, seed=seed) for seed in (1, 2)]
    page = spread_report(Spread(results)).html()
    assert "seed 2" in page
    assert page.count("<svg") == 1  # no loop, no weights by iteration


@pytest.mark.slow
def test_the_command_learns_phrase_features(model: Path, tmp_path: Path) -> None:
    references = sorted(str(each) for each in model.glob("dev.en.*"))
    files = [str(model / "model"), str(model / "dev.de"), *references]
    common = [
        "tune",
        *files,
        "--with",
        "hybrid",
        "--nbest",
        "10",
        "--iterations",
        "2",
        "--threads",
        "1",
        "--json",
    ]
    done = manyways_command(*common, "--phrase-features", "--out", str(tmp_path / "tuned"))
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["weights"]["PhraseFeatures0"] == 1.0
    translator = Translator(tmp_path / "tuned", threads=1)
    sources, columns = dev_set(model)
    texts = [each.text for each in translator.translate(sources)]
    assert Bleu().corpus_score(texts, columns).value == pytest.approx(answer["scores"]["bleu"]["value"])
    assert manyways_command("tune", "--candidates", "x", "--with", "bold").returncode == 2
    assert manyways_command("tune", *files, "--phrase-features").returncode == 2
