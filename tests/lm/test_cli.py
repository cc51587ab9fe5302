"""`manyways lm`, as a person types it."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest

from manyways.lm import LanguageModel
from tests.support.commands import manyways_command


@pytest.fixture
def text(tmp_path: Path) -> Path:
    rng = random.Random(1)
    words = [f"w{i}" for i in range(50)]
    path = tmp_path / "text"
    path.write_text("".join(" ".join(rng.choices(words, k=6)) + "\n" for _ in range(200)))
    return path


def run(*arguments: object) -> str:
    done = manyways_command("lm", *(str(argument) for argument in arguments))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_estimate_query_convert_and_interpolate(text: Path, tmp_path: Path) -> None:
    options = ["--order", 3, "--smoothing", "witten-bell"]
    made = json.loads(run("estimate", text, *options, "--out", tmp_path / "a.bin", "--json"))
    assert [order["n"] for order in made["orders"]] == [1, 2, 3]
    run("convert", tmp_path / "a.bin", "--out", tmp_path / "b.arpa.gz")
    scores = [float(line) for line in run("query", tmp_path / "a.bin", text).splitlines()]
    model = LanguageModel.open(tmp_path / "b.arpa.gz")
    assert scores == pytest.approx(model.score_texts(text.read_text().splitlines()).tolist(), abs=1e-4)
    summary = json.loads(run("query", tmp_path / "b.arpa.gz", text, "--json"))
    assert summary["perplexity"] == pytest.approx(math.exp(-sum(scores) / 1400), rel=1e-4)
    words = run("query", tmp_path / "a.bin", text, "--words").splitlines()
    assert len(words) == 1400
    assert words[6].startswith("</s>\t")
    run("estimate", text, *options, "--out", tmp_path / "c.arpa", "--prune", "0,0,1", "--memory", 1)
    mixed = run(
        "interpolate",
        tmp_path / "a.bin",
        tmp_path / "c.arpa",
        "--held-out",
        text,
        "--out",
        tmp_path / "m.bin",
    )
    assert sum(float(line.split("\t")[0]) for line in mixed.splitlines()) == pytest.approx(1, abs=1e-5)
    assert "perplexity" in run("query", tmp_path / "m.bin", text, "--summary")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["estimate", "TEXT", "--out", "OUT", "--prune", "0,x"], "numbers with commas"),
        (["estimate", "TEXT", "--out", "OUT", "--order", "12"], "1<=x<=10"),
        (["estimate", "MISSING", "--out", "OUT"], "cannot be read"),
        (["estimate", "TEXT", "--out", "MISSING/x.bin"], "MISSING"),
        (["query", "TEXT", "TEXT"], "TEXT"),
        (["interpolate", "TEXT", "--out", "OUT"], "--held-out"),
    ],
)
def test_what_the_user_can_mend(text: Path, tmp_path: Path, arguments: list[str], message: str) -> None:
    named = {"TEXT": str(text), "OUT": str(tmp_path / "out.bin")}
    options = ["--discount-fallback"] if arguments[0] == "estimate" else []
    done = manyways_command(
        "lm", *(named.get(a, a.replace("MISSING", str(tmp_path / "no"))) for a in arguments), *options
    )
    assert done.returncode == 2
    expected = message.replace("TEXT", str(text)).replace("MISSING", str(tmp_path / "no"))
    assert expected in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out.bin").exists()


@pytest.mark.parametrize("verb", ["estimate", "interpolate", "convert"])
def test_no_option_asks_for_what_nobody_reads(verb: str) -> None:
    """Bounds are for exact searches of charts; until one asks for them they would only make files larger."""
    assert "--bounds" not in manyways_command("lm", verb, "--help").stdout
