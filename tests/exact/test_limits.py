"""Exact search on everything that can be translated; and when time, memory or patience end."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from manyways.errors import ConfigError, InputError, ModelError
from manyways.exact import ExactSearch, ExactSettings, Proof
from manyways.model import Model, Weights, default_weights
from manyways.search import BeamSearch, BeamSettings, Given, Lattice, PhraseModel, Sentence, Source
from tests.oracles.derivations import SOURCE, random_model, walk
from tests.support.strangers import edited

Method = Literal["certified", "lagrangian"]
METHODS: list[Method] = ["certified", "lagrangian"]
EDGE_BYTES = 50  # that an edge is reckoned with: core/exact/prover.h
POOR = BeamSettings(pops=1, stack=1)  # leaves something to find
WIDE = BeamSettings(pops=10**6, stack=10**6, margin=1e9)  # loses nothing


@pytest.fixture
def heard() -> Iterator[None]:
    """Ctrl-C is heard here and by programs started here, also where the shell had it ignored (`&`)."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("space", ["gap", "free"])
@pytest.mark.parametrize("seed", range(8))
def test_walls_are_treated_exactly(seed: int, space: str, tmp_path: Path) -> None:
    model, table = random_model(seed, tmp_path)
    draw = random.Random(seed)
    for limit in (1, 2, 3, -1, 2, -1):
        words = tuple(draw.choices(SOURCE, k=5))
        walls = sorted(draw.sample(range(1, 5), k=draw.randint(1, 2)))
        best = -np.inf
        for steps in walk(model, words, limit, space, frozenset(), 0):
            sides = [sum(wall <= start for wall in walls) for start, _, _ in steps]
            whole = all(
                sum(w <= start for w in walls) == sum(w < end for w in walls) for start, end, _ in steps
            )
            if whole and sides == sorted(sides):
                best = max(best, model.total(model.features(steps, model.language_models)))
        for method in METHODS:
            settings = ExactSettings(method=method, beam=POOR)
            proof = ExactSearch(model.decoder(table, limit, space), settings).prove(
                Sentence(" ".join(words), walls=walls)
            )
            assert proof.lower <= best + 1e-5
            assert proof.upper >= best - 1e-5
            if method == "certified" or proof.status == "optimal":
                assert proof.status == "optimal"
                assert proof.lower == pytest.approx(best, abs=1e-5), (words, walls, limit)


@pytest.mark.parametrize("seed", range(6))
def test_lattices_and_given_translations_and_classes_are_treated_exactly(seed: int, tmp_path: Path) -> None:
    model, table = random_model(seed, tmp_path, lms=2)
    weights = Weights({**model.weights.plain(), "InputFeature0": 0.5})
    search = model.decoder(table, 2, "gap").search
    classes = {"LM1": {"a": "b", "b": "a", "c": "a"}}
    decoder = PhraseModel(table, model.language_models, weights, search, classes=classes)
    draw = random.Random(seed)
    words = draw.choices([*SOURCE, "x"], k=5)
    columns = [{word: -1.0, SOURCE[i % 3]: -0.5} for i, word in enumerate(words)]
    skip = [(1, 3, "", -0.25), (2, 4, "u", -0.75)]
    edges = [(i, i + 1, word, score) for i, column in enumerate(columns) for word, score in column.items()]
    sources: list[Source] = [
        Lattice(edges),
        Lattice([*edges, *skip]),
        Sentence(" ".join(words), given=[Given(1, 3, "a GIVEN", probability=0.5)]),
        Sentence(" ".join(words), given=[Given(0, 1, "b", exclusive=False)], forbidden=["c", (2, 4, "a")]),
    ]
    found = ExactSearch(decoder, ExactSettings(beam=POOR)).prove_all(sources)
    for proof, wide in zip(found, BeamSearch(decoder, WIDE).best(sources), strict=True):
        assert proof.status == "optimal"
        assert proof.lower == pytest.approx(wide.score, abs=1e-5)


def test_forcing_needs_no_weights(tmp_path: Path) -> None:
    model, table = random_model(1, tmp_path)
    nothing = Weights({name: [0.0] * len(value) for name, value in model.weights.items()})
    decoder = PhraseModel(table, model.language_models, nothing, model.decoder(table, 2, "gap").search)
    proof = ExactSearch(decoder, ExactSettings()).prove("u v")
    assert proof.status == "optimal"
    assert BeamSearch(decoder).force(["u v"], [proof.candidate.text])[0].reached


def test_other_spaces_than_ascii_are_letters(tmp_path: Path) -> None:
    model, table = random_model(1, tmp_path)
    prover = ExactSearch(model.decoder(table, 2, "gap"), ExactSettings(method="lagrangian", trace=True))
    for text, words in (("u\u00a0v u", 2), ("u \u3000 v \u2028", 4), ("u\x1fv\x0bu", 2)):
        trace = prover.prove(text).trace
        assert trace is not None
        assert trace.counts.shape == (len(trace), words)


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    model, table = random_model(1, tmp_path)
    decoder = model.decoder(table, 2, "gap")
    with pytest.raises(ConfigError, match="gap or free"):
        ExactSearch(decoder, ExactSettings(space="Free")).prove("u v")  # type: ignore[arg-type]
    for ask in (ExactSearch(decoder).prove, ExactSearch(decoder).relaxed_graph):
        with pytest.raises(InputError, match=r"'u u u.* has 501 words"):
            ask("u " * 501)


def test_a_hierarchical_model_is_refused_by_name(trained: Path, tmp_path: Path) -> None:
    Model.open(trained).copied(tmp_path, default_weights())
    edited(tmp_path, '"phrase"', '"hierarchical"')
    with pytest.raises(ModelError, match="hierarchical"):
        PhraseModel.open(tmp_path)


def endless(tmp_path: Path, words: int = 200) -> tuple[PhraseModel, str]:
    """A model and a sentence that no proof ends with."""
    model, table = random_model(1, tmp_path, order=4)
    return model.decoder(table, -1, "free"), " ".join(random.Random(1).choices(SOURCE, k=words))


@dataclass(frozen=True, kw_only=True)
class Looks(ExactSettings):
    """Time is up at a look at the clock instead of a moment: the same place on every machine."""

    looks: int


def assert_list(stopped: Proof, whole: Proof, distinct: bool) -> None:
    """Best first, nothing twice, nothing better than there is."""
    found = stopped.candidates
    scores = [each.score for each in found]
    assert scores[0] == pytest.approx(stopped.lower, abs=1e-6)
    assert scores == sorted(scores, reverse=True)
    best = [each.score for each in whole.candidates]
    assert all(score <= other + 1e-6 for score, other in zip(scores, best, strict=False))
    assert len(found) <= len(best)
    derivations = {(each.text, tuple(each.derivation)) for each in found}
    assert len({text for text, _ in derivations} if distinct else derivations) == len(found)


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (7, {}),
        (11, {}),
        (12, {}),
        (9, {"size": 4}),
        (5, {"size": 600}),  # more than there are
        (7, {"size": 600}),
        (7, {"size": 600, "distinct": False}),
        (9, {"method": "lagrangian"}),
        (9, {"method": "lagrangian", "relaxation": "Y''", "tighten": (1, 1)}),
        (11, {"method": "lagrangian", "a_star": False, "tighten": (1, 1)}),
    ],
    ids=str,
)
def test_a_proof_that_is_stopped_at_any_place_claims_nothing_untrue(
    words: int, more: dict[str, Any], tmp_path: Path
) -> None:
    """Whatever a stop leaves half done (states, graphs, sweeps, cuts), nothing is concluded from it."""
    model, table = random_model(1, tmp_path, order=4)
    decoder = model.decoder(table, -1, "free")
    text = " ".join(random.Random(1).choices(SOURCE, k=words))
    settings = {"beam": POOR, **more}
    wanted = {"size": settings.pop("size", 1), "distinct": settings.pop("distinct", True)}
    whole = ExactSearch(decoder, ExactSettings(**settings)).prove(text, **wanted)
    assert whole.status == "optimal"
    assert whole.beam_score < whole.lower, "the beam leaves nothing to prove"
    stopped, looks = 0, 1
    while True:
        proof = ExactSearch(decoder, Looks(**settings, looks=looks)).prove(text, **wanted)
        assert proof.beam_score <= proof.lower <= whole.lower
        assert proof.upper >= whole.lower - 1e-6, f"look {looks}"
        if proof.status == "optimal":
            assert proof.lower == pytest.approx(whole.lower, abs=1e-6), f"look {looks}"
            assert [each.score for each in proof.candidates] == pytest.approx(
                [each.score for each in whole.candidates], abs=1e-5
            )
            if [stage.name for stage in proof.stages] == [stage.name for stage in whole.stages]:
                break
        else:
            assert proof.status == "time limit"
            assert_list(proof, whole, more.get("distinct", True))
            stopped += 1
        looks += 1
    assert stopped > 50


@pytest.mark.parametrize("distinct", [True, False])
def test_a_list_that_is_stopped_is_the_beams(distinct: bool, tmp_path: Path) -> None:
    decoder, text = endless(tmp_path, 12)
    beam = BeamSettings(pops=50, stack=50)
    wanted = BeamSearch(decoder, beam).lists([text], 20, distinct=distinct)
    first = ExactSearch(decoder, Looks(beam=beam, looks=1)).prove(text, 20, distinct=distinct)
    assert first.status == "time limit"
    assert [each.score for each in first.candidates] == pytest.approx(list(wanted.scores), abs=1e-5)
    assert [each.text for each in first.candidates] == list(wanted.texts)


def test_long_lists_keep_to_the_time_limit(tmp_path: Path) -> None:
    decoder, text = endless(tmp_path, 100)
    beam = BeamSettings(pops=50, stack=50)
    start = time.perf_counter()
    proof = ExactSearch(decoder, ExactSettings(beam=beam, time_limit=0.3)).prove(text, 10**6)
    assert proof.status == "time limit"
    assert time.perf_counter() - start < 2  # the list would take many seconds
    assert len(proof.candidates) > 100


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("words", [40, 200])
def test_a_stopped_prover_ends_all_its_proofs(method: Method, words: int, tmp_path: Path) -> None:
    decoder, text = endless(tmp_path, words)
    settings = ExactSettings(method=method, beam=POOR, memory=4000, iterations=10**6)
    prover = ExactSearch(decoder, settings, threads=1)
    timer = threading.Timer(0.2, prover.stop)
    timer.start()
    proofs = prover.prove_all([text] * 20)  # seconds each, unless it is stopped
    timer.join()
    assert proofs[-1].status == "time limit"
    assert all(proof.beam_score <= proof.lower < proof.upper for proof in proofs if proof.status != "optimal")
    again = prover.prove(text)
    assert prover.stopped
    assert (again.status, again.lower, again.edges) == ("time limit", again.beam_score, 0)


@pytest.mark.usefixtures("heard")
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_one_call_with_the_best_so_far(tmp_path: Path) -> None:
    decoder, text = endless(tmp_path)
    prover = ExactSearch(decoder, ExactSettings(beam=POOR, memory=4000))
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    proof = prover.prove(text)
    timer.join()
    assert proof.status == "time limit"
    assert not prover.stopped
    assert prover.prove("u v").status == "optimal"


@pytest.mark.parametrize("method", METHODS)
def test_graphs_keep_to_the_memory(method: Method, tmp_path: Path) -> None:
    model, table = random_model(1, tmp_path, order=4)
    for words in (8, 16, 30, 60):
        text = " ".join(random.Random(1).choices(SOURCE, k=words))
        settings = ExactSettings(method=method, beam=POOR, memory=1, iterations=20)
        proof = ExactSearch(model.decoder(table, -1, "free"), settings).prove(text)
        assert all(stage.edges <= 10**6 // EDGE_BYTES for stage in proof.stages)
    assert proof.status == "gap"


@pytest.mark.usefixtures("heard")
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_answers_every_line(trained: Path, tmp_path: Path) -> None:
    source = tmp_path / "in.de"
    words = ["Die", "Frau", "hat", "das", "Haus", "gesehen", "und", "er", "lacht", "nicht"]
    draw = random.Random(3)
    lines = [" ".join(draw.choices(words, k=45)) for _ in range(12)]
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "manyways", "translate", str(trained), str(source)]
    command += ["--search", "exact", "--space", "free", "--threads", "1", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, messages = process.communicate()
    rows = [json.loads(line) for line in [first, *rest.splitlines()]]
    assert process.returncode == 130, messages
    assert [row["source"] for row in rows] == lines
    assert rows[-1]["status"] == "time limit"
    assert rows[-1]["score"] == rows[-1]["lower"] == rows[-1]["beam"]
    assert rows[-1]["upper"] is None  # not known
    assert all(row["text"] for row in rows)
    assert "stopped" in messages
