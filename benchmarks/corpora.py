"""Where the sentences of tables come from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["SHARED", "Corpus", "absent"]

SHARED = Path(__file__).resolve().parents[2] / "shared"


def absent(folder: Path) -> bool:
    """Whether there is nothing to measure on, which is then said."""
    if not folder.is_dir():
        print(f"skipped: ../{folder.relative_to(SHARED.parent)} is absent")
    return not folder.is_dir()


@dataclass(frozen=True)
class Corpus:
    """Text is lower-cased, as the papers' BLEU is uncased. references: suffixes of a split's files."""

    name: str
    folder: str
    source: str
    references: tuple[str, ...]

    def lines(self, split: str, suffix: str, most: int | None = None) -> list[str]:
        path = SHARED / self.folder / f"{split}.{suffix}"
        return path.read_text(encoding="utf-8").lower().splitlines()[:most]
