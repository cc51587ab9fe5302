"""Files in, a study out: what `manyways study new` and `simulate` do, below the command line."""

from __future__ import annotations

from dataclasses import dataclass

from manyways.candidates.reading import read
from manyways.candidates.references import with_texts
from manyways.web.studies.campaign import read_campaign
from manyways.web.studies.design import Design, sentences_of
from manyways.web.studies.settings import StudySettings

__all__ = ["DesignFiles", "read_design"]


@dataclass(frozen=True, kw_only=True)
class DesignFiles:
    """best, diverse: files of lists. references, source: of their sentences, if the lists have none.

    campaign: of Pearmut, instead of all these.
    """

    best: str = ""
    diverse: str = ""
    references: tuple[str, ...] = ()
    source: str | None = None
    by_position: bool = False
    campaign: str | None = None


def read_design(files: DesignFiles, settings: StudySettings) -> Design:
    """The study that the files and the settings make."""
    if files.campaign is not None:
        sentences, _ = read_campaign(files.campaign)
        return Design.of_texts(sentences, settings)
    best, diverse = (
        with_texts(
            read(path), path, source=files.source, references=files.references, by_position=files.by_position
        )
        for path in (files.best, files.diverse)
    )
    return Design.draw(sentences_of(best, diverse), settings)
