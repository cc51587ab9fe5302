from __future__ import annotations

from pathlib import Path

import pytest

from manyways.errors import InputError
from manyways.text.glossary import Glossary, Term, read_glossary


def _read(folder: Path, text: str) -> Glossary:
    path = folder / "terms.tsv"
    path.write_text(text)
    return read_glossary(path)


def test_terms_flags_comments_and_a_header(tmp_path: Path) -> None:
    glossary = _read(
        tmp_path,
        "source\ttarget\tflags\n# ours\n\nHaus\thouse\nHaus\tbuilding\tpreferred, exact\n"
        "Haus\thome\tforbidden\n  großes \u00a0 Haus\tbig house\t\nHaus\thouse\n",
    )
    assert glossary.terms == (
        Term("Haus", "house", line=4),
        Term("Haus", "building", preferred=True, exact=True, line=5),
        Term("Haus", "home", forbidden=True, line=6),
        Term("großes Haus", "big house", line=7),
    )
    assert [term.target for term in glossary.translations["Haus"]] == ["house", "building"]
    assert [term.target for term in glossary.forbidden["Haus"]] == ["home"]
    assert "großes Haus" not in glossary.forbidden
    assert len(glossary) == 4
    assert next(iter(glossary)).source == "Haus"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Haus", "has 1 field; expected 2 or 3"),
        ("a\tb\texact\td", "has 4 fields"),
        ("\thouse", "has no term"),
        ("Haus\t ", "has no translation"),
        ("Haus\thouse\tforced", "unknown flag 'forced'"),
        ("Haus\thouse\tforbidden,preferred", "both forbidden and preferred"),
        ("EU\tEU\tforbidden", "forbids 'EU' for 'EU', which line 1 gives"),
        ("x" * 1001 + "\thouse", "more than 1,000 characters"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        _read(tmp_path, f"EU\tEU\n{line}\n")
    assert "terms.tsv, line 2" in str(caught.value)
    assert caught.value.remedy


def test_given_after_it_was_forbidden(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="gives 'b' for 'a', which line 1 forbids"):
        _read(tmp_path, "a\tb\tforbidden\na\tb\n")


def test_no_terms(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no terms"):
        _read(tmp_path, "# nothing\n")
