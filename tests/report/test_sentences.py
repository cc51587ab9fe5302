"""Pages with sentences: whatever texts hold, they stay texts; counts, groups and policies are right."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manyways.candidates import CandidateLists, ReferenceFile, read_systems, with_reference_files
from manyways.choose import Consensus, Gain, choose
from manyways.choose.choosing import order_of
from manyways.errors import InputError
from manyways.metrics.evaluation import evaluate, make_metrics, read_system
from manyways.report import Report
from manyways.report import sentences as module
from manyways.report.choice import choice_page
from manyways.report.rows import RowPlot
from manyways.report.sentences import Column, Measure, Sentences, Versions, embedded
from manyways.report.systems import systems_page

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!-- <script> ",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; \u202e \u2028 'x' \"y\"",
]


def data_of(html: str) -> dict[str, Any]:
    """What the page's script reads."""
    block = re.search(r'<script type="application/json" id="sentences-data">(.*?)</script>', html, re.DOTALL)
    assert block is not None
    found: dict[str, Any] = json.loads(block.group(1))
    return found


def systems(tmp_path: Path, **texts: list[str]) -> CandidateLists:
    for name, lines in texts.items():
        (tmp_path / f"hyp.{name}.en").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return read_systems([tmp_path / f"hyp.{name}.en" for name in texts])


@pytest.fixture
def lists(tmp_path: Path) -> CandidateLists:
    found = systems(
        tmp_path,
        a=["the cat sat", "one two", HOSTILE[0]],
        b=["the cat sat", "one two three", HOSTILE[1]],
        c=["a cat sits", "one two three", HOSTILE[2]],
    )
    return found.with_sources(["die Katze", "eins", HOSTILE[3]])


def test_what_is_embedded_ends_no_element_and_comes_back_as_it_was() -> None:
    text = embedded({"texts": HOSTILE})
    assert not set("<>&") & set(text)
    assert json.loads(text) == {"texts": HOSTILE}


def test_equal_texts_are_one_version_of_several_systems(lists: CandidateLists) -> None:
    versions = Versions.distinct(lists)
    assert versions.lists.sizes.tolist() == [2, 2, 3]
    assert list(versions.lists.texts)[:4] == ["the cat sat", "a cat sits", "one two", "one two three"]
    assert [versions.systems[v].tolist() for v in range(7)] == [[0, 1], [2], [0], [1, 2], [0], [1], [2]]


def test_a_page_has_two_versions_where_all_are_too_many(
    lists: CandidateLists, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    versions = Versions.distinct(lists)
    assert versions.lists.sizes.tolist() == [2, 2, 2]
    assert versions.systems[5].tolist() == [1]


def test_data_of_a_page(lists: CandidateLists) -> None:
    versions = Versions.distinct(lists)
    columns = [Column("x", np.array([1.234, np.nan, np.inf]), signed=True)]
    measures = [Measure("m", np.arange(7.0), higher_is_better=False)]
    plain = Sentences("choice", versions, ("Chosen", "Next"), columns, measures).plain()
    assert plain["columns"][0]["values"] == [1.23, None, None]
    assert plain["measures"][0]["higher"] is False
    assert plain["ids"] == lists.ids
    assert plain["sizes"] == [2, 2, 3]
    assert plain["own"]["counts"][:4] == [0, 4, 0, 2]  # the first differs from itself in nothing
    assert plain["own"]["values"][:6] == [0, 1, 6, 10, 8, 13]
    assert plain["first"]["counts"][:4] == [0, 4, 0, 0]
    assert plain["notes"] is None


def page_of(lists: CandidateLists, tmp_path: Path) -> str:
    (tmp_path / "ref").write_text("the cat sat\none two three\nx y\n", encoding="utf-8")
    lists = with_reference_files(lists, ReferenceFile.read_all([tmp_path / "ref"]), path="lists")
    by = Consensus()
    rows = order_of(lists, by(lists).values)[lists.sentence_offsets[:-1]]
    return choice_page(choose(lists, by), by="mbr", gain=Gain.of(lists, rows, used=("bleu",))).html()


def test_the_page_of_a_choice(lists: CandidateLists, tmp_path: Path) -> None:
    html = page_of(lists, tmp_path)
    data = data_of(html)
    assert data["kind"] == "choice"
    assert data["systems"] == ["a", "b", "c"]
    assert data["texts"][0] == "the cat sat"
    assert data["sources"][2] == HOSTILE[3]
    assert data["references"] == [["the cat sat", "one two three", "x y"]]
    assert [each["title"] for each in data["columns"]] == ["agreement", "lead", "chrF", "gain"]
    assert data["columns"][2]["values"][0] == 100.0
    assert len(data["measures"][0]["values"]) == sum(data["sizes"]) == 7
    assert all(note.startswith("mbr:bleu+chrf ") for note in data["notes"])
    assert html.count("<svg") == 6  # three metrics, whose texts, agreement, length
    assert "<img" not in html
    assert html.count("<script") == html.count("</script>") == 2


def test_the_policy_allows_the_pages_own_script_and_style_alone(
    lists: CandidateLists, tmp_path: Path
) -> None:
    html = page_of(lists, tmp_path)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    told = policy.group(1).replace("&#39;", "'")
    assert "unsafe" not in told
    assert told.startswith("default-src 'none'; ")
    for kind, element in (("script", r"<script>(.*?)</script>"), ("style", r"<style>(.*?)</style>")):
        body = re.search(element, html, re.DOTALL)
        assert body is not None
        digest = base64.b64encode(hashlib.sha256(body.group(1).encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in told


def test_a_choice_without_references_or_systems(lists: CandidateLists) -> None:
    alone = lists.split([0]).select(np.array([0]))
    for each in (lists, alone):
        data = data_of(choice_page(choose(each, Consensus()), by="mbr").html())
        assert [column["title"] for column in data["columns"]] == ["agreement", "lead"]
    assert data["columns"][1]["values"] == [None]  # nothing to be ahead of


def test_sentences_without_candidates_are_in_the_page(lists: CandidateLists) -> None:
    some = lists.select(lists.sentence_of != 1)
    data = data_of(choice_page(choose(some, Consensus()), by="mbr").html())
    assert data["sizes"] == [2, 0, 3]
    assert data["columns"][0]["values"][1] is None


def scored(tmp_path: Path, **texts: list[str]) -> dict[str, Any]:
    systems(tmp_path, **texts)
    (tmp_path / "ref").write_text("the cat sat\none two three\nx y\n", encoding="utf-8")
    files = ReferenceFile.read_all([tmp_path / "ref"])
    metrics = make_metrics(["bleu", "chrf", "ter"])
    paths = {name: str(tmp_path / f"hyp.{name}.en") for name in texts}
    return {name: evaluate(path, read_system(path, files), metrics) for name, path in paths.items()}


def test_the_page_of_scores(tmp_path: Path) -> None:
    found = scored(
        tmp_path, a=["the dog", "one", "x y"], b=["the cat sat", "one two three", "x y"], c=HOSTILE[:3]
    )
    (tmp_path / "src").write_text("1\n2\n3\n", encoding="utf-8")
    html = systems_page(found, baseline="b", source=str(tmp_path / "src")).html()
    data = data_of(html)
    assert data["kind"] == "systems"
    assert data["systems"] == ["b", "a", "c"]  # the baseline first
    assert data["sources"] == ["1", "2", "3"]
    assert data["sizes"] == [3, 3, 3]
    assert [each["title"] for each in data["measures"]] == ["BLEU+1", "chrF2", "TER"]
    assert [each["higher"] for each in data["measures"]] == [True, True, False]
    assert data["measures"][1]["values"][::3] == [100.0, 100.0, 100.0]
    assert html.count("<svg") == 4
    assert "<img" not in html


def test_systems_of_different_sentences_are_refused(tmp_path: Path) -> None:
    found = scored(tmp_path, a=["x", "y", "z"], b=["x", "y", "z"])
    found["b"] = evaluate("b", found["b"].lists.split([0, 1]), found["b"].metrics)
    with pytest.raises(InputError, match="2 sentences"):
        systems_page(found, baseline="a")


def test_one_system_has_a_page_without_comparisons(tmp_path: Path) -> None:
    found = scored(tmp_path, a=["the dog", "one", "x y"])
    html = systems_page(found, baseline="a").html()
    assert "paired bootstrap" not in html
    assert "<svg" not in html


def test_rows_say_their_numbers_and_share_a_scale() -> None:
    plot = RowPlot(x="<BLEU>")
    plot.rule(31.0)
    plot.interval("a < b", 31.0, 30.0, 32.0, strong=True)
    plot.interval("a name that is much longer than a picture has room for", 33.0, 32.0, 34.0)
    svg = plot.svg("T & U")
    for text in ("T &amp; U", "&lt;BLEU&gt;", "a &lt; b", "31.0", "33.0", "a name that is much…"):
        assert text in svg
    centres = [float(each) for each in re.findall(r'cx="([\d.]+)"', svg)]
    lines = re.findall(r'd="M([\d.]+) [\d.]+H([\d.]+)" stroke=', svg)
    assert float(lines[0][0]) < centres[0] < float(lines[0][1]) < centres[1]
    assert float(lines[0][1]) == pytest.approx(float(lines[1][0]), abs=0.2)  # both at 32


def test_bars_begin_at_nought() -> None:
    plot = RowPlot(x="percent", bars=True)
    plot.bar("a", 40.0, label="40 %")
    plot.bar("b", 20.0, label="20 %")
    wide = [
        float(each) for each in re.findall(r'<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)"', plot.svg("x"))
    ]
    assert wide[0] == pytest.approx(2 * wide[1], abs=0.2)


def test_a_page_of_nothing_is_a_page() -> None:
    assert "<main>" in Report("x").html()
