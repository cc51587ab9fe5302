"""Models of the Moses family: from `moses.ini` and text tables into a model directory, and back.

import_moses("moses.ini", "models/imported")
export_moses("models/de-en", "moses/")        # phrase-table.gz, reordering-table.gz, lm.arpa.gz, moses.ini
"""

from __future__ import annotations

import os
from pathlib import Path

from manyways.errors import InputError
from manyways.files import atomic_write, make_directory
from manyways.grammar import RuleTable, export_glue, export_rules, import_rules
from manyways.lm import LanguageModel, read_arpa, write_arpa, write_model
from manyways.model.directory import Model, SearchSettings, describe
from manyways.model.moses_ini import MosesFeature, MosesIni, format_moses_ini, read_moses_ini
from manyways.phrases import PhraseTable
from manyways.phrases import export_moses as export_table
from manyways.phrases import import_moses as import_table
from manyways.progress import say

__all__ = ["export_moses", "import_moses"]

_TEXT = {"language": "xx", "tokeniser": "tokenised", "casing": "keep"}


def import_moses(ini_path: str | os.PathLike[str], directory: str | os.PathLike[str]) -> Model:
    """Make a model directory from a moses.ini and the text files that it names.

    Feature names, weights, the distortion limit and the table limit are kept. Text is taken as it is: a Moses
    model does not say how its text was prepared.
    """
    ini = read_moses_ini(ini_path)
    root = Path(directory)
    make_directory(root)
    base = Path(ini_path).parent
    role, table = ("rules", _import_rules) if ini.is_chart else ("table", _import_table)
    files = {role: describe(root, table(ini, ini_path, base, root))}
    for feature in ini.language_models:
        say(f"{feature.name}: reading {feature.path}")
        name = f"{feature.name}.bin"
        write_model(read_arpa(_file_of(feature, base, ini_path)), root / name)
        files[feature.name] = describe(root, name)
    limits = [feature.settings.get("table-limit", "20") for feature in ini.tables]
    model = Model(
        directory=root,
        kind="hierarchical" if ini.is_chart else "phrase",
        files=files,
        weights=ini.weights,
        search=SearchSettings(
            distortion_limit=ini.number("distortion-limit", -1), table_limit=int(limits[0])
        ),
        source=_TEXT,
        target=_TEXT,
        provenance={"imported_from": os.fspath(ini_path)},
    )
    model.write()
    return model


def _import_table(ini: MosesIni, ini_path: str | os.PathLike[str], base: Path, root: Path) -> str:
    """The phrase table, with the reordering scores in it; returns its file name."""
    if len(ini.tables) != 1:
        raise InputError(f"has {len(ini.tables)} phrase tables; expected one", path=ini_path)
    orderings = ini.of_kind("LexicalReordering")
    if len(orderings) > 1:
        raise InputError("has several reordering models; expected at most one", path=ini_path)
    for feature in orderings:
        if "msd-bidirectional-fe" not in feature.settings.get("type", ""):
            raise InputError(
                f"reordering type {feature.settings.get('type')} is not one we can compute",
                path=ini_path,
                line=feature.line,
                remedy="Known: msd-bidirectional-fe.",
            )
    say(f"{ini.tables[0].name}: reading {ini.tables[0].path}")
    table = import_table(
        _file_of(ini.tables[0], base, ini_path),
        root / "phrases.bin",
        reordering=_file_of(orderings[0], base, ini_path) if orderings else None,
    )
    _check_sizes(ini, table, ini_path)
    return "phrases.bin"


def _import_rules(ini: MosesIni, ini_path: str | os.PathLike[str], base: Path, root: Path) -> str:
    """The rule table; the glue grammar is the usual one and is not read."""
    rules = [feature for feature in ini.tables if feature.size > 1]
    if len(rules) != 1:
        raise InputError(f"has {len(rules)} rule tables; expected one", path=ini_path)
    say(f"{rules[0].name}: reading {rules[0].path}")
    import_rules(_file_of(rules[0], base, ini_path), root / "rules.bin")
    return "rules.bin"


def export_moses(directory: str | os.PathLike[str], out: str | os.PathLike[str]) -> list[Path]:
    """Write a model's tables, language models and moses.ini for Moses; returns the files."""
    model = Model.open(directory)
    root = Path(out)
    make_directory(root)
    lines = ["UnknownWordPenalty", "WordPenalty", "PhrasePenalty"]
    written = (
        _export_phrases(model, root, lines) if model.kind == "phrase" else _export_rules(model, root, lines)
    )
    for name, path in model.language_models.items():
        language_model = LanguageModel.open(path)
        written.append(root / f"{name}.arpa.gz")
        write_arpa(language_model.ngrams(), written[-1])
        lines.append(f"KENLM name={name} factor=0 path={written[-1].name} order={language_model.order}")
    chart = model.kind == "hierarchical"
    limit = None if chart else model.search.distortion_limit
    with atomic_write(root / "moses.ini") as stream:
        stream.write(format_moses_ini(lines, model.weights, distortion_limit=limit, chart=chart))
    return [*written, root / "moses.ini"]


def _export_phrases(model: Model, root: Path, lines: list[str]) -> list[Path]:
    table = PhraseTable(model.path("table"))
    written = [root / "phrase-table.gz"]
    ordering = root / "reordering-table.gz" if table.reordering_scores else None
    export_table(table, written[0], reordering=ordering)
    lines.append(
        _table_line("TranslationModel0", len(table.score_names), written[0], model.search.table_limit)
    )
    if ordering is not None:
        kind = "wbe-msd-bidirectional-fe-allff"
        lines.append(
            f"LexicalReordering name=LexicalReordering0 num-features={table.reordering_scores} type={kind} "
            f"input-factor=0 output-factor=0 path={ordering.name}"
        )
        written.append(ordering)
    lines.append("Distortion")
    return written


def _export_rules(model: Model, root: Path, lines: list[str]) -> list[Path]:
    written = [root / "rule-table.gz", root / "glue-grammar"]
    export_rules(RuleTable(model.path("rules")), written[0])
    export_glue(written[1])
    lines.append(_table_line("TranslationModel0", 4, written[0], model.search.table_limit))
    lines.append(_table_line("TranslationModel1", 1, written[1], 0))
    return written


def _table_line(name: str, size: int, path: Path, limit: int) -> str:
    return (
        f"PhraseDictionaryMemory name={name} num-features={size} path={path.name} table-limit={limit} "
        "input-factor=0 output-factor=0"
    )


def _check_sizes(ini: MosesIni, table: PhraseTable, ini_path: str | os.PathLike[str]) -> None:
    """The numbers of scores in the files must be those that the ini declares."""
    declared = ini.tables[0]
    if len(table.score_names) != declared.size:
        raise InputError(
            f"declares {declared.size} scores for {declared.name}; its table has {len(table.score_names)}",
            path=ini_path,
            line=declared.line,
        )
    for feature in ini.of_kind("LexicalReordering"):
        if table.reordering_scores != feature.size:
            raise InputError(
                f"declares {feature.size} scores for {feature.name}; its table has {table.reordering_scores}",
                path=ini_path,
                line=feature.line,
            )


def _file_of(feature: MosesFeature, base: Path, ini_path: str | os.PathLike[str]) -> Path:
    """The file a feature names, relative to the ini; Moses adds .gz where the plain name is missing."""
    if feature.path is None:
        raise InputError(f"{feature.name} has no path=", path=ini_path, line=feature.line)
    for name in (feature.path, feature.path + ".gz"):
        if (base / name).is_file():
            return base / name
    raise InputError(
        f"{feature.name} names {feature.path}, which is not there", path=ini_path, line=feature.line
    )
