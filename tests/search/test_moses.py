"""Conformance with Moses 3445289 (../shared/fixtures): same tables, weights and limits, same answers."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import numpy as np
import pytest
import sacrebleu

from manyways.model import Model
from manyways.model.moses import import_moses
from manyways.search import BeamSearch, BeamSettings, PhraseModel


@pytest.fixture(scope="module")
def model(peers: Path, tmp_path_factory: pytest.TempPathFactory) -> Model:
    return import_moses(peers / "moses-de-en" / "moses.ini", tmp_path_factory.mktemp("moses") / "model")


@pytest.fixture(scope="module")
def sources(peers: Path) -> list[str]:
    return (peers / "moses-de-en" / "source.de").read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def decoder(model: Model) -> PhraseModel:
    return PhraseModel.open(model)


def totals(path: Path) -> tuple[np.ndarray, list[str]]:  # type: ignore[type-arg]
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return np.array([float(row[1]) for row in rows]), [row[2].strip() for row in rows]


def test_totals_are_no_lower_than_those_of_moses(
    peers: Path, decoder: PhraseModel, sources: list[str]
) -> None:
    expected, texts = totals(peers / "moses-de-en" / "wide.1best.scores.tsv")
    found = BeamSearch(decoder).best(sources)
    assert np.count_nonzero(found.scores >= expected - 0.001) >= 198
    assert np.count_nonzero(found.scores > expected + 0.001) <= 2
    assert sum(a == b for a, b in zip(found.texts, texts, strict=True)) >= 198


def test_features_of_the_same_candidates_agree(peers: Path, decoder: PhraseModel, sources: list[str]) -> None:
    """Every list entry of Moses, found by its text in ours: same total, and then same features."""
    moses: dict[int, dict[str, tuple[float, list[float]]]] = {}
    with gzip.open(peers / "moses-de-en" / "wide.nbest100.distinct.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            index, text, features, total = line.split(" ||| ")
            numbers = [float(x) for x in re.findall(r"(?<= )-?[\d.e-]+", " " + features)]
            moses.setdefault(int(index), {})[text.strip()] = (float(total), numbers)
    names = [
        "LexicalReordering0",
        "Distortion0",
        "LM0",
        "WordPenalty0",
        "PhrasePenalty0",
        "TranslationModel0",
    ]
    columns = [i for n in names for i, c in enumerate(decoder.feature_names) if c.split("[")[0] == n]
    lists = BeamSearch(decoder, BeamSettings(pops=2000, stack=2000)).lists(sources[:60], 300)
    compared = 0
    for s in range(60):
        for row in range(lists.sentence_offsets[s], lists.sentence_offsets[s + 1]):
            total, features = moses[s].get(lists.texts[row], (np.nan, []))
            # Another derivation of the same words may tie or do better: then features may differ.
            if not abs(lists.scores[row] - total) <= 0.001:
                continue
            if np.allclose(lists.features[row, columns], features, atol=1e-3):
                compared += 1
    assert compared >= 0.95 * sum(len(moses[s]) for s in range(60))


def test_bleu_at_default_settings(peers: Path, decoder: PhraseModel, sources: list[str]) -> None:
    references = (peers / "moses-de-en" / "reference.en").read_text(encoding="utf-8").splitlines()
    expected = float((peers / "moses-de-en" / "wide.bleu").read_text())
    found = [t.text for t in BeamSearch(decoder).best(sources)]
    assert _bleu(found, references) == pytest.approx(expected, abs=0.1)


def _bleu(candidates: list[str], references: list[str]) -> float:
    return float(
        sacrebleu.corpus_bleu(candidates, [references], tokenize="none", lowercase=True, force=True).score
    )


def test_consensus_and_lists_on_real_sentences(decoder: PhraseModel, sources: list[str]) -> None:
    some = sources[:20]
    weights = decoder.weights.vector(decoder.feature_names)
    lists = BeamSearch(decoder).lists(some, 200)
    np.testing.assert_allclose(lists.features @ weights, lists.scores, atol=1e-5)
    for s in range(len(some)):
        rows = slice(lists.sentence_offsets[s], lists.sentence_offsets[s + 1])
        texts = list(lists.texts)[rows]
        assert len(set(texts)) == len(texts)
        assert np.all(np.diff(lists.scores[rows]) <= 1e-9)
    for over in ("lattice", "list"):
        found = BeamSearch(decoder).mbr(some, over=over)  # type: ignore[arg-type]
        best = BeamSearch(decoder).best(some)
        assert np.all(found.scores <= best.scores + 1e-6)
        np.testing.assert_allclose(found.features @ weights, found.scores, atol=1e-5)
