"""What the list doctor looks for: one class per kind of trouble, each fed with chunk after chunk."""

from __future__ import annotations

from manyways.candidates.doctor.cases import Finding, Symptom
from manyways.candidates.doctor.numbers import Numbers, References
from manyways.candidates.doctor.order import Duplicates, Ids
from manyways.candidates.doctor.texts import Texts
from manyways.text.column import TextColumn

__all__ = ["Finding", "Symptom", "symptoms"]


def symptoms(sources: TextColumn | None) -> list[Symptom]:
    """One of each kind, for one file."""
    return [Ids(), Duplicates(), Texts(sources), Numbers(), References()]
