"""The language models of a training: LM0, of the pairs and of more text; LM1, LM2, ... of their own files."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from manyways.files import scratch_file
from manyways.lm import (
    EstimateSettings,
    LanguageModel,
    estimate_files,
    is_model_file,
    write_model,
)
from manyways.run import Run, StepResult
from manyways.text.column import read_column, write_column
from manyways.text.pipeline import TextPipeline
from manyways.train.parts import TRUECASE_TARGET, learnt
from manyways.train.settings import TrainSettings

__all__ = ["further_names", "keep_lm_text", "kept_text", "learn_further", "learn_own", "make_model"]

_LM_TEXT = "lm text"  # the step that keeps copies of it
_FURTHER = re.compile(r"LM[1-9]\d*")


def keep_lm_text(run: Run, files: Sequence[Path], pipeline: TextPipeline, *, threads: int) -> None:
    """More text for LM0, prepared as the target's, and kept for pairs that are added when files are gone."""
    if not files:
        run.forget(_LM_TEXT)
        return
    names = [f"work/lm.{number}" for number in range(len(files))]

    def prepare() -> Mapping[str, Any]:
        for name, path in zip(names, files, strict=True):
            write_column(run.path(name), pipeline.prepare(read_column(path), threads=threads))
        return {}

    inputs = dict(zip(names, files, strict=True)) | _casing(run)
    run.step(_LM_TEXT, inputs=inputs, settings=pipeline.to_dict(), outputs=names, action=prepare)


def kept_text(run: Run) -> list[Path]:
    """What `keep_lm_text` kept."""
    kept = run.manifest.steps.get(_LM_TEXT)
    return [run.path(name) for name in (kept.outputs if kept else ())]


def learn_own(
    run: Run, texts: Sequence[Path], settings: TrainSettings, taken: Collection[str], *, threads: int
) -> StepResult:
    """LM0, of prepared text and of what `keep_lm_text` kept."""
    paths = [*texts, *kept_text(run)]
    return run.step(
        "LM0",
        inputs={f"text {i}": path for i, path in enumerate(paths)},
        settings=asdict(settings.lm),
        outputs=["LM0.bin"],
        taken=taken,
        action=lambda outs: _estimated(paths, outs[0], settings.lm, threads),
    )


def learn_further(
    run: Run,
    files: Sequence[Path],
    pipeline: TextPipeline,
    settings: TrainSettings,
    taken: Collection[str],
    *,
    threads: int,
) -> dict[str, StepResult]:
    """LM1, LM2, ...: of models (binary or ARPA) as they are, of text that is prepared as the target's."""
    names = [f"LM{number}" for number in range(1, len(files) + 1)]
    for name in further_names(run):
        if name not in names:
            run.forget(name)
    return {
        name: _learn_one(run, name, path, pipeline, settings, taken, threads=threads)
        for name, path in zip(names, files, strict=True)
    }


def further_names(run: Run) -> list[str]:
    """Of the models beside LM0 that the run has."""
    return sorted(filter(_FURTHER.fullmatch, run.manifest.steps), key=lambda name: int(name[2:]))


def _learn_one(
    run: Run,
    name: str,
    path: Path,
    pipeline: TextPipeline,
    settings: TrainSettings,
    taken: Collection[str],
    *,
    threads: int,
) -> StepResult:
    text = not is_model_file(path)
    return run.step(
        name,
        inputs={"file": path} | (_casing(run) if text else {}),
        settings=asdict(settings.lm) | pipeline.to_dict() if text else {},
        outputs=[f"{name}.bin"],
        taken=taken,
        action=lambda outs: make_model(path, outs[0], pipeline, settings.lm, threads=threads),
    )


def make_model(
    path: Path, out: Path, pipeline: TextPipeline, settings: EstimateSettings, *, threads: int
) -> Mapping[str, Any]:
    """The binary of a language model: of a model (binary or ARPA), or of text that is prepared first."""
    if is_model_file(path):
        write_model(LanguageModel.open(path).ngrams(), out)
        return _facts(out)
    with scratch_file() as text:
        write_column(text, pipeline.prepare(read_column(path), threads=threads))
        return _estimated([text], out, settings, threads)


def _casing(run: Run) -> dict[str, Path]:
    return {role: path for role, path in learnt(run).items() if role == TRUECASE_TARGET}


def _estimated(
    paths: Sequence[str | Path], out: Path, settings: EstimateSettings, threads: int
) -> Mapping[str, Any]:
    write_model(estimate_files(paths, settings, threads=threads).ngrams, out)
    return _facts(out)


def _facts(path: Path) -> Mapping[str, Any]:
    model = LanguageModel.open(path)
    return {"order": model.order, "ngrams": list(model.sizes)}
