"""What the verbs of `manyways rerank` read and how they learn, spelt once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from manyways.cli import options as shared

if TYPE_CHECKING:
    from manyways.rerank import RerankFiles, RerankSettings

__all__ = ["Apart", "Learning", "Lists", "Pack", "Parallel", "References", "Sources", "files_of"]

Lists = Annotated[
    list[str], typer.Argument(metavar="LISTS", help="Lists in any format, or a plain file per system.")
]
References = Annotated[
    list[str] | None, typer.Option("--references", help="Right translations; default: those in the lists.")
]
Sources = Annotated[str | None, typer.Option("--source", help="The source texts, a line per sentence.")]
Apart = Annotated[
    list[str] | None,
    typer.Option("--apart", help="Sentences, one per line, that must not be among the sources."),
]
Pack = Annotated[
    str | None, typer.Option("--pack", help="What `rerank prepare` made: adds the rich features.")
]
Parallel = Annotated[
    list[str] | None,
    typer.Option("--parallel", help="Source and target text (given twice) to make the pack of."),
]


@dataclass(frozen=True)
class Learning(shared.Words):
    """Who learns from which columns to do best by what."""

    features: Annotated[
        list[str] | None, typer.Option("--features", help="Columns to learn from, with commas. Default: all.")
    ] = None
    tuner: shared.WithLists = "svm"
    own: shared.Own = None
    metric: Annotated[shared.MetricName, typer.Option(help="What is to be best.")] = "bleu"
    folds: Annotated[int, typer.Option(min=2, help="Parts for honest scores.")] = 5
    seed: shared.Seed = 1

    def settings(self, rivals: list[str] | None = None) -> RerankSettings:
        """As the library takes them."""
        from manyways.rerank import RerankSettings

        return RerankSettings(
            learner=self.tuner,
            own=shared.named_values("--set", self.own or []),
            compare=tuple(rivals or ()),
            features=tuple(",".join(self.features or ["all"]).split(",")),
            metric=self.metric,
            tokenise=self.tokeniser,
            folds=self.folds,
            seed=self.seed,
        )


def files_of(ctx: typer.Context) -> RerankFiles:
    """The files that the command line names."""
    from manyways.rerank import RerankFiles

    return RerankFiles(**shared.given_fields(ctx, RerankFiles))
