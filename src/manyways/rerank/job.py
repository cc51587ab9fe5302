"""Files in, a reranker out: what `manyways rerank` does, below the command line.

files = RerankFiles(lists=("dev.jsonl",), references=("dev.en",))
trained = train_files(files, "reranker.toml", RerankSettings())
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from manyways.candidates import CandidateLists
from manyways.candidates.inputs import ListFiles
from manyways.choose import Chooser
from manyways.choose.reranker import Reranker
from manyways.errors import InputError
from manyways.features import Resources, ResourceSettings, Wanted, compute
from manyways.features.rich import Pack, PackInputs, make_pack_settings
from manyways.features.rich.preparing import prepare
from manyways.reading import read_lines
from manyways.rerank.ablation import Ablation, ablate
from manyways.rerank.explaining import Waterfall, waterfall
from manyways.rerank.training import RerankSettings, Trained, train_reranker
from manyways.text.content import mark_of, marks_of, overlap
from manyways.text.languages import language_of_file

__all__ = ["RerankFiles", "ablate_files", "explain_file", "read_training", "train_files"]


@dataclass(frozen=True, kw_only=True)
class RerankFiles(ListFiles):
    """apart: files of sentences, one per line, that must not be among the sources.

    pack: of rich features, which are added to the lists. parallel: a source and a target file that the pack
    is made of if it is not there.
    """

    apart: tuple[str, ...] = ()
    pack: str | None = None
    parallel: tuple[str, ...] = ()


def read_training(files: RerankFiles, *, threads: int = 0) -> CandidateLists:
    """Lists with references; an InputError if a sentence of them stands in a file that must be apart."""
    lists = files.read()
    if files.apart and lists.sources is None:
        raise InputError(
            "has no sources, which --apart compares with", path=files.lists[0], remedy="Give them: --source F"
        )
    marks = marks_of(lists.sources or ())
    for path in files.apart:
        overlap(read_lines(path), marks, path=path, with_=f"those of {files.lists[0]}")
    return lists if files.pack is None else _with_pack(lists, files, files.pack, threads)


def _with_pack(lists: CandidateLists, files: RerankFiles, pack: str, threads: int) -> CandidateLists:
    """The lists with rich features; an InputError if the pack learned from one of their sentences."""
    if files.parallel:
        source, target = map(Path, files.parallel)
        languages = {
            "source_language": language_of_file(source),
            "target_language": language_of_file(target),
        }
        settings = make_pack_settings(None, languages)
        prepare(PackInputs(source=source, target=target), pack, settings, threads=threads, force=False)
    resources = Resources.open(ResourceSettings(pack=pack))
    opened = resources.pack
    assert opened is not None
    opened.check_apart(lists.sources or (), files.lists[0])
    for path in files.apart:
        opened.check_apart(read_lines(path), path)
    return compute(lists, Wanted.named_by(["rich"]), resources, threads=threads).lists


def _pack_marks(files: RerankFiles) -> frozenset[str]:
    return frozenset() if files.pack is None else Pack.open(files.pack).marks


def train_files(files: RerankFiles, out: str, settings: RerankSettings, *, threads: int = 0) -> Trained:
    """Train and write the reranker."""
    lists = read_training(files, threads=threads)
    trained = train_reranker(lists, settings, known=_pack_marks(files), threads=threads)
    trained.chooser.write(out)
    return replace(trained, remarks=(*trained.remarks, *_known_by_heart(lists, files)))


def _known_by_heart(lists: CandidateLists, files: RerankFiles) -> tuple[str, ...]:
    """What to say of sentences that stand in the parallel text of the pack."""
    if files.pack is None:
        return ()
    known = Pack.open(files.pack).parallel_marks()
    found = [number for number, text in enumerate(lists.sources or (), 1) if mark_of(text) in known]
    if not found:
        return ()
    first = ", ".join(map(str, found[:5])) + (", ..." if len(found) > 5 else "")
    return (
        f"{len(found):,} of {len(lists):,} sentences stand in the parallel text that {files.pack} was learnt "
        f"from ({first}), which it knows by heart: its features look better there than they are",
    )


def ablate_files(files: RerankFiles, settings: RerankSettings, *, threads: int = 0) -> Ablation:
    """What each feature is worth, on the lists of files."""
    return ablate(read_training(files, threads=threads), settings, threads=threads)


def explain_file(reranker: str, files: RerankFiles, id: str, *, threads: int = 0) -> Waterfall:
    """Which features made one candidate of a list win."""
    scorer = Chooser.read(reranker).scorer
    if not isinstance(scorer, Reranker):
        remedy = "Make one: manyways rerank train LISTS --references F --out RERANKER"
        raise InputError("is no reranker", path=reranker, remedy=remedy)
    return waterfall(read_training(files, threads=threads), id, scorer, threads=threads)
