"""Translation memories (TMX 1.4): units of one text in several languages."""

from __future__ import annotations

import os
from collections.abc import Iterator

from manyways.errors import ConfigError, InputError
from manyways.text.formats.xml import Element, Writing, read_events

__all__ = ["read_pairs"]

# Inside a segment these hold the codes of the original file, not words.
_CODES = {"bpt", "ept", "it", "ph", "ut"}


def read_pairs(
    path: str | os.PathLike[str], source_language: str, target_language: str
) -> Iterator[tuple[str, str]]:
    """Units that have both languages; `de` also means `de-AT`. Units that lack one are passed over."""
    for name, value in (("source_language", source_language), ("target_language", target_language)):
        if not value:
            raise ConfigError(name, value, "given: a TMX file may hold many languages")
    seen: dict[str, None] = {}
    found = False
    for unit in _units(path):
        seen.update(dict.fromkeys(unit))
        source, target = _choose(unit, source_language), _choose(unit, target_language)
        if source and target:
            found = True
            yield source, target
    if not found:
        languages = ", ".join(seen) or "none"
        raise InputError(
            f"no unit has both {source_language} and {target_language}; its languages: {languages}", path=path
        )


def _choose(unit: dict[str, str], language: str) -> str:
    """The text in this language, exactly or as one of its regions; the first if there are several."""
    wanted = language.lower()
    if wanted in unit:
        return unit[wanted]
    return next((text for code, text in unit.items() if code.split("-")[0] == wanted), "")


def _units(path: str | os.PathLike[str]) -> Iterator[dict[str, str]]:
    """Texts of each unit by language code in lower case."""
    unit: dict[str, str] = {}
    language = ""
    writing = Writing(path, _CODES)
    root = True
    for event in read_events(path):
        if root:
            _check_root(event, path)
            root = False
        if writing.takes(event):
            continue
        if event.name == "tuv" and event.kind == "start":
            language = event.attributes.get("lang", "").replace("_", "-").lower()
        elif event.name == "seg":
            text = writing.edge(event)
            if text is not None:
                unit.setdefault(language, text)
        elif event.name == "tu":
            if event.kind == "end":
                yield unit
            unit = {}


def _check_root(event: Element, path: str | os.PathLike[str]) -> None:
    if event.name != "tmx":
        raise InputError(f"is not TMX: its root element is <{event.name}>", path=path, line=event.line)
