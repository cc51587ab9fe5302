"""What is wrong with a file of candidate lists: one class per kind of trouble, fed chunk by chunk."""

from manyways.candidates.check.cases import Finding
from manyways.candidates.check.report import Report, check, check_lists

__all__ = ["Finding", "Report", "check", "check_lists"]
