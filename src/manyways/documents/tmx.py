"""Translation memories (TMX 1.4): a variant in the target language for units that have none."""

from __future__ import annotations

from manyways.documents.base import Builder, Document, Segment, Target, decoded, trimmed
from manyways.documents.markup import Node, indent_before, parts_of, read_tree, write_parts
from manyways.errors import InputError

__all__ = ["read"]

_KINDS = {"hi": "pair", "bpt": "open", "ept": "close"}


def read(data: bytes, name: str, source: str, target: str) -> Document:
    """Units that have the source language and lack the target's."""
    text, encoding = decoded(data, name)
    root = read_tree(text, name)
    if root.name != "tmx":
        raise InputError(f"is not TMX: its root element is <{root.name}>", path=name)
    builder = Builder(text, encoding)
    found = False
    for unit in root.all("tu"):
        variants = {_language(node): node for node in reversed(unit.children) if node.name == "tuv"}
        own = _of(variants, source)
        segment = own.child("seg") if own is not None else None
        if own is None or segment is None:
            builder.skip(f"without {source}")
            continue
        found = True
        if _of(variants, target) is not None:
            builder.skip("translated already")
        elif any(map(str.isalpha, text[segment.inside : segment.outside])):
            _add(builder, own, segment, target)
    if not found:
        raise InputError(f"no unit has the language {source}", path=name, remedy="Is it the right model?")
    return builder.document()


def _add(builder: Builder, variant: Node, node: Node, language: str) -> None:
    text = builder.text
    before, parts, after = trimmed(parts_of(text, node, _KINDS, lambda tag: tag.attributes.get("i", "")))
    indent = indent_before(text, variant.start)

    def render(found: Target) -> str:
        written = before + write_parts(found.parts) + after
        return f'{indent}<tuv xml:lang="{language}"><seg>{written}</seg></tuv>'

    builder.slot(variant.end, variant.end, builder.add(Segment(parts)), render)


def _language(node: Node) -> str:
    return node.attributes.get("lang", "").replace("_", "-").lower()


def _of(variants: dict[str, Node], language: str) -> Node | None:
    """The variant in this language, or in one of its regions."""
    wanted = language.lower()
    exact = variants.get(wanted)
    return exact or next(
        (node for code, node in variants.items() if code.split("-")[0] == wanted.split("-")[0]), None
    )
