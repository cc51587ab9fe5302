"""The check of candidate lists: each finding has a file that shows it, and good files pass."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from manyways.candidates import FORMATS
from manyways.candidates.check import Report, check
from manyways.cli.main import main
from manyways.model import Model, default_weights

HEALTHY = "".join(
    f"{s} ||| the house {w} . ||| LM0= -{r} TM0= 1 2 ||| -{r}\n"
    for s in range(4)
    for r, w in enumerate("abc")
)


def examine(tmp_path: Path, text: str, **options: object) -> Report:
    path = tmp_path / "list"
    path.write_text(text, encoding="utf-8")
    return check(path, **options)  # type: ignore[arg-type]


def jsonl(*lists: list[tuple[str, float]], **more: object) -> str:
    records = [
        {"id": str(s), "candidates": [{"text": t, "score": x} for t, x in each], **more}
        for s, each in enumerate(lists)
    ]
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records)


def test_a_healthy_list(tmp_path: Path) -> None:
    report = examine(tmp_path, HEALTHY)
    assert (report.findings, report.status) == ([], 0)
    assert (report.sentences, report.candidates, report.format) == (4, 12, "moses")


@pytest.mark.parametrize(
    ("kind", "text", "line", "count", "status"),
    [
        ("missing ids", HEALTHY.replace("\n2 ||| ", "\n5 ||| ").replace("\n3 ||| ", "\n6 ||| "), 7, 3, 1),
        ("shuffled ids", HEALTHY.replace("\n3 ||| ", "\n02 ||| ").replace("\n1 ||| ", "\n3 ||| "), 7, 1, 1),
        ("repeated ids", HEALTHY.replace("\n3 ||| ", "\n0 ||| "), 10, 1, 1),
        ("duplicates", HEALTHY.replace("house b", "house a"), 2, 4, 1),
        ("empty texts", HEALTHY.replace("1 ||| the house b .", "1 ||| "), 5, 1, 1),
        (
            "incomplete features",
            HEALTHY.replace("2 ||| the house c . ||| LM0= -2", "2 ||| the house c . |||"),
            9,
            1,
            1,
        ),
        ("bad features", HEALTHY.replace("house b . ||| LM0= -1", "house b . ||| LM0= nan"), 2, 4, 1),
        (
            "bad features",
            HEALTHY.replace("TM0", "x_a= 1 TM0").replace(
                "house c . ||| LM0= -2 x_a= 1", "house c . ||| LM0= -2 x_a= inf"
            ),
            3,
            4,
            1,
        ),
        ("bad scores", HEALTHY.replace("||| -2\n", "||| -inf\n"), 3, 4, 1),
        ("bad scores", re.sub(r"-\d\n", "nan\n", HEALTHY), 1, 12, 1),
        ("missing ids", HEALTHY.replace("\n3 ||| ", "\n999999999999999 ||| "), 10, 999999999999996, 1),
        ("mixed tokenisation", HEALTHY.replace("house c .", "house c."), 3, 4, 1),
        ("wrong script", HEALTHY.replace("1 ||| the house b .", "1 ||| дом б ."), 5, 1, 1),
        ("unreadable", HEALTHY + "4 ||| cut", 13, 1, 2),
    ],
)
def test_findings(kind: str, text: str, line: int, count: int, status: int, tmp_path: Path) -> None:
    report = examine(tmp_path, text)
    found = {each.kind: each for each in report.findings}
    assert kind in found
    assert (found[kind].line, found[kind].count) == (line, count)
    assert found[kind].remedy
    assert report.status == status


def test_a_feature_that_the_first_candidate_lacks(tmp_path: Path) -> None:
    text = HEALTHY.replace("LM0= -0 TM0", "TM0", 1)
    (found,) = examine(tmp_path, text).findings
    assert (found.kind, found.line) == ("incomplete features", 2)
    assert "LM0" in found.message


def test_an_id_longer_than_any_number_is_a_name(tmp_path: Path) -> None:
    assert examine(tmp_path, HEALTHY.replace("\n3 |||", f"\n{'9' * 5000} |||")).findings == []


def test_empty_lists(tmp_path: Path) -> None:
    (found,) = examine(tmp_path, jsonl([("the house .", 1.0)], [])).findings
    assert (found.kind, found.line) == ("empty lists", 2)


def test_candidates_without_a_score_among_others(tmp_path: Path) -> None:
    text = '{"id": "0", "candidates": [{"text": "a", "score": 1}, {"text": "b"}]}\n'
    (found,) = examine(tmp_path, text).findings
    assert (found.kind, found.severity) == ("missing scores", "warning")


@pytest.mark.parametrize("score", ['"nan"', "NaN", "null"])
def test_a_score_that_is_no_number_is_none(score: str, tmp_path: Path) -> None:
    report = examine(tmp_path, f'{{"id": "0", "candidates": [{{"text": "a", "score": {score}}}, "b"]}}\n')
    assert report.findings == []
    assert report.candidates == 2


@pytest.mark.parametrize(
    ("candidate", "words"),
    [
        ("3", "a candidate is neither an object nor a text"),
        ('{"text": "a", "score": "3"}', "'3' is a text where a number should be"),
        ('{"text": "a", "score": true}', "'true' stands where a number should be"),
        ('{"text": "a" "score": 1}', "not valid JSON at byte 41: found '\"'"),
    ],
)
def test_what_is_refused_is_told_in_true_words(candidate: str, words: str, tmp_path: Path) -> None:
    (found,) = examine(tmp_path, f'{{"id": "0", "candidates": [{candidate}]}}\n').findings
    assert (found.kind, found.line) == ("unreadable", 1)
    assert words in found.message


def test_copies_of_the_source(tmp_path: Path) -> None:
    (tmp_path / "source").write_text("x\nthe house b .\ny\nz\n")
    (found,) = examine(tmp_path, HEALTHY, source=tmp_path / "source").findings
    assert (found.kind, found.line) == ("copies of the source", 5)
    (found,) = examine(tmp_path, jsonl([("das Haus", 1.0), ("the house", 0.5)], source="das Haus")).findings
    assert found.kind == "copies of the source"


def test_mixed_casing(tmp_path: Path) -> None:
    (found,) = examine(tmp_path, jsonl([("The house", 1.0), ("the house", 0.5)])).findings
    assert (found.kind, found.line) == ("mixed casing", 1)
    records = [
        {"id": str(s), "candidates": [{"text": f"A{s} b", "system": "x"}, {"text": f"c{s}", "system": "y"}]}
        for s in range(9)
    ]
    (found,) = examine(tmp_path, "".join(json.dumps(each) + "\n" for each in records)).findings
    assert (found.kind, found.count) == ("mixed casing", 9)
    assert "'y'" in found.message


def test_systems_may_agree(tmp_path: Path) -> None:
    candidates = [{"text": "the house", "system": name} for name in "xyy"]
    (found,) = examine(tmp_path, json.dumps({"id": "0", "candidates": candidates}) + "\n").findings
    assert (found.kind, found.count) == ("duplicates", 1)


def test_blanks_around_marks(tmp_path: Path) -> None:
    (found,) = examine(
        tmp_path, jsonl([("it 's", 1.0), ("it's", 0.5), ("some one", 0.2), ("someone", 0.1)])
    ).findings
    assert (found.kind, found.count) == ("mixed tokenisation", 1)


def test_sorted_samples(tmp_path: Path) -> None:
    lists = [[("a", -1.0), ("a", -1.0), ("b", -2.0)], [("c", -1.0), ("d", -2.0), ("d", -2.0)]]
    kinds = [each.kind for each in examine(tmp_path, jsonl(*lists)).findings]
    assert kinds == ["duplicates", "sorted samples"]
    lists[1] = lists[1][::-1]
    assert [each.kind for each in examine(tmp_path, jsonl(*lists)).findings] == ["duplicates"]


def test_japanese_without_kana_is_no_wrong_script(tmp_path: Path) -> None:
    assert examine(tmp_path, jsonl([("これは家", 1.0), ("家", 0.5), ("それ", 0.2)])).findings == []


def test_reference_counts(tmp_path: Path) -> None:
    text = '{"id": "0", "references": ["a", "b"], "candidates": [{"text": "x"}]}\n'
    text += '{"id": "1", "references": ["a"], "candidates": [{"text": "y"}]}\n'
    (found,) = examine(tmp_path, text).findings
    assert (found.kind, found.line, found.severity) == ("references", 2, "error")
    (tmp_path / "ref").write_text("one\ntwo\n")
    (found,) = examine(tmp_path, HEALTHY, references=[tmp_path / "ref"]).findings
    assert "has 4 sentences" in found.message


@dataclass
class Ended:
    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Ended]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line, in this process: starting another costs a second each."""

    def call(*arguments: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["manyways", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = capsys.readouterr()
        return Ended(int(ended.value.code or 0), shown.out, shown.err)

    return call


def test_the_command(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "list"
    path.write_text(HEALTHY.replace("house b", "house a"))
    shown = run("check", path)
    assert shown.returncode == 1
    assert "duplicates" in shown.stdout
    assert json.loads(run("check", path, "--json").stdout)["findings"][0]["line"] == 2
    path.write_text("0 ||| a ||| x y z\n")
    shown = run("check", path)
    assert shown.returncode == 2
    assert "a number or a label" in shown.stdout
    assert run("check", tmp_path).returncode == 2
    assert run("check", tmp_path / "none").returncode == 2


def test_the_command_on_a_model(tmp_path: Path, trained: Path, run: Run) -> None:
    Model.open(trained).copied(tmp_path, default_weights())
    assert run("check", tmp_path).returncode == 0
    path = tmp_path / "truecase.source"
    good = path.read_text()
    path.unlink()  # not through the link that the trained model shares
    path.write_text(good.upper())
    shown = run("check", tmp_path, "--json")
    assert shown.returncode == 2
    assert "is not what model.toml recorded" in json.loads(shown.stdout)["findings"][0]["message"]
    path.write_text("fewer")
    assert run("check", tmp_path).returncode == 2
    path.write_text(good)
    (tmp_path / "notes").write_text("mine")
    shown = run("check", tmp_path)
    assert shown.returncode == 1
    assert "is not part of the model" in " ".join(shown.stdout.split())


def test_convert_command(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "list"
    path.write_text(HEALTHY)
    assert run("convert", path, tmp_path / "a.jsonl").returncode == 0
    assert run("convert", tmp_path / "a.jsonl", tmp_path / "b", "--to", "moses").returncode == 0
    assert (tmp_path / "b").read_text() == HEALTHY
    assert run("convert", path, path, tmp_path / "twice.jsonl").returncode == 0
    assert len((tmp_path / "twice.jsonl").read_text().splitlines()) == 5
    done = run("convert", path, tmp_path / "c", "--to", "sockeye")
    assert done.returncode == 2
    assert "is not one of 'jsonl'" in done.stderr
    path.write_bytes(b"\x00\x01")
    done = run("convert", path, tmp_path / "d.jsonl")
    assert (done.returncode, (tmp_path / "d.jsonl").exists()) == (2, False)
    assert "zero byte" in done.stderr


def test_help_names_every_format(run: Run) -> None:
    shown = run("convert", "--help").stdout
    assert all(name in shown for name in FORMATS)
