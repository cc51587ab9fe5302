"""Reading and writing `moses.ini`: which features a Moses model has, where their files are, their weights.

Only what the search can honour is accepted: a feature we do not know is an error that names it, never
something left out in silence, because the totals would not be Moses's.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from manyways.errors import InputError
from manyways.files import read_lines
from manyways.model.weights import Weights

__all__ = ["MosesFeature", "MosesIni", "read_moses_ini", "format_moses_ini"]

# kind of feature -> how many components it has when the line does not say
_SIZES = {
    "UnknownWordPenalty": 1,
    "WordPenalty": 1,
    "PhrasePenalty": 1,
    "Distortion": 1,
    "KENLM": 1,
    "LexicalReordering": 6,
    "PhraseDictionaryMemory": 4,
}
_TABLES = {"PhraseDictionaryMemory", "PhraseDictionaryCompact", "ProbingPT", "PhraseDictionaryBinary"}
_LANGUAGE_MODELS = {"KENLM", "SRILM", "IRSTLM", "LanguageModel"}
_WHOLE = re.compile("-?[0-9]{1,9}")
_DEFAULT_WEIGHTS = {"UnknownWordPenalty": 1.0}


@dataclass(frozen=True)
class MosesFeature:
    """One line of [feature]: its kind, its name, its settings, the line it stands on."""

    kind: str
    name: str
    settings: Mapping[str, str]
    line: int

    @property
    def size(self) -> int:
        return int(self.settings.get("num-features", _SIZES.get(self.kind, 1)))

    @property
    def path(self) -> str | None:
        return self.settings.get("path")


@dataclass(frozen=True)
class MosesIni:
    """What a moses.ini says. `weights` names every feature that has a line in [feature]."""

    features: list[MosesFeature]
    weights: Weights
    sections: Mapping[str, list[str]] = field(default_factory=dict)

    def of_kind(self, *kinds: str) -> list[MosesFeature]:
        return [feature for feature in self.features if feature.kind in kinds]

    @property
    def tables(self) -> list[MosesFeature]:
        return self.of_kind(*_TABLES)

    @property
    def language_models(self) -> list[MosesFeature]:
        return self.of_kind(*_LANGUAGE_MODELS)

    @property
    def is_chart(self) -> bool:
        return any(line in {"3", "5"} for line in self.sections.get("search-algorithm", []))

    def number(self, section: str, default: int) -> int:
        """The first value of a section that holds a whole number."""
        return int(self.sections[section][0]) if self.sections.get(section) else default


def read_moses_ini(path: str | os.PathLike[str]) -> MosesIni:
    """Read and check a moses.ini: known features, and as many weights as components."""
    sections: dict[str, list[tuple[int, str]]] = {}
    current: list[tuple[int, str]] | None = None
    for number, line in enumerate(read_lines(path), start=1):
        text = line.split("#")[0].strip()
        if text.startswith("[") and text.endswith("]"):
            current = sections.setdefault(text[1:-1], [])
        elif text and current is None:
            raise InputError(f"expected a section such as [feature]; found {text!r}", path=path, line=number)
        elif text and current is not None:
            current.append((number, text))
    if "feature" not in sections:
        raise InputError(
            "has no [feature] section",
            path=path,
            remedy="Older files ([ttable-file], [lmodel-file]) must be converted by Moses first.",
        )
    for number, text in sections.get("distortion-limit", [])[:1]:
        _check_whole("[distortion-limit]", text, path, number)
    features = _features(path, sections["feature"])
    weights = _weights(path, features)
    plain = {name: [text for _, text in lines] for name, lines in sections.items()}
    return MosesIni(features, weights, plain)


def _check_whole(name: str, text: str, path: str | os.PathLike[str], line: int) -> None:
    if not _WHOLE.fullmatch(text):
        found = f"{name} must be a whole number of at most nine digits; found {text[:40]!r}"
        raise InputError(found, path=path, line=line)


def _features(path: str | os.PathLike[str], lines: list[tuple[int, str]]) -> list[MosesFeature]:
    features: list[MosesFeature] = []
    seen: dict[str, int] = {}
    for number, text in lines:
        kind, *rest = text.split()
        settings: dict[str, str] = {}
        for item in rest:
            key, equals, value = item.partition("=")
            if not equals:
                raise InputError(f"expected key=value; found {item!r}", path=path, line=number)
            settings[key] = value
        if kind not in _SIZES.keys() | _TABLES | _LANGUAGE_MODELS:
            raise InputError(
                f"feature {kind} is not one we can compute",
                path=path,
                line=number,
                remedy=f"Known: {', '.join(sorted(_SIZES.keys() | _TABLES | _LANGUAGE_MODELS))}.",
            )
        count = seen.get(kind, 0)
        seen[kind] = count + 1
        feature = MosesFeature(kind, settings.get("name", f"{kind}{count}"), settings, number)
        _check_whole("table-limit", settings.get("table-limit", "20"), path, number)
        size = settings.get("num-features", "1")
        if not (size.isascii() and size.isdigit() and len(size) <= 4):
            raise InputError("num-features must be a whole number below 10,000", path=path, line=number)
        features.append(feature)
    return features


def _weights(path: str | os.PathLike[str], features: list[MosesFeature]) -> Weights:
    given = Weights.read_moses(path)
    known = {feature.name: feature for feature in features}
    for name, value in given.items():
        if name not in known:
            raise InputError(f"[weight] names {name}, which has no line in [feature]", path=path)
        if len(value) != known[name].size:
            raise InputError(
                f"{name} has {known[name].size} components and {len(value)} weights",
                path=path,
                line=known[name].line,
                remedy="Give one weight per component, or correct num-features.",
            )
    values: dict[str, tuple[float, ...]] = {}
    for feature in features:
        if feature.name in given:
            values[feature.name] = given[feature.name]
        elif feature.kind in _DEFAULT_WEIGHTS:
            values[feature.name] = (_DEFAULT_WEIGHTS[feature.kind],) * feature.size
        else:
            raise InputError(f"{feature.name} has no weight", path=path, line=feature.line)
    return Weights(values)


def format_moses_ini(
    features: list[str], weights: Weights, *, distortion_limit: int | None, chart: bool = False
) -> str:
    """A moses.ini that Moses reads: one line per feature, then the weights."""
    lines = ["[input-factors]", "0", "", "[mapping]", "0 T 0", *(["1 T 1"] if chart else []), ""]
    if distortion_limit is not None:
        lines += ["[distortion-limit]", str(distortion_limit), ""]
    if chart:
        lines += ["[search-algorithm]", "3", "", "[inputtype]", "3", "", "[non-terminals]", "X", ""]
        lines += ["[max-chart-span]", "20", "1000", ""]
    lines += ["[feature]", *features, ""]
    return "\n".join(lines) + "\n" + weights.moses_section()
