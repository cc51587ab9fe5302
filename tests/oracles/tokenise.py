"""The Moses rules one after the other, as substitutions over the whole text: slow and easy to follow."""

from __future__ import annotations

import re

LETTER = "A-Za-zäöüßÄÖÜéè"


def tokenise_slowly(
    text: str, apostrophe: str, abbreviations: set[str], numeric: set[str], ordinals: bool
) -> str:
    """`apostrophe` is ALONE, RIGHT or LEFT. Knows Latin letters, ASCII digits and signs only."""
    text = " " + re.sub(r"\s+", " ", text) + " "
    text = re.sub(rf"([^{LETTER}0-9\s.'`,\-])", r" \1 ", text)
    text = re.sub(r"\.{2,}", lambda run: f" {'D' * len(run[0])}MULTI ", text)
    text = re.sub(r"(?<![0-9]),|,(?![0-9])", " , ", text)
    text = {"ALONE": _alone, "RIGHT": _right, "LEFT": _left}[apostrophe](text)
    words = text.split()
    for i, word in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else ""
        prefix = word[:-1]
        if not word.endswith(".") or not prefix:
            continue
        keep = (
            ("." in prefix and re.search(f"[{LETTER}]", prefix))
            or prefix in abbreviations
            or (ordinals and re.fullmatch("[0-9]{1,2}", prefix))
            or following[:1].islower()
            or (prefix in numeric and re.match("[0-9]", following))
        )
        if not keep:
            words[i] = prefix + " ."
    return re.sub(r"(D+)MULTI", lambda run: "." * len(run[1]), " ".join(words))


def _alone(text: str) -> str:
    return text.replace("'", " ' ")


def _right(text: str) -> str:
    text = re.sub(rf"(?<=[{LETTER}])'(?=[{LETTER}])|(?<=[0-9])'(?=s)", " \0", text)
    text = re.sub(rf"(?<=[0-9])'(?=[{LETTER}])", "\0", text)
    return text.replace("'", " ' ").replace("\0", "'")


def _left(text: str) -> str:
    text = re.sub(rf"(?<=[{LETTER}])'(?=[{LETTER}])", "\0 ", text)
    return text.replace("'", " ' ").replace("\0", "'")
