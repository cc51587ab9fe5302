"""Lists on the terminal: numbered, with the words that the first candidate lacks in colour."""

from __future__ import annotations

import sys
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from manyways.candidates import CandidateLists

__all__ = ["is_terminal", "show_lists"]

DIFFERENT = "bold yellow"


def is_terminal(out: str) -> bool:
    """Whether results go to a person at a terminal."""
    return out == "-" and sys.stdout.isatty()


def show_lists(lists: CandidateLists) -> None:
    """Print lists for a person; NO_COLOR leaves the colours out."""
    from rich.console import Console

    console = Console(highlight=False)
    for s in range(len(lists)):
        rows = range(int(lists.sentence_offsets[s]), int(lists.sentence_offsets[s + 1]))
        if lists.sources is not None:
            console.print(lists.sources[s], style="dim", markup=False)
        first = lists.texts[rows[0]].split() if rows else []
        for number, row in enumerate(rows, 1):
            console.print(f"{number:>3}  ", marked(first, lists.texts[row].split()), sep="")
        console.print()


def marked(first: list[str], words: list[str]) -> Text:
    """The words, those in colour that are not in line with the first candidate's."""
    from rich.text import Text

    text = Text()
    matcher = SequenceMatcher(a=first, b=words, autojunk=False)
    for kind, _, _, start, end in matcher.get_opcodes():
        for word in words[start:end]:
            text.append(word, style=None if kind == "equal" else DIFFERENT)
            text.append(" ")
    text.rstrip()
    return text
