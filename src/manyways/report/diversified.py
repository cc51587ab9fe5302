"""What choosing diverse candidates gained: all, the best by score and the diverse ones, side by side.

gain = Gain.of(lists, settings, tokenise="13a")
gain.as_json()          # for scripts
gain.tables()           # for people
gain.page()             # with pictures
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from manyways.candidates import CandidateLists
from manyways.diverse import SelectSettings, profile, select, signatures
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.report import Report
from manyways.report.lists import add_lists, curve_table, curves_of, how_made, profile_table
from manyways.tables import Table

__all__ = ["Gain"]


@dataclass(frozen=True, eq=False)
class Gain:
    """The kinds of lists by name, how the diverse ones were chosen, and how BLEU splits words."""

    compared: Mapping[str, CandidateLists]
    settings: SelectSettings
    tokenise: Tokeniser
    threads: int = 0

    @staticmethod
    def of(
        lists: CandidateLists,
        settings: SelectSettings,
        *,
        tokenise: Tokeniser = DEFAULT_TOKENISER,
        threads: int = 0,
    ) -> Gain:
        """Compare what is chosen with all distinct candidates and with as many of the best."""
        best = select(lists, replace(settings, strength=0.0, method="greedy"), threads=threads)
        kinds = {"all": lists.distinct(), "best": best, "diverse": select(lists, settings, threads=threads)}
        return Gain(kinds, settings, tokenise, threads)

    def as_json(self) -> dict[str, Any]:
        (order,) = self.settings.dissimilarity.orders
        return {
            "method": self.settings.method,
            "order": order,
            "strength": self.settings.strength,
            "unit": self.settings.unit,
            "lists": {
                name: profile(each, tokenise=self.tokenise, threads=self.threads).as_json()
                for name, each in self.compared.items()
            },
            "signatures": signatures(self.compared["all"], tokenise=self.tokenise),
        }

    def tables(self) -> list[Table]:
        """Self-BLEU, novelty and, with references, oracle BLEU and coverage."""
        how: dict[str, Any] = {"tokenise": self.tokenise, "threads": self.threads}
        tables = [Table(*profile_table(self.compared, **how))]
        if self.compared["all"].references:
            tables.append(Table(*curve_table(curves_of(self.compared, **how))))
        tables[-1].caption = how_made(self.compared, tokenise=self.tokenise)
        return tables

    def page(self) -> Report:
        page = Report(f"{self.settings.size} diverse candidates of each list")
        settings = self.settings
        (order,) = settings.dissimilarity.orders
        page.text(
            f"Method {settings.method}, order {order}, strength {settings.strength:g} ({settings.unit})."
        )
        add_lists(page, self.compared, tokenise=self.tokenise, threads=self.threads)
        return page
