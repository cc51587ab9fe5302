"""Reading and writing `moses.ini`: which features a Moses model has, where their files are, their weights.

Only what the search can honour is accepted: a feature we do not know is an error that names it, never
something left out in silence, because the totals would not be Moses's. Language models keep their names; all
other features have one name here (`TranslationModel0`), whatever the file calls them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from manyways.errors import InputError
from manyways.files import read_lines
from manyways.model.weights import Weights, is_feature_name
from manyways.wording import counted

__all__ = ["MosesFeature", "MosesIni", "read_moses_ini", "format_moses_ini"]

_TABLES = {"PhraseDictionaryMemory", "PhraseDictionaryCompact", "ProbingPT", "PhraseDictionaryBinary"}
_LANGUAGE_MODELS = {"KENLM", "SRILM", "IRSTLM", "LanguageModel"}
# kind of feature -> its name in our models
_NAMES = {
    "UnknownWordPenalty": "UnknownWordPenalty0",
    "WordPenalty": "WordPenalty0",
    "PhrasePenalty": "PhrasePenalty0",
    "Distortion": "Distortion0",
    "LexicalReordering": "LexicalReordering0",
}
_RESERVED = {*_NAMES.values(), "TranslationModel0", "TranslationModel1", "InputFeature0", "PhraseFeatures0"}
_SIZES = {"LexicalReordering": 6, "PhraseDictionaryMemory": 4}  # components when the line does not say
_DEFAULT_WEIGHTS = {"UnknownWordPenalty": 1.0}
_ONE_LABEL = "Only grammars with the one label X can be read."

AnyPath = str | os.PathLike[str]


@dataclass(frozen=True)
class MosesFeature:
    """One line of [feature]: its kind, its name in the file, its settings, the line it stands on.

    own: its name in our models.
    """

    kind: str
    name: str
    settings: Mapping[str, str]
    line: int
    own: str = ""

    @property
    def size(self) -> int:
        return int(self.settings.get("num-features", _SIZES.get(self.kind, 1)))

    @property
    def path(self) -> str | None:
        return self.settings.get("path")


@dataclass(frozen=True)
class MosesIni:
    """What a moses.ini says. `weights` has, by their own names, all features with a line in [feature]."""

    path: AnyPath
    features: list[MosesFeature]
    weights: Weights
    sections: Mapping[str, list[tuple[int, str]]] = field(default_factory=dict)

    def of_kind(self, *kinds: str) -> list[MosesFeature]:
        return [feature for feature in self.features if feature.kind in kinds]

    @property
    def tables(self) -> list[MosesFeature]:
        return self.of_kind(*_TABLES)

    @property
    def rule_tables(self) -> list[MosesFeature]:
        """Tables with scores of rules; of a hierarchical model the other one is the glue grammar."""
        return [feature for feature in self.tables if feature.own == "TranslationModel0"]

    @property
    def glue_grammars(self) -> list[MosesFeature]:
        return [feature for feature in self.tables if feature.own == "TranslationModel1"]

    @property
    def language_models(self) -> list[MosesFeature]:
        return self.of_kind(*_LANGUAGE_MODELS)

    @property
    def is_chart(self) -> bool:
        return _is_chart(self.sections)

    def number(self, section: str, default: int, *, index: int = 0, least: int = -1) -> int:
        """The value of a section that holds whole numbers, `least` or more: the first, or another."""
        for line, text in self.sections.get(section, [])[index : index + 1]:
            return whole_number(text, f"[{section}]", self.path, line, least=least)
        return default


def whole_number(text: str, what: str, path: AnyPath, line: int, *, least: int = 0) -> int:
    """A number below a thousand million, or an InputError."""
    digits = text.removeprefix("-")
    value = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else least - 1
    if value < least:
        raise InputError(
            f"{what} must be a whole number, {least} or more; found {text[:80]!r}", path=path, line=line
        )
    return value


def read_moses_ini(path: AnyPath) -> MosesIni:
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
        whole_number(text, "[distortion-limit]", path, number, least=-1)
    features = _own_names(path, _features(path, sections["feature"]), chart=_is_chart(sections))
    if _is_chart(sections):
        _check_chart(path, sections, features)
    return MosesIni(path, features, _weights(path, features), sections)


def _is_chart(sections: Mapping[str, list[tuple[int, str]]]) -> bool:
    return any(text in {"3", "5"} for _, text in sections.get("search-algorithm", []))


def _check_chart(
    path: AnyPath, sections: Mapping[str, list[tuple[int, str]]], features: list[MosesFeature]
) -> None:
    """An InputError if a hierarchical model has what such a search cannot honour."""
    for line, text in sections.get("non-terminals", []):
        if text != "X":
            raise InputError(f"the label {text[:80]!r}; expected X", path=path, line=line, remedy=_ONE_LABEL)
    for line, _ in sections.get("unknown-lhs", [])[:1]:
        raise InputError("[unknown-lhs] gives labels to words", path=path, line=line, remedy=_ONE_LABEL)
    for line, text in sections.get("max-chart-span", []):
        whole_number(text, "[max-chart-span]", path, line, least=1)
    for feature in features:
        if feature.kind in ("Distortion", "LexicalReordering"):
            found = f"{feature.kind} has no meaning in a hierarchical model ([search-algorithm] 3 or 5)"
            raise InputError(found, path=path, line=feature.line, remedy="Take it out, here and in [weight].")
    known = {feature.own for feature in features}
    for own, what in (("TranslationModel0", "rule table"), ("TranslationModel1", "glue grammar")):
        if own not in known:
            scores = "one score" if own == "TranslationModel1" else "more than one score"
            raise InputError(
                f"has no {what}: a hierarchical model has two tables, one of them with {scores}",
                path=path,
                remedy="Give both: PhraseDictionaryMemory name=... num-features=... path=...",
            )


def _features(path: AnyPath, lines: list[tuple[int, str]]) -> list[MosesFeature]:
    features: dict[str, MosesFeature] = {}
    known = _NAMES.keys() | _TABLES | _LANGUAGE_MODELS
    for number, text in lines:
        kind, *rest = text.split()
        if kind not in known:
            raise InputError(
                f"feature {kind} is not one we can compute",
                path=path,
                line=number,
                remedy=f"Known: {', '.join(sorted(known))}.",
            )
        settings = _settings(path, number, rest)
        count = sum(feature.kind == kind for feature in features.values())
        name = settings.get("name", f"{kind}{count}")
        if not is_feature_name(name):
            raise InputError(
                f"{name[:80]!r} cannot be the name of a feature",
                path=path,
                line=number,
                remedy="A name begins with a letter and has letters, digits, - and _, 64 at most.",
            )
        if name in features:
            raise InputError(
                f"{name} is the name of a feature in line {features[name].line} already",
                path=path,
                line=number,
                remedy="Give each its own: name=LM0, name=LM1, ...",
            )
        features[name] = MosesFeature(kind, name, settings, number)
        _check_size(path, features[name])
        whole_number(settings.get("table-limit", "20"), "table-limit", path, number)
    return list(features.values())


def _settings(path: AnyPath, number: int, items: list[str]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not equals or key in settings:
            found = f"{key} is given twice" if equals else f"expected key=value; found {item!r}"
            raise InputError(found, path=path, line=number)
        settings[key] = value
    return settings


def _check_size(path: AnyPath, feature: MosesFeature) -> None:
    text = feature.settings.get("num-features", "1")
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 4 and int(text) > 0):
        raise InputError("num-features must be a whole number from 1 to 9,999", path=path, line=feature.line)
    wanted = None if feature.kind in _TABLES else _SIZES.get(feature.kind, 1)
    if wanted is not None and feature.size != wanted:
        raise InputError(
            f"{feature.name} has {feature.size} components; we compute {wanted} for {feature.kind}",
            path=path,
            line=feature.line,
        )


def _own_names(path: AnyPath, features: list[MosesFeature], *, chart: bool) -> list[MosesFeature]:
    """Every feature with the name that it has in our models."""
    named: dict[str, MosesFeature] = {}
    for feature in features:
        own = feature.name
        if feature.kind in _TABLES:
            own = "TranslationModel1" if chart and feature.size == 1 else "TranslationModel0"
        elif feature.kind in _NAMES:
            own = _NAMES[feature.kind]
        elif own in _RESERVED:
            raise InputError(
                f"a language model cannot be called {own}: another feature is",
                path=path,
                line=feature.line,
                remedy="Give it another name here and in [weight]: name=LM0",
            )
        if own in named:
            raise InputError(f"has a second {feature.kind}; expected one", path=path, line=feature.line)
        named[own] = replace(feature, own=own)
    return list(named.values())


def _weights(path: AnyPath, features: list[MosesFeature]) -> Weights:
    given = Weights.read_moses(path)
    known = {feature.name: feature for feature in features}
    for name, value in given.items():
        if name not in known:
            raise InputError(f"[weight] names {name[:80]}, which has no line in [feature]", path=path)
        if len(value) != known[name].size:
            raise InputError(
                f"{name} has {counted(known[name].size, 'components')} and {counted(len(value), 'weights')}",
                path=path,
                line=known[name].line,
                remedy="Give one weight per component, or correct num-features.",
            )
    values: dict[str, tuple[float, ...]] = {}
    for feature in features:
        if feature.name in given:
            values[feature.own] = given[feature.name]
        elif feature.kind in _DEFAULT_WEIGHTS:
            values[feature.own] = (_DEFAULT_WEIGHTS[feature.kind],) * feature.size
        else:
            raise InputError(f"{feature.name} has no weight", path=path, line=feature.line)
    return Weights(values)


def format_moses_ini(
    features: list[str],
    weights: Weights,
    *,
    distortion_limit: int | None = None,
    span_limit: int | None = None,
) -> str:
    """A moses.ini that Moses reads: one line per feature, then the weights.

    span_limit: of a hierarchical model, whose tables are the rules and the glue grammar in that order.
    """
    chart = span_limit is not None
    lines = ["[input-factors]", "0", "", "[mapping]", "0 T 0", *(["1 T 1"] if chart else []), ""]
    if distortion_limit is not None:
        lines += ["[distortion-limit]", str(distortion_limit), ""]
    if chart:
        lines += ["[search-algorithm]", "3", "", "[inputtype]", "3", "", "[non-terminals]", "X", ""]
        lines += ["[cube-pruning-pop-limit]", "1000", "", "[max-chart-span]", str(span_limit), "1000", ""]
    lines += ["[feature]", *features, ""]
    return "\n".join(lines) + "\n" + weights.moses_section()
