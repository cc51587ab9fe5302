"""What the steps of a training gave, made a model: `model.toml` over its files.

start_weights(settings, further=0)          # where tuning starts
publish(run, settings, begun, parts=1)      # the model of the run's directory
publish_rival(run, settings, folder)        # one beside it, of the same files, to be compared with others
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from manyways.files import lock_directory
from manyways.model import FileKind, Model, Piece, SearchSettings, Weights, default_weights
from manyways.run import Run
from manyways.train.language_models import further_names
from manyways.train.letters import LETTERS, letters_of
from manyways.train.parts import WORDS, learnt, learnt_names, pipelines
from manyways.train.settings import Kind, TrainSettings

__all__ = ["GLOSSARY", "TABLES", "publish", "publish_rival", "start_weights"]

GLOSSARY = "glossary"  # a step, and what it keeps
Role = Literal["table", "rules"]
TABLES: dict[Kind, tuple[Role, str]] = {  # the step that learns it, and what it writes
    "phrase": ("table", "phrases.bin"),
    "hierarchical": ("rules", "rules.bin"),
}


def publish(run: Run, settings: TrainSettings, kind: Kind, begun: Model | None, *, parts: int) -> Model:
    """Make what the steps gave the model of the run's directory. begun: the one that is there."""
    weights = _weights(settings, kind, begun, len(further_names(run)))
    kept = begun.provenance if begun is not None and weights is begun.weights else {}
    provenance = {"parts": parts} | {name: kept[name] for name in ("tuned",) if name in kept}
    model = _model(run, settings, kind, run.directory, weights, provenance)
    return model.published(_pieces(run, settings, kind))


def publish_rival(run: Run, settings: TrainSettings, kind: Kind, folder: Path) -> Model:
    """A model of the same files in a folder of its own, with the weights that tuning starts from."""
    weights = start_weights(settings, kind, further=len(further_names(run)))
    with lock_directory(folder):
        return _model(run, settings, kind, folder, weights, {}).published(_pieces(run, settings, kind))


def start_weights(settings: TrainSettings, kind: Kind, *, further: int) -> Weights:
    """Where tuning starts; language models share the weight of one."""
    start = default_weights(kind, reordering=settings.phrases.reordering != "none")
    (whole,) = start["LM0"]
    return Weights(start.plain() | {f"LM{number}": whole / (further + 1) for number in range(further + 1)})


def _weights(settings: TrainSettings, kind: Kind, begun: Model | None, further: int) -> Weights:
    """Those of the start; tuned ones stay when pairs are added, as long as they are of the same features."""
    start = start_weights(settings, kind, further=further)
    same = begun is not None and begun.weights.components().keys() == start.components().keys()
    return begun.weights if begun is not None and same else start


def _model(
    run: Run,
    settings: TrainSettings,
    kind: Kind,
    directory: Path,
    weights: Weights,
    provenance: Mapping[str, Any],
) -> Model:
    source, target = pipelines(run, settings)
    return Model(
        directory=directory,
        kind=kind,
        weights=weights,
        search=SearchSettings(distortion_limit=settings.distortion_limit),
        source=source.to_dict(),
        target=target.to_dict(),
        provenance=provenance,
    )


def _pieces(run: Run, settings: TrainSettings, kind: Kind) -> dict[str, Piece]:
    """The model's files, by role."""
    table = TABLES[kind][0]
    pieces: dict[str, Piece] = {table: _piece(run, _output(run, table), table)}
    pieces |= {name: _piece(run, _output(run, name), "lm") for name in ("LM0", *further_names(run))}
    if GLOSSARY in run.manifest.steps:
        pieces[GLOSSARY] = _piece(run, _output(run, GLOSSARY), "glossary")
    kinds: dict[str, FileKind] = {WORDS: "words", LETTERS: "letters"}
    found = {role: path for role, path in learnt(run).items() if role in learnt_names(settings)}
    found |= {WORDS: _output(run, WORDS)} if WORDS in run.manifest.steps else {}
    spelling = letters_of(run)
    found |= {LETTERS: spelling} if spelling else {}
    return pieces | {role: _piece(run, path, kinds.get(role, "truecaser")) for role, path in found.items()}


def _piece(run: Run, path: Path, kind: FileKind) -> Piece:
    return Piece.of(path, kind, sha256=run.hash_of(path))


def _output(run: Run, step: str) -> Path:
    """What a step with one output wrote."""
    (name,) = run.manifest.steps[step].outputs
    return run.path(name)
