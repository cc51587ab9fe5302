"""Training a rich pack: one step per part, each done once, taken up again where it was stopped.

    made = prepare(PackInputs(source="train.de", target="train.en", lists="tune1.jsonl"), "packs/de-en")
    made.pack, made.steps

What is not given (lists, a tagger) leaves out the parts that need it. `pack.toml` is written last.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from manyways.errors import ConfigError
from manyways.features.rich import linguistic, parts
from manyways.features.rich.pack import Pack, PackFile
from manyways.features.rich.settings import PackInputs, PackSettings
from manyways.outputs import claim_directory
from manyways.run import Run, StepResult
from manyways.text.pipeline import TextPipeline

__all__ = ["Preparation", "prepare"]

KINDS = ("good", "bad")
Action = Callable[[], Mapping[str, Any]]


@dataclass(frozen=True, eq=False)
class Preparation:
    """The pack, and what every step did and cost."""

    pack: Pack
    steps: Mapping[str, StepResult]

    def rows(self) -> list[tuple[str, str, float]]:
        """Step, facts, CPU seconds."""
        return [
            (name, _in_words(step.record.facts), step.record.cpu_seconds) for name, step in self.steps.items()
        ]

    def as_json(self) -> dict[str, Any]:
        steps = {name: {**asdict(step.record), "fresh": step.fresh} for name, step in self.steps.items()}
        return {"pack": str(self.pack.directory), "parts": sorted(self.pack.parts), "steps": steps}


def prepare(
    inputs: PackInputs,
    directory: str | os.PathLike[str],
    settings: PackSettings | None = None,
    *,
    threads: int = 0,
    force: bool = True,
) -> Preparation:
    """Make a pack, or finish one that was begun. Threads change no result.

    force: replace a pack that was made of other files or with other settings, and what is not ours.
    """
    given = settings or PackSettings()
    if inputs.references and inputs.lists is None:
        raise ConfigError("--references", inputs.references[0], "used with --spare-lists")
    if inputs.tagger is not None and inputs.parser is not None:
        raise ConfigError("--tagger", inputs.tagger, "left out with --parser, which has its own")
    claim_directory(directory, "rerank prepare", force=force)
    with Run(directory, finished=not force and Pack.is_at(directory)) as run:
        return _Work(run, inputs, given, threads).all()


class _Work:
    """One preparation under way."""

    def __init__(self, run: Run, inputs: PackInputs, settings: PackSettings, threads: int) -> None:
        self.run, self.inputs, self.settings, self.threads = run, inputs, settings, threads
        self.steps: dict[str, StepResult] = {}
        self.parts: dict[str, tuple[str, ...]] = {}
        self.files: dict[str, PackFile] = {}
        self.pipelines = tuple(
            TextPipeline(
                language=language or "xx",
                tokeniser="tokenised" if settings.tokenised else "rules",
                casing=settings.casing,
                segmenter=settings.segmenter,
            )
            for language in (settings.source_language, settings.target_language)
        )

    def all(self) -> Preparation:
        models = self._copied()  # first: what is no parser is told before the work
        text = self._text()
        self._model1(*text[:2])
        self._mixed(text[1:])
        self._collection(text[1:])
        self._classes(text[1:])
        marks: Sequence[str] = ()
        if self.inputs.lists is not None:
            marks = self._discriminative(self.inputs.lists)
        if models:
            self._linguistics(models)
        source, target = self.pipelines
        pack = Pack(
            directory=self.run.directory,
            source=source,
            target=target,
            files=self.files,
            parts=self.parts,
            settings={"weak": self.settings.weak, "parse_beam": self.settings.parse_beam},
            marks=frozenset(marks),
        )
        pack.write()
        return Preparation(pack, self.steps)

    def step(
        self,
        name: str,
        inputs: Mapping[str, Path],
        settings: Sequence[str],
        outputs: Mapping[str, str],
        action: Action,
        part: str = "",
    ) -> StepResult:
        """settings: fields that the step depends on. outputs: role to file. part: which the roles make up."""
        values = asdict(self.settings)
        done = self.run.step(
            name,
            inputs=inputs,
            settings={each: values[each] for each in settings},
            outputs=list(outputs.values()),
            action=action,
        )
        self.steps[name] = done
        if part:
            self.parts[part] = tuple(outputs)
            for role, file in outputs.items():
                self.files[role] = PackFile.of(self.run.directory, file, done.record.outputs[file])
        return done

    def _text(self) -> list[Path]:
        """Source, target and further texts, prepared."""
        given = [self.inputs.source, self.inputs.target, *self.inputs.text]
        names = ["work/source", "work/target", *(f"work/text.{i}" for i in range(len(self.inputs.text)))]
        paths = [self.run.path(name) for name in names]
        how = ("source_language", "target_language", "tokenised", "casing", "segmenter")
        self.step(
            "text",
            dict(zip(names, given, strict=True)),
            how,
            dict(zip(names, names, strict=True)),
            lambda: parts.prepare_texts(given, paths, self.pipelines, threads=self.threads),
        )
        return paths

    def _model1(self, source: Path, target: Path) -> None:
        out = self.run.path("inverse-model1.bin")
        self.step(
            "invmod1",
            {"source": source, "target": target},
            ("model1_passes", "model1_least"),
            {"inverse-model1": out.name},
            lambda: parts.train_inverse(source, target, out, self.settings, threads=self.threads),
            part="invmod1",
        )

    def _mixed(self, texts: Sequence[Path]) -> None:
        out, held = self.run.path("mixlm.bin"), self.inputs.held_out
        inputs = {f"text {i}": path for i, path in enumerate(texts)}
        if held is not None:
            inputs["held out"] = held
        target = self.pipelines[1]
        self.step(
            "mixlm",
            inputs,
            ("lm_order", *(("target_language", "tokenised", "casing", "segmenter") if held else ())),
            {"mixlm": out.name},
            lambda: parts.mix_models(texts, held, target, out, self.settings, threads=self.threads),
            part="mixlm",
        )

    def _collection(self, texts: Sequence[Path]) -> None:
        out, counted = self.run.path("ngrams.bin"), self.inputs.ngrams
        lower = self.settings.casing == "lower"
        inputs = {f"file {i}": path for i, path in enumerate(counted or texts)}
        self.step(
            "goog",
            inputs,
            ("ngram_order", "ngram_least", *(("casing",) if counted else ())),
            {"ngrams": out.name},
            lambda: parts.collect_ngrams(texts, counted, out, self.settings, lower=lower),
            part="goog",
        )

    def _classes(self, texts: Sequence[Path]) -> None:
        settings = self.settings
        for classes in settings.classes:
            out = self.run.path(f"classes-{classes}.paths")
            self.step(
                f"classes {classes}",
                {f"text {i}": path for i, path in enumerate(texts)},
                ("method",),
                {f"classes-{classes}": out.name},
                lambda classes=classes, out=out: parts.cluster(  # type: ignore[misc]
                    texts, classes, out, settings, threads=self.threads
                ),
                part="wclm",
            )
        roles = [f"classes-{classes}" for classes in settings.classes]
        for classes in settings.classes:
            known = self.run.path(f"classes-{classes}.paths")
            models = {f"wclm-{classes}-{n}": f"wclm-{classes}-{n}.bin" for n in settings.class_orders}
            outs = [self.run.path(name) for name in models.values()]
            self.step(
                f"wclm {classes}",
                {"classes": known, **{f"text {i}": path for i, path in enumerate(texts)}},
                ("class_orders",),
                models,
                lambda known=known, outs=outs: parts.class_models(  # type: ignore[misc]
                    texts, known, outs, settings, threads=self.threads
                ),
                part="wclm",
            )
            roles += models
        self.parts["wclm"] = tuple(roles)

    def _discriminative(self, lists: Path) -> Sequence[str]:
        """The marks of the lists' sources."""
        names = {
            f"disc-{kind}-{n}": f"disc-{kind}-{n}.bin" for n in self.settings.disc_orders for kind in KINDS
        }
        outs = {role: self.run.path(name) for role, name in names.items()}
        how = ("disc_orders", "target_language", "tokenised", "casing", "segmenter")
        done = self.step(
            "disc",
            self._list_files(lists),
            how,
            names,
            lambda: parts.good_and_bad(self.inputs, self.pipelines[1], outs, threads=self.threads),
            part="disc",
        )
        marks: Sequence[str] = done.record.facts.get("marks", ())
        return marks

    def _copied(self) -> dict[str, Path]:
        """Copies of the tagger or the parser by role."""
        copies = {"tagger": self.inputs.tagger, "parser": self.inputs.parser}
        given = {role: path for role, path in copies.items() if path is not None}
        names = {role: f"{role}.bin" for role in given}
        if not given:
            return {}
        self.step(
            "tagger",
            given,
            (),
            names,
            lambda: parts.copy_models(given, {role: self.run.path(name) for role, name in names.items()}),
            part="tagger",
        )
        return {role: self.run.path(name) for role, name in names.items()}

    def _linguistics(self, models: Mapping[str, Path]) -> None:
        """What is learnt of the answers of tagger and parser."""
        how = ("target_language", "tokenised", "segmenter")
        if self.inputs.lists is not None:
            orders = self.settings.disc_orders
            files = {f"disc-tags-{kind}-{n}": f"disc-tags-{kind}-{n}.bin" for n in orders for kind in KINDS}
            outs = {role: self.run.path(name) for role, name in files.items()}
            self.step(
                "disc tags",
                {**self._list_files(self.inputs.lists), **models},
                ("disc_orders", *how),
                files,
                lambda: linguistic.tags_of_good_and_bad(
                    self.inputs, self.pipelines[1], models, outs, threads=self.threads
                ),
                part="disc tags",
            )
        if self.inputs.parser is not None:
            out, trees = self.run.path("treelets.bin"), self.inputs.trees
            text = self.inputs.target if trees is None else trees
            self.step(
                "syn",
                {"text": text, "parser": models["parser"]},
                ("trees_most", *how) if trees is None else (),
                {"treelets": out.name},
                lambda: linguistic.learn_treelets(
                    self.inputs, self.pipelines[1], models["parser"], out, self.settings, threads=self.threads
                ),
                part="syn",
            )

    def _list_files(self, lists: Path) -> dict[str, Path]:
        inputs = {
            "lists": lists,
            **{f"references {i}": path for i, path in enumerate(self.inputs.references)},
        }
        if self.inputs.lists_source is not None:
            inputs["lists source"] = self.inputs.lists_source
        return inputs


def _in_words(facts: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in facts.items() if name != "marks")
