"""How a study is set up: the numbers of its design, and the words that people are shown.

The defaults are those of Gimpel et al. (EMNLP 2013), section 9: 200 sentences, entries 1, i and j of lists of
5, three repetitions of both conditions (1,200 texts to edit), all nine pairs, three judges each.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from manyways.errors import ConfigError
from manyways.settings import Seed, Settings, Within

__all__ = ["BEST", "CONDITIONS", "DIVERSE", "StudySettings", "check_name"]

BEST, DIVERSE = "best", "diverse"
CONDITIONS = (BEST, DIVERSE)
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?")
_LONGEST = 20_000  # characters of a text that people are shown

_CONSENT = (
    "This study is about how people work with several translations of a sentence. Your texts, your answers "
    "and the times at which you type are stored under the name that you chose. "
    "You may stop whenever you like."
)
_EDITING = (
    "You see translations of one sentence that a machine made. None of them may be right. Write a single "
    "fluent sentence that says what you understand to be meant. Take what is good from any of them."
)
_JUDGING = (
    "You see a sentence that is known to be right, and two others. Which of the two is closer to it in "
    "meaning? Style does not matter. If neither is closer, say that they are the same."
)


@dataclass(frozen=True, kw_only=True)
class StudySettings(Settings, table="study"):
    """sentences: how many are drawn, of those whose reference has `shortest` to `longest` words.

    size: of both lists. shown: entries of a list that an editor sees, the first among them. repetitions:
    times that each sentence is edited in each condition. judges: answers per pair of edited texts. checks: a
    judge gets one check of attention in so many tasks, 0: none. code_after: tasks until a person is told the
    code that a crowd platform asks for; 0: when nothing is left to do. hold: hours that a task waits for the
    person who began it. source_shown: editors see the source. language: code of the texts, for browsers and
    their spell checkers.
    """

    sentences: Annotated[int, Within(1, 100_000)] = 200
    shortest: Annotated[int, Within(1, 1000)] = 5
    longest: Annotated[int, Within(1, 1000)] = 25
    size: Annotated[int, Within(1, 100)] = 5
    shown: Annotated[int, Within(1, 10)] = 3
    repetitions: Annotated[int, Within(1, 20)] = 3
    judges: Annotated[int, Within(0, 50)] = 3
    checks: Annotated[int, Within(0, 1000)] = 12
    code_after: Annotated[int, Within(0, 10_000)] = 20
    hold: Annotated[int, Within(1, 10_000)] = 24
    source_shown: bool = False
    seed: Seed = 1
    language: str = "en"
    consent: str = _CONSENT
    editing: str = _EDITING
    judging: str = _JUDGING

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.longest < self.shortest:
            raise ConfigError("study.longest", self.longest, f"at least the shortest, {self.shortest}")
        if self.size < self.shown:
            raise ConfigError("study.size", self.size, f"at least as many as are shown, {self.shown}")
        if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", self.language):
            raise ConfigError("study.language", self.language, "a code such as en or pt-BR")
        for name in ("consent", "editing", "judging"):
            if not 0 < len(getattr(self, name)) <= _LONGEST:
                raise ConfigError(f"study.{name}", "", f"a text of at most {_LONGEST} characters")


def check_name(name: str) -> str:
    """A name of a study, which is part of addresses."""
    if not _NAME.fullmatch(name):
        raise ConfigError("the name of a study", name, "small letters, digits and hyphens, at most 50")
    return name
