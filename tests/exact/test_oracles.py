"""The slow twins of exact search agree with each other before anything is compared with them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.oracles.derivations import SOURCE, random_model
from tests.oracles.exact import best_score, relaxed_graph, solve


@pytest.mark.parametrize("seed", range(16))
def test_table_list_and_programs_agree(seed: int, tmp_path: Path) -> None:
    model, _ = random_model(seed, tmp_path, lms=1 + seed % 2, order=1 + seed % 4)
    draw = random.Random(seed)
    words = tuple(draw.choices([*SOURCE, "x"], k=draw.randint(1, 4)))
    for limit, space in ((0, "gap"), (1, "gap"), (2, "gap"), (1, "free"), (2, "free"), (-1, "free")):
        best = best_score(model, words, limit, space)
        totals = [total for _, total, _ in model.derivations(words, limit, space)]
        assert best == (pytest.approx(max(totals), abs=1e-5) if totals else None)
        if space == "gap":
            continue
        bounds = []
        for tight in (False, True):
            graph = relaxed_graph(model, words, limit, tight=tight)
            assert solve(graph, whole=True) == (None if best is None else pytest.approx(best, abs=1e-6))
            bounds.append(solve(graph, whole=False))
        loose, close = bounds
        if best is not None and loose is not None and close is not None:
            assert loose >= close - 1e-7 >= best - 2e-7
