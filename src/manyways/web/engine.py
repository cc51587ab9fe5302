"""Models that are opened once, and threads that search them.

    engine = Engine(settings)
    loaded = engine.model(source="de", target="en")
    found = await engine.run(find_ways, loaded.translator, text, WaysSettings(count=4))

A search takes one thread and gives the interpreter free, so that there are as many threads as cores. Graphs
of the sentences that people work on are kept, so that a keystroke costs no search.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TypeVar

from manyways.errors import ConfigError, InputError
from manyways.search import Graph
from manyways.text.glossary import Glossary, parse_glossary, read_glossary
from manyways.text.sentences import split_sentences
from manyways.translator import Translator
from manyways.translator.completion import Completion, complete, graph_of
from manyways.translator.paragraphs import Paragraphs
from manyways.translator.terms import Terms
from manyways.translator.translator import Between
from manyways.translator.ways import Ways, WaysSettings, find_ways
from manyways.web.settings import ServeSettings

__all__ = ["Engine", "Loaded"]

T = TypeVar("T")
GRAPHS = 256  # search graphs that are kept
KNOWN = 30  # words that say which language a text is in
UNKNOWN = 100.0  # the feature's value for a word that was not seen
TERMS = 1000  # lines of a glossary that comes with a request
WAITING = 64  # questions to another server at a time
SEARCH_SECONDS = 5.0  # of one sentence


@dataclass
class Loaded(Between):
    """A model that is open, under the name of its directory."""

    name: str
    translator: Translator
    _graphs: OrderedDict[str, Graph] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def with_terms(self, lines: str) -> Loaded:
        """The same with a glossary of its own; graphs are not kept."""
        rows = lines.splitlines()
        if len(rows) > TERMS:
            raise InputError(f"a glossary of a request has {TERMS:,} lines at most", path="glossary")
        if not any(row.strip() for row in rows):
            return self
        other = copy(self.translator)
        own = self.translator.terms.glossary.terms if self.translator.terms is not None else ()
        glossary = Glossary((*parse_glossary(rows, "glossary").terms, *own))
        other.terms = Terms(glossary, self.source)
        return Loaded(self.name, other)

    def sentences(self, texts: Sequence[str]) -> Paragraphs:
        """Texts as sentences, which can be joined again."""
        return Paragraphs.of(texts, self.source)

    def split(self, text: str) -> list[str]:
        return [each.strip() for each in split_sentences(text, self.source) if each.strip()]

    def known_share(self, text: str) -> float:
        """The share of a text's words that the model has seen."""
        words = text.split()[:KNOWN]
        if not words:
            return 0.0
        found = self.translator.translate(" ".join(words)).features["UnknownWordPenalty0"]
        assert isinstance(found, float)
        return max(0.0, 1 - abs(found) / UNKNOWN / len(words))

    def ways(self, text: str, settings: WaysSettings) -> Ways:
        return find_ways(self.translator, text, settings, graph=self.graph(text))

    def complete(self, text: str, prefix: str) -> Completion:
        return complete(self.translator, text, prefix, graph=self.graph(text))

    def graph(self, text: str) -> Graph:
        """The search graph of a sentence, made once."""
        with self._lock:
            found = self._graphs.pop(text, None)
        if found is None:
            found = graph_of(self.translator, text)
        with self._lock:
            self._graphs[text] = found
            while len(self._graphs) > GRAPHS:
                self._graphs.popitem(last=False)
        return found


class Engine:
    """The models of a server and its threads."""

    def __init__(self, settings: ServeSettings) -> None:
        self.settings = settings
        glossary = read_glossary(settings.glossary) if settings.glossary else None
        self.models: dict[str, Loaded] = {}
        for place in settings.models:
            translator = Translator(place, threads=1, glossary=glossary).searching(time_limit=SEARCH_SECONDS)
            name = _free(Path(place).resolve().name, self.models)
            self.models[name] = Loaded(name, translator)
        self.open()

    def open(self) -> None:
        """Threads, where there are none."""
        self._searching = ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="search")
        self._waiting = ThreadPoolExecutor(WAITING, thread_name_prefix="waiting")

    def close(self) -> None:
        """End the threads; what is in line for them is given up."""
        for pool in (self._searching, self._waiting):
            pool.shutdown(wait=False, cancel_futures=True)

    async def run_waiting(self, function: Callable[..., T], *arguments: object) -> T:
        """The same for what waits for another server: searches go on meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._waiting, function, *arguments)

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        """Call a function in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._searching, function, *arguments)

    def model(self, name: str | None = None, source: str = "", target: str = "") -> Loaded:
        """The model of this name, or the first from and into these languages; empty: any."""
        if not self.models:
            raise ConfigError("model", name or "", "one that is open: the server was started without models")
        if name is not None:
            if name not in self.models:
                raise ConfigError("model", name[:80], f"one of {', '.join(self.models)}")
            return self.models[name]
        for each in self.models.values():
            if _fits(source, each.source) and _fits(target, each.target):
                return each
        pairs = ", ".join(f"{each.source} to {each.target}" for each in self.models.values())
        raise ConfigError("languages", f"{source[:20]} to {target[:20]}", f"of an open model: {pairs}")

    def checked(self, sentences: Sequence[str]) -> None:
        """An error for more, or longer, than one request may have."""
        if len(sentences) > self.settings.sentences:
            raise InputError(f"more than {self.settings.sentences:,} sentences in one request")
        for number, each in enumerate(sentences, 1):
            if len(each.split()) > self.settings.words or len(each) > 20 * self.settings.words:
                raise InputError(
                    f"sentence {number} is longer than {self.settings.words:,} words", remedy="Divide it."
                )


def _free(name: str, taken: dict[str, Loaded]) -> str:
    """A name that no other model has."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    return found


def _fits(wanted: str, own: str) -> bool:
    """Whether a language is meant: pt is pt-BR too; nothing, and `auto`, is any."""
    base = wanted.lower().replace("_", "-")
    return base in ("", "auto", own.lower()) or base.split("-")[0] == own.lower().split("-")[0]
