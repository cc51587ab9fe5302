"""The step of a training that chooses the kind of the model: done once, like every other.

    known = known_kind(run, settings, development)          # None: tables of both kinds have to be learnt
    step = choose_in(run, settings, development, threads=2)
    forget_others(run, kind)                                # the table of the other kind

The choice is known by what its rivals are made from, not by their tables: once it is made, the table of the
other kind goes, and a second call does not miss it. Pairs that are added later do not change it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from manyways.errors import ConfigError, InputError
from manyways.files import remove_tree
from manyways.inside import folder_inside
from manyways.model.versions import remove_others
from manyways.run import Run, StepResult
from manyways.text.column import TextColumn
from manyways.train.development import TUNER, Development, tuning_of
from manyways.train.kinds import MOST, KindChoice, choose_kind
from manyways.train.language_models import further_names, kept_text
from manyways.train.parts import SIDES, Part, learnt
from manyways.train.publish import GLOSSARY, TABLES, publish_rival
from manyways.train.settings import KINDS, Kind, TrainSettings
from manyways.tune.loop_store import digest_of_texts

__all__ = ["KIND", "choose_in", "forget_others", "known_kind", "remove_others_tables"]

KIND = "kind"
_RIVALS = "kinds"  # a folder below work/


def known_kind(run: Run, settings: TrainSettings, development: Development | None) -> Kind | None:
    """The kind that is asked for, or that was chosen; None if that has yet to be done.

    Without a development set pairs are being added, and the model stays of its kind.
    """
    if settings.kind != "auto":
        run.forget(KIND)
        return settings.kind
    if development is not None:
        record = run.recall(KIND, **_question(run, settings, development))
        return _recalled(run, record.facts).kind if record else None
    if KIND not in run.manifest.steps:
        remedy = "Finish it: manyways train"
        raise InputError("is not trained yet: its kind is not chosen", path=run.directory, remedy=remedy)
    return _recalled(run, run.manifest.steps[KIND].facts).kind


def choose_in(
    run: Run,
    settings: TrainSettings,
    development: Development,
    *,
    threads: int,
    tell: Callable[[str], None],
) -> tuple[StepResult, KindChoice]:
    """The step, and what it chose; tables of both kinds are there if it has yet to be done."""

    def action() -> Mapping[str, Any]:
        folders = {kind: folder_inside(run.directory, f"work/{_RIVALS}/{kind}") for kind in KINDS}
        rivals = {kind: publish_rival(run, settings, kind, folder) for kind, folder in folders.items()}
        return choose_kind(rivals, development, settings, threads=threads, tell=tell).facts()

    step = run.step(KIND, **_question(run, settings, development), outputs=[], action=action)
    return step, _recalled(run, step.record.facts)


def forget_others(run: Run, kind: Kind) -> None:
    """Nothing is known any more of the table of another kind, nor of what was tried to choose."""
    for other in KINDS:
        if other != kind:
            run.forget(TABLES[other][0])
    if _RIVALS in os.listdir(work := folder_inside(run.directory, "work")):
        remove_tree(folder_inside(work, _RIVALS))


def remove_others_tables(run: Run, kind: Kind) -> None:
    """Once the model is whole: the table of another kind goes."""
    names = {name for other, (_, name) in TABLES.items() if other != kind}
    remove_others(run.directory, names, keep=run.manifest.outputs)


def _question(run: Run, settings: TrainSettings, development: Development) -> dict[str, Any]:
    """All that the answer depends on."""
    first = Part(run, 0)
    inputs: dict[str, Path] = {what: first.path(what) for what in (*SIDES, "links")}
    inputs |= learnt(run) | {path.name: path for path in kept_text(run)}
    steps = run.manifest.steps
    others = [
        name for step in (*further_names(run), GLOSSARY) if step in steps for name in steps[step].outputs
    ]
    metric = tuning_of(settings).metric
    return {
        "inputs": inputs | {name: run.path(name) for name in others},
        "settings": {
            **{name: asdict(getattr(settings, name)) for name in ("text", "phrases", "rules", "lm")},
            "distortion_limit": settings.distortion_limit,
            "sources": digest_of_texts([TextColumn.from_texts(development.sources)]),
            "references": digest_of_texts(development.references),
            "tuning": [TUNER, str(metric.signature(len(development.references)))],
            "sentences": MOST,
        },
    }


def _recalled(run: Run, facts: Mapping[str, Any]) -> KindChoice:
    try:
        return KindChoice.recalled(facts)
    except ConfigError as error:
        raise InputError(f"does not tell which kind was chosen: {error}", path=run.directory) from None
