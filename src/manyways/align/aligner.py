"""Word alignment of a parallel corpus.

    links = align_texts(source_lines, target_lines)             # tokenised, lower case is best
    links = align(source_ids, source_offsets, target_ids, target_offsets)

Both directions are trained together, so that they agree; see docs/align.md. The result does not
depend on the number of threads.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from manyways._core import align as core
from manyways.align.links import Links, Symmetry, symmetry_named
from manyways.errors import InputError
from manyways.progress import Progress, rate_of
from manyways.settings import Between, Settings, Within, to_core
from manyways.text.column import TextColumn
from manyways.text.vocabulary import Ids, Offsets, Vocabulary, encode
from manyways.wording import counted

__all__ = ["AlignSettings", "AlignmentModel", "align", "align_texts"]

# What a pass of the HMM and linking with fertilities cost, in passes of Model 1, on Europarl and Multi30k.
_HMM, _LINKING = 3, 7

Share = Annotated[float, Between(0, 1)]
Count = Annotated[float, Between(0, 1e6)]


@dataclass(frozen=True, kw_only=True)
class AlignSettings(Settings, table="align"):
    """How to align; the defaults were chosen by measured alignment error (docs/align.md)."""

    model: Literal["model1", "hmm", "fertility"] = "fertility"
    symmetrise: Symmetry = "grow-diag-final-and"
    threshold: Share = 0.5  # of symmetrise = "posterior"
    posteriors: bool = False  # give every link its probability
    model1_passes: Annotated[int, Within(1, 1000)] = 4
    hmm_passes: Annotated[int, Within(0, 1000)] = 4
    fertility_passes: Annotated[int, Within(1, 1000)] = 5  # of model = "fertility"; so are the next three
    further_prior: Count = 20.0  # occurrences of a word without further partners, added to its own
    further_threshold: Share = 0.7  # least probability of a further link
    further_rate: Share = 0.05  # and how often, at least, the one word brings along the other
    null: Share = 0.2  # prior probability that a word has no partner
    alpha: Count = 1e-6  # Dirichlet prior of a word pair
    null_alpha: Count = 0.1  # and of a word without partner
    jump_alpha: Count = 0.5  # and of a distance
    twin: Annotated[float, Within(0, 1e6)] = 1.0  # extra count of two words spelt alike
    mark: Annotated[float, Within(1e-9, 1)] = 0.05  # on the probability of a punctuation mark with a word
    kin: Annotated[float, Within(0, 1e6)] = 0.5  # extra count of a word, spread as words that begin alike are
    variational: bool = False  # estimate by variational Bayes instead of the posterior mean

    def for_core(self) -> core.AlignSettings:
        """The same for the core, which is told of models by their passes."""
        return to_core(
            core.AlignSettings(),
            self,
            hmm_passes=0 if self.model == "model1" else self.hmm_passes,
            fertility_passes=self.fertility_passes if self.model == "fertility" else 0,
            model=None,
            symmetrise=None,  # asked for with the links, as are the next two
            threshold=None,
            posteriors=None,
        )


def _checked_lengths(source_offsets: Offsets, target_offsets: Offsets) -> None:
    if len(source_offsets) != len(target_offsets):
        source = counted(len(source_offsets) - 1, "lines")
        raise InputError(
            f"the source has {source}, the target {len(target_offsets) - 1:,}",
            remedy="Line n of one file must be the translation of line n of the other.",
        )


def _run(aligner: core.Aligner, settings: AlignSettings, sentences: int) -> Links:
    symmetry = symmetry_named(settings.symmetrise)
    costs = [1 if number < settings.model1_passes else _HMM for number in range(aligner.passes)]
    last = _LINKING if settings.model == "fertility" else 1
    total = sentences * (sum(costs) + last)
    already = sentences * sum(costs[: aligner.passes_done])
    with Progress("aligning", total=total, already=already) as progress:
        rate = ""
        while aligner.passes_done < aligner.passes:
            progress.note(f"pass {aligner.passes_done + 1} of {aligner.passes}{rate}")
            began = time.monotonic()
            with progress.watching(sentences * costs[aligner.passes_done]):
                aligner.run_pass()
            rate = f", {rate_of(sentences, time.monotonic() - began, 'pairs')}"
        progress.note("linking")
        links = Links(*aligner.links(symmetry, settings.threshold, settings.posteriors))
        progress.advance(sentences * last)
    return links


def align(
    source_ids: Ids,
    source_offsets: Offsets,
    target_ids: Ids,
    target_offsets: Offsets,
    settings: AlignSettings | None = None,
    *,
    vocabularies: tuple[Vocabulary, Vocabulary] | None = None,
    threads: int = 0,
) -> Links:
    """Links of a corpus of word ids; sentence s is ``ids[offsets[s]:offsets[s + 1]]``.

    With the vocabularies of both sides the aligner also looks at spelling.
    """
    settings = settings or AlignSettings()
    columns = (source_ids, source_offsets, target_ids, target_offsets)
    aligner = core.Aligner(columns, settings.for_core(), threads, *(vocabularies or (None, None)))
    return _run(aligner, settings, len(source_offsets) - 1)


def align_texts(
    source: TextColumn | Iterable[str],
    target: TextColumn | Iterable[str],
    settings: AlignSettings | None = None,
    *,
    threads: int = 0,
) -> Links:
    """Links of a tokenised corpus, line by line."""
    return AlignmentModel.train(source, target, settings, threads=threads)[1]


class AlignmentModel:
    """A trained aligner: aligns new sentences without the old ones.

    ::

        trained, links = AlignmentModel.train(source, target)
        trained.save("aligner.bin")
        trained, links = AlignmentModel.load("aligner.bin").align_new(more_source, more_target)
    """

    def __init__(self, model: core.Model) -> None:
        self._model = model

    @staticmethod
    def train(
        source: TextColumn | Iterable[str],
        target: TextColumn | Iterable[str],
        settings: AlignSettings | None = None,
        *,
        threads: int = 0,
    ) -> tuple[AlignmentModel, Links]:
        """What a corpus teaches, and its links."""
        return _learn(Vocabulary(), Vocabulary(), source, target, settings, threads, None)

    @staticmethod
    def train_ids(
        columns: tuple[Ids, Offsets, Ids, Offsets],
        vocabularies: tuple[Vocabulary, Vocabulary],
        settings: AlignSettings | None = None,
        *,
        threads: int = 0,
    ) -> tuple[AlignmentModel, Links]:
        """The same of words that have their ids already: source, its offsets, target, its offsets."""
        return _learn_ids(columns, vocabularies, settings, threads, None)

    def align_new(
        self,
        source: TextColumn | Iterable[str],
        target: TextColumn | Iterable[str],
        settings: AlignSettings | None = None,
        *,
        threads: int = 0,
    ) -> tuple[AlignmentModel, Links]:
        """Links of new sentences, and an aligner that has learned from them too."""
        # The model's own vocabularies stay as they are: what grows is a copy.
        copy = self._model.copy()
        left, right = copy.source_vocabulary, copy.target_vocabulary
        return _learn(left, right, source, target, settings, threads, self._model)

    def save(self, path: str | os.PathLike[str]) -> None:
        self._model.save(os.fspath(path))

    @staticmethod
    def load(path: str | os.PathLike[str]) -> AlignmentModel:
        return AlignmentModel(core.Model.load(os.fspath(path)))


def _learn(
    left: Vocabulary,
    right: Vocabulary,
    source: TextColumn | Iterable[str],
    target: TextColumn | Iterable[str],
    settings: AlignSettings | None,
    threads: int,
    base: core.Model | None,
) -> tuple[AlignmentModel, Links]:
    columns = (*encode(source, left, threads=threads), *encode(target, right, threads=threads))
    return _learn_ids(columns, (left, right), settings, threads, base)


def _learn_ids(
    columns: tuple[Ids, Offsets, Ids, Offsets],
    vocabularies: tuple[Vocabulary, Vocabulary],
    settings: AlignSettings | None,
    threads: int,
    base: core.Model | None,
) -> tuple[AlignmentModel, Links]:
    settings = settings or AlignSettings()
    _checked_lengths(columns[1], columns[3])
    aligner = core.Aligner(columns, settings.for_core(), threads, *vocabularies, base)
    links = _run(aligner, settings, len(columns[1]) - 1)
    return AlignmentModel(aligner.model(*vocabularies)), links
