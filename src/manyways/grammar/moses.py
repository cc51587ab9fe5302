"""Moses's text rule tables in and out.

import_rules("rule-table.gz", "rules.bin")
export_rules(RuleTable("rules.bin"), "rule-table.gz")
export_glue("glue-grammar")
"""

from __future__ import annotations

import os

from manyways._core import grammar as core
from manyways._core import phrases
from manyways.files import atomic_bytes, atomic_write, read_blocks
from manyways.grammar.table import RuleTable

__all__ = ["export_glue", "export_rules", "import_rules"]

AnyPath = str | os.PathLike[str]

# What joins the spans of a sentence from left to right; 2.718 is one glue rule's penalty.
_GLUE = """\
<s> [X] ||| <s> [S] ||| 1 ||| 0-0 ||| 0 ||| |||
[X][S] </s> [X] ||| [X][S] </s> [S] ||| 1 ||| 0-0 1-1 ||| 0 ||| |||
[X][S] [X][X] [X] ||| [X][S] [X][X] [S] ||| 2.718 ||| 0-0 1-1 ||| 0 ||| |||
"""


def import_rules(rule_table: AnyPath, out: AnyPath) -> RuleTable:
    """Turn Moses's rule table (label X only) into a grammar file."""
    reader = core.RuleImport(os.fspath(rule_table))
    for block in read_blocks(rule_table):
        reader.add(block)
    reader.end()
    reader.write(os.fspath(out))
    return RuleTable(out)


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
