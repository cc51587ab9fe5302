"""Hierarchical rules: learn them from linked sentence pairs, read and write Moses's, look them up."""

from __future__ import annotations

from manyways.grammar.moses import check_glue, export_glue, export_rules, import_rules
from manyways.grammar.settings import RuleSettings
from manyways.grammar.table import Rule, RuleTable
from manyways.grammar.train import TrainSummary, extract, significance, train

__all__ = [
    "Rule",
    "RuleSettings",
    "RuleTable",
    "TrainSummary",
    "check_glue",
    "export_glue",
    "export_rules",
    "extract",
    "import_rules",
    "significance",
    "train",
]
