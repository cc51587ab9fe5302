"""The page of a combination: colours, who agrees, and nothing that runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.combine import Combiner, FrontierSettings
from manyways.combine.job import gain_of
from manyways.model.weights import Weights
from manyways.report.combination import combination_page, passage_of


def lists_of(*rows: tuple[str, ...]) -> CandidateLists:
    made = [
        Sentence(str(s), [Candidate(text, system="ABC"[k]) for k, text in enumerate(texts)])
        for s, texts in enumerate(rows)
    ]
    return from_sentences(made)


def combiner_for(lists: CandidateLists) -> Combiner:
    method = FrontierSettings()
    names = method.feature_names(Combiner(method, Weights({})).prepare(lists))
    return Combiner(method, method.start(names))


def test_words_have_the_colours_of_those_who_gave_them() -> None:
    lists = lists_of(("The cat see it", "The cat sees them", "A cat sees it"))
    found = combiner_for(lists).apply(lists)
    passage = passage_of(found, 0)
    colours = {word: colour for word, colour, _ in passage.words}
    assert found.texts() == ["The cat sees it"]
    assert colours["cat"] == -1
    assert colours["sees"] >= 0
    assert {name for name, _ in passage.legend} <= {"A", "B", "C"}
    assert "said by 2 of 3" in {word: note for word, _, note in passage.words}["sees"]


def test_nothing_in_a_candidate_runs(tmp_path: Path) -> None:
    bad = '<script>alert(1)</script> " onmouseover="x'
    lists = lists_of((bad, bad), ("plain text", "plain words")).with_references(["a", "plain text"])
    found = combiner_for(lists).apply(lists)
    combination_page(found, gain=gain_of(found, lists)).write(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert '" onmouseover="x' not in page
    assert "All numbers" in page


def test_lists_without_words_have_no_passage(tmp_path: Path) -> None:
    lists = lists_of(("", ""), ("one two", "one three"))
    found = combiner_for(lists).apply(lists)
    np.testing.assert_array_equal(found.lists.sizes, [0, 1])
    combination_page(found).write(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8").count("<li>") == 1
