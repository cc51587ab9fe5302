"""Every format: what is found, what is left alone, and that bytes outside targets stay."""

from __future__ import annotations

import pytest

from manyways.documents import FORMATS, Document, Segment, Tag, Target, format_of, parse
from manyways.documents.wrapping import wrapped
from manyways.errors import InputError
from tests.conftest import ROOT

FILES = sorted((ROOT / "tests" / "data" / "documents").iterdir())
COUNTS = {
    "film.srt": (3, {}),
    "memory.tmx": (1, {"translated already": 1, "without de": 1}),
    "page.html": (6, {}),
    "program.po": (4, {"translated already": 2}),
    "readme.md": (9, {}),
    "unit12.xlf": (3, {"not to be translated": 3, "translated already": 1}),
    "unit2.xlf": (1, {"translated already": 1, "not to be translated": 1}),
}


def _parse(name: str, data: bytes | None = None) -> Document:
    data = (ROOT / "tests" / "data" / "documents" / name).read_bytes() if data is None else data
    return parse(data, name, source="de", target="en")


def _shown(segment: Segment) -> str:
    return "".join(part if isinstance(part, str) else f"[{part.written}]" for part in segment.parts)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_without_targets_the_bytes_are_the_same(path) -> None:  # type: ignore[no-untyped-def]
    document = _parse(path.name)
    assert document.written([None] * len(document.segments)) == path.read_bytes()
    assert (len(document.segments), document.skipped) == COUNTS[path.name]
    assert document.written([Target(("X",))] * len(document.segments)) != path.read_bytes()


def test_a_target_for_each_segment_and_no_more() -> None:
    with pytest.raises(ValueError, match="1 targets for 3 segments"):
        _parse("film.srt").written([None])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_byte_order_marks_and_other_encodings(path) -> None:  # type: ignore[no-untyped-def]
    text = path.read_text()
    for encoding in ("utf-8-sig", "utf-16"):
        data = text.replace("\r\n", "\n").encode(encoding)
        document = _parse(path.name, data)
        assert len(document.segments) == COUNTS[path.name][0]
        assert document.written([None] * len(document.segments)) == data


def test_xliff_1_targets_are_put_in_place() -> None:
    document = _parse("unit12.xlf")
    assert [_shown(segment) for segment in document.segments] == [
        'Die Frau hat das [<g id="1">]Haus[</g>] gesehen.',
        'Das [<bpt id="1">&lt;b&gt;</bpt>]Haus[<ept id="1">&lt;/b&gt;</ept>] & [<x id="2"/>]die Frau',
        "Er lacht nicht. Die Frau lacht.",
    ]
    tag = Tag('<x id="2"/>')
    written = document.written(
        [Target(("A & <b>",), (("B",), ("C", tag))), Target(("D", tag)), None]
    ).decode()
    assert "</source>\n        <target>A &amp; &lt;b&gt;</target>" in written
    assert "\n        <alt-trans><target>B</target></alt-trans>" in written
    assert '<alt-trans><target>C<x id="2"/></target></alt-trans>' in written
    assert '<target state="needs-review-translation">D<x id="2"/></target>' in written
    again = _parse("unit12.xlf", written.encode())
    assert again.skipped["translated already"] == 3


def test_xliff_1_with_divided_source() -> None:
    unit = (
        b'<xliff version="1.2"><file><body><trans-unit id="1"><source>Das Haus. Die Frau.</source>'
        b'<seg-source><mrk mtype="seg" mid="1">Das Haus.</mrk> <mrk mtype="seg" mid="2">Die Frau.</mrk>'
        b"</seg-source></trans-unit></body></file></xliff>"
    )
    document = _parse("a.xlf", unit)
    written = document.written([Target(document.segments[0].parts)]).decode()
    assert '</seg-source><target><mrk mtype="seg" mid="1">Das Haus.</mrk> <mrk' in written


def test_xliff_2_proposals_go_first_into_their_unit() -> None:
    written = _parse("unit2.xlf").written([Target(("A",), (("B",),))]).decode()
    at = written.index('<mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:match ref="#s1">')
    assert written.index('<unit id="u1">') < at < written.index("<notes>")
    assert "</source>\n        <target>A</target>\n      </segment>" in written


def test_xliff_2_proposals_of_all_segments_are_in_one_element() -> None:
    segment = "<segment id='{0}'><source>Haus</source></segment>"
    unit = "".join(segment.format(name) for name in ("a", "b"))
    data = f"<xliff version='2.0'><file><unit id='u'>{unit}</unit></file></xliff>".encode()
    document = _parse("a.xlf", data)
    written = document.written([Target(("A",)), Target(("B",), (("C",),))]).decode()
    assert written.count("<mtc:matches") == 1
    assert written.count('<mtc:match ref="#b">') == 1
    assert "matches" not in document.written([Target(("A",)), None]).decode()


def test_tmx_gets_a_variant() -> None:
    written = _parse("memory.tmx").written([Target(("A",))]).decode()
    assert '</tuv>\n      <tuv xml:lang="en"><seg>A</seg></tuv>\n    </tu>' in written
    with pytest.raises(InputError, match="no unit has the language"):
        parse(b"<tmx><body/></tmx>", "a.tmx", source="de", target="en")


def test_po_texts_are_quoted() -> None:
    document = _parse("program.po")
    assert [segment.text for segment in document.segments][:2] == [
        'Die Frau hat %d "Haus" gesehen.',
        "Das HausDie Frau lacht.",
    ]
    line = Tag("\n", "break")
    targets = [Target(('A "b" \\ %d',)), Target(("C", line, "D")), Target(("E",)), Target(("F",))]
    written = document.written(targets).decode()
    assert 'msgstr "A \\"b\\" \\\\ %d\\n"\n' in written
    assert 'msgstr ""\n"C\\n"\n"D"\n' in written
    assert 'msgstr[0] "E"\nmsgstr[1] "F"\n' in written


def test_srt_keeps_its_lines() -> None:
    document = _parse("film.srt")
    assert _shown(document.segments[0]) == "Die [<i>]Frau[</i>] hat das Haus gesehen."
    written = document.written([Target(("one two three four",)), Target(("X",)), Target(("Y",))]).decode()
    assert "2,500\r\none two\r\nthree four\r\n\r\n2" in written
    assert "\r\n- X\r\n- Y\r\n" in written


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.po", b'msgid "a"\nmsgstr a\n', "line 2: expected msgid"),
        ("a.srt", b"1\n", "holds no cue"),
    ],
)
def test_what_is_no_such_document_is_refused(name: str, data: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        _parse(name, data)


def test_html_blocks_and_inline_elements() -> None:
    document = _parse("page.html")
    assert [_shown(segment) for segment in document.segments][2:4] == [
        "Die Frau hat das [<a href=\"x.html\" title='a > b'>][<b>]Haus[</b>][</a>] gesehen.[<br>]"
        'Er lacht\xa0nicht & [<img src="i.png">]so.',
        "Das [<code>Haus</code>] lacht.",
    ]
    written = document.written([Target((f"<{index}> &\xa0",)) for index in range(6)]).decode()
    assert "<title>&lt;0&gt; &amp;&nbsp;</title>" in written
    assert "<li>&lt;4&gt; &amp;&nbsp;<li>&lt;5&gt; &amp;&nbsp;</ul>" in written


def test_markdown_leaves_code_and_addresses_alone() -> None:
    document = _parse("readme.md")
    assert [_shown(segment) for segment in document.segments] == [
        "Das Haus",
        "Die Frau hat das [**]Haus[**] gesehen. "
        'Er lacht [[]nicht[](https://a.org/b "Haus")] und [`Das Haus`] auch.',
        "Das Haus",
        "[*]Die Frau[*] lacht.",
        "Er lacht nicht.",
        "Das Haus",
        "Die Frau",
        "Das Haus",
        "Haus",
    ]
    written = document.written([Target((f"T{index} x",)) for index in range(9)]).decode()
    for line in (
        "# T0 x",
        "T1\nx\n",
        "- T2 x",
        "  - T3 x",
        "1. T4 x",
        "> T5 x",
        "| T6 x | T7 x |",
        "| T8 x | 5 |",
    ):
        assert line in written


def test_emphasis_pairs() -> None:
    document = _parse("a.md", b"Das **alte *Haus* hier** und 2 * 3.\n")
    kinds = [(part.written, part.kind) for part in document.segments[0].parts if isinstance(part, Tag)]
    assert kinds == [("**", "open"), ("*", "open"), ("*", "close"), ("**", "close")]


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("a.xlf", b"<xliff ", "XLIFF"),
        ("a.txt", b'<?xml version="1.0"?>\n<xliff version="1.2">', "XLIFF"),
        ("a.xml", b"<!-- x --><tmx version='1.4'>", "TMX"),
        ("a", b"<!doctype HTML><p>", "HTML"),
        ("a.html", b"<p>Haus", "HTML"),
        ("a.po.gz", b"msgid", "PO"),
        ("a.md", b"<html>", "Markdown"),
        ("a.srt", b"1\n", "SRT"),
        ("a.de", b"Das <b>Haus</b>", None),
        ("a.de", b"<b>Das Haus", None),
        ("a.txt", b"<p>Das Haus</p>", None),
    ],
)
def test_the_format_goes_by_content_and_suffix(name: str, head: bytes, expected: str | None) -> None:
    found = format_of(head, name)
    assert (found and found.name) == expected
    assert expected is None or FORMATS[expected] is found


@pytest.mark.parametrize("head", [b'<?xml version="1.0"?><book>', b"<book><p>Das Haus</p></book>"])
def test_unknown_markup_is_refused(head: bytes) -> None:
    with pytest.raises(InputError, match="looks like markup") as error:
        format_of(head, "a.xml")
    assert "manyways translate MODEL < FILE" in error.value.remedy
    with pytest.raises(InputError, match="is plain text"):
        parse(b"Haus", "a", source="de", target="en")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'<!DOCTYPE x [<!ENTITY a "b">]><xliff>&a;</xliff>', "declares entities"),
        (b"<!DOCTYPE x [<!ELEMENT a ANY>]><xliff/>", "declares elements"),
        (b"<xliff>&b;</xliff>", "not well-formed"),
        (b"<xliff><a></xliff>", "not well-formed"),
        (b"<xliff>" + b"<a>" * 300 + b"</a>" * 300 + b"</xliff>", "nested more than 200"),
        (b"<xliff>\xff</xliff>", "is not UTF-8"),
        (b"<tmx/>", "is not XLIFF"),
    ],
)
def test_bad_xml_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        FORMATS["XLIFF"].read(data, "a.xlf", "de", "en")


def test_wrapping() -> None:
    assert wrapped("a b c d", 2) == ["a b", "c d"]
    assert wrapped("aaaa b", 3) == ["aaaa", "b"]
    assert wrapped("a b", 1) == ["a b"]
    assert wrapped("", 2) == [""]
