"""Models of the Moses family: from `moses.ini` and text tables into a model directory, and back.

import_moses("moses.ini", "models/imported")
export_moses("models/de-en", "moses/")        # phrase-table.gz, reordering-table.gz, lm.arpa.gz, moses.ini
"""

from __future__ import annotations

import os
from pathlib import Path

from manyways.errors import InputError, ModelError
from manyways.files import atomic_write, make_directory, remove_file, remove_tree
from manyways.grammar import RuleTable, check_glue, export_glue, export_rules, import_rules
from manyways.inside import file_inside, folder_inside
from manyways.lm import LanguageModel, read_arpa, write_arpa, write_model
from manyways.model.directory import Model, Piece, SearchSettings
from manyways.model.moses_ini import (
    MosesFeature,
    MosesIni,
    format_moses_ini,
    read_moses_ini,
    whole_number,
)
from manyways.model.weights import Weights
from manyways.outputs import new_directory
from manyways.phrases import PhraseTable
from manyways.phrases import export_moses as export_table
from manyways.phrases import import_moses as import_table
from manyways.progress import say
from manyways.run import Manifest
from manyways.run.manifest import FILE_NAME as MANIFEST
from manyways.text.truecase import Truecaser

__all__ = ["export_moses", "import_moses"]

_WORK = "import.partial"  # where files are made; a killed import leaves it for the next one
INPUT_FEATURE = "InputFeature0"
_SPLIT = {
    "rules": "words are split as by Moses's tokenizer.perl -no-escape",
    "tokenised": "words are split already; the text is taken as it is",
}
_HAN = {
    "characters": "one by one",
    "spaces": "words that spaces separate",
    "jieba": "words as jieba finds them",
}
_CASED = {
    "truecase": "cased by truecase-model.{side} (Moses's truecase.perl reads it)",
    "lower": "in lower case",
    "keep": "in the case that it has",
}
_TEXT = {"language": "xx", "tokeniser": "tokenised", "casing": "keep"}


def import_moses(
    ini_path: str | os.PathLike[str], directory: str | os.PathLike[str], *, force: bool = False
) -> Model:
    """Make a model directory from a moses.ini and the text files that it names.

    Names of language models, weights, the distortion limit and the table limit are kept; names of other
    features that had to change are in `provenance["renamed"]`. Text is taken as it is: a Moses model does not
    say how its text was prepared. The ini may name files anywhere to be read; what is written is called by
    our own names, in the directory. force: what is in the directory may be replaced.
    """
    root = Path(directory)
    with new_directory(root, "import-moses", force=force):
        ini = read_moses_ini(ini_path)
        work = folder_inside(root, _WORK)
        if any(work.iterdir()):  # of an import that was killed
            remove_tree(work)
            work = folder_inside(root, _WORK)
        try:
            model = _read_model(ini, root).published(_read_files(ini, work))
        finally:
            remove_tree(work)
        for name in Manifest.read(root).outputs.keys() - {each.path for each in model.files.values()}:
            remove_file(file_inside(root, name))  # a model that was trained there can no longer be extended
        remove_file(file_inside(root, MANIFEST))
        return model


def _read_model(ini: MosesIni, root: Path) -> Model:
    """Everything but the files."""
    limits = [
        whole_number(feature.settings.get("table-limit", "20"), "table-limit", ini.path, feature.line)
        for feature in ini.rule_tables
    ]
    # [max-chart-span] has a number for each table, in their order.
    spans = [index for index, feature in enumerate(ini.tables) if feature in ini.rule_tables]
    renamed = {feature.name: feature.own for feature in ini.features if feature.own != feature.name}
    absent = {"WordPenalty0": 0.0, "PhrasePenalty0": 0.0} | ({} if ini.is_chart else {"Distortion0": 0.0})
    return Model(
        directory=root,
        kind="hierarchical" if ini.is_chart else "phrase",
        weights=Weights({**absent, **ini.weights.plain()}),
        search=SearchSettings(
            distortion_limit=ini.number("distortion-limit", -1),
            table_limit=limits[0] if limits else 20,
            span_limit=ini.number("max-chart-span", 20, index=spans[0] if spans else 0, least=1),
        ),
        source=_TEXT,
        target=_TEXT,
        provenance={"imported_from": os.fsencode(ini.path).decode("utf-8", "replace")}
        | ({"renamed": renamed} if renamed else {}),
    )


def _read_files(ini: MosesIni, work: Path) -> dict[str, Piece]:
    """Our files, made from those that the ini names."""
    base = Path(ini.path).parent
    pieces = {}
    if ini.is_chart:
        pieces["rules"] = Piece.of(_import_rules(ini, ini.path, base, work), "rules")
    else:
        pieces["table"] = Piece.of(_import_table(ini, ini.path, base, work), "table")
    for number, feature in enumerate(ini.language_models):
        say(f"{feature.name}: reading {feature.path}")
        path = work / f"lm.{number}.bin"
        write_model(read_arpa(_file_of(feature, base, ini.path)), path)
        pieces[feature.own] = Piece.of(path, "lm")
    return pieces


def _import_table(ini: MosesIni, ini_path: str | os.PathLike[str], base: Path, work: Path) -> Path:
    """The phrase table, with the reordering scores in it."""
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
        work / "phrases.bin",
        reordering=_file_of(orderings[0], base, ini_path) if orderings else None,
    )
    _check_size(ini.tables[0], len(table.score_names), ini_path)
    for feature in orderings:
        _check_size(feature, table.reordering_scores, ini_path)
    return work / "phrases.bin"


def _import_rules(ini: MosesIni, ini_path: str | os.PathLike[str], base: Path, work: Path) -> Path:
    """The rule table; the glue grammar must be the usual one, which the search has built in."""
    (glue,), (declared,) = ini.glue_grammars, ini.rule_tables
    say(f"{glue.name}: reading {glue.path}")
    check_glue(_file_of(glue, base, ini_path))
    say(f"{declared.name}: reading {declared.path}")
    rules = import_rules(_file_of(declared, base, ini_path), work / "rules.bin")
    _check_size(declared, len(rules.score_names), ini_path)
    return work / "rules.bin"


def export_moses(directory: str | os.PathLike[str], out: str | os.PathLike[str]) -> list[Path]:
    """Write a model's tables, language models and moses.ini for Moses; returns the files."""
    model = Model.open(directory)
    _check_exportable(model)
    folder = make_directory(out)
    lines = ["UnknownWordPenalty", "WordPenalty", "PhrasePenalty"]
    written = (
        _export_phrases(model, folder, lines)
        if model.kind == "phrase"
        else _export_rules(model, folder, lines)
    )
    for name, path in model.language_models.items():
        language_model = LanguageModel.open(path)
        written.append(folder / f"{name}.arpa.gz")
        write_arpa(language_model.ngrams(), written[-1])
        lines.append(f"KENLM name={name} factor=0 path={written[-1].name} order={language_model.order}")
    chart = model.kind == "hierarchical"
    ini = format_moses_ini(
        lines,
        Weights({name: value for name, value in model.weights.items() if name != INPUT_FEATURE}),
        distortion_limit=None if chart else model.search.distortion_limit,
        span_limit=model.search.span_limit if chart else None,
    )
    with atomic_write(folder / "moses.ini") as stream:
        stream.write(ini)
    return [*written, *_export_preparation(model, folder), folder / "moses.ini"]


def _export_preparation(model: Model, folder: Path) -> list[Path]:
    """The truecasers, which Moses's scripts read as they are, and in words what was done to the text."""
    written = []
    for role, path in model.of_kind("truecaser").items():
        written.append(folder / f"{role.replace('truecase', 'truecase-model')}")
        Truecaser.load(path).save(written[-1])
    written.append(folder / "PREPARATION.txt")
    with atomic_write(written[-1]) as stream:
        stream.write(_preparation(model))
    return written


def _preparation(model: Model) -> str:
    lines = ["What this model's text is, for whoever prepares input for it or restores its output.", ""]
    for side, values in (("source", model.source), ("target", model.target)):
        lines += [f"{side.capitalize()} ({values.get('language', 'xx')}):"]
        if values.get("plain", True) and values.get("tokeniser") != "tokenised":
            lines.append("- curly quotes, long dashes and odd spaces are plain ones")
        lines.append(f"- {_SPLIT[str(values.get('tokeniser', 'rules'))]}")
        if values.get("tokeniser") != "tokenised":
            lines.append(f"- Han and Kana: {_HAN[str(values.get('segmenter', 'characters'))]}")
        lines.append(f"- {_CASED[str(values.get('casing', 'truecase'))].format(side=side)}")
        if "split" in (values.get("compounds"), values.get("prefixes")) or values.get("unknown") == "vary":
            lines.append("- words in parts, known words for new ones: by `manyways` alone (words.source)")
        if side == "source" and "letters.source" in model.files:
            lines.append("- unknown words of its script are spelt: by `manyways` alone (letters.source)")
        lines.append("")
    lines.append("Output: a capital at the start of each sentence, then Moses's detokenizer.perl.")
    return "\n".join(lines) + "\n"


def _check_exportable(model: Model) -> None:
    """A ModelError if Moses would not give this model's scores."""
    own = [*model.word_classes, *model.of_kind("phrase weights")]
    if own:
        raise ModelError(
            f"{model.directory} has {own[0]}, which no file of Moses can hold",
            remedy="Export the model that it was made from, or tune one without it.",
        )
    if any(model.weights.get(INPUT_FEATURE, ())):
        raise ModelError(
            f"{model.directory} has a weight for {INPUT_FEATURE} (scores of lattices), which is not exported",
            remedy="Tune the model on plain text.",
        )


def _export_phrases(model: Model, folder: Path, lines: list[str]) -> list[Path]:
    table = PhraseTable(model.path("table"))
    written = [folder / "phrase-table.gz"]
    ordering = folder / "reordering-table.gz" if table.reordering_scores else None
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


def _export_rules(model: Model, folder: Path, lines: list[str]) -> list[Path]:
    written = [folder / "rule-table.gz", folder / "glue-grammar"]
    rules = RuleTable(model.path("rules"))
    export_rules(rules, written[0])
    export_glue(written[1])
    lines.append(
        _table_line("TranslationModel0", len(rules.score_names), written[0], model.search.table_limit)
    )
    lines.append(_table_line("TranslationModel1", 1, written[1], 0))
    return written


def _table_line(name: str, size: int, path: Path, limit: int) -> str:
    return (
        f"PhraseDictionaryMemory name={name} num-features={size} path={path.name} table-limit={limit} "
        "input-factor=0 output-factor=0"
    )


def _check_size(declared: MosesFeature, found: int, ini_path: str | os.PathLike[str]) -> None:
    """The number of scores in a file must be that which the ini declares."""
    if found != declared.size:
        raise InputError(
            f"declares {declared.size} scores for {declared.name}; its table has {found}",
            path=ini_path,
            line=declared.line,
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
