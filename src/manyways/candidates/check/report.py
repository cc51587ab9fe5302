"""The check of candidate lists: what is wrong with a file of candidate lists, where, and what to do.

    report = check("nbest.gz", references=["ref.en"])
    report.findings       # kind, severity, message, line, count, remedy
    report.status         # 0 clean, 1 warnings, 2 errors

It reads in chunks, so that any file can be checked, and looks at whole columns, so that it is quick.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field

from manyways.candidates.check.cases import Finding, Symptom
from manyways.candidates.check.numbers import Numbers, References
from manyways.candidates.check.order import Duplicates, Ids
from manyways.candidates.check.texts import Texts
from manyways.candidates.formats import detect
from manyways.candidates.lists import CandidateLists
from manyways.candidates.reading import read_chunks
from manyways.candidates.references import ReferenceFile, places_of, read_references
from manyways.errors import InputError
from manyways.files import AnyPath

__all__ = ["Report", "check", "check_lists"]

_REMEDY = "Is it the right file?"


@dataclass
class Report:
    """What was found in one file."""

    path: str
    format: str
    sentences: int = 0
    candidates: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def status(self) -> int:
        """0 clean, 1 warnings, 2 errors."""
        severities = {each.severity for each in self.findings}
        return 2 if "error" in severities else 1 if severities else 0

    def as_json(self) -> dict[str, object]:
        """The report as JSON can hold it."""
        return {**asdict(self), "status": self.status}


def check_lists(lists: CandidateLists) -> Report:
    """Examine lists that are in memory."""
    report = Report("", "")
    _look([lists], [Ids(), Duplicates(), Texts(None), Numbers(), References()], report)
    return report


def _look(chunks: Iterable[CandidateLists], symptoms: Sequence[Symptom], report: Report) -> list[str]:
    """What is wrong with lists, into the report; their ids."""
    ids: dict[str, None] = {}
    for lists in chunks:
        for symptom in symptoms:
            symptom.look(lists)
        ids |= dict.fromkeys(lists.ids)
        report.sentences += len(lists)
        report.candidates += lists.candidate_count
    for symptom in symptoms:
        report.findings += symptom.found()
    return list(ids)


def check(
    path: AnyPath,
    *,
    format: str | None = None,
    per_source: int | None = None,
    references: Sequence[AnyPath] = (),
    source: AnyPath | None = None,
    by_position: bool = False,
) -> Report:
    """Examine a file of lists, with its references and its source text if they are at hand."""
    report = Report(os.fspath(path), format or "")
    try:
        report.format = format or detect(path).name
        sources = None if source is None else read_references([source])[0]
        watchers: list[Symptom] = [Ids(), Duplicates(), Texts(sources), Numbers(), References()]
        chunks = read_chunks(path, format=report.format, per_source=per_source, lenient=True)
        ids = _look(chunks, watchers, report)
    except InputError as error:
        report.findings.append(_unreadable(error))
        return report
    for file in [*references, *([source] if source is not None else [])]:
        report.findings += _unmatched(report, ids, file, by_position)
    if not report.candidates:
        report.findings.append(Finding("no candidates", "error", "has no candidates", None, 1, _REMEDY))
    report.findings.sort(key=lambda each: (each.severity, each.line or 0))
    return report


def _unreadable(error: InputError) -> Finding:
    return Finding("unreadable", "error", error.message, error.line, 1, error.remedy)


def _unmatched(report: Report, ids: Sequence[str], path: AnyPath, by_position: bool) -> list[Finding]:
    """References and sources must be those of the sentences, as every verb matches them."""
    try:
        for file in ReferenceFile.read_all([path]):
            lines = report.format == "text" and report.candidates == report.sentences
            places_of(ids, file, path=report.path, by_position=by_position, lines=lines)
    except InputError as error:
        return [Finding("references", "error", error.message, error.line, 1, error.remedy)]
    return []
