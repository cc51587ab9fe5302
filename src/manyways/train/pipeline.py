"""From parallel text to a model, in one call that can be stopped and taken up again.

    summary = train(Inputs(source=..., target=...), "models/de-en", TrainSettings(...))

Steps: text, align, phrases or rules (or both, of which one is kept), language model. A step whose inputs and
settings are as they were, and that this version did, is not repeated; nothing is ever half written; the same
inputs give the same bytes. The files of a model that is there already stay until the new one is whole: who is
killed on the way leaves the old model as it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from manyways.errors import ConfigError, InputError
from manyways.files import atomic_write, remove_partials
from manyways.grammar import train as train_rules
from manyways.inside import file_inside, folder_inside
from manyways.model import Model
from manyways.outputs import claim_directory
from manyways.phrases import train as train_phrases
from manyways.run import Run, StepResult, peak_memory_mb
from manyways.settings import read_settings
from manyways.text.column import read_column, write_column
from manyways.text.glossary import read_glossary
from manyways.text.known_words import KnownWords
from manyways.toml import format_toml
from manyways.train.development import Development, TunedWeights
from manyways.train.kind_step import KIND, choose_in, forget_others, known_kind, remove_others_tables
from manyways.train.kinds import KindChoice, check_enough
from manyways.train.language_models import keep_lm_text, learn_further, learn_own
from manyways.train.letters import learn_letters
from manyways.train.parts import (
    SIDES,
    WORDS,
    Inputs,
    Part,
    Words,
    align_part,
    known_aligner,
    learnt,
    learnt_names,
    pipelines,
    prepare_text,
)
from manyways.train.publish import GLOSSARY, TABLES, publish, start_weights
from manyways.train.settings import KINDS, Kind, TrainSettings
from manyways.wording import counted

__all__ = ["TrainSummary", "add", "train"]

RECIPE = "recipe.toml"


@dataclass(frozen=True)
class TrainSummary:
    """The model, what every step did and cost, and what a person should know to judge it."""

    model: Model
    steps: Mapping[str, StepResult]
    remarks: Sequence[str] = ()
    tuned: TunedWeights | None = None
    choice: KindChoice | None = None

    def rows(self) -> list[tuple[str, str, float, float]]:
        """Step, facts, seconds, CPU seconds: the table at the end of training."""
        rows = [
            (name, self._facts(name, step), step.record.seconds, step.record.cpu_seconds)
            for name, step in self.steps.items()
        ]
        tuned = self.tuned
        return rows + (
            [("tune", _in_words(tuned.facts()), tuned.seconds, tuned.cpu_seconds)] if tuned else []
        )

    def _facts(self, name: str, step: StepResult) -> str:
        return self.choice.kind if self.choice and name == KIND else _in_words(step.record.facts)

    @property
    def peak_memory_mb(self) -> float:
        """The most that a step took, now or when it was done."""
        return max([step.record.peak_memory_mb for step in self.steps.values()] + ([peak_memory_mb()]))

    def plain(self) -> dict[str, Any]:
        """In numbers and texts, for JSON."""
        steps = {name: {**asdict(step.record), "fresh": step.fresh} for name, step in self.steps.items()}
        found = {"model": str(self.model.directory), "steps": steps, "remarks": list(self.remarks)}
        chosen = {"choice": self.choice.facts()} if self.choice else {}
        tuned = {"tuned": self.tuned.plain()} if self.tuned else {}
        return {**found, **chosen, **tuned, "peak_memory_mb": self.peak_memory_mb}

    def __str__(self) -> str:
        """What a person wants to know last: the score if there is one, memory, and where the model is."""
        lines = [f"kind: {self.choice.why}"] if self.choice else []
        lines += [f"on the development set: {self.tuned}"] if self.tuned else []
        lines.append(f"peak memory: {self.peak_memory_mb:,.0f} MB")
        return "\n".join([*lines, f"model: {self.model.directory}"])


def train(
    inputs: Inputs,
    directory: str | os.PathLike[str],
    settings: TrainSettings,
    *,
    lm_text: Sequence[Path] = (),
    language_models: Sequence[Path] = (),
    glossary: Path | None = None,
    development: Development | None = None,
    threads: int = 0,
    force: bool = True,
    tell: Callable[[str], None] = lambda line: None,
) -> TrainSummary:
    """Train a model, or finish one that was begun. Pairs added to it later stay in it.

    lm_text: more target text for LM0. language_models: further models, or text for each: LM1, LM2, ...
    glossary: kept in the model, which then translates by it. development: what weights are tuned on at the
    end, and what decides between kinds of models. force: replace a model that was trained from other text or
    with other settings, and what is not ours. tell: is called with a line on every iteration of tuning.
    """
    if development is not None:
        development.check_for(inputs, settings)
        if settings.kind == "auto":
            check_enough(development)
    elif settings.kind == "auto":
        raise ConfigError("kind", "auto", "phrase or hierarchical without a development set (--dev)")
    claim_directory(directory, "train", force=force)
    with Run(directory, finished=not force and Model.is_at(Path(directory))) as run:
        begun = _begun(run)
        run.step(
            "recipe",
            inputs={},
            settings=asdict(settings),
            outputs=[RECIPE],
            action=lambda: _write_recipe(run, settings),
        )
        _keep_glossary(run, glossary, begun)
        words = Words(run, threads=threads)
        steps = _prepare(Part(run, 0), words, inputs, settings, begun)
        target = pipelines(run, settings)[1]
        keep_lm_text(run, lm_text, target, threads=threads)
        taken = _taken(begun)
        further = learn_further(run, language_models, target, settings, taken, threads=threads)
        summary = _finish(words, steps, settings, begun, further, development, tell)
    if development is None:
        return summary
    start = start_weights(settings, summary.model.kind, further=len(language_models))
    tuned = development.tune(summary.model, start, settings, force=force, threads=threads, tell=tell)
    return replace(
        summary, tuned=tuned, model=Model.read(directory), remarks=[*summary.remarks, *tuned.remarks]
    )


def add(inputs: Inputs, directory: str | os.PathLike[str], *, threads: int = 0) -> TrainSummary:
    """Extend a trained model with new pairs; what was aligned before stays as it is."""
    root = Path(directory)
    if not root.is_dir() or not file_inside(root, RECIPE).is_file():
        raise InputError(
            f"has no {RECIPE}: it was not made by manyways train", path=root, remedy="Train it first."
        )
    with Run(root) as run:
        begun = _begun(run)
        settings = _known_recipe(run)
        parts = (Part(run, number) for number in count(1))
        part = next(each for each in parts if not each.is_ready() or _same_inputs(each, inputs))
        words = Words(run, threads=threads)
        steps = _prepare(part, words, inputs, settings, begun)
        return _finish(words, steps, settings, begun)


def _begun(run: Run) -> Model | None:
    """The model that is in the directory already, if there is one; leftovers of a killed run go."""
    remove_partials(folder_inside(run.directory, "work"))
    return Model.read(run.directory) if Model.is_at(run.directory) else None


def _known_recipe(run: Run) -> TrainSettings:
    """The recipe that the text was made by; an InputError if training by it has not come that far."""
    steps = run.manifest.steps
    if "recipe" not in steps or not Part(run, 0).is_ready():
        raise InputError("is not trained yet", path=run.directory, remedy="Finish it: manyways train")
    run.vouched(RECIPE)
    settings = read_settings(TrainSettings, run.path(RECIPE), table="train")
    if "text" not in steps or steps["text"].settings.get("text") != asdict(settings.text):
        raise InputError(
            f"{RECIPE} prepares text in another way than the text in work/ was prepared",
            path=run.directory,
            remedy="Finish the training that was stopped, then add.",
        )
    return settings


def _prepare(
    part: Part, words: Words, inputs: Inputs, settings: TrainSettings, begun: Model | None
) -> dict[str, StepResult]:
    """Text and links of one part."""
    run, threads = words.run, words.threads
    roles = learnt_names(settings) if part.number == 0 else []
    outputs = [*(part.name(side) for side in SIDES), *roles]
    outputs += [part.name("links")] if inputs.links is not None else []
    known = learnt(run) if part.number else {}
    steps = {}
    steps[part.step("text")] = run.step(
        part.step("text"),
        inputs=inputs.files() | known,
        settings=_text_settings(settings) | {"truncate": inputs.truncate},
        outputs=outputs,
        taken=_taken(begun),
        action=lambda paths: prepare_text(
            part, inputs, settings, dict(zip(roles, paths[2:], strict=False)), threads=threads
        ),
    )
    if inputs.links is None:
        aligner = known_aligner(part)
        steps[part.step("align")] = run.step(
            part.step("align"),
            inputs={side: part.path(side) for side in SIDES} | ({"aligner": aligner} if aligner else {}),
            settings=asdict(settings.align),
            outputs=[part.name("links"), part.name("aligner")],
            action=lambda: align_part(part, words, settings, threads=threads),
        )
    return steps


def _text_settings(settings: TrainSettings) -> dict[str, Any]:
    """What decides which words come out of the pairs."""
    return {"text": asdict(settings.text), "filter": asdict(settings.filter)}


def _finish(
    words: Words,
    steps: dict[str, StepResult],
    settings: TrainSettings,
    begun: Model | None,
    further: Mapping[str, StepResult] = {},
    development: Development | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> TrainSummary:
    """Tables and language model from all parts, then model.toml."""
    run = words.run
    parts = _ready_parts(run)
    known = known_kind(run, settings, development)
    for kind in (known,) if known else KINDS:
        steps[TABLES[kind][0]] = _learn_table(words, parts, settings, kind, begun)
    steps |= learn_letters(words, parts, settings, _taken(begun))
    targets = [part.path("target") for part in parts]
    steps["LM0"] = learn_own(run, targets, settings, _taken(begun), threads=words.threads)
    steps |= further
    _keep_words(words, parts, settings, begun)
    choice = None
    if settings.kind == "auto" and development is not None:
        steps[KIND], choice = choose_in(run, settings, development, threads=words.threads, tell=tell)
        known = choice.kind
    assert known is not None
    forget_others(run, known)
    model = publish(run, settings, known, begun, parts=len(parts))
    remove_others_tables(run, known)
    return TrainSummary(model, steps, _remarks(parts, settings), choice=choice)


def _keep_words(words: Words, parts: Sequence[Part], settings: TrainSettings, begun: Model | None) -> None:
    """The words that are known, with those of pairs that were added, and which of them have a translation."""
    run, varies = words.run, settings.text.varies
    first = learnt(run).get(WORDS)
    if first is None or WORDS not in learnt_names(settings) or (len(parts) == 1 and not varies):
        run.forget(WORDS)
        return
    linked = (*SIDES, "links") if varies else ("source",)

    def keep(paths: Sequence[Path]) -> Mapping[str, Any]:
        known = KnownWords.load(first)
        for part in parts[1:]:
            known = known.with_new(part.corpus().source)
        if varies:
            source, _ = words.vocabularies
            ids = words.linked(parts).translated(settings.phrases.longest)
            known = known.with_unusable(set(known.words).difference(map(source.word, ids.tolist())))
        known.save(paths[0])
        return {"words": len(known.words), "without translation": len(known.unusable)}

    run.step(
        WORDS,
        inputs={"first": first} | {part.name(what): part.path(what) for part in parts for what in linked},
        settings={"longest": settings.phrases.longest} if varies else {},
        outputs=[WORDS],
        taken=_taken(begun) | {first.name},
        action=keep,
    )


def _remarks(parts: Sequence[Part], settings: TrainSettings) -> list[str]:
    """Which parts are not as the settings would have made them: their first files may be gone by now."""
    found = []
    for part in parts[1:]:
        text = part.run.manifest.steps[part.step("text")]
        align = part.run.manifest.steps.get(part.step("align"))
        other = [name for name, made in _text_settings(settings).items() if text.settings.get(name) != made]
        other += ["align"] if align and align.settings != asdict(settings.align) else []
        if other:
            pairs = f"{counted(text.facts.get('pairs', 0), 'pairs')} added later ({part.name('source')})"
            found.append(f"{pairs}: made with other settings of {', '.join(other)}; add them again")
    return found


def _ready_parts(run: Run) -> list[Part]:
    """All parts of the corpus; an InputError if one in the middle was cut off."""
    parts = list(takewhile(Part.is_ready, (Part(run, number) for number in count())))
    names = {name for name in run.manifest.outputs if name.startswith("work/") and name.endswith(".links")}
    if len(names) > len(parts):
        part = Part(run, len(parts))
        raise InputError(
            "is incomplete, and pairs that were added later depend on it",
            path=part.path("source"),
            remedy="Add those pairs again, or train in a new directory.",
        )
    return parts


def _taken(begun: Model | None) -> set[str]:
    """Files that the model in the directory uses: they are not written over."""
    return {entry.path for entry in begun.files.values()} if begun else set()


def _learn_table(
    words: Words, parts: Sequence[Part], settings: TrainSettings, kind: Kind, begun: Model | None
) -> StepResult:
    """Phrases or rules, as the kind of the model has them."""
    role, name = TABLES[kind]

    def learn(paths: Sequence[Path]) -> Mapping[str, Any]:
        text, both, threads = words.linked(parts), words.vocabularies, words.threads
        if kind == "phrase":
            return train_phrases(text, both, paths[0], settings=settings.phrases, threads=threads)._asdict()
        return train_rules(text, both, paths[0], settings=settings.rules, threads=threads)._asdict()

    return words.run.step(
        role,
        inputs={part.name(what): part.path(what) for part in parts for what in (*SIDES, "links")},
        settings=asdict(settings.phrases if kind == "phrase" else settings.rules),
        outputs=[name],
        taken=_taken(begun),
        action=learn,
    )


def _write_recipe(run: Run, settings: TrainSettings) -> Mapping[str, Any]:
    with atomic_write(run.path(RECIPE)) as out:
        out.write(format_toml({"train": _plain(asdict(settings))}))
    return {}


def _keep_glossary(run: Run, glossary: Path | None, begun: Model | None) -> None:
    """A copy of the glossary, once it is known to be one."""
    if glossary is None:
        run.forget(GLOSSARY)
        return

    def keep(paths: Sequence[Path]) -> Mapping[str, Any]:
        terms = len(read_glossary(glossary))
        write_column(paths[0], read_column(glossary))
        return {"terms": terms}

    inputs = {"glossary": glossary}
    run.step(GLOSSARY, inputs=inputs, settings={}, outputs=["glossary.tsv"], taken=_taken(begun), action=keep)


def _same_inputs(part: Part, inputs: Inputs) -> bool:
    """Whether an added part came from these very files: adding twice is adding once."""
    recorded = part.run.manifest.steps[part.step("text")].inputs
    return all(recorded.get(role) == part.run.hash_of(path) for role, path in inputs.files().items())


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
