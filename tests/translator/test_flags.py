from __future__ import annotations

import json
from pathlib import Path

import pytest

from manyways.translator.flags import flags_of
from tests.support.commands import manyways_command


@pytest.mark.parametrize(
    ("source", "target", "languages", "flags"),
    [
        ("Er kam nicht 1995.", "He came.", "de en", ["negation", "number 1995"]),
        ("Er kam nicht.", "He didn’t come.", "de en", []),
        ("3.500 und 12,5 %", "3,500 and 12.5%", "de en", []),
        ("3.500 Euro", "350 euros", "de en", ["number 3.500"]),
        ("هذه جزر سامي.", "These are جزر of Sami.", "ar en", ["copied جزر"]),
        ("मैं स्कुल जाता हूँ।", "I go to स्कुल.", "hi en", ["copied स्कुल"]),
        ("Das ist blaugrau, sagt Peter.", "That is blaugrau, says Peter.", "de en", ["copied blaugrau"]),
        ("Siehe datei_name.txt und {wort}.", "See datei_name.txt and {wort}.", "de en", []),
        ("他不去。", "He goes.", "zh en", ["negation"]),
        ("He does not go.", "他去。", "en zh", ["negation"]),
        ("Er kam nicht.", "Tuli.", "de fi", []),  # no list for Finnish
        ("", "", "de en", []),
    ],
)
def test_flags(source: str, target: str, languages: str, flags: list[str]) -> None:
    assert flags_of(source, target, *languages.split()) == flags


def test_the_command(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "in.de").write_text("Die Frau hat qwertzen.\n")
    arguments = ["translate", str(trained), str(tmp_path / "in.de"), "--flags"]
    done = manyways_command(*arguments, "--json")
    assert json.loads(done.stdout)["flags"] == ["copied qwertzen"]
    assert "1 of 1 line flagged" in done.stderr
    refused = manyways_command(*arguments)
    assert refused.returncode == 2
    assert "--json" in refused.stderr


def test_words_with_marks_are_whole_words() -> None:
    assert flags_of("यह करना है।", "This is to be done.", "hi", "en") == []
    assert flags_of("मैं नहीं जाता।", "I go.", "hi", "en") == ["negation"]
