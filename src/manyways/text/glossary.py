"""Glossaries: which translations a term must, should or must not have.

    Haus	house
    Haus	home	forbidden
    Kommission	Commission	preferred
    EU	EU	exact

Fields are separated by tabs: the term, its translation and, where there is a third one, flags with commas
between. Several lines may give a term several translations, of which any will do. An empty line, and one that
begins with `#`, says nothing; the first line may name the columns (`source`, `target`, `flags`).

    glossary = read_glossary("terms.tsv")
    glossary.terms[0].source                  # 'Haus'
    glossary.translations["Haus"]             # its terms that are not forbidden, in the file's order
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from manyways.errors import InputError
from manyways.files import open_text
from manyways.wording import counted

__all__ = ["FLAGS", "Glossary", "Term", "parse_glossary", "read_glossary"]

FLAGS = ("forbidden", "preferred", "exact")
_LONGEST = 1000  # characters of a term
_REMEDY = f"A line is: term, tab, translation, and perhaps a tab and flags: {', '.join(FLAGS)}."


@dataclass(frozen=True, slots=True)
class Term:
    """One line: a term and a translation.

    forbidden: the translation must not be used. preferred: it is not forced, but competes with what a model
    knows. exact: only in this very spelling; inflected forms and other cases are not meant.
    """

    source: str
    target: str
    forbidden: bool = False
    preferred: bool = False
    exact: bool = False
    line: int = 0


@dataclass(frozen=True)
class Glossary:
    """Terms in the order of their file."""

    terms: tuple[Term, ...] = ()

    def __len__(self) -> int:
        return len(self.terms)

    def __iter__(self) -> Iterator[Term]:
        return iter(self.terms)

    @cached_property
    def translations(self) -> dict[str, tuple[Term, ...]]:
        """By term, the lines that give it a translation."""
        return self._grouped(forbidden=False)

    @cached_property
    def forbidden(self) -> dict[str, tuple[Term, ...]]:
        """By term, the lines that forbid a translation."""
        return self._grouped(forbidden=True)

    def _grouped(self, *, forbidden: bool) -> dict[str, tuple[Term, ...]]:
        found: dict[str, list[Term]] = {}
        for term in self.terms:
            if term.forbidden == forbidden:
                found.setdefault(term.source, []).append(term)
        return {source: tuple(terms) for source, terms in found.items()}


def read_glossary(path: str | os.PathLike[str]) -> Glossary:
    """The terms of a file; an InputError that names the line if one cannot be understood."""
    with open_text(path) as lines:
        return parse_glossary(lines, path)


def parse_glossary(lines: Iterable[str], path: str | os.PathLike[str]) -> Glossary:
    """The same of lines that are there already. path: what messages call them."""
    seen: dict[tuple[str, str], Term] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#") or (number == 1 and _is_header(line)):
            continue
        try:
            term = _read_term(line, number)
            _check_agreement(term, seen)
        except InputError as error:
            raise InputError(error.message, path=path, line=number, remedy=error.remedy) from None
        seen.setdefault((term.source, term.target), term)
    if not seen:
        raise InputError("holds no terms", path=path, remedy=_REMEDY)
    return Glossary(tuple(seen.values()))


def _is_header(line: str) -> bool:
    names = [field.strip().lower() for field in line.split("\t")]
    return names in (["source", "target"], ["source", "target", "flags"])


def _read_term(line: str, number: int) -> Term:
    fields = [" ".join(field.split()) for field in line.split("\t")]
    if not 2 <= len(fields) <= 3:
        raise InputError(f"has {counted(len(fields), 'fields')}; expected 2 or 3", remedy=_REMEDY)
    source, target = fields[:2]
    if not source or not target:
        missing = "translation" if source else "term"
        remedy = "A term that stays as it is has itself as its translation." if source else _REMEDY
        raise InputError(f"has no {missing}", remedy=remedy)
    if max(len(source), len(target)) > _LONGEST:
        raise InputError(f"a term has more than {_LONGEST:,} characters", remedy=_REMEDY)
    flags = [flag.strip().lower() for flag in fields[2].split(",")] if len(fields) == 3 and fields[2] else []
    unknown = [flag for flag in flags if flag not in FLAGS]
    if unknown:
        raise InputError(f"unknown flag {unknown[0][:40]!r}; there are {', '.join(FLAGS)}", remedy=_REMEDY)
    if "forbidden" in flags and "preferred" in flags:
        raise InputError("a translation cannot be both forbidden and preferred", remedy=_REMEDY)
    forbidden, preferred, exact = (flag in flags for flag in FLAGS)
    return Term(source, target, forbidden, preferred, exact, number)


def _check_agreement(term: Term, seen: dict[tuple[str, str], Term]) -> None:
    other = seen.get((term.source, term.target))
    if other is not None and other.forbidden != term.forbidden:
        words = ("gives", "forbids") if term.forbidden else ("forbids", "gives")
        raise InputError(
            f"{words[1]} {term.target[:40]!r} for {term.source[:40]!r}, which line {other.line} {words[0]}",
            remedy="Take one of the two lines out.",
        )
