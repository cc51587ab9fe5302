"""Candidate lists in a line."""

from __future__ import annotations

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences


def lists_of(*lists: list[tuple[str, float]]) -> CandidateLists:
    return from_sentences(
        [
            Sentence(
                id=str(i), candidates=[Candidate(text=t, score=s, features={"F": float(i)}) for t, s in each]
            )
            for i, each in enumerate(lists)
        ]
    )
