"""Heads of constituents: which child it was is told by what a parser learns to reduce to the right."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from manyways.linguistics import Parser, ParserSettings, read_treebank, train_parser

# What comes first in the rules for English, of which the first or the last child is taken.
OF_FIRST = (
    "ADJP:NNS NAC:NN QP:$ S:TO SBAR:WHNP SBARQ:SQ SINV:VBZ SQ:VBZ VP:TO WHADJP:CC WHNP:WDT INTJ:Y PRN:Y"
)
OF_LAST = "ADVP:RB CONJP:CC NP:NN NX:NN PP:IN PRT:RP RRC:VP WHADVP:CC WHPP:IN"


def twice(rules: str, head: int) -> list[tuple[str, str, str, int]]:
    pairs = [rule.split(":") for rule in rules.split()]
    return [("english", label, f"{first} {first} Y", head) for label, first in pairs]


@pytest.mark.parametrize(
    ("rules", "label", "children", "head"),
    [
        *twice(OF_FIRST, 0),
        *twice(OF_LAST, 1),
        ("english", "NP", "DT JJ NN", 2),
        ("english", "NP", "NN , JJ", 0),
        ("english", "NP", "NP NP PP", 0),  # of noun phrases the first
        ("english", "ADVP", "NP NP PP", 1),  # but not here
        ("english", "NP", "$ ADJP DT", 1),  # of equal rank: the last
        ("english", "VP", "MD RB VB", 0),
        ("english", "VP", "VB NP TO", 2),  # ranks before places
        ("english", "PP", "RB IN NP", 1),
        ("english", "PP", "IN , IN", 2),
        ("english", "S", "NP VP .", 1),
        ("english", "WHNP", "WP$ JJ NN", 0),
        ("english", "VP", ", UH FW", 1),  # nothing of the list: the first that is no mark
        ("english", "PP", "UH JJ .", 1),  # or the last
        ("english", "INTJ", "`` UH UH", 1),
        ("english", "FRAG", "NN NN .", 1),  # a label without a rule
        ("first", "NP", "DT JJ NN", 0),
        ("last", "VP", "VB NP TO", 2),
        ("first", "X", ", A .", 1),
        ("first", "X", ": a .", 1),
        ("last", "X", ": Z .", 1),
        ("last", "X", "z . .", 0),
        ("last", "X", "名 . .", 0),
        ("first", "X", "@ [ {", 0),  # beside the letters; nothing but marks
        ("last", "X", "@ [ {", 2),
        ("first", "X", "` [ n", 2),
    ],
)
def test_the_head_is_that_of_the_rules(
    rules: Literal["english", "first", "last"], label: str, children: str, head: int, tmp_path: Path
) -> None:
    trees = " ".join(f"({child} w{i})" for i, child in enumerate(children.split()))
    (tmp_path / "trees").write_text(f"(TOP ({label} {trees}) (UH oh))\n", encoding="utf-8")
    train_parser(
        read_treebank(tmp_path / "trees"),
        tmp_path / "parser",
        ParserSettings(passes=1, folds=1, heads=rules),
    )
    parser = Parser.open(tmp_path / "parser")
    number = parser.names.index(label)
    right = [partial for chain, step, partial in parser.core.actions if (chain, step) == ([number], 2)]
    assert len(right) == head  # of two reductions
