"""Rerankers with a rich pack: columns added, sets kept apart, from the command line too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from manyways.candidates import CandidateLists, read, write
from manyways.choose import Chooser, Reranker
from manyways.errors import InputError
from manyways.rerank import RerankFiles, RerankSettings, read_training, train_files
from manyways.text.content import mark_of
from tests.support.commands import manyways_command
from tests.support.packs import make_pack, toy_lists

FAST = RerankSettings(prices=(0.1,), folds=2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rerank")
    make_pack(folder)
    write(toy_lists(11, 30), folder / "tune2.jsonl", format="jsonl")
    write(toy_lists(12, 30), folder / "test.jsonl", format="jsonl")
    return folder


def files(folder: Path, lists: str, **more: object) -> RerankFiles:
    return RerankFiles(lists=(str(folder / lists),), pack=str(folder / "pack"), **more)  # type: ignore[arg-type]


def test_a_reranker_of_rich_features_finds_the_right_ones(folder: Path) -> None:
    trained = train_files(files(folder, "tune2.jsonl"), str(folder / "r.toml"), FAST, threads=1)
    assert {"mixlm", "disc:good-3", "wclm:4-2"} <= set(trained.reranker.names)
    by = Chooser.named(str(folder / "r.toml")).scorer
    assert isinstance(by, Reranker)
    test = read_training(files(folder, "test.jsonl"))
    assert _right(test, by) > 0.6
    with pytest.raises(InputError, match="no pack with invmod1"):
        by(toy_lists(12))


def _right(lists: CandidateLists, by: Reranker) -> float:
    values = by(lists).values
    first = [
        lists.texts[int(start + values[start:end].argmax())]
        for start, end in zip(lists.sentence_offsets[:-1], lists.sentence_offsets[1:], strict=True)
    ]
    assert lists.references is not None
    return sum(map(str.__eq__, first, lists.references[0])) / len(lists)


def test_sentences_that_the_pack_learned_from_are_refused(folder: Path) -> None:
    with pytest.raises(InputError, match=r"lists that .*pack learned from: 1, 2, 3, 4, 5, \.\.\."):
        read_training(files(folder, "spare.jsonl"))
    sources = folder / "apart.de"
    sources.write_text("Etwas anderes\n" + (toy_lists(5).sources or [""])[3] + "\n")
    with pytest.raises(InputError, match="learned from: 2"):
        read_training(files(folder, "tune2.jsonl", apart=(str(sources),)))


def test_a_reranker_remembers_what_its_pack_learned_from(folder: Path) -> None:
    trained = train_files(files(folder, "tune2.jsonl"), str(folder / "s.toml"), FAST, threads=1)
    spare = toy_lists(5)
    assert mark_of((spare.sources or [""])[0]) in trained.reranker.sources
    with pytest.raises(InputError, match="among the sentences of training"):
        trained.reranker.check_apart(spare)


def test_sentences_that_the_pack_knows_by_heart_are_told(folder: Path, tmp_path: Path) -> None:
    trained = train_files(files(folder, "tune2.jsonl"), str(tmp_path / "r.toml"), FAST, threads=1)
    assert not any("by heart" in each for each in trained.remarks)
    lists = read(folder / "tune2.jsonl")
    known = ["Etwas anderes", *(folder / "train.de").read_text().splitlines()[:2]]
    sources = [*known, *map(str, list(lists.sources or ())[3:])]
    write(lists.with_sources(sources), tmp_path / "known.jsonl", format="jsonl")
    given = RerankFiles(lists=(str(tmp_path / "known.jsonl"),), pack=str(folder / "pack"))
    trained = train_files(given, str(tmp_path / "k.toml"), FAST, threads=1)
    (said,) = (each for each in trained.remarks if "by heart" in each)
    assert said.startswith(f"2 of {len(lists)} sentences stand in the parallel text")
    assert "(2, 3)" in said


def test_a_pack_is_made_on_the_way_from_text(folder: Path, tmp_path: Path) -> None:
    parallel = (str(folder / "train.de"), str(folder / "train.en"))
    given = RerankFiles(lists=(str(folder / "tune2.jsonl"),), pack=str(tmp_path / "new"), parallel=parallel)
    lists = read_training(given, threads=1)
    assert "wclm:300-5" in lists.feature_names
    assert "disc:good-3" not in lists.feature_names
    before = (tmp_path / "new" / "pack.toml").read_bytes()
    read_training(given, threads=1)
    assert (tmp_path / "new" / "pack.toml").read_bytes() == before


def test_from_the_command_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "small.toml").write_text("[pack]\nclasses = [4, 8]\n")
    texts = ["--source", "train.de", "--target", "train.en", "--spare-lists", "spare.jsonl"]
    done = manyways_command(
        "rerank", "prepare", *texts, "--recipe", "small.toml", "--out", "made", "--json", "--threads", "1"
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["parts"] == ["disc", "goog", "invmod1", "mixlm", "wclm"]
    given = ["test.jsonl", "--features", "rich", "--pack", "made"]
    done = manyways_command("features", *given, "--out", "rich.jsonl")
    assert done.returncode == 0, done.stderr
    assert len(read(folder / "rich.jsonl").feature_names) == 5 + 1 + 12 + 4 + 4
    given = ["tune2.jsonl", "--pack", "made", "--parallel", "train.de"]
    wrong = manyways_command("rerank", "train", *given, "--out", "x.toml")
    assert wrong.returncode == 2
    assert "two files" in wrong.stderr
    none = manyways_command("features", "test.jsonl", "--pack", "nowhere", "--out", "y.jsonl")
    assert none.returncode == 2
    assert "manyways rerank prepare" in none.stderr
