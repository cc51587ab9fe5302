"""A whole file through a translator: translations as text or JSON, lists, graphs.

    outcome = translate_file(translator, "test.de", "out.jsonl", Job(nbest=20, distinct=True))
    outcome.remarks                     # what a person should know

Nothing is printed but results that go to standard output; results appear whole or not at all.
"""

from __future__ import annotations

import itertools
import json
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from manyways.candidates import CandidateLists, read_references, write_chunks
from manyways.documents import Format, format_of
from manyways.documents.formats import HEAD
from manyways.errors import ConfigError, InputError
from manyways.files import atomic_bytes, atomic_write, read_bytes
from manyways.outputs import new_directory
from manyways.progress import Progress
from manyways.reading import head_of
from manyways.search import RuleModel, Translation, Translations
from manyways.translator.documents import translate_document
from manyways.translator.flags import flags_of
from manyways.translator.lines import Batch, Kind, Lines
from manyways.translator.paragraphs import Paragraphs
from manyways.translator.translator import Translator
from manyways.wording import counted

if TYPE_CHECKING:  # loaded where it is used
    from manyways.diverse import DiverseSettings
    from manyways.exact import ExactSearch, Proof

__all__ = ["Job", "Outcome", "translate_file"]

BATCH = 256  # sentences of a file that are translated at a time
PROOFS = 32  # the same for proofs, which take longer
CANDIDATES = 100_000  # candidates of lists that are made at a time
GRAPHS = 16  # graphs that are made at a time
LARGEST_DOCUMENT = 1 << 28  # bytes


@dataclass(frozen=True, kw_only=True)
class Job:
    """What is wanted of each line.

    nbest: how many of the best, as lists (of an exact search all distinct); distinct: no text twice in them.
    diverse: translations that differ, as lists; references: find its order and strength on the file first.
    mbr: the consensus. alignment: with word links. kind: what lines are. as_json: an object for each.
    line_by_line: a line is one sentence; else a line of text is split into sentences where only the best
    translations are wanted. Lists, links, objects and graphs belong to a whole line.
    flags: with what looks lost or copied, in objects.
    graphs: a directory for search graphs, in `graph_format`; force: even if something is there.
    """

    search: Literal["beam", "exact"] = "beam"
    nbest: int | None = None
    distinct: bool = False
    diverse: DiverseSettings | None = None
    references: Sequence[str] = ()
    mbr: bool = False
    alignment: bool = False
    kind: Kind = "text"
    graphs: Path | None = None
    graph_format: Literal["json", "fst", "plf"] = "json"
    as_json: bool = False
    line_by_line: bool = False
    flags: bool = False
    force: bool = False

    @property
    def whole_lines(self) -> bool:
        """Whether something is wanted of a line that its sentences do not have."""
        lists = self.nbest is not None or self.diverse is not None
        return lists or self.alignment or self.as_json or self.graphs is not None or self.kind != "text"

    def __post_init__(self) -> None:
        if self.nbest is not None and self.nbest < 1:
            raise ConfigError("nbest", self.nbest, "a whole number, at least 1")
        lists = self.nbest is not None or self.diverse is not None
        if (lists or self.search == "exact") and (self.mbr or self.graphs is not None):
            raise ConfigError(
                "mbr and graphs", (self.mbr, self.graphs), "left out for lists and exact searches"
            )
        if self.search == "exact" and self.diverse is not None:
            raise ConfigError("search", self.search, "beam for diverse lists; their engine may be exact")


@dataclass(frozen=True)
class Outcome:
    """What a person should know; stopped: Ctrl-C ended the proofs early."""

    remarks: tuple[str, ...]
    stopped: bool = False


def translate_file(translator: Translator, file: str, out: str, job: Job) -> Outcome:
    """Translate the lines of a file. Lists that go to a terminal are shown for people, unless as JSON."""
    if job.graphs is not None and job.graph_format != "json" and isinstance(translator.opened, RuleModel):
        raise ConfigError(
            "--graph-format", job.graph_format, "json: the graphs of a hierarchical model are no lattices"
        )
    format = None if file == "-" or job.kind != "text" else format_of(head_of(file, HEAD), file)
    if format is not None:
        return _translate_document(translator, file, out, job, format)
    lines = Lines(translator, file, job.kind, whole=job.whole_lines)
    remarks: list[str] = []
    if job.diverse is not None and job.references:
        job = replace(job, diverse=_tuned(lines, job.references, job.diverse, remarks))
    if job.search != "exact":
        _run(lines, out, job, None, remarks)
        return Outcome((*remarks, *lines.remarks))
    search = translator.exact_search(time_limit=translator.settings.time_limit)
    with search.stopped_by_interrupt():
        _run(lines, out, job, search, remarks)
    if search.stopped:
        remarks.append("stopped: the others are the best so far")
    return Outcome((*remarks, *lines.remarks), search.stopped)


def _translate_document(translator: Translator, file: str, out: str, job: Job, format: Format) -> Outcome:
    _check_document(job, format)
    data = read_bytes(file, most=LARGEST_DOCUMENT, remedy="Divide it.")
    with atomic_bytes(out) as output, Progress("translating", unit="segments", out=out) as progress:
        found = translate_document(
            translator,
            data,
            file,
            format=format,
            nbest=job.nbest or 1,
            diverse=job.diverse,
            progress=progress,
        )
        output.write(found.data)
    return Outcome(found.remarks)


def _check_document(job: Job, format: Format) -> None:
    """An error for what a document cannot have."""
    wanted = {
        "--diverse": job.diverse is not None and not format.proposals,
        "--tune": bool(job.references),
        "--mbr": job.mbr,
        "--alignment": job.alignment,
        "--json": job.as_json,
        "--graph-out": job.graphs is not None,
        "--line-by-line": job.line_by_line,
        "--search exact": job.search == "exact",
        "--nbest": job.nbest is not None and not format.proposals,
    }
    for option, given in wanted.items():
        if given:
            raise ConfigError(option, True, f"left out for a document ({format.name})")


def _run(lines: Lines, out: str, job: Job, search: ExactSearch | None, remarks: list[str]) -> None:
    title, place = ("translating", out) if search is None else ("proving", "")
    with Progress(title, total=lines.count(), unit="lines", out=place) as progress:
        if job.nbest is not None or job.diverse is not None:
            lists = _lists(lines, job, search, remarks, progress)
            remarks += _write_lists(lists, out, as_json=job.as_json)
        elif search is not None:
            _prove(lines, out, job, search, remarks, progress)
        else:
            _translate(lines, out, job, remarks, progress)


def _translate(lines: Lines, out: str, job: Job, remarks: list[str], progress: Progress) -> None:
    translator, late = lines.translator, 0
    held = nullcontext() if job.graphs is None else new_directory(job.graphs, "translate", force=job.force)
    with held, atomic_write(out) as output:
        for batch in lines.batches(BATCH):
            split = _split(lines, batch, job)
            sources = batch.sources if split is None else split.sentences
            found = translator.mbr(sources) if job.mbr else translator.translate(sources)
            if job.graphs is not None:
                _write_graphs(translator, batch, job.graphs, job.graph_format)
            late += found.status.count("time limit")
            rows = (
                _as_json(each, *where, _flagged(lines, job, where[1], each))
                for each, where in zip(found, _numbered(batch), strict=True)
            )
            texts = lines.note(
                batch, found.texts if split is None else split.joined(found.texts, lines.target)
            )
            if job.as_json or job.alignment:
                deque(texts, maxlen=0)
                texts = rows if job.as_json else _as_texts(found, job)
            output.writelines(f"{row}\n" for row in texts)
            output.flush()
            progress.advance(len(batch.lines))
    if late:
        remarks.append(
            f"the time limit cut short the search of {counted(late, 'sentences')}: the best so far is given"
        )


def _prove(
    lines: Lines, out: str, job: Job, search: ExactSearch, remarks: list[str], progress: Progress
) -> None:
    proved = total = 0
    with atomic_write(out) as output:
        for batch in lines.batches(_proofs_at_a_time(lines.translator)):
            split = _split(lines, batch, job)
            proofs = lines.translator.exact(
                batch.sources if split is None else split.sentences, search=search
            )
            proved += sum(proof.status == "optimal" for proof in proofs)
            total += len(proofs)
            rows: Iterable[str]
            best = [proof.candidate.text for proof in proofs]
            noted = list(lines.note(batch, best if split is None else split.joined(best, lines.target)))
            if split is not None:
                rows = noted
            elif job.as_json:
                rows = (_proof_as_json(*each) for each in zip(proofs, _numbered(batch), strict=True))
            else:
                rows = (row for proof in proofs for row in _as_texts(proof.candidates, job))
            output.writelines(f"{row}\n" for row in rows)
            output.flush()
            progress.advance(len(batch.lines))
    remarks.append(f"{proved} of {total} proved optimal")


def _lists(
    lines: Lines, job: Job, search: ExactSearch | None, remarks: list[str], progress: Progress
) -> Iterator[CandidateLists]:
    translator, proved, total = lines.translator, 0, 0
    most = max(1, min(BATCH, CANDIDATES // (job.nbest or 1)))
    for batch in lines.batches(most if search is None else min(most, _proofs_at_a_time(translator))):
        if job.diverse is not None:
            lists = translator.diverse(batch.sources, job.diverse)
        else:
            distinct = job.distinct or search is not None
            lists = translator.kbest(
                batch.sources, job.nbest or 1, distinct=distinct, links=job.alignment, search=search
            )
        if search is None:
            remarks += lists.remarks
        elif lists.status is not None:
            proved += list(lists.status).count("optimal")
        total += len(lists)
        deque(lines.note(batch, _firsts(lists)), maxlen=0)
        yield replace(lists, ids=[str(batch.first + i) for i in range(len(batch.lines))])
        progress.advance(len(batch.lines))
    if search is not None:
        remarks.append(f"{proved} of {total} proved optimal")


def _firsts(lists: CandidateLists) -> Iterator[str]:
    """The best of each list; an empty text for a list that has none."""
    for first, last in itertools.pairwise(lists.sentence_offsets.tolist()):
        yield lists.texts[first] if first < last else ""


def _write_lists(chunks: Iterator[CandidateLists], out: str, *, as_json: bool) -> list[str]:
    from manyways.candidates.shown import is_terminal, show_lists

    if is_terminal(out) and not as_json:
        for lists in chunks:
            show_lists(lists)
        return []
    return write_chunks(chunks, out, format="jsonl" if as_json or out == "-" else None)


def _split(lines: Lines, batch: Batch, job: Job) -> Paragraphs | None:
    """The sentences of a batch, or None where its lines are searched whole."""
    if job.line_by_line or job.whole_lines or lines.translator.tokenised:
        return None
    return Paragraphs.of(batch.lines, lines.source)


def _proofs_at_a_time(translator: Translator) -> int:
    return 1 if translator.threads == 1 else PROOFS


def _tuned(
    lines: Lines, references: Sequence[str], settings: DiverseSettings, remarks: list[str]
) -> DiverseSettings:
    """The best order and strength on the file, which is read for this and then again."""
    file = lines.file
    if file == "-":
        raise ConfigError("FILE", file, "a file when --tune is given: it is read twice")
    if lines.kind != "text":
        raise ConfigError("--input", lines.kind, "text when --tune is given")
    texts = [line for batch in lines.batches(BATCH) for line in batch.lines]
    columns = read_references(list(references))
    if len(columns[0]) != len(texts):
        found = f"has {counted(len(columns[0]), 'lines')}, {file} has {len(texts)}"
        raise InputError(found, path=references[0], remedy="References have one line per sentence.")
    best = lines.translator.tune_diverse(texts, columns, settings)[0]
    remarks.append(best.summary())
    return best.settings


def _write_graphs(translator: Translator, batch: Batch, folder: Path, suffix: str) -> None:
    translator = translator.unprotected()
    for start in range(0, len(batch.sources), GRAPHS):
        graphs = translator.graphs(batch.sources[start : start + GRAPHS])
        for index, graph in enumerate(graphs, batch.first + start):
            graph.write(folder / f"{index}.{suffix}")


def _numbered(batch: Batch) -> Iterator[tuple[int, str]]:
    return enumerate(batch.lines, batch.first)


def _as_texts(found: Translations, job: Job) -> Iterator[str]:
    if not job.alignment:
        return iter(found.texts)
    return (f"{text} ||| {found.links_of(i)}" for i, text in enumerate(found.texts))


def _proof_as_json(proof: Proof, where: tuple[int, str]) -> str:
    bounds = {"lower": proof.lower, "upper": proof.upper, "beam": proof.beam_score}
    known = {name: value if math.isfinite(value) else None for name, value in bounds.items()}
    return _as_json(proof.candidate, *where, known)


def _flagged(lines: Lines, job: Job, source: str, found: Translation) -> dict[str, list[str]]:
    if not job.flags:
        return {}
    return {"flags": lines.flagged(flags_of(source, found.text, lines.source, lines.target))}


def _as_json(found: Translation, index: int, source: str, more: Mapping[str, object] = {}) -> str:
    values = {
        "id": str(index),
        "source": source,
        "text": found.text,
        "score": found.score,
        "features": found.features,
        "derivation": found.derivation,
        "links": found.links,
        "status": found.status,
        "seconds": round(found.seconds, 6),
        **more,
    }
    return json.dumps(values, ensure_ascii=False)
