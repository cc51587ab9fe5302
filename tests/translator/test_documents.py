"""Documents through a model: structure stays, tags are placed, proposals come along."""

from __future__ import annotations

from pathlib import Path

import pytest

from manyways import Translator
from manyways.diverse import DiverseSettings
from manyways.documents import Segment, Tag, parse
from manyways.errors import ConfigError, InputError
from manyways.translator.documents import translate_document, translate_segments
from manyways.translator.job import Job, translate_file
from manyways.translator.text_tags import as_tags, as_text
from tests.conftest import ROOT
from tests.support.commands import manyways_command

FOLDER = ROOT / "tests" / "data" / "documents"


@pytest.fixture(scope="module")
def translator(trained: Path) -> Translator:
    return Translator(trained)


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_a_document_is_one_again(translator: Translator, path: Path) -> None:
    data = path.read_bytes()
    found = translate_document(translator, data, path.name)
    before = parse(data, path.name, source="de", target="en")
    assert found.segments == len(before.segments)
    after = parse(found.data, path.name, source="de", target="en")
    for segment in before.segments:  # every tag once
        for part in segment.parts:
            if isinstance(part, Tag):
                assert found.data.decode().count(part.written) >= data.decode().count(part.written)
    if path.suffix in (".xlf", ".tmx", ".po"):  # nothing is left to do
        assert not after.segments
        assert b"The woman" in found.data or path.suffix == ".tmx"
    assert b"The house" in found.data or b"the house" in found.data or b"house" in found.data


def test_tags_go_with_their_words(translator: Translator) -> None:
    data = (FOLDER / "unit12.xlf").read_bytes()
    text = translate_document(translator, data, "a.xlf").data.decode()
    assert '<g id="1">house</g>' in text
    plain = [translator.translate(each).text for each in ("Er lacht nicht.", "Die Frau lacht.")]
    assert f"<target>{' '.join(plain)}</target>" in text


def test_markup_that_is_text_goes_with_its_words(translator: Translator) -> None:
    """In messages of programs, and escaped in XLIFF; what has no partner stays too."""
    message = 'Die <a href=\\"x\\">Frau <b>lacht</b></a> und das <b>kleine</b> <b>Haus</b>.'
    data = f'msgid ""\nmsgstr "Language: en\\n"\n\nmsgid "{message}"\nmsgstr ""\n'.encode()
    text = translate_document(translator, data, "a.po").data.decode().splitlines()[-1]
    for written in ('<a href=\\"x\\">woman <b>', "</b></a>", "<b>house</b>"):
        assert written in text
    head = '<xliff version="1.2"><file source-language="de" target-language="en"><body><trans-unit id="1">'
    unit = "<source>Das &lt;b>kleine &lt;i&gt;Haus&lt;/i>&lt;/b> lacht&lt;br/>.</source>"
    data = f"{head}{unit}</trans-unit></body></file></xliff>".encode()
    text = translate_document(translator, data, "a.xlf").data.decode()
    assert "&lt;b&gt;small &lt;i&gt;house&lt;/i&gt;&lt;/b&gt;" in text
    assert "&lt;br/&gt;" in text.split("<target>")[1]
    (told,) = translate_segments(translator, [Segment(("Die Frau lacht <b>nicht</b>.",))])
    assert told.written == "The woman <b>did not</b> laughs."
    for alone in ("<b>", "<b> 3 </i>", "5 < 6"):
        assert as_text(as_tags(Segment((alone, Tag("<x/>"), alone))).parts) == (alone, Tag("<x/>"), alone)


def test_no_capital_behind_what_begins_a_sentence(translator: Translator) -> None:
    data = b"* `Haus` ist klein\n* ist klein\n* `Haus` Ist klein\n"
    told = translate_document(translator, data, "a.md").data.decode().splitlines()
    assert [line.removeprefix("* ").removeprefix("`Haus` ")[:1] for line in told] == ["i", "I", "I"]


def test_nested_tags_and_breaks_in_html(translator: Translator) -> None:
    text = translate_document(translator, (FOLDER / "page.html").read_bytes(), "a.html").data.decode()
    assert "<a href=\"x.html\" title='a > b'><b>house</b></a>" in text
    assert ".<br>" in text
    assert '<script>var x = "<p>Haus</p>";</script>' in text
    assert '<p translate="no">Das Haus</p>' in text


def test_proposals(translator: Translator) -> None:
    data = (FOLDER / "unit12.xlf").read_bytes()
    text = translate_document(translator, data, "a.xlf", nbest=3).data.decode()
    assert 2 <= text.count("<alt-trans>") <= 6
    varied = translate_document(translator, data, "a.xlf", diverse=DiverseSettings(rounds=3)).data.decode()
    assert 2 <= varied.count("<alt-trans>") <= 6
    assert varied.count('<g id="1">') == 2 + varied.split("</trans-unit>")[0].count("<alt-trans>")
    assert varied.count('<g id="1">house</g>') >= 2


def test_what_a_document_cannot_have_is_refused(translator: Translator, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    for job in (Job(as_json=True), Job(mbr=True), Job(line_by_line=True), Job(search="exact")):
        with pytest.raises(ConfigError, match="left out for a document"):
            translate_file(translator, str(FOLDER / "unit12.xlf"), out, job)
    with pytest.raises(ConfigError, match="--nbest must be left out"):
        translate_file(translator, str(FOLDER / "film.srt"), out, Job(nbest=2))
    (tmp_path / "a.xml").write_text("<book><p>Haus</p></book>")
    with pytest.raises(InputError, match="looks like markup"):
        translate_file(translator, str(tmp_path / "a.xml"), out, Job())
    with pytest.raises(ConfigError, match="left out for documents"):
        translate_document(Translator(translator.model, tokenised=True), b"", "a.xlf")


def test_the_command(trained: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.po"
    done = manyways_command("translate", str(trained), str(FOLDER / "program.po"), "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert "4 segments translated" in done.stderr
    assert "2 units left alone: translated already" in done.stderr
    text = out.read_text()
    assert "%d" in text.split("msgstr")[2]
    assert text.startswith("# A comment\n")


def test_a_document_that_is_too_large_is_refused(
    translator: Translator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("manyways.translator.job.LARGEST_DOCUMENT", 64)
    out = tmp_path / "out.xlf"
    with pytest.raises(InputError, match="longer than 0 MB"):
        translate_file(translator, str(FOLDER / "unit12.xlf"), str(out), Job())
    assert not out.exists()
