"""Tables on terminals of any width: no name and no number is cut."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from manyways.candidates.check import Finding, Report
from manyways.candidates.check.table import print_report
from manyways.cli.main import app
from manyways.tables import Table, print_tables

LONG = "a-system-with-a-name-that-is-longer-than-many-terminals-are-wide.en"
NUMBERS = ["+12.34   0.0001 / 0.0002", "-1,234.56", "0.0123456789"]


def shown(width: int, *tables: Table) -> str:
    out = io.StringIO()
    print_tables(*tables, console=Console(file=out, width=width, highlight=False))
    return out.getvalue()


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_nothing_is_cut_at_any_width(width: int) -> None:
    table = Table(["file", "difference", "b [95 %]", "c"], [[LONG, *NUMBERS], ["x", 1.0, 2, ""]], title=LONG)
    text = shown(width, table)
    assert text.count(LONG) == 2
    assert all(number in text for number in NUMBERS)
    assert "b [95 %]" in text
    assert "…" not in text


def test_what_fits_is_a_table() -> None:
    text = shown(40, Table(["name", "number"], [["x", 1.0], ["[b]y", 1234.5]], caption="how"))
    assert "│ [b]y │ 1,234.50 │" in text
    assert text.endswith("how\n")


@pytest.mark.parametrize("columns", ["40", "80", None])
def test_score_shows_names_and_p_values(
    columns: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    (tmp_path / "ref").write_text("a b c d\ne f g h\n")
    for name, texts in (("base", ("a b c", "e f")), (LONG, ("a b c d", "e f g"))):
        lines = [f"{i} ||| {text} ||| ||| {-n}\n" for i, text in enumerate(texts) for n in (1, 2)]
        (tmp_path / name).write_text("".join(lines))
    arguments = [str(tmp_path / "base"), str(tmp_path / LONG), "--references", str(tmp_path / "ref")]
    result = CliRunner().invoke(app, ["score", *arguments, "--compare", "--oracle", "--quartiles"])
    assert result.exit_code == 0, result.output
    assert result.stdout.count(LONG.removesuffix(".en")) >= 2
    assert "…" not in result.stdout
    assert " / " in result.stdout


@pytest.mark.parametrize("width", [30, 80])
def test_the_report_of_a_check_cuts_nothing(width: int) -> None:
    out = io.StringIO()
    finding = Finding("wrong", "error", f"{LONG} has 123456789012345 of them", 999999999999999, 1, "Mend it.")
    print_report(Report(LONG, "moses", findings=[finding]), Console(file=out, width=width, highlight=False))
    text = out.getvalue()
    assert text.count(LONG) == 2
    assert "123456789012345" in text
    assert "999999999999999" in text
