"""Tagged text and trees out of files, and how far they agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from manyways.errors import InputError
from manyways.linguistics import Treebank, read_tagged, read_treebank
from manyways.linguistics.agreement import bracket_agreement


def tagged(path: Path, text: str) -> list[tuple[str, str]]:
    path.write_text(text, encoding="utf-8")
    found = read_tagged(path)
    return list(zip(found.words, found.tags, strict=True))


def bank(path: Path, text: str) -> Treebank:
    path.write_text(text, encoding="utf-8")
    return read_treebank(path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the_DT house_NN\n\nold_JJ\n", [("the house", "DT NN"), ("old", "JJ")]),
        ("the/DT 1/2/CD\n", [("the 1/2", "DT CD")]),
        ("snake_case_NN _/_SYM\n", [("snake_case _/", "NN SYM")]),
        ("(ROOT (S (-LRB- -LRB-) (NN a\\/b)))", [("( a/b", "-LRB- NN")]),
    ],
)
def test_what_a_line_is_its_beginning_tells(
    text: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert tagged(tmp_path / "file", text) == expected


def test_conllu_has_the_languages_own_tags_or_universal_ones(tmp_path: Path) -> None:
    row = "{}\t{}\t_\t{}\t{}\t_\t0\t_\t_\t_\n".format
    text = row(1, "a b", "X", "Y") + row("2-3", "no", "_", "_") + row("2.1", "no", "_", "_")
    text += row(2, "c", "Z", "W") + "\n# next\n" + row(1, "d", "V", "_")
    assert tagged(tmp_path / "file", text) == [("a\u00a0b c", "Y W"), ("d", "V")]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("the_DT house_NN\nold\n", 2, "'old' has no tag"),
        ("a_B _C\n", 1, "has no tag"),
        ("1\ta\t_\tX\tY\t_\t0\t_\t_\t_\n2\tb\n", 2, "expected 10 columns"),
        ("(S (NN a)\n\n(NN b)", 1, "not closed"),
        ("(S (NN a)))\n", 1, "without an opening one"),
        ("(S\n(NN a b))\n", 2, "where a bracket was expected"),
        ("(S (NN a) b)\n", 1, "where a bracket was expected"),
        ("(S (-NONE- *))\n", 1, "has no words"),
        ("( a)\n", 1, "has no words"),
        ("(S " * 1001, 1, "1000 levels"),
        ("\n\n", 0, "holds no tagged sentence"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said) as error:
        tagged(tmp_path / "file", text)
    assert (error.value.line or 0) == line


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("(ROOT (S-TPC=2 (NP (PRP I)) (VP (VBP see))))", [("S", 0, 2), ("NP", 0, 1), ("VP", 1, 2)]),
        ("( (S (X (Y (NN a) (NN b)))))", [("S", 0, 2), ("X", 0, 2), ("Y", 0, 2)]),
        ("(ROOT (NP (NN a)) (VP (VB b)))", [("ROOT", 0, 2), ("NP", 0, 1), ("VP", 1, 2)]),
        ("(S (NP (-NONE- *)) (VP (VB go) (NP (-NONE- *))))", [("S", 0, 1), ("VP", 0, 1)]),
        ("(ROOT (NN a))", []),
        ("(NN a)", []),
    ],
)
def test_trees_that_are_read(text: str, spans: list[tuple[str, int, int]], tmp_path: Path) -> None:
    trees = bank(tmp_path / "file", text).trees
    assert trees.spans(0) == spans
    again = bank(tmp_path / "again", trees.text(0)).trees
    assert again.spans(0) == spans


def test_trees_may_stand_on_several_lines_and_in_several_files(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("(S (NN a)\n   (NN b))\n(S (NN c))")
    other.write_text("(NP (NN d))\n")
    assert [len(read_treebank(one)), len(read_treebank(one, other))] == [2, 3]
    assert list(read_treebank(one, other).words) == ["a b", "c", "d"]
    other.write_text("(NP (NN d)\n")
    with pytest.raises(InputError, match="other"):
        read_treebank(one, other)


GIVEN = "(ROOT (S (NP (NP (NN a)) (, ,) (PRT (RP b))) (VP (VB c)) (. .)))"


@pytest.mark.parametrize(
    ("found", "same", "count"),
    [
        (GIVEN, 5, 5),
        ("(ROOT (S (NP (NP (NN a)) (, ,) (ADVP (RP b))) (VP (VB c)) (. .)))", 5, 5),  # one label for evalb
        ("(ROOT (S (NP (NP (NN a) (, ,)) (PRT (RP b))) (VP (VB c) (. .))))", 5, 5),  # marks do not count
        ("(ROOT (S (NP (NP (NN a)) (X (, ,)) (PRT (RP b))) (VP (VB c)) (. .)))", 5, 5),  # nothing but a mark
        ("(ROOT (S (NP (NP (NP (NN a)) (, ,) (PRT (RP b)))) (VP (VB c)) (. .)))", 5, 6),
        ("(ROOT (FRAG (NN a) (, ,) (PP (RP b) (VB c)) (. .)))", 0, 2),
    ],
)
def test_brackets_agree_as_evalb_counts_them(found: str, same: int, count: int, tmp_path: Path) -> None:
    given, other = bank(tmp_path / "given", GIVEN), bank(tmp_path / "found", found)
    got = bracket_agreement(given.trees, other.trees)
    assert (got.same, got.given, got.found, got.whole) == (same, 5, count, int(same == count == 5))
    assert got.f1 == pytest.approx(2 * same / (5 + count))
    assert (got.precision, got.recall) == (same / count, same / 5)


def test_lines_without_tags_can_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("an index\nthe_DT house_NN\nnothing here\nold_JJ\n")
    assert list(read_tagged(path, strict=False).words) == ["the house", "old"]
