"""Word alignment of a parallel corpus.

    links = align_texts(source_lines, target_lines)             # tokenised, lower case is best
    links = align(source_ids, source_offsets, target_ids, target_offsets)

Both directions are trained together, so that they agree; see docs/align.md. The result does not
depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from manyways._core import align as core
from manyways.align.links import Links, Symmetry, symmetry_named
from manyways.errors import ConfigError, InputError
from manyways.progress import Progress
from manyways.text.column import TextColumn
from manyways.text.vocabulary import Vocabulary, encode

__all__ = ["AlignConfig", "align", "align_texts"]

Ids = npt.NDArray[np.uint32]
Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class AlignConfig:
    """How to align; the defaults were chosen by measured alignment error (docs/align.md)."""

    model: Literal["model1", "hmm"] = "hmm"
    symmetrise: Symmetry = "grow-diag-final-and"
    threshold: float = 0.5  # of symmetrise = "posterior"
    posteriors: bool = False  # give every link its probability
    model1_passes: int = 4
    hmm_passes: int = 4
    null: float = 0.2  # prior probability that a word has no partner
    alpha: float = 0.0005  # Dirichlet prior of a word pair
    null_alpha: float = 0.1  # and of a word without partner
    jump_alpha: float = 0.5  # and of a distance
    variational: bool = False  # estimate by variational Bayes instead of the posterior mean

    def core_config(self) -> core.AlignerConfig:
        """The same in the core's form, checked."""
        for name in ("null", "threshold"):
            if not 0 < getattr(self, name) < 1:
                raise ConfigError(f"align.{name}", getattr(self, name), "between 0 and 1")
        for name in ("alpha", "null_alpha", "jump_alpha"):
            if not 0 < getattr(self, name) < float("inf"):
                raise ConfigError(f"align.{name}", getattr(self, name), "above 0")
        if self.model1_passes < 1 or self.hmm_passes < 0:
            raise ConfigError("align.model1_passes", self.model1_passes, "at least 1 (hmm_passes 0)")
        config = core.AlignerConfig()
        config.model1_passes = self.model1_passes
        config.hmm_passes = self.hmm_passes if self.model == "hmm" else 0
        for name in ("null", "alpha", "null_alpha", "jump_alpha", "variational"):
            setattr(config, name, getattr(self, name))
        return config


def align(
    source_ids: Ids,
    source_offsets: Offsets,
    target_ids: Ids,
    target_offsets: Offsets,
    config: AlignConfig | None = None,
    *,
    threads: int = 0,
) -> Links:
    """Links of a corpus of word ids; sentence s is ``ids[offsets[s]:offsets[s + 1]]``."""
    config = config or AlignConfig()
    symmetry = symmetry_named(config.symmetrise)
    aligner = core.Aligner(
        source_ids, source_offsets, target_ids, target_offsets, config.core_config(), threads=threads
    )
    sentences = len(source_offsets) - 1
    with Progress("aligning", total=(aligner.passes + 1) * sentences, unit="pairs") as progress:
        progress.advance(aligner.passes_done * sentences)
        while aligner.passes_done < aligner.passes:
            aligner.run_pass()
            progress.advance(sentences, note=f"pass {aligner.passes_done} of {aligner.passes}")
        return Links(*aligner.links(symmetry, config.threshold, config.posteriors))


def align_texts(
    source: TextColumn | Iterable[str],
    target: TextColumn | Iterable[str],
    config: AlignConfig | None = None,
    *,
    threads: int = 0,
) -> Links:
    """Links of a tokenised corpus, line by line."""
    source_ids, source_offsets = encode(source, Vocabulary(), threads=threads)
    target_ids, target_offsets = encode(target, Vocabulary(), threads=threads)
    if len(source_offsets) != len(target_offsets):
        raise InputError(
            f"the source has {len(source_offsets) - 1} lines, the target {len(target_offsets) - 1}",
            remedy="Line n of one file must be the translation of line n of the other.",
        )
    return align(source_ids, source_offsets, target_ids, target_offsets, config, threads=threads)
