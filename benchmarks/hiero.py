"""The hierarchical model of ../shared/fixtures/hiero, which Moses was measured with."""

from __future__ import annotations

from pathlib import Path

from manyways.grammar import RuleTable, import_rules
from manyways.lm import LanguageModel
from manyways.model import SearchSettings, Weights
from manyways.search import RuleModel

FIXTURES = Path(__file__).resolve().parents[2] / "shared" / "fixtures"
HIERO = FIXTURES / "hiero"
# Those of moses.ini there.
WEIGHTS: dict[str, float | list[float]] = {
    "WordPenalty0": -0.21978,
    "PhrasePenalty0": 0.0377976,
    "TranslationModel0": [0.0611838, 0.0375079, 0.0705903, 0.079598],
    "TranslationModel1": 0.1,
    "LM0": 0.131866,
    "UnknownWordPenalty0": 1.0,
}


def hiero_rules(folder: Path) -> RuleTable:
    return import_rules(HIERO / "rule-table.gz", folder / "rules.bin")


def hiero_model(rules: RuleTable, settings: SearchSettings, *, order: int = 5) -> RuleModel:
    """order: of the language model, 3 or 5."""
    lm = LanguageModel.open(FIXTURES / "lm" / f"en.{order}.arpa.gz")
    return RuleModel(rules, {"LM0": lm}, Weights(WEIGHTS), settings)


def hiero_sources() -> list[str]:
    return (HIERO / "source50.de").read_text(encoding="utf-8").splitlines()
