"""Files in, a reranker out: what `manyways rerank` does, below the command line.

files = RerankFiles(lists=("dev.jsonl",), references=("dev.en",))
trained = train_files(files, "reranker.toml", RerankSettings())
"""

from __future__ import annotations

from dataclasses import dataclass

from manyways.candidates import (
    CandidateLists,
    ReferenceFile,
    read_inputs,
    with_reference_files,
    with_source_file,
)
from manyways.choose import Chooser
from manyways.choose.reranker import Reranker
from manyways.errors import InputError
from manyways.reading import read_lines
from manyways.rerank.ablation import Ablation, ablate
from manyways.rerank.explaining import Waterfall, waterfall
from manyways.rerank.training import RerankSettings, Trained, train_reranker
from manyways.text.content import marks_of, overlap

__all__ = ["RerankFiles", "ablate_files", "explain_file", "read_training", "train_files"]


@dataclass(frozen=True, kw_only=True)
class RerankFiles:
    """lists: one file of lists, or a plain file per system. references, source: files of them.

    apart: files of sentences, one per line, that must not be among the sources. by_position: match by order.
    format, per_source: of the lists.
    """

    lists: tuple[str, ...]
    references: tuple[str, ...] = ()
    source: str | None = None
    apart: tuple[str, ...] = ()
    by_position: bool = False
    format: str | None = None
    per_source: int | None = None


def read_training(files: RerankFiles) -> CandidateLists:
    """Lists with references; an InputError if a sentence of them stands in a file that must be apart."""
    lists = read_inputs(list(files.lists), format=files.format, per_source=files.per_source)
    if files.references:
        references = ReferenceFile.read_all(list(files.references))
        lists = with_reference_files(lists, references, path=files.lists[0], by_position=files.by_position)
    if files.source is not None:
        lists = with_source_file(lists, files.source, path=files.lists[0], by_position=files.by_position)
    if files.apart and lists.sources is None:
        raise InputError(
            "has no sources, which --apart compares with", path=files.lists[0], remedy="Give them: --source F"
        )
    marks = marks_of(lists.sources or ())
    for path in files.apart:
        overlap(read_lines(path), marks, path=path, with_=f"those of {files.lists[0]}")
    return lists


def train_files(files: RerankFiles, out: str, settings: RerankSettings, *, threads: int = 0) -> Trained:
    """Train and write the reranker."""
    trained = train_reranker(read_training(files), settings, threads=threads)
    trained.chooser.write(out)
    return trained


def ablate_files(files: RerankFiles, settings: RerankSettings, *, threads: int = 0) -> Ablation:
    """What each feature is worth, on the lists of files."""
    return ablate(read_training(files), settings, threads=threads)


def explain_file(reranker: str, files: RerankFiles, id: str, *, threads: int = 0) -> Waterfall:
    """Which features made one candidate of a list win."""
    scorer = Chooser.read(reranker).scorer
    if not isinstance(scorer, Reranker):
        remedy = "Make one: manyways rerank train LISTS --references F --out RERANKER"
        raise InputError("is no reranker", path=reranker, remedy=remedy)
    return waterfall(read_training(files), id, scorer, threads=threads)
