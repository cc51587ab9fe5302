"""What the verbs of `manyways study` read and keep, spelt once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from manyways.cli import options as shared

if TYPE_CHECKING:
    from manyways.web.studies.design import Design
    from manyways.web.studies.settings import StudySettings

__all__ = ["Designed", "Name", "Where", "room_of_the_web"]

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the study.")]
Where = Annotated[
    str,
    typer.Option(
        "--store", help="Where studies and choices are kept: a file, or postgresql://user@host/name."
    ),
]


@contextmanager
def room_of_the_web() -> Iterator[None]:
    """Around imports of what the extra `web` brings."""
    from manyways.errors import DependencyError

    try:
        yield
    except ImportError as error:
        remedy = "Install it: pip install 'manyways[web]'"
        raise DependencyError(f"{error.name} is not installed, which this needs", remedy=remedy) from None


@dataclass(frozen=True)
class Designed:
    """What a study is made of, and how."""

    best: Annotated[str, typer.Option("--best", help="Lists of the best translations.")] = ""
    diverse_lists: Annotated[
        str, typer.Option("--diverse-lists", help="Lists of translations that differ.")
    ] = ""
    campaign: Annotated[
        str | None,
        typer.Option(
            "--campaign", help="Instead of lists, a campaign of Pearmut: two models' texts to judge."
        ),
    ] = None
    references: Annotated[
        list[str] | None, typer.Option("--references", help="What was meant; default: those in the lists.")
    ] = None
    source: shared.Source = None
    by_position: shared.ByPosition = False
    sentences: Annotated[
        int | None, typer.Option("--sentences", min=1, help="Sentences to draw; default: 200.")
    ] = None
    repetitions: Annotated[
        int | None,
        typer.Option("--repetitions", min=1, help="Times that each is edited per list; default: 3."),
    ] = None
    judges: Annotated[
        int | None, typer.Option("--judges", min=0, help="Judges of each pair of texts; default: 3.")
    ] = None
    seed: shared.Seed = 1
    recipe: shared.Recipe = None

    def settings(self) -> StudySettings:
        """The recipe's [study], with what was given beside it."""
        from manyways.settings import make_settings, read_table

        with room_of_the_web():
            from manyways.web.studies.settings import StudySettings

        values = {} if self.recipe is None else read_table(StudySettings, Path(self.recipe), "study")
        given = {"sentences": self.sentences, "repetitions": self.repetitions, "judges": self.judges}
        values = {
            "seed": self.seed,
            **values,
            **{key: each for key, each in given.items() if each is not None},
        }
        return make_settings(StudySettings, values, prefix="study")

    def design(self) -> Design:
        from manyways.errors import UsageError

        with room_of_the_web():
            from manyways.web.studies.job import DesignFiles, read_design

        if self.campaign is None and not (self.best and self.diverse_lists):
            raise UsageError("a study needs --best LISTS and --diverse-lists LISTS, or --campaign FILE")
        if self.campaign is not None and (self.best or self.diverse_lists):
            raise UsageError(
                "--campaign has no effect with --best and --diverse-lists: leave one of them out"
            )
        files = DesignFiles(
            best=self.best,
            diverse=self.diverse_lists,
            references=tuple(self.references or ()),
            source=self.source,
            by_position=self.by_position,
            campaign=self.campaign,
        )
        return read_design(files, self.settings())
