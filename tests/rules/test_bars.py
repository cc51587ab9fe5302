"""Bars say how much there is to do; those that cannot are named here, with the reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "manyways"
# Title, or how it begins, to why nobody knows the end.
ENDLESS = {
    "reading": "the number of lines is known when they are read",
    "converting": "one pass over a file, told in sentences",
    "checking": "one pass over a file",
    "scoring": "one pass over a file, told in sentences",
    "choosing": "one pass over a file, told in sentences; or a bar of the core's within",
    "learning": "bars of the core and of folds within",
    "going through text": "one pass over a file, told in sentences",
    "tagging by spaCy": "one pass over a file, told in sentences",
    "moving words": "sweeps until nothing moves",
    "translating": "of documents, whose segments are counted when they are read; or one pass over what comes",
    "searching": "one call that takes seconds",
    "surface": "one call that takes seconds",
    "adding": "bars of the language models within",
    "importing": "one pass over a file",
    "exporting": "one pass over a file",
    "finding the shares": "until they stand still",
    "mixing": "one call that takes seconds",
    "writing the model": "one call that takes seconds",
    "name": "of a step or a tuner: bars within",
}


def endless() -> Iterator[tuple[str, str]]:
    """Where bars are made that do not know their total, and their titles."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text if "Progress(" in text else "")):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Progress":
                continue
            if any(each.arg == "total" for each in node.keywords):
                continue
            yield f"{path.relative_to(PACKAGE)}, line {node.lineno}", _title(node.args[0])


def _title(node: ast.expr) -> str:
    """The text, or the first of several; the name of what holds it."""
    if isinstance(node, ast.JoinedStr | ast.IfExp):
        node = node.values[0] if isinstance(node, ast.JoinedStr) else node.body
    if isinstance(node, ast.Constant):
        return str(node.value)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def test_bars_without_a_total_have_a_reason() -> None:
    found = list(endless())
    assert len(found) > 10
    unknown = [f"{where}: {title!r}" for where, title in found if not _known(title)]
    assert not unknown, "Give them total=, or a reason in ENDLESS: " + "; ".join(unknown)


def test_no_reason_is_left_over() -> None:
    titles = [title for _, title in endless()]
    assert [known for known in ENDLESS if not any(title.startswith(known) for title in titles)] == []


def _known(title: str) -> bool:
    return any(title.startswith(known) for known in ENDLESS)
