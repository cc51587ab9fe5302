from __future__ import annotations

from pathlib import Path

import numpy as np

from manyways.report import Report
from manyways.report.convergence import bounds_figure, coverage_figure
from manyways.report.svg import Plot


def test_a_report_is_one_file_with_everything_in_it(tmp_path: Path) -> None:
    report = Report("A < B")
    report.section("Numbers")
    report.table(["name", "value"], [["<script>", 1.5], ["many", 12345]], caption="Two & rows")
    plot = Plot()
    plot.line([1, 2], [3, 4])
    report.figure(plot, "A line.")
    report.text("Done.")
    report.write(tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "A &lt; B" in html
    assert "<script>" not in html
    assert '<td class="number">1.50</td>' in html
    assert '<td class="number">12,345</td>' in html
    assert "<svg" in html
    assert "Content-Security-Policy" in html
    assert "script-src" not in html  # a page without sentences needs no script at all
    for fetched in ("<link", "src=", "url(http"):
        assert fetched not in html


def test_equal_reports_are_equal_files() -> None:
    def make() -> str:
        report = Report("x")
        plot = Plot()
        plot.line([1, 2], [3, 4])
        report.figure(plot, "A line.")
        return report.html()

    assert make() == make()


def test_the_course_of_a_search_is_drawn() -> None:
    report = Report("x")
    report.figure(bounds_figure([3.0, 1.0, 0.5], [-np.inf, 0.0, 0.5], 0.0, [1]), "bounds")
    report.figure(bounds_figure([0.5], [0.5], 0.5, []), "one iteration")
    counts = np.array([[0, 4], [2, 1], [1, 1]], dtype=np.int32)
    report.figure(coverage_figure(counts, ["$x_1", "漢字"]), "coverage")
    html = report.html()
    for text in ("upper bound", "beam search", "constraints added", "$x_1", "漢字", "not translated"):
        assert text in html
