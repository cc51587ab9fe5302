"""Hierarchical models of Moses: in, out, and in again; what cannot be honoured is refused by name."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from manyways.errors import InputError, ModelError
from manyways.grammar import RuleTable, check_glue, export_glue
from manyways.model import Model, check
from manyways.model.moses import export_moses, import_moses
from tests.support.commands import manyways_command
from tests.support.damage import damaged
from tests.support.moses import ARPA, CHART_INI, GLUE, RULES

FILES = {"moses.ini", "rules", "glue", "lm.arpa"}


@pytest.fixture
def moses(tmp_path: Path) -> Path:
    for name, text in (("moses.ini", CHART_INI), ("rules", RULES), ("glue", GLUE), ("lm.arpa", ARPA)):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_hierarchical_model_becomes_a_model_directory(moses: Path) -> None:
    done = manyways_command("import-moses", str(moses / "moses.ini"), str(moses / "model"))
    assert done.returncode == 0, done.stderr
    model = Model.open(moses / "model")
    assert model.kind == "hierarchical"
    assert model.weights.plain() == {
        "WordPenalty0": -0.5,
        "PhrasePenalty0": 0.25,
        "UnknownWordPenalty0": 1,
        "TranslationModel0": [0.1, 0.2, 0.3, 0.4],
        "TranslationModel1": 0.125,
        "LM0": 0.75,
    }
    assert (model.search.span_limit, model.search.table_limit) == (15, 7)
    (rule,) = RuleTable(model.path("rules")).find("im [X] haus [X]")
    assert rule.target == "[X,2] in [X,1] house"
    assert check(model.directory) == []


def test_the_tables_may_stand_in_any_order(moses: Path) -> None:
    lines = CHART_INI.splitlines()
    rules, glue = lines.index("15"), lines.index("1000")
    lines[rules], lines[glue] = lines[glue], lines[rules]
    lines[11], lines[12] = lines[12], lines[11]
    (moses / "moses.ini").write_text("\n".join(lines) + "\n")
    model = import_moses(moses / "moses.ini", moses / "model")
    assert (model.search.span_limit, model.search.table_limit) == (15, 7)
    assert model.weights["TranslationModel1"] == (0.125,)


def test_out_and_in_again_is_the_same_model(moses: Path) -> None:
    first = import_moses(moses / "moses.ini", moses / "model")
    done = manyways_command("export-moses", str(moses / "model"), str(moses / "out"))
    assert done.returncode == 0, done.stderr
    names = {each.name for each in (moses / "out").iterdir()}
    assert names == {"moses.ini", "rule-table.gz", "glue-grammar", "LM0.arpa.gz", "PREPARATION.txt"}
    again = import_moses(moses / "out" / "moses.ini", moses / "again")
    assert again.weights.plain() == first.weights.plain()
    assert (again.kind, again.search) == (first.kind, first.search)
    assert again.path("rules").read_bytes() == first.path("rules").read_bytes()
    export_moses(again.directory, moses / "third")
    assert lines_of(moses / "third" / "rule-table.gz") == lines_of(moses / "out" / "rule-table.gz")
    assert (moses / "third" / "moses.ini").read_text() == (moses / "out" / "moses.ini").read_text()


@damaged(
    "moses_rules",
    ("glue", GLUE, GLUE + GLUE, "glue, line 4: .* second time"),
    ("glue", GLUE, GLUE.split("\n")[0] + "\n", "glue: has no rule"),
    ("glue", GLUE, "", "glue: has no rule '<s> .X. ... <s> .S.'"),
)
def test_what_cannot_be_honoured_is_refused(moses: Path, file: str, old: str, new: str, message: str) -> None:
    path = moses / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(InputError, match=message):
        import_moses(moses / "moses.ini", moses / "model")
    assert not (moses / "model" / "model.toml").exists()
    assert {each.name for each in moses.iterdir()} <= FILES | {"model"}


@pytest.mark.parametrize(("name", "what"), [("glue", "glue grammar"), ("rules", "rule table")])
def test_a_hierarchical_model_has_rules_and_glue(moses: Path, name: str, what: str) -> None:
    lines = CHART_INI.splitlines(keepends=True)
    gone = "TranslationModel1" if name == "glue" else "TranslationModel0"
    (moses / "moses.ini").write_text("".join(line for line in lines if gone not in line))
    with pytest.raises(InputError, match=f"moses.ini: has no {what}"):
        import_moses(moses / "moses.ini", moses / "model")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text.replace(b"[X]", b"[NP]"), "rules, line 1: .* does not end with .X."),
        (lambda text: text.replace(b"0.5 0.25 0.5 1", b"nan 0.25 0.5 1"), "the score 'nan'"),
        (lambda text: text.replace(b"4 2 1", b"1e300 2 1"), "rules, line 1: the count '1e300'"),
        (lambda text: text.replace(b" 0.25 0.5 1 |||", b" 0.25 0.5 |||", 1), "expected 3 as in line 1"),
        (lambda text: text.split(b" ||| 0.5")[0], "rules, line 1: .* has 2 fields"),
        (lambda text: b"\x7fELF\2\1\1" + bytes(99), "this is a program"),
        (lambda text: text.replace(b"haus", b"\xff"), "is not UTF-8 text"),
        (lambda text: b"", "no phrase pair"),
    ],
)
def test_a_stranger_s_rules_end_with_status_2_and_leave_nothing(
    moses: Path, damage: Callable[[bytes], bytes], message: str
) -> None:
    before = (moses / "rules").read_bytes()
    (moses / "rules").write_bytes(damage(before))
    assert (moses / "rules").read_bytes() != before
    done = manyways_command("import-moses", str(moses / "moses.ini"), str(moses / "model"), "--quiet")
    assert done.returncode == 2
    assert re.search(message, done.stderr), done.stderr
    assert "Traceback" not in done.stderr
    assert {each.name for each in moses.iterdir()} == FILES


def test_glue_grammars_of_older_versions_are_read(tmp_path: Path) -> None:
    (tmp_path / "glue").write_text(
        "<s> [X] ||| <s> [S] ||| 1 ||| ||| 0\n"
        "[X][S] </s> [X] ||| [X][S] </s> [S] ||| 1 ||| 0-0 ||| 0\n"
        "[X][S] [X][X] [X] ||| [X][S] [X][X] [S] ||| 2.718 ||| 0-0 1-1 ||| 0\n"
    )
    check_glue(tmp_path / "glue")
    export_glue(tmp_path / "own.gz")
    check_glue(tmp_path / "own.gz")


def test_weights_that_moses_has_no_feature_for_are_not_exported(moses: Path) -> None:
    model = import_moses(moses / "moses.ini", moses / "model")
    silent = model.copied(moses / "silent", type(model.weights)({**model.weights, "InputFeature0": 0.0}))
    export_moses(silent.directory, moses / "out")
    assert "InputFeature0" not in (moses / "out" / "moses.ini").read_text()
    loud = model.copied(moses / "loud", type(model.weights)({**model.weights, "InputFeature0": 0.5}))
    with pytest.raises(ModelError, match="a weight for InputFeature0"):
        export_moses(loud.directory, moses / "no")
    assert not (moses / "no").exists()


# Moses 3445289 (see the fixtures' README).


def lines_of(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def without_numbers(fields: list[str]) -> tuple[str, ...]:
    """All fields of a rule but its scores and counts."""
    return fields[0], fields[1], fields[3], *fields[5:]


def test_a_model_of_moses_comes_back_as_it_was(peers: Path, tmp_path: Path) -> None:
    model = import_moses(peers / "hiero" / "moses.ini", tmp_path / "model")
    assert model.kind == "hierarchical"
    assert model.weights["TranslationModel0"] == (0.0611838, 0.0375079, 0.0705903, 0.079598)
    others = {"TranslationModel1", "PhrasePenalty0", "WordPenalty0", "LM0", "UnknownWordPenalty0"}
    assert set(model.weights) == {"TranslationModel0"} | others
    export_moses(model.directory, tmp_path / "out")
    theirs, ours = (
        sorted((line.split(" ||| ") for line in lines_of(folder / "rule-table.gz")), key=without_numbers)
        for folder in (peers / "hiero", tmp_path / "out")
    )
    assert list(map(without_numbers, ours)) == list(map(without_numbers, theirs))
    for column in (2, 4):
        values = (np.array([f[column].split() for f in rows], dtype=float) for rows in (ours, theirs))
        np.testing.assert_allclose(*values, rtol=5e-6)  # natural logs in 32 bits
    glue = [(folder / "glue-grammar").read_text().split() for folder in (peers / "hiero", tmp_path / "out")]
    assert glue[0] == glue[1]
    again = import_moses(tmp_path / "out" / "moses.ini", tmp_path / "again")
    assert (again.weights.plain(), again.search) == (model.weights.plain(), model.search)
    export_moses(again.directory, tmp_path / "third")
    assert lines_of(tmp_path / "third" / "rule-table.gz") == lines_of(tmp_path / "out" / "rule-table.gz")
