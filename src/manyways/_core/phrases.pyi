from typing import Annotated

import numpy
from numpy.typing import NDArray


class Table:
    """A memory-mapped phrase table."""

    def __init__(self, path: str) -> None: ...

    def __len__(self) -> int: ...

    @property
    def score_names(self) -> list[str]: ...

    @property
    def reordering_scores(self) -> int: ...

    @property
    def has_counts(self) -> bool: ...

    @property
    def longest_source(self) -> int: ...

    @property
    def target_phrases(self) -> int: ...

    def find(self, source: str) -> list[tuple[str, list[float], list[float], list[float], list[tuple[int, int]]]]:
        """
        All options of a source phrase: target, scores, reordering, counts, links.
        """

    def spans(self, sentence: str) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]:
        """
        Rows (begin, end, options) for the spans of a sentence that have options.
        """

    def verify(self) -> None: ...

class MosesImport:
    """Moses's text tables become a table file."""

    def __init__(self, phrase_path: str, reordering_path: str) -> None: ...

    def add_phrases(self, arg: bytes, /) -> None: ...

    def end_phrases(self) -> None: ...

    def add_reordering(self, arg: bytes, /) -> None: ...

    def end_reordering(self) -> None: ...

    def write(self, path: str) -> None: ...

    @property
    def pairs(self) -> int: ...

    @property
    def matched_reordering(self) -> int: ...
