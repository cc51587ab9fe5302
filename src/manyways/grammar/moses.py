"""Moses's text rule tables in and out.

import_rules("rule-table.gz", "rules.bin")
check_glue("glue-grammar")                               # an InputError if it is not the usual one
export_rules(RuleTable("rules.bin"), "rule-table.gz")
export_glue("glue-grammar")
"""

from __future__ import annotations

import os

from manyways._core import grammar as core
from manyways._core import phrases
from manyways.errors import InputError
from manyways.files import atomic_bytes, atomic_write, read_blocks, read_lines
from manyways.grammar.table import RuleTable

__all__ = ["check_glue", "export_glue", "export_rules", "import_rules"]

AnyPath = str | os.PathLike[str]

# What joins the spans of a sentence from left to right, as Moses writes it. The value of a rule is the
# logarithm of its score: 0 for the rules of the sentence's edges, 0.99990 for each glue rule.
_GLUE = """\
<s> [X] ||| <s> [S] ||| 1 ||| 0-0 ||| 0 ||| |||
[X][S] </s> [X] ||| [X][S] </s> [S] ||| 1 ||| 0-0 1-1 ||| 0 ||| |||
[X][S] [X][X] [X] ||| [X][S] [X][X] [S] ||| 2.718 ||| 0-0 1-1 ||| 0 ||| |||
"""
_GLUE_REMEDY = "Only Moses's usual glue grammar, with the labels S and X, can be honoured."


def import_rules(rule_table: AnyPath, out: AnyPath) -> RuleTable:
    """Turn Moses's rule table (label X only) into a grammar file."""
    reader = core.RuleImport(os.fspath(rule_table))
    for block in read_blocks(rule_table):
        reader.add(block)
    reader.end()
    reader.write(os.fspath(out))
    return RuleTable(out)


def check_glue(path: AnyPath) -> None:
    """An InputError unless these are Moses's three glue rules, which a search here has built in.

    Their order, counts and the links of words do not matter; what the gaps are linked to does.
    """
    wanted = {_sides(line): _fields(line) for line in _GLUE.splitlines()}
    missing = list(wanted)
    for number, line in enumerate(read_lines(path), start=1):
        if _sides(line) not in missing:
            found = f"{' ||| '.join(_sides(line))[:200]!r} is no glue rule, or is there for the second time"
            raise InputError(found, path=path, line=number, remedy=_GLUE_REMEDY)
        missing.remove(_sides(line))
        expected = wanted[_sides(line)]
        _check_glue_rule(_fields(line), expected, path, number)
    if missing:
        raise InputError(f"has no rule {' ||| '.join(missing[0])!r}", path=path, remedy=_GLUE_REMEDY)


def _check_glue_rule(fields: list[str], expected: list[str], path: AnyPath, line: int) -> None:
    """Compare the score and the links of a rule whose sides are right."""
    if not _is_number(fields[2], float(expected[2])):
        found = f"the score {fields[2][:80]!r}; expected {expected[2]}"
        raise InputError(found, path=path, line=line, remedy=_GLUE_REMEDY)
    gaps = {f"{i}-{i}" for i, symbol in enumerate(fields[0].split()[:-1]) if symbol.startswith("[")}
    if not gaps <= set(fields[3].split()) <= set(expected[3].split()):
        found = f"the links {fields[3][:80]!r}; expected {expected[3]!r}"
        raise InputError(found, path=path, line=line, remedy=_GLUE_REMEDY)


def _fields(line: str) -> list[str]:
    """Source, target, score, links: empty where the line has no more."""
    fields = [" ".join(field.split()) for field in line.split("|||")]
    return (fields + [""] * 4)[:4]


def _sides(line: str) -> tuple[str, str]:
    return _fields(line)[0], _fields(line)[1]


def _is_number(text: str, wanted: float) -> bool:
    """Whether the text is that number, as it is written with three digits behind the point."""
    try:
        return abs(float(text) - wanted) < 0.0005
    except ValueError:
        return False


def export_rules(rules: RuleTable, rule_table: AnyPath) -> None:
    """Write a grammar as Moses's text (gzip by suffix)."""
    text = phrases.MosesExport(rules.core.table, phrases.TextKind.rules)
    with atomic_bytes(rule_table) as out:
        while block := text.next():
            out.write(block)


def export_glue(path: AnyPath) -> None:
    """Write the glue grammar that Moses's chart decoder needs beside a rule table."""
    with atomic_write(path) as out:
        out.write(_GLUE)
