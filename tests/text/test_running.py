"""Files of running text, by the library and by the verbs."""

from __future__ import annotations

from pathlib import Path

import pytest

from manyways.text.running import detokenise_file, split_file, tokenise_file
from tests.support.commands import manyways_command

TEXT = "Dr. No kam (um 10:30) von https://a.org/b?cd. Sie ging, z. B. heim.\n\n„So!“ Ja.\n"
WORDS = "Dr. No kam ( um 10:30 ) von https://a.org/b?cd . Sie ging , z. B. heim .\n\n„ So ! “ Ja .\n"
SENTENCES = "Dr. No kam (um 10:30) von https://a.org/b?cd.\nSie ging, z. B. heim.\n\n„So!“\nJa.\n"


def test_there_and_back(tmp_path: Path) -> None:
    text, words, back, sentences = (tmp_path / name for name in ("text", "words", "back", "sentences"))
    text.write_text(TEXT)
    tokenise_file(str(text), str(words), "de")
    detokenise_file(str(words), str(back), "de")
    split_file(str(text), str(sentences), "de")
    assert words.read_text() == WORDS
    assert back.read_text() == TEXT
    assert sentences.read_text() == SENTENCES
    tokenise_file(str(text), str(words), "de", protect=False)
    assert "https : / / a.org / b ? cd ." in words.read_text()


@pytest.mark.parametrize(
    ("verb", "given", "expected"),
    [("tokenise", TEXT, WORDS), ("detokenise", WORDS, TEXT), ("split", TEXT, SENTENCES)],
)
def test_verbs(tmp_path: Path, verb: str, given: str, expected: str) -> None:
    (tmp_path / "in.de").write_text(given)
    assert manyways_command(verb, str(tmp_path / "in.de")).stdout == expected
    (tmp_path / "in.de").rename(tmp_path / "in")
    refused = manyways_command(verb, str(tmp_path / "in"))
    assert refused.returncode == 2
    assert "--language must be a code such as de" in refused.stderr
    out = tmp_path / "out"
    assert manyways_command(verb, str(tmp_path / "in"), "--language", "de", "--out", str(out)).returncode == 0
    assert out.read_text() == expected


@pytest.mark.parametrize("verb", ["tokenise", "detokenise", "split"])
def test_a_language_without_rules_is_told(tmp_path: Path, verb: str) -> None:
    (tmp_path / "in").write_text("Bai.\n")
    known = manyways_command(verb, str(tmp_path / "in"), "--language", "pt-BR")
    assert (known.returncode, known.stderr) == (0, "")
    other = manyways_command(verb, str(tmp_path / "in"), "--language", "eu")
    assert (other.returncode, other.stdout) == (0, known.stdout)
    assert "the language eu has no rules of its own here" in other.stderr
