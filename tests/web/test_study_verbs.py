"""`manyways study` on the command line: a study, its exports and its analysis; what is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyways.cli.main import app
from manyways.errors import ConfigError, DependencyError, InputError, ManywaysError, UsageError
from manyways.web.store import Store
from manyways.web.studies.creating import find
from tests.support.studies import entered, finish, people, sentences


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lists without references, and a file of these."""
    monkeypatch.chdir(tmp_path)
    for name in ("best", "diverse"):
        rows = [
            {"id": str(i), "candidates": [{"text": text} for text in getattr(each, name)]}
            for i, each in enumerate(sentences())
        ]
        Path(f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    Path("ref.en").write_text("".join(f"{each.reference}\n" for each in sentences()))
    Path("study.toml").write_text('[study]\nsentences = 3\njudges = 1\nchecks = 0\nediting = "Write it."\n')
    return tmp_path


LISTS = "--best best.jsonl --diverse-lists diverse.jsonl --references ref.en"


def run(line: str) -> str:
    found = CliRunner().invoke(app, line.split())
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    assert found.exit_code == 0, found.output
    return found.stdout


def test_a_study_on_the_command_line(folder: Path) -> None:
    made = json.loads(run(f"study new pilot {LISTS} --recipe study.toml --repetitions 2 --json"))
    assert made == {"study": "pilot", "store": "studies.db", "sentences": 3, "edits": 12, "judgements": 12}
    store = Store.open("studies.db")
    study = find(store, "pilot")
    assert (study.settings.editing, study.settings.repetitions) == ("Write it.", 2)
    for number, account in enumerate(people(store, 5)):
        finish(store, entered(store, study, account, "annotator" if number < 4 else "judge"))
    told = json.loads(run("study analyse pilot --html page.html --json"))
    assert told["remarks"] == ["12 of 12 texts are edited, 12 of 12 judgements made"]
    assert "Whose text is closer" in Path("page.html").read_text()
    assert "hardest quarter" in run("study analyse pilot")
    assert len(run("study export pilot").splitlines()) == 1 + 3 + 12 + 12
    for what in ("edits", "judgements", "campaign-edit", "campaign-judge"):
        run(f"study export pilot --as {what} --out {what}.out")
    assert len(Path("edits.out").read_text().splitlines()) == 13
    run("study new again --campaign campaign-judge.out --judges 2")
    assert "again" in run("study export again").splitlines()[0]
    run("learn --project pilot --out learned.toml --quiet")


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("study new x", UsageError, "--best LISTS"),
        (f"study new x {LISTS} --campaign c.json", UsageError, "--references has no effect"),
        ("study new x --campaign c.json --best best.jsonl", UsageError, "leave one"),
        (f"study new X {LISTS} --sentences 3", ConfigError, "small letters"),
        (f"study new x {LISTS}", InputError, "200 sentences are wanted"),
        (f"study new x {LISTS} --recipe ref.en", InputError, "ref.en"),
        ("study new x --best best.jsonl --diverse-lists diverse.jsonl", InputError, "no references"),
        ("study analyse x", InputError, "no such store"),
        ("study export x --store .", InputError, "directory"),
        ("study export x --as csv", SystemExit, ""),
        ("learn --out learned.txt", ConfigError, ".toml"),
        ("study serve --name x", UsageError, "--host"),
    ],
)
def test_what_is_refused(folder: Path, line: str, kind: type[Exception], words: str) -> None:
    found = CliRunner().invoke(app, line.split()).exception
    assert isinstance(found, kind), repr(found)
    assert words in str(found)
    assert not Path("x.jsonl").exists()


def test_a_study_that_is_not_there_is_told_with_those_that_are(folder: Path) -> None:
    run(f"study new pilot {LISTS} --sentences 2")
    with pytest.raises(InputError, match="no study other; there are: pilot"):
        run("study export other")
    with pytest.raises(InputError, match="study pilot already"):
        run(f"study new pilot {LISTS} --sentences 2")


def test_without_the_extra_it_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("manyways.web")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    with pytest.raises(DependencyError, match="sqlalchemy is not installed"):
        run("study export pilot")
    assert issubclass(DependencyError, ManywaysError)
