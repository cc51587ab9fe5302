"""Scorers that are not part of this program: what they are asked, and what they have answered already.

    columns = ask(lists, Program("comet=python -m comet_lines"), OutsideSettings(cache="cache"))

A scorer gets every pair of a source and a text once, however often lists have it. With a cache its answers
are kept in a file, by the content of what was asked: what was answered once is never asked again, whatever
lists it is in, and a run that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

import numpy as np

from manyways._core import candidates as core
from manyways.candidates import CandidateLists
from manyways.errors import InputError
from manyways.features.base import Values
from manyways.files import atomic_write, make_directory, read_lines
from manyways.progress import Progress
from manyways.settings import Settings, Within

__all__ = ["Answer", "Item", "Outside", "OutsideSettings", "ask", "read_answers"]

_KEPT_EVERY = 1000  # answers after which the cache is written


@dataclass(frozen=True, kw_only=True)
class OutsideSettings(Settings, table="features"):
    """cache: a folder for answers. wait: seconds to wait for one. retries: how often to ask again."""

    cache: str | None = None
    wait: Annotated[float, Within(0.01, 1e6)] = 60.0
    retries: Annotated[int, Within(0, 100)] = 2


@dataclass(frozen=True)
class Item:
    """What is to be scored. source: None if it is not known. id: of the sentence, for messages alone."""

    text: str
    source: str | None = None
    id: str = ""

    @property
    def key(self) -> str:
        """Its content, in few characters."""
        return hashlib.sha256(json.dumps([self.source, self.text]).encode()).hexdigest()[:32]


Answer = Mapping[str, float]  # numbers by what they are; "" is the only one
Told = Callable[[int, Answer], None]  # the number of the item, and what was said of it


class Outside(Protocol):
    """name: what its columns are called. identity: all that its answers depend on but the item."""

    @property
    def name(self) -> str: ...
    @property
    def identity(self) -> str: ...
    def ask(self, items: Sequence[Item], settings: OutsideSettings, told: Told) -> None:
        """Call `told` for each item, in any order, as soon as its answer is there; an InputError if not."""


def ask(lists: CandidateLists, outside: Outside, settings: OutsideSettings) -> dict[str, Values]:
    """Its columns: `NAME`, or `NAME:WHAT` for each of several numbers."""
    items, which = _items(lists)
    cache = _Cache.open(settings.cache, outside.identity)
    answers: list[Answer | None] = [cache.answers.get(item.key) for item in items]
    open_items = [i for i, answer in enumerate(answers) if answer is None]

    with Progress(outside.name, total=len(items), already=len(items) - len(open_items)) as progress:

        def told(number: int, answer: Answer) -> None:
            place = open_items[number]
            answers[place] = answer
            cache.keep(items[place].key, answer)
            progress.advance(1)

        try:
            if open_items:
                outside.ask([items[i] for i in open_items], settings, told)
        finally:
            cache.write()
    return _columns(outside, items, answers, which)


def _items(lists: CandidateLists) -> tuple[list[Item], np.ndarray]:
    """Distinct items, and the item of each candidate."""
    texts = core.hash_rows(lists.texts.data, lists.texts.offsets)
    if lists.sources is None:
        sources = np.zeros(len(texts), dtype=np.uint64)
    else:
        sources = core.hash_rows(lists.sources.data, lists.sources.offsets)[lists.sentence_of]
    pairs = np.column_stack([sources, texts])
    _, first, which = np.unique(pairs, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)  # as they come in the lists
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    items = []
    for row in first[order].tolist():
        s = int(lists.sentence_of[row])
        source = None if lists.sources is None else lists.sources[s]
        items.append(Item(lists.texts[row], source, lists.ids[s]))
    return items, place[which.reshape(-1)]


def _columns(
    outside: Outside, items: Sequence[Item], answers: Sequence[Answer | None], which: np.ndarray
) -> dict[str, Values]:
    names = list(answers[0] or {}) if answers else [""]
    table = np.empty((len(items), len(names)))
    for i, (item, answer) in enumerate(zip(items, answers, strict=True)):
        if answer is None or list(answer) != names:
            said = "nothing" if answer is None else ", ".join(answer) or "a number"
            wanted = ", ".join(names) or "a number"
            told = f"{outside.name} gave {said} for a candidate of sentence {item.id!r}, before {wanted}"
            raise InputError(told)
        table[i] = list(answer.values())
    return {
        f"{outside.name}:{name}" if name else outside.name: np.ascontiguousarray(table[which, i])
        for i, name in enumerate(names)
    }


def read_answers(path: str | os.PathLike[str]) -> dict[str, dict[str, float]]:
    """A cache's file: what was asked, by its key, and the answer, as JSON, with a tab between."""
    found: dict[str, dict[str, float]] = {}
    remedy = "Remove it: the scorer will be asked again."
    for number, line in enumerate(read_lines(path), 1):
        key, tab, value = line.partition("\t")
        try:
            answer = json.loads(value)
        except (ValueError, RecursionError):
            answer = None
        sound = isinstance(answer, dict) and all(
            isinstance(each, (int, float)) and not isinstance(each, bool) and abs(each) < 1e300
            for each in answer.values()
        )
        if not (tab and sound and answer):
            raise InputError("is no answer as the cache keeps it", path=path, line=number, remedy=remedy)
        found[key] = {name: float(each) for name, each in answer.items()}
    return found


class _Cache:
    """Answers of one scorer, in a file of the folder."""

    def __init__(self, path: Path | None, answers: dict[str, Answer]) -> None:
        self.path, self.answers, self.new = path, answers, 0

    @staticmethod
    def open(folder: str | None, identity: str) -> _Cache:
        if folder is None:
            return _Cache(None, {})
        name = hashlib.sha256(identity.encode()).hexdigest()[:24]
        path = make_directory(folder) / f"{name}.answers"
        return _Cache(path, dict(read_answers(path)) if path.exists() else {})

    def keep(self, key: str, answer: Answer) -> None:
        self.answers[key] = answer
        self.new += 1
        if self.new >= _KEPT_EVERY:
            self.write()

    def write(self) -> None:
        if self.path is None or not self.new:
            return
        self.new = 0
        with atomic_write(self.path) as out:
            for key, answer in self.answers.items():
                out.write(f"{key}\t{json.dumps(dict(answer))}\n")
