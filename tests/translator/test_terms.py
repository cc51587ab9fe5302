"""Glossaries: terms found, marked, kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from manyways import Translator
from manyways.errors import ConfigError
from manyways.text.glossary import Glossary, Term
from manyways.translator.documents import translate_document
from manyways.translator.job import Job, translate_file
from manyways.translator.terms import Terms, in_words
from tests.support.commands import manyways_command


def _terms(*terms: Term, language: str = "de") -> Terms:
    return Terms(Glossary(terms), language)


def _found(terms: Terms, text: str) -> list[str]:
    return [text[place.start : place.end] for place in terms.places(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Das Haus, die Häuser, des Hauses und ein HAUS.", ["Haus", "Häuser", "Hauses", "HAUS"]),
        ("Haustür, hausen? Behausung.", ["hausen"]),
        ("Das große Haus und große Häuser", ["große Haus", "große Häuser"]),
        ("C++ und C+++", ["C++"]),
        ("EU eu EUs", ["EU"]),
        ("", []),
    ],
)
def test_where_terms_stand(text: str, found: list[str]) -> None:
    terms = _terms(
        Term("Haus", "house"),
        Term("große Haus", "big house"),
        Term("C++", "C++"),
        Term("EU", "EU", exact=True),
    )
    assert _found(terms, text) == found


def test_scripts_without_spaces() -> None:
    assert _found(_terms(Term("房子", "house"), language="zh"), "这个房子很大") == ["房子"]


def test_marks() -> None:
    terms = _terms(
        *(Term("haus", "house"), Term("haus", "home"), Term("haus", "building", preferred=True)),
        *(Term("haus", "Shack", forbidden=True), Term("frau", "woman", preferred=True)),
    )
    marked = terms.marked("Das Haus der frau HAUS")
    assert marked.pieces == ["Das ", "Haus", " der ", "frau", " ", "HAUS", ""]
    assert marked.marks[1].translations == (("House", 1.0), ("Home", 1.0))
    assert marked.marks[1].forbidden == ("Shack", "shack")
    assert marked.marks[1].exclusive
    assert not marked.marks[3].exclusive
    assert marked.marks[5].translations[0] == ("HOUSE", 1.0)
    assert terms.marked("Haus").marks[1].translations[0] == (
        "house",
        1.0,
    )  # a sentence gets its capital later


def test_uses_in_words() -> None:
    terms = _terms(Term("Haus", "house"), Term("Haus", "home", forbidden=True))
    assert [use.kept for use in terms.kept("Haus Haus", "A House.")] == [True, True]
    assert not terms.kept("Haus", "A household")[0].kept
    assert not terms.kept("Haus", "house and home")[0].kept
    uses = [(line, use) for line in range(1, 9) for use in terms.kept("Haus", "x")]
    said = in_words(uses)
    assert said[0] == "8 terms of the glossary found, 0 kept"
    assert said[1] == "line 1: Haus is not translated as the glossary says: house"
    assert said[-1] == "and 3 terms more"
    assert in_words([]) == ["no term of the glossary was found"]


@pytest.fixture(scope="module")
def translator(trained: Path) -> Translator:
    terms = [Term("Haus", "Qwertz palace"), Term("Frau", "woman", forbidden=True), Term("lacht", "giggles")]
    return Translator(trained, glossary=Glossary(tuple(terms)))


def test_terms_are_translated_as_they_must(translator: Translator) -> None:
    text = "Die Frau hat das Haus gesehen."
    for found in (
        translator.translate(text).text,
        *translator.kbest([text], 5).texts,
        *translator.diverse([text]).texts,
        translator.exact([text])[0].candidate.text,
        translator.mbr([text])[0].text,
    ):
        assert "Qwertz palace" in found
        assert "woman" not in found
    assert translator.translate("Er lacht nicht {1}.").text.count("giggles") == 1


def test_terms_in_documents(translator: Translator) -> None:
    data = (
        b'<xliff version="1.2"><file><body><trans-unit id="1"><source>Das <g id="1">Haus</g> lacht.</source>'
    )
    data += b"</trans-unit></body></file></xliff>"
    found = translate_document(translator, data, "a.xlf")
    assert b'<g id="1">Qwertz palace</g> giggles.' in found.data
    assert "2 terms of the glossary found, 2 kept" in found.remarks


def test_the_report_of_a_file(translator: Translator, tmp_path: Path) -> None:
    (tmp_path / "in.de").write_text("Das Haus. Er lacht.\nEr.\n")
    for job in (Job(), Job(as_json=True), Job(nbest=2), Job(search="exact"), Job(alignment=True)):
        remarks = translate_file(translator, str(tmp_path / "in.de"), str(tmp_path / "out"), job).remarks
        assert "2 terms of the glossary found, 2 kept" in remarks


def test_the_command(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "in.de").write_text("Das Haus\n")
    (tmp_path / "terms.tsv").write_text("Haus\tQwertz\n")
    arguments = [
        "translate",
        str(trained),
        str(tmp_path / "in.de"),
        "--glossary",
        str(tmp_path / "terms.tsv"),
    ]
    done = manyways_command(*arguments)
    assert "Qwertz" in done.stdout
    assert "1 term of the glossary found, 1 kept" in done.stderr
    assert manyways_command(*arguments, "--tokenised").returncode == 2
    with pytest.raises(ConfigError, match="glossary must be left out"):
        Translator(trained, glossary=Glossary((Term("a", "b"),)), tokenised=True)
