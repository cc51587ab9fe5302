"""A way to choose, as it is named on a command line or kept in a file.

Chooser.named("mbr:bleu+chrf")               # score, a feature's name, mbr..., or a file
Chooser.named("weights.toml")                # weights of `manyways tune`
learned.chooser.write("chooser.toml")        # votes and quality as `--learn` found them
Chooser.named("chooser.toml")
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.choose.best import Best, Leaning
from manyways.choose.choosing import order_of
from manyways.choose.consensus import DEFAULT_UTILITIES, Consensus, Posterior, SystemVotes, UniformVotes
from manyways.choose.quality import Quality, traits
from manyways.choose.reranker import Reranker
from manyways.choose.scorers import ByFeature, ByScore, ByWeights, Scorer
from manyways.errors import ConfigError, InputError
from manyways.files import atomic_write
from manyways.metrics.base import Values
from manyways.metrics.bleu import DEFAULT_TOKENISER, TOKENISERS, Tokeniser
from manyways.metrics.consensus import ConsensusSettings
from manyways.metrics.gain import family
from manyways.metrics.oracle import first_of_each
from manyways.model.weights import Weights
from manyways.seal import check_seal, sealed_toml
from manyways.toml import format_toml, read_toml

__all__ = ["Chooser", "Given"]

_FILES = (".toml", ".json", ".ini")
_KEYS = {"by", "tokenise", "metric", "temperature", "votes", "lean"}


@dataclass(frozen=True, kw_only=True, eq=False)
class Given:
    """What a consensus takes beside its name; for any other choice it is an error."""

    tokenise: Tokeniser | None = None
    consensus: ConsensusSettings | None = None
    pool: CandidateLists | None = None

    def names(self) -> list[str]:
        names = {"--tokenise": self.tokenise, "--consensus": self.consensus, "--pool": self.pool}
        return [name for name, value in names.items() if value is not None]

    def make(self, names: str) -> Consensus:
        return Consensus(
            names=names,
            tokenise=self.tokenise or DEFAULT_TOKENISER,
            settings=self.consensus or ConsensusSettings(),
            pool=self.pool,
        )


@dataclass(frozen=True, eq=False)
class Chooser:
    """scorer: what is chosen by. metric: what it was learned for, if it was. quality: the estimate of it."""

    scorer: Scorer
    metric: str = ""
    quality: Quality | None = None

    @property
    def used(self) -> tuple[str, ...]:
        """The reported metrics that flatter the choice: it was made by them, or by others of their family."""
        found = map(family, [*self.scorer.utilities, self.metric])
        return tuple(dict.fromkeys(name for name in found if name))

    def expected(self, lists: CandidateLists, *, threads: int = 0) -> Values:
        """The quality to expect of each sentence's choice, 0 to 100; NaN where there are no candidates."""
        if self.quality is None:
            raise ConfigError(
                "the chooser",
                self.scorer.name,
                "one that has learned what quality to expect",
                remedy="Learn it: manyways choose DEV --by mbr --references REF --learn chooser.toml",
            )
        values = self.scorer(lists, threads=threads).values
        return self.quality(traits(lists, values, threads=threads))

    def settled(self, lists: CandidateLists, least: float, *, threads: int = 0) -> CandidateLists:
        """The lists; of a sentence that passes the gate the choice alone, for it needs no others."""
        first = order_of(lists, self.scorer(lists, threads=threads).values)
        kept = ~self.good_enough(lists, least, threads=threads)[lists.sentence_of]
        kept[first[first_of_each(lists.sentence_offsets)]] = True
        return lists.select(np.flatnonzero(kept))

    def good_enough(self, lists: CandidateLists, least: float, *, threads: int = 0) -> npt.NDArray[np.bool_]:
        """The gate: of each sentence, whether a choice of at least this quality is to be expected."""
        found: npt.NDArray[np.bool_] = self.expected(lists, threads=threads) >= least
        return found

    @staticmethod
    def named(by: str, given: Given | None = None) -> Chooser:
        """`score`, `mbr` or `mbr:bleu+chrf`, `best` (to be learned), a file of weights or of a learned
        chooser, else a feature."""
        given = given or Given()
        if by == "mbr" or by.startswith("mbr:"):
            return Chooser(given.make(by.removeprefix("mbr").removeprefix(":") or DEFAULT_UTILITIES))
        if Path(by).suffix in _FILES:
            return Chooser.read(by, given)
        _refuse(by, given)
        if by == "best":
            return Chooser(Best())
        return Chooser(ByScore() if by == "score" else ByFeature(by))

    @staticmethod
    def read(path: str | os.PathLike[str], given: Given | None = None) -> Chooser:
        """Weights of `manyways tune`, a reranker, or what else `write` wrote."""
        given, name = given or Given(), os.fspath(path)
        table = read_toml(path) if name.endswith(".toml") else {}
        if "rerank" in table:
            _refuse(name, given)
            check_seal(path, remedy="Train it again: manyways rerank train")
            return _reranking(table, name)
        if "choose" not in table:
            _refuse(name, given)
            tuned = table.get("tuned")
            metric = str(tuned.get("metric", "")) if isinstance(tuned, dict) else ""
            return Chooser(ByWeights(Weights.read(path), name=Path(name).name), metric)
        return _learned(table, name, given)

    def write(self, path: str | os.PathLike[str]) -> None:
        """TOML that `read` reads. A pool and the way of comparing are not kept: they belong to the lists."""
        by = self.scorer
        if isinstance(by, Reranker):
            self._write_reranker(path, by)
            return
        about: dict[str, Any] = {"by": by.name}
        if self.metric:
            about["metric"] = self.metric
        tables: dict[str, Any] = {"choose": about}
        if isinstance(by, Leaning):
            about["lean"] = {"system": by.system, "margin": by.margin, "among": list(by.among)}
            by = by.by
        if isinstance(by, Consensus):
            about["tokenise"] = by.tokenise
            if isinstance(by.votes, Posterior):
                about["temperature"] = by.votes.temperature
            if isinstance(by.votes, SystemVotes):
                about["votes"] = dict(by.votes.votes)
        if isinstance(by, ByWeights):
            about["by"] = "weights"
            tables["weights"] = by.weights.plain()
        if self.quality is not None:
            tables["quality"] = self.quality.plain()
        with atomic_write(path) as out:
            out.write(format_toml(tables))

    def _write_reranker(self, path: str | os.PathLike[str], by: Reranker) -> None:
        quality = {} if self.quality is None else {"quality": self.quality.plain()}
        tables = {"rerank": {**by.plain(), "metric": self.metric}, **quality}
        with atomic_write(path) as out:
            out.write(sealed_toml(format_toml(tables)))


def _refuse(by: str, given: Given) -> None:
    if names := given.names():
        raise ConfigError(names[0], by, "left out unless --by is mbr")


def _learned(table: Mapping[str, Any], path: str, given: Given) -> Chooser:
    about = table["choose"]
    known = isinstance(about, dict) and set(about) <= _KEYS and isinstance(about.get("by"), str)
    if not known or not isinstance(about.get("metric", ""), str):
        raise InputError("[choose] is not as `manyways choose --learn` writes it", path=path)
    estimate = _quality_of(table, path)
    if about["by"] == "weights":
        _refuse(path, given)
        return Chooser(ByWeights(Weights.read(path), name=Path(path).name), about.get("metric", ""), estimate)
    if about.get("tokenise", DEFAULT_TOKENISER) not in TOKENISERS:
        raise InputError(f"choose.tokenise must be one of {', '.join(TOKENISERS)}", path=path)
    if about["by"].startswith("mbr") and given.tokenise is None:
        given = replace(given, tokenise=about.get("tokenise", DEFAULT_TOKENISER))
    if Path(about["by"]).suffix in _FILES:
        raise InputError(f"choose.by names another file: {about['by']}", path=path)
    scorer = Chooser.named(about["by"], given).scorer
    if isinstance(scorer, Consensus):
        scorer = replace(scorer, votes=_votes(about, path))
        if "lean" in about:
            scorer = _leaning(scorer, about["lean"], path)
    return Chooser(scorer, about.get("metric", ""), estimate)


def _reranking(table: Mapping[str, Any], path: str) -> Chooser:
    scorer = Reranker.of(table["rerank"], path)
    metric = scorer.about.get("metric", "")
    if not isinstance(metric, str):
        raise InputError("rerank.metric must be a name", path=path)
    return Chooser(scorer, metric, _quality_of(table, path))


def _quality_of(table: Mapping[str, Any], path: str) -> Quality | None:
    quality = table.get("quality")
    if quality is not None and not isinstance(quality, dict):
        raise InputError("[quality] must be a table", path=path)
    return None if quality is None else Quality.of(quality, path)


def _leaning(by: Consensus, lean: object, path: str) -> Leaning:
    among = lean.get("among") if isinstance(lean, dict) else None
    if not isinstance(lean, dict) or not isinstance(among, list) or not isinstance(lean.get("system"), str):
        raise InputError("choose.lean is not as `manyways choose --learn` writes it", path=path)
    try:
        margin = _number(lean.get("margin"))
        return Leaning(by=by, system=lean["system"], margin=margin, among=tuple(map(str, among)))
    except ConfigError as error:
        raise InputError(error.message, path=path) from None


def _votes(about: Mapping[str, Any], path: str) -> UniformVotes | Posterior | SystemVotes:
    temperature, votes = about.get("temperature"), about.get("votes")
    if temperature is not None and votes is not None:
        raise InputError("[choose] has a temperature and votes: one of them is enough", path=path)
    try:
        if temperature is not None:
            return Posterior(temperature=_number(temperature))
        if votes is not None:
            return SystemVotes({str(name): _number(each) for name, each in votes.items()})
    except (AttributeError, ConfigError) as error:
        told = getattr(error, "message", "votes must be a table of numbers")
        raise InputError(told, path=path) from None
    return UniformVotes()


def _number(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else math.nan
