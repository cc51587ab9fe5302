"""Online tuning from start to end: passes over the sentences, the average, its score, and what is kept.

    result = tune_online(bench, OnlineSettings(update="hybrid"), start=decoder.weights, seed=1, run=run)

After every pass the averaged weights translate the sentences; the answer is those that scored best. With a
`run` every pass is kept: a killed run goes on and ends with the same weights.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.errors import TuneError
from manyways.model.weights import Weights
from manyways.progress import Progress
from manyways.run import Run
from manyways.search import AnyModel
from manyways.search.phrase_weights import PHRASE_FEATURES, PhraseWeights
from manyways.seeds import stream
from manyways.text.column import TextColumn
from manyways.tune import guards
from manyways.tune.base import Examples, Result, Vector
from manyways.tune.loop_store import digest_of_phrases, digest_of_texts, read_arrays, write_arrays
from manyways.tune.online import Derivations, OnlineSettings, State, Workbench
from manyways.tune.updates import Example, margin_update, perceptron_update
from manyways.wording import counted

__all__ = ["OnlineResult", "tune_online"]

Arrays = Mapping[str, npt.NDArray[Any]]
_LEAST = 1e-3  # of the largest weight: the language model and distortion stay above


@dataclass(frozen=True, eq=False)
class OnlineResult(Result):
    """A result with the weights of phrase features, if there are any."""

    phrase_weights: PhraseWeights | None = None


def tune_online(
    bench: Workbench,
    online: OnlineSettings,
    *,
    start: Weights,
    seed: int = 1,
    run: Run | None = None,
    about: Mapping[str, Any] | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> OnlineResult:
    """Averaged weights of the pass whose own translations scored best.

    about: what else the passes depend on (the model, the sources), for the keys of the run.
    tell: is called with a line on every pass.
    """
    began = time.process_time()
    guards.check_start(start)
    bench = bench.starting_from(start)
    own = {name: value for name, value in asdict(online).items() if name != "epochs"}
    settings = {
        **(about or {}),
        "online": own,
        "seed": seed,
        "start": start.plain(),
        "phrases": digest_of_phrases(bench.decoder.phrase_weights),
        "metric": f"{bench.metric.name} {bench.metric.signature(len(bench.references))}",
        "references": digest_of_texts(bench.references),
        "targets": digest_of_texts(bench.targets),
    }
    steps = _Steps(run, settings)
    first = steps.do("begin", lambda: _begin(bench, online))
    passes = [first]
    for epoch in range(online.epochs):
        order = stream(seed, "online", epoch).permutation(len(bench.sources))
        before = passes[-1]
        done = steps.do(
            f"pass {epoch + 1}",
            lambda before=before, order=order: _pass(bench, online, before, first["deviations"], order),  # type: ignore[misc]
        )
        passes.append(done)
        score = bench.metric.score(done["sums"], references=len(bench.references))
        reached = counted(int(done["reached"][0]), "references")
        facts = f"{counted(int(done['updates'][0]), 'steps')}, {reached} reached"
        tell(f"pass {epoch + 1} of {online.epochs}: {score.name} {score.value:.2f}; {facts}")
    return _result(bench, online, start, seed, passes, time.process_time() - began)


class _Steps:
    """Work that gives arrays, kept in the directory of a run if there is one."""

    def __init__(self, run: Run | None, settings: Mapping[str, Any]) -> None:
        self.run, self.settings = run, settings
        self.before: dict[str, str] = {}

    def do(self, name: str, work: Callable[[], Arrays]) -> Arrays:
        if self.run is None:
            return work()
        path = self.run.path(f"{name.replace(' ', '-')}.npz")

        def action() -> Mapping[str, Any]:
            write_arrays(path, work())
            return {}

        done = self.run.step(
            name, inputs=self.before, settings=self.settings, outputs=[path.name], action=action
        )
        self.before = {"before": str(self.run.path(next(iter(done.record.outputs))))}
        return read_arrays(path)


def _begin(bench: Workbench, online: OnlineSettings) -> Arrays:
    """Lists with the weights of the start: how far features differ in them, what the guards say of them, and
    the start's score."""
    state = bench.first_state(sparse=online.phrase_features)
    decoder = _decoder(bench, online, state.dense, state.names, state.phrases)
    lists = bench.kbest(decoder, np.arange(len(bench.sources)), online.size, sparse=False)
    sizes = lists.sizes
    if not (sizes > 1).any():
        raise TuneError("decoding gave no candidates to tune on")
    assert lists.statistics is not None
    examples = Examples(
        bench.names,
        bench.derivations(lists, state).dense,
        lists.statistics,
        np.append(0, np.cumsum(sizes[sizes > 0])),
        bench.metric,
    )
    remarks = TextColumn.from_texts(guards.check_examples(examples))
    return {
        **state.arrays(),
        "deviations": examples.deviations,
        "remarks": remarks.data,
        "remark_offsets": remarks.offsets,
        "sums": examples.statistics[examples.offsets[:-1]].sum(axis=0),
    }


def _pass(
    bench: Workbench, online: OnlineSettings, before: Arrays, deviations: Vector, order: npt.NDArray[np.int64]
) -> Arrays:
    state = State.of(before)
    updates = reached = 0
    with Progress("learning", total=len(order), unit="sentences") as progress:
        for first in range(0, len(order), online.batch):
            rows = order[first : first + online.batch]
            for example in _examples(bench, online, state, rows):
                reached += example.forced is not None
                if online.update == "mira":
                    updates += margin_update(state, example, online)
                else:
                    updates += perceptron_update(state, example, online, deviations)
                _stay_positive(state, bench.names)
            state.remember(len(rows))
            progress.advance(len(rows))
    dense, phrases = state.average()
    guards.check_vector(dense, bench.names)
    sums = bench.sums(_decoder(bench, online, dense, state.names, phrases))
    counts = {"updates": np.array([updates]), "reached": np.array([reached])}
    return {**state.arrays(), "sums": sums, **counts}


def _examples(
    bench: Workbench, online: OnlineSettings, state: State, rows: npt.NDArray[np.int64]
) -> list[Example]:
    """The sentences of a batch, decoded with the weights as they are."""
    sparse = online.phrase_features
    decoder = _decoder(bench, online, state.dense, state.names, state.phrases)
    lists = bench.kbest(decoder, rows, online.size, sparse=sparse)
    forced: list[Derivations | None] = [None] * len(rows)
    if online.update in ("bold", "hybrid"):
        forced = bench.forced(decoder, rows, state, sparse=sparse)
    found = bench.derivations(lists, state)
    assert lists.statistics is not None
    examples = []
    for i, (first, last) in enumerate(zip(lists.sentence_offsets, lists.sentence_offsets[1:], strict=False)):
        part = slice(int(first), int(last))
        examples.append(Example(found.rows(part), lists.statistics[part], bench.metric, forced[i]))
    return examples


def _stay_positive(state: State, names: tuple[str, ...]) -> None:
    """A language model or a distance that counts the wrong way round never comes back."""
    least = _LEAST * float(np.abs(state.dense).max())
    for i, name in enumerate(names):
        if name.startswith(("LM", "Distortion")) and state.dense[i] < least:
            state.dense[i] = least


def _decoder(
    bench: Workbench, online: OnlineSettings, dense: Vector, names: list[str], phrases: Vector
) -> AnyModel:
    return bench.with_state(dense, names, phrases, sparse=online.phrase_features)


def _result(
    bench: Workbench, online: OnlineSettings, start: Weights, seed: int, passes: list[Arrays], seconds: float
) -> OnlineResult:
    scores = [bench.metric.score(each["sums"], references=len(bench.references)) for each in passes]
    direction = 1.0 if bench.metric.higher_is_better else -1.0
    best = max(range(len(scores)), key=lambda i: direction * scores[i].value)
    averages = [State.of(each).average()[0] for each in passes]
    guards.check_vector(averages[best], bench.names)
    remarks = TextColumn(passes[0]["remarks"], passes[0]["remark_offsets"])
    weights = start.replaced(bench.names, averages[best])
    phrase_weights = None
    if online.phrase_features:
        weights = weights.replaced([PHRASE_FEATURES], [1.0])
        state = State.of(passes[best])
        phrase_weights = PhraseWeights(state.names, state.average()[1])
    return OnlineResult(
        tuner=online.name,
        weights=weights,
        vector=averages[best],
        score=scores[best],
        start_score=scores[0],
        history=[each.value for each in scores],
        seconds=seconds,
        seed=seed,
        direction=direction,
        found=[*remarks, *guards.check_score(scores[best], direction)],
        trail=[start.replaced(bench.names, each) for each in averages],
        phrase_weights=phrase_weights,
    )
