from __future__ import annotations

import contextlib
import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.errors import ConfigError, InputError
from manyways.text.column import TextColumn, read_column, write_column
from manyways.text.corpus import ParallelCorpus, read_corpus, stream_pairs

TMX = """<?xml version="1.0"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en" segtype="sentence"/><body>
<tu><tuv xml:lang="en-GB"><seg>A <bpt i="1">&lt;b&gt;</bpt>big<ept i="1">&lt;/b&gt;</ept>
  house &amp; <hi>garden</hi></seg></tuv><tuv xml:lang="DE"><seg>Ein großes Haus</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>only English</seg></tuv></tu>
<tu><tuv lang="de_AT"><seg>Zwei</seg></tuv><tuv lang="en"><seg>Two</seg></tuv></tu>
</body></tmx>"""
XLIFF1 = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file><body>
<trans-unit id="1"><source>A <g id="1">big</g> <ph id="2">{0}</ph>house</source><seg-source>no</seg-source>
 <target>Ein <g id="1">großes</g> Haus</target>
 <alt-trans><source>x</source><target>falsch</target></alt-trans><note>no</note></trans-unit>
<trans-unit id="2"><source>untranslated</source></trans-unit>
<trans-unit id="3"><source>Two</source><target>Zwei</target></trans-unit></body></file></xliff>"""
XLIFF2 = """<xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1"><notes><note/></notes>
<segment><source>A <pc id="1">big</pc> house</source>
<target>Ein <mrk id="m">großes</mrk> <ph id="1"/>Haus</target></segment>
<ignorable><source> </source><target> </target></ignorable>
<segment><source>Two</source><target>Zwei</target></segment></unit></file></xliff>"""
PO = r"""# header
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

#: a.c:1
msgid "A \"big\"\n"
"house"
msgstr "Ein \"großes\"\tHaus"

#, c-format, fuzzy
msgid "maybe"
msgstr "vielleicht"

msgctxt "menu"
msgid "untranslated"
msgstr ""
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d Dateien"

#~ msgid "old"
#~ msgstr "alt"
"""
HOUSE = ("A big house", "Ein großes Haus")
EXPECTED = {
    "m.tmx": (TMX, [("A big house & garden", HOUSE[1]), ("Two", "Zwei")]),
    "one.xlf": (XLIFF1, [HOUSE, ("Two", "Zwei")]),
    "two.xliff": (XLIFF2, [HOUSE, ("Two", "Zwei")]),
    "c.po": (
        PO,
        [('A "big" house', 'Ein "großes" Haus'), ("%d file", "%d Datei"), ("%d files", "%d Dateien")],
    ),
}
LANGUAGES = {"source_language": "en", "target_language": "de"}


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("packed", [False, True])
def test_every_format(tmp_path: Path, name: str, packed: bool) -> None:
    text, pairs = EXPECTED[name]
    path = tmp_path / (name + ".gz" * packed)
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    assert list(stream_pairs(path, **LANGUAGES)) == pairs
    assert list(read_corpus(path, **LANGUAGES)) == pairs


def test_utf16_tmx(tmp_path: Path) -> None:
    path = tmp_path / "m.tmx"
    path.write_bytes(TMX.replace('"1.0"?', '"1.0" encoding="UTF-16"?').encode("utf-16"))
    assert len(list(stream_pairs(path, **LANGUAGES))) == 2


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize(
    "content", [b"\x00\xff\xfe\x01binary", b"<html><body>no</body></html>", b"\x1f\x8b\x08", b"plain words\n"]
)
def test_wrong_content_is_an_input_error(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=name.replace(".", r"\.")):
        list(stream_pairs(path, **LANGUAGES))


@pytest.mark.parametrize("name", EXPECTED)
def test_cut_off_anywhere_it_ends_or_says_so(tmp_path: Path, name: str) -> None:
    text, pairs = EXPECTED[name]
    path = tmp_path / name
    raw = text.encode()
    for end in range(0, len(raw), 7):
        path.write_bytes(raw[:end])
        with contextlib.suppress(InputError):
            assert len(list(stream_pairs(path, **LANGUAGES))) <= len(pairs)


def test_a_cut_gzip_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "m.tmx.gz"
    path.write_bytes(gzip.compress(TMX.encode())[:-20])
    with pytest.raises(InputError, match="damaged or cut off"):
        list(stream_pairs(path, **LANGUAGES))


LAUGHS = '<!DOCTYPE tmx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><tmx><body>&b;</body></tmx>'
OUTSIDE = '<!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/passwd">]><tmx>&a;</tmx>'
UNDEFINED = '<!DOCTYPE tmx SYSTEM "x.dtd"><tmx>&a;</tmx>'
DEEP = "<tmx>" + "<a>" * 5000


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("m.tmx", LAUGHS, "declares the entity 'a'"),
        ("m.tmx", OUTSIDE, "declares the entity 'a'"),
        ("m.tmx", UNDEFINED, "does not define"),
        ("m.tmx", DEEP, "nested more than"),
        ("m.tmx", "<tmx><body>\n</tmx>", "line 2: is not well-formed"),
        ("m.tmx", '<?xml version="1.0" encoding="klingon"?><tmx/>', "m.tmx"),
        ("m.tmx", "<tmx><body/></tmx>", "its languages: none"),
        ("c.po", '"stray"\n', "line 1: a text that belongs to no message"),
        ("c.po", 'msgid "a"\nmsgstr "b\n', "line 2: expected msgid"),
        ("c.po", 'msgid "a"\nmsgstr "b\\"\n', "closing quote"),
        ("c.po", 'msgid "a"\n"x" y\n', "closing quote"),
    ],
)
def test_hostile_files(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        list(stream_pairs(path, **LANGUAGES))


def test_languages_are_asked_for_and_found(tmp_path: Path) -> None:
    path = tmp_path / "m.tmx"
    path.write_text(TMX)
    with pytest.raises(ConfigError, match="source_language must be given"):
        list(stream_pairs(path))
    with pytest.raises(InputError, match="its languages: en-gb, de, en, de-at"):
        list(stream_pairs(path, source_language="fr", target_language="en"))
    with pytest.raises(InputError, match="cannot tell the format"):
        stream_pairs(tmp_path / "x.doc")


LINE = st.text(st.characters(codec="utf-8", exclude_characters="\0\n\r\ufeff"), max_size=6)


@given(st.lists(st.tuples(LINE, LINE), max_size=6))
def test_plain_files_there_and_back(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("plain")
    corpus = ParallelCorpus(
        *(TextColumn.from_texts(side) for side in ([p[0] for p in pairs], [p[1] for p in pairs]))
    )
    corpus.write(folder / "a.de", folder / "a.en.gz")
    assert list(read_corpus(folder / "a.de", folder / "a.en.gz")) == pairs
    assert list(stream_pairs(folder / "a.de", folder / "a.en.gz")) == pairs


def test_lines_without_a_partner(tmp_path: Path) -> None:
    short, long = tmp_path / "a.fr", tmp_path / "a.en"
    short.write_text("un\n")
    long.write_text("one\ntwo\nthree")
    expected = "a.en, line 2: no partner, because .*a.fr ends at line 1.\n    Check that both files"
    for reader in (read_corpus, lambda *paths: list(stream_pairs(*paths))):
        for paths in ((short, long), (long, short)):
            with pytest.raises(InputError, match=expected):
                reader(*paths)
    assert list(read_corpus(long, short, truncate=True)) == [("one", "un")]
    assert list(stream_pairs(short, long, truncate=True)) == [("un", "one")]


def test_columns_of_files(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"\xef\xbb\xbfa\r\n\r\nb")
    assert list(read_column(path)) == ["a", "", "b"]
    path.write_bytes(b"")
    assert list(read_column(path)) == []
    path.write_bytes(b"ok\nf\xfcr\n")
    with pytest.raises(InputError, match="line 2: byte 2 is not UTF-8"):
        read_column(path)
    with pytest.raises(InputError, match="text 2 holds a line break"):
        write_column(path, TextColumn.from_texts(["a", "b\nc"]))


def test_sides_must_be_equal() -> None:
    with pytest.raises(ValueError, match="1 source texts and 0 target texts"):
        ParallelCorpus(TextColumn.from_texts(["a"]), TextColumn.from_texts([]))
