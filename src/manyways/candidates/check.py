"""The list doctor: what is wrong with a file of candidate lists, where, and what to do.

    report = check("nbest.gz", references=["ref.en"])
    report.findings       # kind, severity, message, line, count, remedy
    report.status         # 0 clean, 1 warnings, 2 errors

It reads in chunks, so that any file can be checked, and looks at whole columns, so that it is quick.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from manyways.candidates.doctor import Finding, Symptom, symptoms
from manyways.candidates.formats import detect
from manyways.candidates.reading import read_chunks
from manyways.candidates.references import read_references
from manyways.errors import InputError
from manyways.files import AnyPath

__all__ = ["Finding", "Report", "check"]


@dataclass
class Report:
    """What the doctor found in one file."""

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


def check(
    path: AnyPath,
    *,
    format: str | None = None,
    per_source: int | None = None,
    references: Sequence[AnyPath] = (),
    source: AnyPath | None = None,
) -> Report:
    """Examine a file of lists, with its references and its source text if they are at hand."""
    report = Report(os.fspath(path), format or "")
    try:
        report.format = format or detect(path).name
        sources = None if source is None else read_references([source])[0]
        watchers: list[Symptom] = symptoms(sources)
        for lists in read_chunks(path, format=report.format, per_source=per_source, lenient=True):
            for symptom in watchers:
                symptom.look(lists)
            report.sentences += len(lists)
            report.candidates += lists.candidate_count
    except InputError as error:
        report.findings.append(_unreadable(error))
        return report
    for symptom in watchers:
        report.findings += symptom.found()
    report.findings += _lengths(report, references, source)
    report.findings.sort(key=lambda each: (each.severity, each.line or 0))
    return report


def _unreadable(error: InputError) -> Finding:
    return Finding("unreadable", "error", error.message, error.line, 1, error.remedy)


def _lengths(report: Report, references: Sequence[AnyPath], source: AnyPath | None) -> list[Finding]:
    """References and sources must be as many as sentences."""
    found = []
    for path in [*references, *([source] if source is not None else [])]:
        try:
            lengths = {len(each) for each in read_references([path])}
        except InputError as error:
            found.append(_unreadable(error))
            continue
        if lengths != {report.sentences}:
            message = f"{Path(path).name} has {min(lengths)} sentences, the lists {report.sentences}"
            remedy = "Give the references of exactly these sentences; skipped ids need an empty list."
            found.append(Finding("references", "error", message, None, 1, remedy))
    return found
