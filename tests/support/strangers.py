"""Models as a stranger could have changed them."""

from __future__ import annotations

from pathlib import Path

from manyways.seal import sealed_toml


def edited(directory: Path, old: str, new: str) -> None:
    """Change model.toml and seal it again, as a stranger could."""
    path = directory / "model.toml"
    _, _, text = path.read_text().partition("\n")
    assert old in text
    path.write_text(sealed_toml(text.replace(old, new)))
