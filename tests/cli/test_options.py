"""Options whose effect hangs on what is in a file, or on how many there are, are refused if they had none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyways.cli.main import app
from manyways.errors import ConfigError, ManywaysError
from manyways.grammar import RuleSettings
from manyways.phrases import PhraseSettings
from manyways.train import TrainSettings

LISTS = "".join(
    json.dumps({"id": str(i), "candidates": [{"text": f"a {i}"}, {"text": f"b {i}"}]}) + "\n"
    for i in range(3)
)
ARPA = "\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-0.3\t</s>\n\n\\end\\\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in {
        "a.en": "a 0\na 1\na 2\n",
        "l.jsonl": LISTS,
        "lm.arpa": ARPA,
        "t.tmx": "<tmx/>",
    }.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "model").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("score a.en --references a.en --compare", "--compare has no effect on one system"),
        ("score a.en --references a.en --oracle", "--oracle has no effect on one candidate per sentence"),
        ("score a.en a.en --references a.en --quartiles", "--quartiles has no effect on one candidate"),
        ("score a.en --references a.en --metric chrf --tokenise zh", "--tokenise has no effect without"),
        ("score a.en --references a.en --metric ter --lowercase", "--lowercase has no effect on TER"),
        ("score l.jsonl --references a.en --per-source 2", "--per-source must be left out"),
        ("convert l.jsonl out --per-source 2", "--per-source must be left out"),
        ("check model --from moses", "--from has no effect with a model"),
        ("check model --references a.en --by-position", "--references has no effect with a model"),
        ("lm interpolate lm.arpa --out lm2.arpa", "needs --held-out TEXT or --shares NUMBERS"),
        ("train --add a.en a.en a.en --out m", "--add with one file or two"),
        ("train --target a.en --out m", "needs --source"),
        (
            "train --source t.tmx --source-language de --target-language en --truncate --out m",
            "--truncate must be left out with one file",
        ),
    ],
)
def test_what_would_be_ignored_is_refused(files: Path, line: str, words: str) -> None:
    found = CliRunner().invoke(app, line.split())
    assert isinstance(found.exception, ManywaysError), found.output
    assert words in str(found.exception)
    assert "\n" not in str(found.exception)
    assert not {"out", "again.arpa", "lm2.arpa"} & {path.name for path in files.iterdir()}


@pytest.mark.parametrize(
    "line",
    [
        "score a.en l.jsonl --references a.en --oracle --compare",
        "score a.en --from text --per-source 1 --references a.en --metric bleu --tokenise zh --json",
        "score a.en --references a.en --metric ter,chrf --lowercase",
        "convert a.en out --per-source 3",
    ],
)
def test_what_has_an_effect_is_taken(files: Path, line: str) -> None:
    found = CliRunner().invoke(app, line.split())
    assert found.exit_code == 0, found.exception


def test_a_recipe_has_no_settings_of_the_other_kind() -> None:
    TrainSettings(kind="hierarchical", phrases=PhraseSettings())  # as a recipe that was written down has them
    with pytest.raises(ConfigError, match=r"train\.phrases must be left out with kind = 'hierarchical'"):
        TrainSettings(kind="hierarchical", phrases=PhraseSettings(longest=3))
    with pytest.raises(ConfigError, match=r"train\.rules must be left out with kind = 'phrase'"):
        TrainSettings(rules=RuleSettings(span=7))


@pytest.mark.parametrize("options", ["--nbest 1", "--nbest 2 --json", "--diverse 2 --json"])
def test_lists_are_lists_whatever_the_number_and_the_name(
    options: str, trained: Path, tmp_path: Path
) -> None:
    (tmp_path / "in").write_text("das Haus\n")
    out = tmp_path / ("out" if "--json" in options else "out.jsonl")
    words = ["translate", str(trained), str(tmp_path / "in"), *options.split(), "--out", str(out)]
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 0, found.exception
    assert json.loads(out.read_text().splitlines()[-1])["candidates"]
