"""From parallel text to a model, in one call that can be stopped and taken up again.

    summary = train(Inputs(source=..., target=...), "models/de-en", TrainConfig(...))

Steps: text, align, phrases, language model. A step whose inputs and settings are as they were is not
repeated; nothing is ever half written; the same inputs give the same bytes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from manyways.config import format_toml, read_config
from manyways.errors import InputError
from manyways.files import atomic_write, content_hash, make_directory
from manyways.grammar import train as train_rules
from manyways.lm import LanguageModel, estimate_files, write_model
from manyways.model import Model, SearchSettings, default_weights, describe
from manyways.outputs import claim_directory
from manyways.phrases import train as train_phrases
from manyways.run import Run, StepResult
from manyways.text.column import read_column, write_column
from manyways.train.config import TrainConfig
from manyways.train.parts import Inputs, Part, align_part, linked_text, pipelines, prepare_text

__all__ = ["TrainSummary", "add", "train"]

RECIPE = "recipe.toml"


@dataclass(frozen=True)
class TrainSummary:
    """The model, and what every step did and cost."""

    model: Model
    steps: Mapping[str, StepResult]

    def rows(self) -> list[tuple[str, str, float, float]]:
        """Step, facts, seconds, CPU seconds: the table at the end of training."""
        return [
            (name, _in_words(step.record.facts), step.record.seconds, step.record.cpu_seconds)
            for name, step in self.steps.items()
        ]


def train(
    inputs: Inputs,
    directory: str | os.PathLike[str],
    config: TrainConfig,
    *,
    lm_text: Sequence[Path] = (),
    threads: int = 0,
) -> TrainSummary:
    """Train a model, or finish one that was begun. Pairs added to it later stay in it."""
    claim_directory(directory, "train", force=True)  # the command line may go on with it
    with Run(directory) as run:
        make_directory(run.directory / "work")
        with atomic_write(run.directory / RECIPE) as out:
            out.write(format_toml({"train": _plain(asdict(config))}))
        copies = _keep_lm_text(run.directory, lm_text)
        steps = _prepare(run, Part(run.directory, 0), inputs, config, threads)
        return _finish(run, steps, config, copies, threads)


def add(inputs: Inputs, directory: str | os.PathLike[str], *, threads: int = 0) -> TrainSummary:
    """Extend a trained model with new pairs; what was aligned before stays as it is."""
    root = Path(directory)
    if not (root / RECIPE).is_file():
        raise InputError(
            f"has no {RECIPE}: it was not made by manyways train", path=root, remedy="Train it first."
        )
    config = read_config(TrainConfig, root / RECIPE, table="train")
    with Run(root) as run:
        number = next(i for i in count(1) if not _is_part(run, i) or _same_inputs(run, i, inputs))
        steps = _prepare(run, Part(root, number), inputs, config, threads)
        return _finish(run, steps, config, sorted((root / "work").glob("lm.*")), threads)


def _prepare(
    run: Run, part: Part, inputs: Inputs, config: TrainConfig, threads: int
) -> dict[str, StepResult]:
    """Text and links of one part."""
    truecased = config.text.casing == "truecase"
    cased = [f"truecase.{side}" for side in ("source", "target")] if truecased else []
    outputs = [part.name("source"), part.name("target")]
    outputs += cased if part.number == 0 else []
    outputs += [part.name("links")] if inputs.links is not None else []
    steps = {}
    steps[part.step("text")] = run.step(
        part.step("text"),
        inputs=inputs.files() | ({name: run.directory / name for name in cased} if part.number else {}),
        settings={"text": asdict(config.text), "filter": asdict(config.filter), "truncate": inputs.truncate},
        outputs=outputs,
        action=lambda: prepare_text(part, inputs, config, threads=threads),
    )
    if inputs.links is None:
        steps[part.step("align")] = run.step(
            part.step("align"),
            inputs={side: part.path(side) for side in ("source", "target")},
            settings=asdict(config.align),
            outputs=[part.name("links"), part.name("aligner")],
            action=lambda: align_part(part, config, threads=threads),
        )
    return steps


def _finish(
    run: Run, steps: dict[str, StepResult], config: TrainConfig, lm_text: Sequence[Path], threads: int
) -> TrainSummary:
    """Tables and language model from all parts, then model.toml."""
    parts = [Part(run.directory, i) for i in takewhile(lambda i: _is_part(run, i), count())]
    sides = {part.name(what): part.path(what) for part in parts for what in ("source", "target", "links")}
    phrases = config.kind == "phrase"
    role, name = ("table", "phrases.bin") if phrases else ("rules", "rules.bin")
    learn = _learn_phrases if phrases else _learn_rules
    steps[role] = run.step(
        role,
        inputs=sides,
        settings=asdict(config.phrases if phrases else config.rules),
        outputs=[name],
        action=lambda: learn(parts, run.directory / name, config, threads),
    )
    targets = [*(part.path("target") for part in parts), *lm_text]
    steps["LM0"] = run.step(
        "LM0",
        inputs={f"text {i}": path for i, path in enumerate(targets)},
        settings={
            key: value for key, value in asdict(config.lm).items() if key in ("order", "smoothing", "prune")
        },
        outputs=["LM0.bin"],
        action=lambda: _learn_lm(targets, run.directory / "LM0.bin", config),
    )
    return TrainSummary(_write_model(run, config, role, name, len(parts)), steps)


def _learn_phrases(parts: Sequence[Part], out: Path, config: TrainConfig, threads: int) -> Mapping[str, Any]:
    text, source, target = linked_text(parts)
    return train_phrases(text, source, target, out, config=config.phrases, threads=threads)._asdict()


def _learn_rules(parts: Sequence[Part], out: Path, config: TrainConfig, threads: int) -> Mapping[str, Any]:
    text, source, target = linked_text(parts)
    return train_rules(text, source, target, out, config=config.rules, threads=threads)._asdict()


def _learn_lm(paths: Sequence[Path], out: Path, config: TrainConfig) -> Mapping[str, Any]:
    result = estimate_files(paths, config.lm)
    write_model(result.ngrams, out)
    model = LanguageModel.open(out)
    return {"order": model.order, "ngrams": list(model.sizes)}


def _write_model(run: Run, config: TrainConfig, role: str, name: str, parts: int) -> Model:
    files = {role: describe(run.directory, name), "LM0": describe(run.directory, "LM0.bin")}
    source, target = pipelines(run.directory, config)
    for side, pipeline in (("source", source), ("target", target)):
        if pipeline.truecaser is not None:
            files[f"truecase.{side}"] = describe(run.directory, f"truecase.{side}")
    reordering = config.phrases.reordering != "none"
    try:
        weights = Model.open(run.directory).weights  # tuned ones stay when pairs are added
    except InputError:
        weights = default_weights(config.kind, reordering=reordering)
    model = Model(
        directory=run.directory,
        kind=config.kind,
        files=files,
        weights=weights,
        search=SearchSettings(distortion_limit=config.distortion_limit),
        source=source.to_dict(),
        target=target.to_dict(),
        provenance={"parts": parts},
    )
    model.write()
    return model


def _keep_lm_text(directory: Path, lm_text: Sequence[Path]) -> list[Path]:
    """Copies of the extra text, so that pairs can be added when the originals are gone."""
    copies = []
    for number, path in enumerate(lm_text):
        copy = directory / "work" / f"lm.{number}"
        write_column(copy, read_column(path))
        copies.append(copy)
    return copies


def _is_part(run: Run, number: int) -> bool:
    return Part(run.directory, number).step("text") in run.manifest.steps


def _same_inputs(run: Run, number: int, inputs: Inputs) -> bool:
    """Whether an added part came from these very files: adding twice is adding once."""
    recorded = run.manifest.steps[Part(run.directory, number).step("text")].inputs
    return all(recorded.get(role) == content_hash(path) for role, path in inputs.files().items())


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _plain(v) if isinstance(v, Mapping) else v for key, v in values.items() if v is not None}


def _in_words(facts: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {_number(value)}" for name, value in facts.items() if value)


def _number(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{number:,} {name}" for name, number in value.items())
    if isinstance(value, (list, tuple)):
        return " ".join(_number(item) for item in value)
    return f"{value:,}" if isinstance(value, int) else str(value)
