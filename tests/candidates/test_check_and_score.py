"""`check` and `score` agree on what is an error, and --quiet hides nothing that must be known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyways.candidates import read
from manyways.cli.main import app
from manyways.errors import ManywaysError

ROW = "{} ||| a b ||| lm= -1 ||| -1\n"
SENTENCE = '{{"id": "{}", "references": ["a b"], "candidates": [{{"text": "a b"}}]}}\n'
FILES = {
    "in order": ROW.format(0) + ROW.format(1),
    "shuffled": ROW.format(1) + ROW.format(0),
    "from 1": ROW.format(2) + ROW.format(1),
    "answers": ROW.format("request-2") + ROW.format("request-1"),
    "too few": ROW.format(0),
    "too many": ROW.format(0) + ROW.format(1) + ROW.format(2),
    "one missing": ROW.format(0) + ROW.format(2),
    "names": ROW.format("x") + ROW.format("y"),
    "apart": ROW.format(0) + ROW.format(1) + ROW.format(0),
    "twice in a row": ROW.format(0) * 2 + ROW.format(1),
    "nan total": ROW.format(0) + "1 ||| a b ||| lm= -1 ||| nan\n",
    "infinite total": ROW.format(0) + "1 ||| a b ||| lm= -1 ||| -inf\n",
    "nan feature": ROW.format(0) + "1 ||| a b ||| lm= nan ||| -1\n",
    "cut off": ROW.format(0) + "1 ||| a b ||| l",
    "nothing": "",
    "blank": "\n",
    "text": "a b\nc d\n",
    "text of one line": "a b\n",
    "no candidates": '{"id": "0", "candidates": []}\n{"id": "1", "candidates": []}\n',
    "an empty list": '{"id": "0", "candidates": ["a b"]}\n{"id": "1", "candidates": []}\n',
    "bare texts": '{"candidates": ["a b", "a"]}\n{"candidates": ["c d"]}\n',
    "nan score": '{"candidates": [{"text": "a", "score": NaN}]}\n{"candidates": ["c d"]}\n',
    "score missing": '{"candidates": [{"text": "a", "score": 1}]}\n{"candidates": ["c d"]}\n',
    "text for a score": '{"candidates": [{"text": "a", "score": "x"}]}\n{"candidates": ["c d"]}\n',
    "number for a candidate": '{"candidates": [1]}\n{"candidates": ["c d"]}\n',
    "some ids": '{"candidates": ["a b"]}\n{"id": "0", "candidates": ["c d"]}\n',
    "references within": SENTENCE.format(0) + SENTENCE.format(1),
    "references by halves": SENTENCE.format(0) + '{"id": "1", "candidates": ["c d"]}\n',
    "clashing ids": SENTENCE.format(0) + SENTENCE.format(0).replace("a b", "c d") + SENTENCE.format(1),
}
REFUSED = {
    *("too few", "too many", "one missing", "names", "cut off", "nothing", "blank", "text of one line"),
    *("no candidates", "text for a score", "number for a candidate", "some ids", "references by halves"),
    "clashing ids",
}


def status(verb: str, *arguments: object) -> int:
    result = CliRunner().invoke(app, [verb, *map(str, arguments)])
    if isinstance(result.exception, ManywaysError):
        return 2
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code


@pytest.mark.parametrize("name", FILES)
def test_they_agree_on_what_is_an_error(name: str, tmp_path: Path) -> None:
    (tmp_path / "list").write_text(FILES[name])
    (tmp_path / "ref").write_text("a b\nc d\n")
    common = (tmp_path / "list", "--references", tmp_path / "ref")
    assert (status("check", *common) == 2) == (name in REFUSED)
    assert (status("score", *common, "--metric", "ter") == 2) == (name in REFUSED)


@pytest.mark.parametrize("verb", ["check", "score"])
def test_names_in_the_order_of_the_references(verb: str, tmp_path: Path) -> None:
    (tmp_path / "list").write_text(FILES["names"])
    (tmp_path / "ref").write_text("a b\nc d\n")
    assert status(verb, tmp_path / "list", "--references", tmp_path / "ref", "--by-position") < 2


def test_quiet_hides_no_warning(tmp_path: Path) -> None:
    (tmp_path / "list").write_text(FILES["an empty list"])
    (tmp_path / "ref").write_text("a b\nc d\n")
    arguments = ["score", str(tmp_path / "list"), "--references", str(tmp_path / "ref"), "--quiet", "--json"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "1 of 2 sentences without candidates: left out" in result.stderr
    assert json.loads(result.stdout)["sentences"] == 1


def test_diversify_reports_the_scores_of_score(tmp_path: Path) -> None:
    candidates = [
        {"text": "The cat, it sees (the) dog.", "score": 2},
        {"text": "A cat sees dogs!", "score": 1},
    ]
    record = {"id": "0", "references": ["The cat, it saw (the) dog."], "candidates": candidates}
    (tmp_path / "list").write_text(json.dumps(record) + "\n")
    for options in ([], ["--tokenised"], ["--tokenise", "char"]):
        scored = CliRunner().invoke(app, ["score", str(tmp_path / "list"), "--oracle", "--json", *options])
        out = ["--out", str(tmp_path / "out.jsonl"), "--json", "--force"]
        varied = CliRunner().invoke(app, ["diversify", str(tmp_path / "list"), "-m", "1", *out, *options])
        assert varied.exit_code == 0, varied.output
        expected, found = json.loads(scored.stdout), json.loads(varied.stdout)
        assert found["lists"]["all"]["bleu"] == pytest.approx(expected["scores"]["bleu"]["value"])
        assert found["lists"]["all"]["oracle"] == pytest.approx(expected["oracle"]["bleu"]["value"])
        assert found["signatures"]["oracle"] == expected["oracle"]["bleu"]["signature"]
        text = CliRunner().invoke(
            app, ["diversify", str(tmp_path / "list"), "-m", "1", *out[:2], "--force", *options, "--table"]
        )
        assert found["signatures"]["bleu"] in text.stdout


def test_tuning_reads_references_by_id(tmp_path: Path) -> None:
    rows = {0: [("a b", 1), ("x", 0)], 1: [("c d", 1), ("y", 0)], 2: [("e f", 1), ("z", 0)]}
    (tmp_path / "ref").write_text("a b\nc d\ne f\n")
    for order in ([0, 1, 2], [2, 0, 1]):
        lines = [f"{s} ||| {text} ||| good= {x} ||| 0\n" for s in order for text, x in rows[s]]
        (tmp_path / "list").write_text("".join(lines))
        common = ["--candidates", str(tmp_path / "list"), "--references", str(tmp_path / "ref"), "--json"]
        result = CliRunner().invoke(app, ["tune", *common, "--metric", "ter", "--quiet"])
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["scores"]["ter"]["value"] == 0


def test_diversify_reads_references_by_id_and_keeps_the_order(tmp_path: Path) -> None:
    rows = {0: ["a b c d", "x"], 1: ["e f g h", "y"]}
    (tmp_path / "ref").write_text("a b c d\ne f g h\n")
    records = [{"id": f"q{s}", "candidates": [{"text": t, "score": 0} for t in rows[s]]} for s in (1, 0)]
    (tmp_path / "list").write_text("".join(json.dumps(each) + "\n" for each in records))
    common = [
        "diversify",
        str(tmp_path / "list"),
        "-m",
        "1",
        "--out",
        str(tmp_path / "out.jsonl"),
        "--json",
        "--force",
    ]
    tune = ["--tune", str(tmp_path / "ref")]
    result = CliRunner().invoke(app, [*common, *tune])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["lists"]["all"]["bleu"] == pytest.approx(100)
    assert read(tmp_path / "out.jsonl").ids == ["q1", "q0"]
    result = CliRunner().invoke(app, [*common, *tune, "--by-position"])
    assert json.loads(result.stdout)["lists"]["all"]["bleu"] < 1
    assert status(*common, "--by-position") == 2


def test_lists_numbered_from_0_and_from_1_are_not_merged(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(ROW.format(0) + ROW.format(1))
    (tmp_path / "b").write_text(ROW.format(1) + ROW.format(2))
    assert status("convert", tmp_path / "a", tmp_path / "b", tmp_path / "out.jsonl") == 2
    (tmp_path / "b").write_text(ROW.format(2) + ROW.format(3))
    assert status("convert", tmp_path / "a", tmp_path / "b", tmp_path / "out.jsonl") == 0
