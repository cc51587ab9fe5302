"""What is written is valid: by the schemas of XLIFF 1.2 and 2.0, by the DTD of TMX 1.4, and by further rules.

The schemas are not part of the repository. Debian has them in two packages, which need not be installed:

    apt-get download php-symfony-translation omegat
    for package in *.deb; do dpkg -x $package schemas; done
    MANYWAYS_SCHEMAS=schemas pytest tests/documents

Without them the tests of the schemas are skipped; the rules, those of the specifications, hold always.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from manyways.documents import Document, Tag, Target, parse
from tests.conftest import ROOT

HOME = Path(os.environ.get("MANYWAYS_SCHEMAS", "/"))
SYMFONY = HOME / "usr/share/php/Symfony/Component/Translation/Resources/schemas"
OMEGAT = HOME / "usr/share/omegat/OmegaT.jar"
XLIFF_1, XLIFF_2 = "urn:oasis:names:tc:xliff:document:1.2", "urn:oasis:names:tc:xliff:document:2.0"
MATCHES = "urn:oasis:names:tc:xliff:matches:2.0"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SAMPLES = ROOT / "tests" / "data" / "documents"

ONE = f"""<?xml version="1.0"?>
<x:xliff version="1.2" xmlns:x="{XLIFF_1}">
<x:file original="a" source-language="de" datatype="plaintext"><x:body>
<x:group id="g"><x:trans-unit id="a" xml:space="preserve">
<x:source>Das <x:bx id="1"/>Haus<x:ex id="1"/> <x:ph id="2">%s</x:ph></x:source>
<x:seg-source><x:mrk mtype="seg" mid="1">Das <x:bx id="1"/>Haus<x:ex id="1"/></x:mrk> <x:ph id="2">%s</x:ph>
</x:seg-source><x:note>Ein Haus</x:note></x:trans-unit></x:group>
<x:trans-unit id="b"><x:source>Die Frau</x:source><x:target state="new"/>
<x:context-group><x:context context-type="record">r</x:context></x:context-group>
</x:trans-unit></x:body></x:file></x:xliff>"""
TWO = f"""<?xml version="1.0"?>
<x:xliff version="2.0" srcLang="de" xmlns:x="{XLIFF_2}"><x:file id="f"><x:group id="g"><x:unit id="u">
<x:originalData><x:data id="d1">&lt;b&gt;</x:data></x:originalData>
<x:segment id="s"><x:source>Das <x:sc id="1" dataRef="d1"/>Haus<x:ec
startRef="1"/> <x:mrk id="m" type="term">lacht</x:mrk></x:source>
</x:segment><x:segment><x:source>Die Frau</x:source></x:segment></x:unit></x:group></x:file></x:xliff>"""
MEMORY = """<?xml version="1.0"?>
<tmx version="1.4"><header creationtool="hand" creationtoolversion="1" segtype="sentence" o-tmf="x"
adminlang="en" srclang="de" datatype="plaintext"/><body><tu><note>n</note><prop type="p">q</prop>
<tuv xml:lang="de"><seg>Das <hi type="b">Haus</hi> <ph x="1">%s</ph> <it pos="begin">(</it></seg></tuv>
<tuv xml:lang="fr"><seg>La maison</seg></tuv></tu></body></tmx>"""
DOCUMENTS: dict[str, bytes] = {
    **{path.name: path.read_bytes() for path in SAMPLES.iterdir() if path.suffix in (".xlf", ".tmx")},
    "prefixed12.xlf": ONE.encode(),
    "prefixed2.xlf": TWO.encode(),
    "kinds.tmx": MEMORY.encode(),
}


def targets(document: Document, proposals: int) -> list[Target]:
    """A translation for every segment with all of its tags, and others beside it."""
    found = []
    for segment in document.segments:
        own = tuple(part if isinstance(part, Tag) else f"A <{part}> & é" for part in segment.parts)
        others = tuple((*own, f" {number}") for number in range(proposals))
        found.append(Target(own, others, tuple(99.5 - number for number in range(proposals))))
    return found


def written(name: str, proposals: int = 2) -> bytes:
    document = parse(DOCUMENTS[name], name, source="de", target="en")
    assert document.segments
    return document.written(targets(document, proposals))


def tree_of(data: bytes) -> Any:
    return etree.fromstring(data, etree.XMLParser(load_dtd=False, no_network=True))


class Local(etree.Resolver):
    """The schema of the attributes xml:lang and xml:space, from beside the others."""

    def resolve(self, url: Any, public: Any, context: Any) -> Any:
        return self.resolve_filename(str(SYMFONY / "xml.xsd"), context) if "xml.xsd" in url else None


def schema_of(name: str) -> Callable[[Any], Iterator[str]]:
    """What a schema has to say against a tree."""
    if name.endswith(".tmx"):
        if not OMEGAT.is_file():
            pytest.skip(f"no {OMEGAT}: the DTD of TMX 1.4 is in Debian's package omegat")
        with zipfile.ZipFile(OMEGAT) as jar:
            found: Any = etree.DTD(io.BytesIO(jar.read("schemas/tmx14.dtd")))
    else:
        path = SYMFONY / (
            "xliff-core-2.0.xsd" if b"document:2.0" in DOCUMENTS[name] else "xliff-core-1.2-strict.xsd"
        )
        if not path.is_file():
            pytest.skip(f"no {path}: the schemas of XLIFF are in Debian's package php-symfony-translation")
        parser = etree.XMLParser(no_network=True)
        parser.resolvers.add(Local())
        found = etree.XMLSchema(etree.parse(str(path), parser))

    def faults(tree: Any) -> Iterator[str]:
        found.validate(tree)
        yield from map(str, found.error_log)

    return faults


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("proposals", [0, 2])
def test_what_is_written_is_valid_by_its_schema(name: str, proposals: int) -> None:
    faults = schema_of(name)
    assert list(faults(tree_of(DOCUMENTS[name]))) == []
    assert list(faults(tree_of(written(name, proposals)))) == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_schema_finds_what_is_wrong(name: str) -> None:
    faults = schema_of(name)
    data = written(name).replace(b"source>", b"origin>").replace(b"<seg>", b"<seg i='1'>")
    assert list(faults(tree_of(data)))


def local(node: Any) -> str:
    return str(etree.QName(node).localname)


def at_odds(tree: Any) -> list[str]:
    """Rules of the specifications that hold for all that is written here, schema or not."""
    if local(tree) == "tmx":
        return list(_tmx(tree))
    return list(_xliff_1(tree) if tree.get("version") == "1.2" else _xliff_2(tree))


def _xliff_1(tree: Any) -> Iterator[str]:
    for file in tree.iter(f"{{{XLIFF_1}}}file"):
        ids = Counter(unit.get("id") for unit in file.iter(f"{{{XLIFF_1}}}trans-unit"))
        yield from (f"trans-unit {name!r} is there {times} times" for name, times in ids.items() if times > 1)
    for unit in tree.iter(f"{{{XLIFF_1}}}trans-unit"):
        names = [local(child) for child in unit]
        first = [name for name in names if name in ("source", "seg-source", "target")]
        if names[: len(first)] != sorted(first, key=["source", "seg-source", "target"].index):
            yield f"out of order: {names}"
        for other in unit.iter(f"{{{XLIFF_1}}}alt-trans"):
            if not any(local(child) == "target" for child in other):
                yield "alt-trans without a target"
    yield from _foreign(tree, XLIFF_1)


def _xliff_2(tree: Any) -> Iterator[str]:
    own = [
        node
        for node in tree.iter(f"{{{XLIFF_2}}}target")
        if local(node.getparent()) in ("segment", "ignorable")
    ]
    if own and not tree.get("trgLang"):
        yield "targets, and no trgLang"
    for unit in tree.iter(f"{{{XLIFF_2}}}unit"):
        names = [local(child) for child in unit]
        order = ["matches", "notes", "originalData", "segment", "ignorable"]
        places = [min(order.index(name), 3) for name in names]
        if places != sorted(places):
            yield f"out of order: {names}"
        ids = {child.get("id") for child in unit} - {None}
        for match in unit.iter(f"{{{MATCHES}}}match"):
            if match.get("ref", "")[1:] not in ids:
                yield f"a match of {match.get('ref')}, which is not there"
            if [etree.QName(child).namespace for child in match if local(child) != "originalData"] != [
                XLIFF_2
            ] * 2:
                yield "a match without a source or a target of XLIFF"
    yield from _foreign(tree, XLIFF_2)


def _foreign(tree: Any, namespace: str) -> Iterator[str]:
    for name in ("source", "target", "alt-trans"):
        yield from (
            f"{node.tag} has no namespace" for node in tree.iter("{*}" + name) if namespace not in node.tag
        )


def _tmx(tree: Any) -> Iterator[str]:
    for unit in tree.iter("tu"):
        languages = Counter(variant.get(LANG) for variant in unit.iter("tuv"))
        yield from (f"{times} variants in {name}" for name, times in languages.items() if times > 1)
        for variant in unit.iter("tuv"):
            if [local(child) for child in variant if local(child) not in ("note", "prop")] != ["seg"]:
                yield "a variant without its segment"
            opened = [node.get("i") for node in variant.iter("bpt")]
            if sorted(opened) != sorted(node.get("i") for node in variant.iter("ept")):
                yield "bpt and ept do not pair"


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("proposals", [0, 2])
def test_what_is_written_keeps_the_rules_of_the_specification(name: str, proposals: int) -> None:
    assert at_odds(tree_of(written(name, proposals))) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("unit12.xlf", b'<trans-unit id="2"', b'<trans-unit id="1"'),
        ("unit12.xlf", b"<target>A", b"<target xmlns=''>A"),
        ("unit2.xlf", b' trgLang="en"', b""),
        ("unit2.xlf", b'ref="#s1"', b'ref="#s9"'),
        ("memory.tmx", b'<ept i="1">', b'<ept i="2">'),
        ("memory.tmx", b'xml:lang="en"', b'xml:lang="de-DE"'),
    ],
)
def test_the_rules_find_what_is_wrong(name: str, old: bytes, new: bytes) -> None:
    data = written(name)
    assert old in data
    assert at_odds(tree_of(data.replace(old, new)))
