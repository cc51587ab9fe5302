"""Every verb with a hierarchical model: what works as with phrases, and what is refused by name."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyways.candidates import read
from manyways.cli.main import app
from manyways.errors import ManywaysError
from manyways.text import toy
from manyways.train import train
from manyways.translator import Translator
from tests.support.commands import manyways_command
from tests.support.steps import written
from tests.support.trained import CONFIG, inputs

SENTENCES = 6


def run(*arguments: object) -> None:
    found = CliRunner().invoke(app, [str(each) for each in arguments])
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    assert found.exit_code == 0, found.output


@pytest.fixture(scope="module")
def ruled(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("ruled") / "model"
    train(inputs(corpus), directory, replace(CONFIG, kind="hierarchical"), threads=2)
    return directory


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A development set."""
    directory = tmp_path_factory.mktemp("dev")
    dev = toy.generate(SENTENCES, split="dev")
    (directory / "dev.de").write_text("\n".join(dev.raw_sources) + "\n", encoding="utf-8")
    (directory / "dev.en").write_text("\n".join(dev.raw_references[0]) + "\n", encoding="utf-8")
    return directory


def test_a_derivation_is_a_tree_whose_words_are_the_translation(ruled: Path, files: Path) -> None:
    translator = Translator(ruled, threads=1, tokenised=True)
    sources = list(Translator(ruled).prepare((files / "dev.de").read_text().splitlines()))
    depths = set()
    for source, found in zip(sources, translator.translate(sources), strict=True):
        steps = found.derivation
        assert written(steps) == found.text.split()
        assert [(step[0], step[1]) for step in steps] == list(
            itertools.pairwise([0, *(step[1] for step in steps)])
        )
        assert steps[-1][1] == len(source.split())
        depths |= {len(step) for step in steps}
        for link in found.links.split():
            left, right = map(int, link.split("-"))
            assert left < len(source.split())
            assert right < len(found.text.split())
    assert depths == {3, 4}, "without tuning, too, some rules should have gaps"


def test_translations_lists_consensus_links_and_graphs(ruled: Path, files: Path, tmp_path: Path) -> None:
    def lines(*options: str) -> list[str]:
        out = tmp_path / "out.jsonl"
        run("translate", ruled, files / "dev.de", "--out", out, "--force", *options)
        return out.read_text(encoding="utf-8").splitlines()

    assert len(lines()) == len(lines("--mbr")) == SENTENCES
    assert all(" ||| " in line for line in lines("--alignment"))
    told = [json.loads(line) for line in lines("--json")]
    assert any(len(step) == 4 for each in told for step in each["derivation"])
    lines("--nbest", "5", "--distinct", "--alignment")
    lists = read(tmp_path / "out.jsonl")
    assert lists.links is not None
    assert lists.sizes.tolist() == [5] * SENTENCES
    for engine in ("graph", "redecode", "groups", "sample", "exact"):
        lines("--diverse", "3", "--engine", engine, "--strength", "0.2" if engine == "sample" else "0.02")
        assert read(tmp_path / "out.jsonl").sizes.tolist() == [3] * SENTENCES
    lines("--graph-out", str(tmp_path / "graphs"))
    graph = json.loads((tmp_path / "graphs" / "0.json").read_text())
    assert max(len(edge["tails"]) for edge in graph["edges"]) == 2


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--space", "free"], "--space"),
        (["--graph-out", "graphs", "--graph-format", "fst"], "--graph-format must be json"),
        (["--graph-out", "graphs", "--graph-format", "plf"], "--graph-format must be json"),
        (["--search", "exact", "--space", "gap"], "--space"),
    ],
)
def test_what_only_phrases_have_is_refused(
    ruled: Path, files: Path, tmp_path: Path, options: list[str], what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ManywaysError, match=what):
        run("translate", ruled, files / "dev.de", "--out", "out", *options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [["--stack", "10"], ["--space", "free"]])
def test_a_chart_has_no_stacks_to_explain(
    ruled: Path, files: Path, tmp_path: Path, options: list[str]
) -> None:
    with pytest.raises(ManywaysError, match=f"{options[0]} must be left out: a hierarchical model"):
        run("explain-search", ruled, files / "dev.de", "--html", tmp_path / "page.html", *options)
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_ends_with_status_2_and_writes_nothing(ruled: Path, files: Path, tmp_path: Path) -> None:
    done = manyways_command(
        "translate", str(ruled), str(files / "dev.de"), "--out", str(tmp_path / "out"), "--space", "gap"
    )
    assert done.returncode == 2
    assert "--space must be left out: a hierarchical model has no space of jumps" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_exact_search_is_explained_and_never_below_the_chart(
    ruled: Path, files: Path, tmp_path: Path
) -> None:
    for search in ("beam", "exact"):
        limit = ["--search", "exact", "--time-limit", "5"] if search == "exact" else []
        run(
            "translate",
            ruled,
            files / "dev.de",
            "--nbest",
            "1",
            "--out",
            tmp_path / f"{search}.jsonl",
            *limit,
        )
    beam, exact = read(tmp_path / "beam.jsonl"), read(tmp_path / "exact.jsonl")
    assert (exact.scores >= beam.scores - 1e-4).all()
    assert exact.status is not None
    assert exact.bounds is not None
    assert (exact.bounds[:, 1] >= exact.bounds[:, 0] - 1e-4).all()
    assert "optimal" in set(exact.status)
    run("explain-search", ruled, files / "dev.de", "--time-limit", "5")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tuner", "options"),
    [
        ("mert", ["--set", "restarts=2"]),
        ("mert", ["--set", "restarts=2", "--lists", "graph"]),
        ("mert", ["--set", "restarts=2", "--lists", "diverse"]),
        ("lp-mert", []),
        ("pro", []),
        ("mira", []),
        ("mira", ["--lists", "graph"]),
        ("apro", []),
        ("expected-bleu", []),
        ("bold", ["--phrase-features"]),
        ("local", []),
        ("hybrid", ["--phrase-features"]),
        ("online-mira", []),
    ],
)
def test_every_tuner_takes_it(
    ruled: Path, files: Path, tmp_path: Path, tuner: str, options: list[str]
) -> None:
    out = tmp_path / "tuned"
    dev = [files / "dev.de", files / "dev.en"]
    rounds = ["--iterations", "2", "--nbest", "10"]
    run("tune", ruled, *dev, "--with", tuner, *rounds, *options, "--out", out)
    assert len(list(Translator(out, threads=1).translate(["Das ist ein Haus."]))) == 1
