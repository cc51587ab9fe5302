"""How words of another script are spelt in the target's: a step of training, from words that are linked.

The step is there where the two languages have different scripts. Unless the settings ask for it, a model uses
what it found only where enough pairs were found and those that were left out are mostly spelt right.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from manyways.run import Run, StepResult
from manyways.text.column import TextColumn
from manyways.text.transliterate import Transliterator, WordPairs, script_of
from manyways.text.vocabulary import count_words
from manyways.train.parts import SIDES, Part, Words
from manyways.train.settings import TrainSettings

__all__ = ["LETTERS", "learn_letters", "letters_of"]

LETTERS = "letters.source"  # a step, what it writes, and its role in the model
FEWEST = 100  # pairs
LEAST = 1 / 3  # of those that were left out, spelt right among ten


def learn_letters(
    words: Words, parts: Sequence[Part], settings: TrainSettings, taken: Collection[str]
) -> dict[str, StepResult]:
    """The step, if the settings have it."""
    run = words.run
    if not settings.text.spells:
        run.forget(LETTERS)
        return {}

    def learn(paths: Sequence[Path]) -> Mapping[str, Any]:
        text, (source, target) = words.linked(parts), words.vocabularies
        often = count_words(text.target, target)
        known = [row for row in np.flatnonzero(often).tolist() if script_of(target.word(row))]
        column = TextColumn.from_texts(target.word(row) for row in known)
        pairs = WordPairs.of(text, source, target)
        made, report = Transliterator.learn(pairs, column, often[known], threads=words.threads)
        made.save(paths[0])
        sound = report.pairs >= FEWEST and report.among_ten >= LEAST
        used = report.pairs > 0 and (sound or settings.text.names == "spell")
        return {
            "pairs": report.pairs,
            "spelt right": f"{report.best:.0%}",
            "among ten": f"{report.among_ten:.0%}",
            "names found": f"{report.found:.0%}",
            "rightly": f"{report.right:.0%}",
            "used": "yes" if used else "no",
        }

    sides = {part.name(what): part.path(what) for part in parts for what in (*SIDES, "links")}
    step = run.step(
        LETTERS,
        inputs=sides,
        settings={"names": settings.text.names},
        outputs=[LETTERS],
        taken=taken,
        action=learn,
    )
    return {LETTERS: step}


def letters_of(run: Run) -> Path | None:
    """What the step wrote, if the model is to use it."""
    step = run.manifest.steps.get(LETTERS)
    if step is None or step.facts.get("used") != "yes":
        return None
    (name,) = step.outputs
    return run.path(name)
