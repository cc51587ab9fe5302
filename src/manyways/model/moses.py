"""Models of the Moses family: from `moses.ini` and text tables into a model directory, and back.

import_moses("moses.ini", "models/imported")
export_moses("models/de-en", "moses/")        # phrase-table.gz, reordering-table.gz, lm.arpa.gz, moses.ini
"""

from __future__ import annotations

import os
from pathlib import Path

from manyways.errors import InputError
from manyways.lm import read_arpa, write_model
from manyways.model.directory import Model, SearchSettings, describe
from manyways.model.moses_ini import MosesFeature, MosesIni, read_moses_ini
from manyways.phrases import PhraseTable
from manyways.phrases import import_moses as import_table
from manyways.progress import say

__all__ = ["import_moses"]

_TEXT = {"language": "xx", "tokeniser": "tokenised", "casing": "keep"}


def import_moses(ini_path: str | os.PathLike[str], directory: str | os.PathLike[str]) -> Model:
    """Make a model directory from a moses.ini and the text files that it names.

    Feature names, weights, the distortion limit and the table limit are kept. Text is taken as it is: a Moses
    model does not say how its text was prepared.
    """
    ini = read_moses_ini(ini_path)
    root = Path(directory)
    root.mkdir(parents=True, exist_ok=True)
    base = Path(ini_path).parent
    if ini.is_chart:
        raise InputError(
            "describes a hierarchical model", path=ini_path, remedy="Use its rule table by itself."
        )
    files = {"table": describe(root, _import_table(ini, ini_path, base, root))}
    for feature in ini.language_models:
        say(f"{feature.name}: reading {feature.path}")
        name = f"{feature.name}.bin"
        write_model(read_arpa(_file_of(feature, base, ini_path)), root / name)
        files[feature.name] = describe(root, name)
    limits = [feature.settings.get("table-limit", "20") for feature in ini.tables]
    model = Model(
        directory=root,
        kind="phrase",
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
