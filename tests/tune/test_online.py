"""Sparse phrase features from the decoder to the tuners and back; tuners that learn by decoding."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

from manyways._core import tune as core
from manyways.candidates import Candidate, Sentence, from_sentences
from manyways.errors import ConfigError, InputError, TuneError
from manyways.metrics import Bleu, Ter
from manyways.model import Model, Piece
from manyways.run import Run
from manyways.search import BeamSearch, PhraseModel, PhraseWeights
from manyways.search.phrase_weights import PHRASE_FEATURES, PHRASE_ROLE
from manyways.text import toy
from manyways.text.column import TextColumn
from manyways.tune import Examples, Mira, tune
from manyways.tune.epochs import tune_online
from manyways.tune.online import Derivations, OnlineSettings, PhraseRows, State, Workbench
from manyways.tune.updates import Example, margin_update, perceptron_update

DEV = toy.generate(12, split="dev")
SOURCES = [" ".join(each) if not isinstance(each, str) else each for each in DEV.sources]


def features_of(steps: list[tuple[int, int, str]], source: list[str], links: str) -> Counter[str]:
    """The features of a derivation, as the essay has them."""
    found: Counter[str] = Counter()
    pairs = [tuple(map(int, link.split("-"))) for link in links.split()]
    at = 0
    for start, end, text in steps:
        target = text.split()
        words = source[start:end]
        if words == target and len(words) == 1:
            at += 1
            continue
        inside = [(i - start, j - at) for i, j in pairs if at <= j < at + len(target)]
        found[f"Pair~{'_'.join(words)}~{'_'.join(target)}"] += 1
        found.update(f"Words~{words[i]}~{target[j]}" for i, j in inside)
        found.update(f"Insert~{w}" for j, w in enumerate(target) if j not in {b for _, b in inside})
        found.update(f"Delete~{w}" for i, w in enumerate(words) if i not in {a for a, _ in inside})
        found[f"Sizes~{len(words)}~{len(target)}"] += 1
        at += len(target)
    return found


@pytest.fixture(scope="module")
def decoder(trained: Path) -> PhraseModel:
    return PhraseModel.open(trained)


def test_lists_tell_the_features_of_their_derivations(decoder: PhraseModel) -> None:
    lists = BeamSearch(decoder, threads=1).lists(SOURCES, 2, phrase_features=True)
    best = BeamSearch(decoder, threads=1).best(SOURCES)
    assert lists.sparse is not None
    for s, source in enumerate(SOURCES):
        row = int(lists.sentence_offsets[s])
        part = slice(int(lists.sparse.offsets[row]), int(lists.sparse.offsets[row + 1]))
        names = [lists.sparse.names[i] for i in lists.sparse.indices[part]]
        found = dict(zip(names, lists.sparse.values[part].tolist(), strict=True))
        assert lists.texts[row] == best[s].text
        assert found == features_of(best[s].derivation, source.split(), best[s].links)


def test_phrase_weights_change_the_search_by_their_sum(decoder: PhraseModel) -> None:
    plain = BeamSearch(decoder, threads=1).lists(SOURCES, 20, phrase_features=True)
    assert plain.sparse is not None
    rng = np.random.default_rng(1)
    names = list(plain.sparse.names)
    weights = PhraseWeights(names, rng.integers(-2, 3, len(names)) / 4)
    weighted = decoder.with_weights(decoder.weights.replaced([PHRASE_FEATURES], [2.0]), weights)
    lists = BeamSearch(weighted, threads=1).lists(SOURCES, 20, phrase_features=True)
    assert lists.sparse is not None
    column = lists.features[:, lists.feature_names.index(PHRASE_FEATURES)]
    known = np.array([weights.get(name, 0.0) for name in lists.sparse.names])
    sums = np.add.reduceat(
        np.append(known[lists.sparse.indices] * lists.sparse.values, 0.0), lists.sparse.offsets[:-1]
    )
    np.testing.assert_allclose(column, sums, atol=1e-6)
    totals = lists.features @ weighted.weights.vector(lists.feature_names)
    np.testing.assert_allclose(lists.scores, totals, atol=1e-4)
    assert lists.top_texts() != plain.top_texts()
    assert lists.scores[0] >= plain.scores[0] - 10


def test_a_model_keeps_its_phrase_weights(trained: Path, tmp_path: Path) -> None:
    weights = PhraseWeights(["Insert~the", "Sizes~1~2"], np.array([0.5, -0.25]))
    weights.write(tmp_path / "phrases.tsv")
    model = Model.open(trained)
    dense = model.weights.replaced([PHRASE_FEATURES], [1.0])
    added = {PHRASE_ROLE: Piece.of(tmp_path / "phrases.tsv", "phrase weights")}
    model.copied(tmp_path, dense, added=added)
    opened = PhraseModel.open(tmp_path)
    assert opened.phrase_weights is not None
    assert dict(opened.phrase_weights) == dict(weights)
    assert PHRASE_FEATURES in opened.feature_names
    again = Model.open(tmp_path).copied(tmp_path / "next", dense)
    assert PhraseModel.open(again).phrase_weights is not None


def test_a_bad_file_of_phrase_weights_is_named(tmp_path: Path) -> None:
    for text in ("Pair~a~b 0.5\n", "Pair~a~b\tnan\n", "\t1\n"):
        (tmp_path / "bad.tsv").write_text(f"Pair~x~y\t1.0\n{text}")
        with pytest.raises(InputError, match=r"bad\.tsv.*2"):
            PhraseWeights.read(tmp_path / "bad.tsv")


def test_what_is_forced_comes_as_lists(decoder: PhraseModel) -> None:
    best = [each.text for each in BeamSearch(decoder, threads=1).best(SOURCES)]
    best[3] = "this text is not to be reached"
    lists = BeamSearch(decoder, threads=1).force_lists(SOURCES, best, phrase_features=True)
    assert lists.sizes.tolist() == [0 if i == 3 else 1 for i in range(len(best))]
    assert lists.top_texts()[:3] == best[:3]
    assert lists.sparse is not None


def sparse_lists(seed: int = 1) -> object:
    """Good candidates have the feature `good`; `alone` is known to one list, `always` to all candidates."""
    rng = np.random.default_rng(seed)
    sentences = []
    for s in range(8):
        candidates = []
        for _ in range(6):
            good = int(rng.integers(0, 2))
            features: dict[str, object] = {"LM0": float(rng.normal()), "always": 1.0}
            features |= {"good": 1.0} if good else {}
            features |= {"alone": 1.0} if s == 3 and good else {}
            words = " ".join(f"r{i}" if i < 4 + 3 * good else "x" for i in range(8))
            candidates.append(Candidate(words, features=features, score=0.0))  # type: ignore[arg-type]
        sentences.append(Sentence(str(s), candidates, references=[" ".join(f"r{i}" for i in range(8))]))
    return from_sentences(sentences, feature_names=["LM0"])


def test_sparse_features_reach_the_examples() -> None:
    lists = sparse_lists()
    examples = Examples.from_lists(lists, Bleu())  # type: ignore[arg-type]
    assert examples.names == ("LM0", "good")
    assert any("2 of 3 sparse features" in remark for remark in examples.remarks)
    result = tune(examples, Mira(), start=None)
    assert result.weights["good"][0] > 0
    from manyways.model.weights import Weights

    result = tune(examples, Mira(), start=Weights({"LM0": 1.0}))
    assert result.weights["good"][0] > 0
    assert any("sparse" in remark for remark in result.remarks)


def margin_twin(gaps: np.ndarray, losses: np.ndarray, rate: float) -> np.ndarray:  # type: ignore[type-arg]
    """The dual, by a general solver."""
    gram = gaps @ gaps.T

    def dual(a: np.ndarray) -> tuple[float, np.ndarray]:  # type: ignore[type-arg]
        return 0.5 * a @ gram @ a - a @ losses, gram @ a - losses

    bounds = [(0.0, rate)] * len(losses)
    options = {"ftol": 1e-15, "gtol": 1e-12, "maxiter": 10000}
    found = minimize(dual, np.zeros(len(losses)), jac=True, bounds=bounds, method="L-BFGS-B", options=options)
    step: np.ndarray = found.x @ gaps  # type: ignore[type-arg]
    return step


@pytest.mark.parametrize("seed", range(12))
def test_the_margin_step_is_the_smallest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gaps = rng.integers(-2, 3, (5, 3)).astype(float)
    losses, rate = rng.integers(0, 4, 5).astype(float), float(rng.choice([0.05, 0.5, 5.0]))
    np.testing.assert_allclose(
        core.margin_step(gaps, losses, rate), margin_twin(gaps, losses, rate), atol=1e-4
    )


def test_one_margin_is_the_step_of_the_books() -> None:
    gap = np.array([[3.0, 4.0]])
    np.testing.assert_allclose(core.margin_step(gap, np.array([5.0]), 100.0), [0.6, 0.8])
    np.testing.assert_allclose(core.margin_step(gap, np.array([5.0]), 0.1), [0.3, 0.4])
    with pytest.raises(ValueError, match="one loss per row"):
        core.margin_step(gap, np.ones(2), 1.0)


def rows_of(dense: np.ndarray) -> PhraseRows:  # type: ignore[type-arg]
    lines, columns = np.nonzero(dense)
    counts = np.bincount(lines, minlength=len(dense))
    return PhraseRows(columns, dense[lines, columns], np.append(0, np.cumsum(counts)))


def test_phrase_rows_are_a_matrix() -> None:
    rng = np.random.default_rng(1)
    dense = rng.integers(-1, 2, (7, 5)) * rng.integers(0, 2, (7, 5)).astype(float)
    dense[2] = 0.0  # a row without features
    rows, weights = rows_of(dense), rng.normal(size=9)  # weights of features that came later
    np.testing.assert_allclose(rows @ weights, dense @ weights[:5])
    chosen = np.array([6, 2, 2, 0])
    np.testing.assert_allclose(rows.take(chosen) @ weights, dense[chosen] @ weights[:5])


def example(forced: Derivations | None = None) -> Example:
    """Three candidates; the model likes the first, the last is the best."""
    dense = np.array([[3.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    phrases = rows_of(np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 2.0]]))
    rows = [[4, 4, m, max(m - 1, 0), max(m - 2, 0), max(m - 3, 0), 4, 3, 2, 1] for m in (1, 2, 4)]
    return Example(Derivations(dense, phrases), np.array(rows), Bleu(), forced)


def state() -> State:
    made = State(np.array([1.0, 0.0]))
    made.columns(["a", "b"])
    return made


def test_perceptrons_by_hand() -> None:
    ones = np.ones(2)
    local = state()
    assert perceptron_update(
        local, example(), OnlineSettings(update="local", rate=0.1, phrase_rate=0.5), ones
    )
    assert local.dense.tolist() == pytest.approx([0.8, 0.2])
    assert local.phrases.tolist() == [-0.5, 1.0]
    bold = state()
    assert not perceptron_update(bold, example(), OnlineSettings(update="bold"), ones)
    assert bold.dense.tolist() == [1.0, 0.0]
    reached = example(Derivations(np.array([[0.0, 5.0]]), rows_of(np.array([[0.0, 1.0]]))))
    assert perceptron_update(bold, reached, OnlineSettings(update="bold", rate=0.1, phrase_rate=0.5), ones)
    assert bold.dense.tolist() == pytest.approx([0.7, 0.5])
    assert bold.phrases.tolist() == [-0.5, 0.5]
    hybrid = state()
    assert perceptron_update(
        hybrid, example(), OnlineSettings(update="hybrid", rate=0.1, phrase_rate=0.5), ones
    )
    assert hybrid.dense.tolist() == local.dense.tolist()


def test_a_step_of_mira_moves_towards_the_hope() -> None:
    before = state()
    assert margin_update(before, example(), OnlineSettings(update="mira"))
    assert before.dense[1] > 0 > before.phrases[0]
    assert before.phrases[1] > 0
    assert before.background.tolist() == pytest.approx([0.999 + x for x in example().statistics[2]])


def test_a_longer_reference_is_no_merit() -> None:
    """Both half right, the second closest to a reference of twice the length: no step to it."""
    rows = np.array([[9, 9, 5, 4, 3, 2, 9, 8, 7, 6], [18, 18, 10, 8, 6, 4, 18, 16, 14, 12]])
    before = State(dense=np.zeros(1))
    given = Example(Derivations(np.array([[0.0], [1.0]]), rows_of(np.zeros((2, 0)))), rows, Bleu())
    margin_update(before, given, OnlineSettings(update="mira"))
    assert before.dense[0] <= 0


def test_settings_are_checked() -> None:
    with pytest.raises(ConfigError):
        OnlineSettings(update="brave")  # type: ignore[arg-type]
    with pytest.raises(ConfigError):
        OnlineSettings(size=1)
    for update in ("local", "mira"):
        for setting, value in (("rate", 0.0), ("rate", -1.0), ("rate", np.inf), ("rate", np.nan),
                               ("phrase_rate", -1.0), ("decay", -1.0), ("decay", 1.5), ("decay", np.nan),
                               ("size", 10**11)):  # fmt: skip
            with pytest.raises(ConfigError, match=rf"{setting} must be a"):
                OnlineSettings(update=update, **{setting: value})  # type: ignore[arg-type]
    assert OnlineSettings(rate=0.5, decay=1.0, phrase_rate=0.0).step == 0.5


def bench(decoder: PhraseModel) -> Workbench:
    texts = [[" ".join(each) if not isinstance(each, str) else each for each in r] for r in DEV.references]
    columns = [TextColumn.from_texts(each) for each in texts]
    metric = Bleu(tokenise="none")
    return Workbench(decoder, TextColumn.from_texts(SOURCES), columns, metric, targets=columns, threads=1)


@pytest.mark.parametrize("update", ["bold", "local", "hybrid", "mira"])
def test_online_tuning_learns_and_goes_on_after_death(
    decoder: PhraseModel, tmp_path: Path, update: str
) -> None:
    online = OnlineSettings(update=update, epochs=2, size=10, batch=4, rate=0.01)  # type: ignore[arg-type]
    start = decoder.weights.replaced(["LM0", "WordPenalty0"], [0.1, 0.3])
    whole = tune_online(bench(decoder), online, start=start)
    assert whole.score.value >= whole.start_score.value
    assert update == "bold" or whole.score.value > whole.start_score.value
    assert whole.phrase_weights is not None
    again = decoder.with_weights(whole.weights, whole.phrase_weights)
    texts = BeamSearch(again, threads=1).best(SOURCES).texts
    assert Bleu(tokenise="none").corpus_score(texts, bench(decoder).references).value == pytest.approx(
        whole.score.value
    )
    with Run(tmp_path) as run:
        tune_online(bench(decoder), replace(online, epochs=1), start=start, run=run)
    with Run(tmp_path) as run:
        done = run.manifest.steps
        (tmp_path / "pass-1.npz").unlink()  # as if killed in the first pass
        resumed = tune_online(bench(decoder), online, start=start, run=run)
    assert "begin" in done
    assert resumed.weights.plain() == whole.weights.plain()
    assert dict(resumed.phrase_weights or {}) == dict(whole.phrase_weights)
    assert resumed.history == whole.history


def test_online_tuning_answers_with_the_best_pass_and_not_the_last(decoder: PhraseModel) -> None:
    """Steps that are far too large: what comes after the start is worse."""
    online = OnlineSettings(update="local", epochs=2, size=5, batch=1, rate=100.0, phrase_features=False)
    result = tune_online(bench(decoder), online, start=decoder.weights)
    best = result.history.index(max(result.history))
    assert best < len(result.history) - 1
    assert result.score.value == result.history[best] > result.history[-1]
    assert result.weights.plain() == result.trail[best].plain() != result.trail[-1].plain()


def test_a_kept_run_is_not_taken_for_other_references_or_metrics(
    decoder: PhraseModel, tmp_path: Path
) -> None:
    online = OnlineSettings(update="local", epochs=1, size=5, phrase_features=False)
    given = bench(decoder)
    other = bench(decoder)
    other.references = [TextColumn.from_texts(list(each)[::-1]) for each in given.references]
    whole = bench(decoder)
    whole.metric = Ter()
    for each in (given, other, whole):
        with Run(tmp_path) as run:
            kept = tune_online(each, online, start=decoder.weights, run=run)
        assert kept.history == tune_online(each, online, start=decoder.weights).history


def test_phrase_weights_that_the_model_has_are_where_learning_begins(decoder: PhraseModel) -> None:
    online = OnlineSettings(update="local", epochs=1, size=5, batch=4, rate=1e-9)
    found = BeamSearch(decoder, threads=1).lists(SOURCES, 5, phrase_features=True).sparse
    assert found is not None
    names = [*found.names, "Insert~elsewhere"]
    learnt = PhraseWeights(names, np.random.default_rng(1).normal(size=len(names)))
    start = decoder.weights.replaced([PHRASE_FEATURES], [0.5])
    known = decoder.with_weights(start, learnt)
    score = Bleu(tokenise="none").corpus_score(
        BeamSearch(known, threads=1).best(SOURCES).texts, bench(decoder).references
    )
    result = tune_online(bench(known), online, start=start)
    assert result.start_score.value == pytest.approx(score.value)
    assert result.weights[PHRASE_FEATURES] == (1.0,)
    assert result.phrase_weights is not None
    for name, value in learnt.items():
        assert result.phrase_weights[name] == pytest.approx(0.5 * value, abs=1e-6)


def test_the_guards_watch_online_tuning_too(decoder: PhraseModel) -> None:
    online = OnlineSettings(update="local", epochs=1, size=3, phrase_features=False)
    remarks = " ".join(tune_online(bench(decoder), online, start=decoder.weights).remarks)
    assert "3.0 different candidates per list" in remarks
    start = decoder.weights
    for wrong in (start.replaced(["Foo0"], [1.0]), start.replaced(["TranslationModel0[4]"], [1.0])):
        with pytest.raises(InputError, match=r"Foo0|TranslationModel0"):
            tune_online(bench(decoder), online, start=wrong)
    names = list(start.components())
    with pytest.raises(TuneError, match="all weights of the start are 0"):
        tune_online(bench(decoder), online, start=start.replaced(names, np.zeros(len(names))))
    strange = bench(decoder)
    strange.references = [TextColumn.from_texts(["zzz qqq"] * len(SOURCES))]
    with pytest.raises(TuneError, match="BLEU is 0"):
        tune_online(strange, online, start=start)
