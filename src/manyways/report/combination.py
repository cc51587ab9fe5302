"""The page of a combination: what was gained, whose words were taken, and every new sentence beside its
inputs.

combination_page(applied.found, gain=applied.gain).write("combined.html")
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from manyways.choose import Gain
from manyways.choose.choosing import order_of
from manyways.combine.found import COMBINED, Combination
from manyways.combine.job import with_inputs
from manyways.report import Fact, Passage, Report
from manyways.report.rows import RowPlot
from manyways.report.sentences import Column, Sentences, Versions
from manyways.wording import counted

__all__ = ["combination_page", "passage_of"]

_PASSAGES = 300  # sentences that are shown in colours
_SHOWN = 25  # inputs in a picture
_COLOURS = 8


def combination_page(found: Combination, *, gain: Gain | None = None, threads: int = 0) -> Report:
    """found: with sources and references where there are any."""
    inputs, lists = found.provenance.inputs, found.lists
    words = [found.words(s) for s in range(len(lists))]
    givers = Counter(word.origin for row in words for word in row)
    report = Report("New sentences out of several")
    report.text(f"{counted(len(lists), 'sentences')}, {counted(inputs.candidate_count, 'candidates')}.")
    report.facts(_facts(found, gain))
    if gain is not None:
        for remark in gain.remarks:
            report.text(f"Note: {remark}.")
    report.section("Whose words were taken")
    plot = RowPlot(x="percent of the words", bars=True)
    for name, count in givers.most_common(_SHOWN):
        share = 100 * count / max(1, givers.total())
        plot.bar(name, share, label=f"{share:.0f} %")
    report.figure(plot, "The input that each word was taken from; others may say the same.")
    shown = [s for s in range(len(lists)) if words[s]][:_PASSAGES]
    report.text(
        "A word has the colour of the input it was taken from, within each sentence anew; what all say is "
        "plain. Point at a word to see who says it."
    )
    report.passages([passage_of(found, s) for s in shown])
    report.section("Sentences")
    report.sentences(_sentences(found, threads))
    if gain is not None:
        report.section("All numbers")
        for table in gain.tables():
            caption = "\n".join(filter(None, [table.title, table.caption]))
            report.table(table.headings, [list(row) for row in table.rows], caption)
    return report


def _facts(found: Combination, gain: Gain | None) -> list[Fact]:
    facts = []
    if gain is not None:
        facts = [
            Fact(each.name, f"{each.value:.1f}", f"95 %: {each.low:.1f} to {each.high:.1f}")
            for each in gain.scores.values()
        ]
    if found.gated is not None:
        facts.append(Fact("Left as they were", f"{int(found.gated.sum()):,}", "expected to be good already"))
    if found.lists.status is not None:
        proved = sum(one == "optimal" for one in found.lists.status)
        facts.append(Fact("Proved best", f"{proved:,}", "nothing was dropped in the search"))
    return facts


def passage_of(found: Combination, sentence: int) -> Passage:
    """A new sentence in the colours of the inputs that its words came from; what all say is plain."""
    words, inputs = found.words(sentence), int(found.provenance.inputs.sizes[sentence])
    mixed = [word for word in words if len(word.agreed) < inputs]
    order = list(dict.fromkeys(word.origin for word in mixed))
    parts = []
    for word in words:
        colour = -1 if len(word.agreed) == inputs else order.index(word.origin) % _COLOURS
        parts.append((word.word, colour, f"{word.origin}; said by {len(word.agreed)} of {inputs}"))
    return Passage(found.lists.ids[sentence], parts, [(name, i % _COLOURS) for i, name in enumerate(order)])


def _sentences(found: Combination, threads: int) -> Sentences:
    """Every new sentence, and the inputs with the words that differ."""
    both = with_inputs(found, found.provenance.inputs)
    own = both.system_names.index(COMBINED)
    both = both.select(order_of(both, (both.systems == own).astype(np.float64)))
    words = np.array([len(found.words(s)) for s in range(len(found.lists))], np.float64)
    origins = np.array(
        [len({word.origin for word in found.words(s)}) for s in range(len(found.lists))], np.float64
    )
    columns = [
        Column("words", words, "Words of the new sentence"),
        Column("inputs", origins, "Inputs that gave words"),
    ]
    return Sentences("choice", Versions.distinct(both), ("New", "Input"), columns, threads=threads)
