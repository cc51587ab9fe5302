from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from manyways.errors import InputError
from manyways.grammar import RuleTable
from manyways.lm import LanguageModel
from manyways.model import Model, check
from manyways.model.moses import export_moses, import_moses
from manyways.phrases import PhraseTable
from manyways.train import Inputs, TextSettings, TrainSettings, train
from manyways.translator import Translator
from tests.support.commands import manyways_command
from tests.support.damage import damaged
from tests.support.moses import ARPA, INI


@pytest.fixture
def moses(tmp_path: Path) -> Path:
    (tmp_path / "moses.ini").write_text(INI)
    (tmp_path / "pt").write_text("haus ||| house ||| 0.5 0.25 0.5 1 ||| 0-0 ||| 4 2 1 ||| |||\n")
    (tmp_path / "rt").write_text("haus ||| house ||| 0.2 0.2 0.6 0.6 0.2 0.2\n")
    (tmp_path / "lm.arpa").write_text(ARPA)
    return tmp_path


def test_a_moses_model_becomes_a_model_directory(moses: Path) -> None:
    done = manyways_command("import-moses", str(moses / "moses.ini"), str(moses / "model"))
    assert done.returncode == 0, done.stderr
    model = Model.open(moses / "model")
    assert model.weights["LexicalReordering0"] == (1, 2, 3, 4, 5, 6)
    assert (model.search.distortion_limit, model.search.table_limit) == (4, 7)
    (option,) = PhraseTable(model.path("table")).find("haus")
    assert option.target == "house"
    assert len(option.reordering) == 6
    assert LanguageModel.open(model.language_models["LM0"]).order == 2


@damaged(
    "moses_phrases",
    ("moses.ini", "table-limit=7", "table-limit=" + "9" * 5000, "line 7: table-limit must be"),
)
def test_numbers_must_agree(moses: Path, file: str, old: str, new: str, message: str) -> None:
    path = moses / file
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(InputError, match=message):
        import_moses(moses / "moses.ini", moses / "model")
    assert not (moses / "model" / "model.toml").exists()
    assert {each.name for each in moses.iterdir()} <= {"moses.ini", "pt", "rt", "lm.arpa", "model"}


def test_whatever_a_moses_model_calls_its_features_it_translates(moses: Path) -> None:
    usual = import_moses(moses / "moses.ini", moses / "usual")
    ini = (moses / "moses.ini").read_text()
    for old, new in (
        ("LM0", "BigLM"),
        ("TranslationModel0", "Phrases"),
        ("LexicalReordering0", "Reordering"),
        ("Distortion\n", "Distortion name=Jumps\n"),
        ("Distortion0=", "Jumps="),
    ):
        ini = ini.replace(old, new)
    (moses / "moses.ini").write_text(ini)
    model = import_moses(moses / "moses.ini", moses / "renamed")
    assert set(model.weights) == {"BigLM", *usual.weights} - {"LM0"}
    assert set(model.language_models) == {"BigLM"}
    renamed = {"Phrases": "TranslationModel0", "Reordering": "LexicalReordering0", "Jumps": "Distortion0"}
    assert Model.open(moses / "renamed").provenance["renamed"] == renamed
    told = manyways_command("import-moses", str(moses / "moses.ini"), str(moses / "told"), "--quiet")
    assert "Jumps is called Distortion0 here" in told.stderr
    found, expected = (Translator(each).translate("haus haus") for each in (model, usual))
    assert (found.text, found.score) == (expected.text, expected.score)


def test_features_that_a_moses_model_lacks_count_nothing(moses: Path) -> None:
    ini = (moses / "moses.ini").read_text()
    usual = Translator(import_moses(moses / "moses.ini", moses / "usual"))
    for line in ("Distortion\n", "PhrasePenalty\n", "Distortion0= 0.3\n", "PhrasePenalty0= 0.2\n"):
        ini = ini.replace(line, "")
    (moses / "moses.ini").write_text(ini)
    without = Translator(import_moses(moses / "moses.ini", moses / "without"))
    weights = usual.weights.replaced(["Distortion0", "PhrasePenalty0"], [0.0, 0.0])
    assert without.translate("haus haus").score == usual.with_weights(weights).translate("haus haus").score


def test_an_import_over_a_trained_model_leaves_nothing_to_extend(
    moses: Path, trained: Path, tmp_path: Path
) -> None:
    shutil.copytree(trained, tmp_path / "model")
    made = import_moses(moses / "moses.ini", tmp_path / "model", force=True)
    files = {each.name for each in (tmp_path / "model").rglob("*") if each.is_file()}
    assert files == {"model.toml", *(each.path for each in made.files.values())}
    assert check(tmp_path / "model") == []


def test_an_import_takes_the_place_of_another_model(moses: Path) -> None:
    first = import_moses(moses / "moses.ini", moses / "model")
    (moses / "pt").write_text((moses / "pt").read_text().replace("0.25", "0.125"))
    with pytest.raises(InputError, match="not empty"):
        import_moses(moses / "moses.ini", moses / "model")
    second = import_moses(moses / "moses.ini", moses / "model", force=True)
    assert second.files["table"] != first.files["table"]
    assert check(moses / "model") == []
    names = sorted(each.name for each in (moses / "model").iterdir())
    assert names == ["LM0.bin", "model.toml", "phrases.2.bin"]


def test_what_is_exported_is_imported_again(moses: Path) -> None:
    first = import_moses(moses / "moses.ini", moses / "model")
    done = manyways_command("export-moses", str(moses / "model"), str(moses / "out"))
    assert done.returncode == 0, done.stderr
    again = import_moses(moses / "out" / "moses.ini", moses / "again")
    assert again.weights == first.weights
    assert again.search == first.search
    tables = [PhraseTable(model.path("table")).find("haus") for model in (first, again)]
    assert tables[0][0].target == tables[1][0].target
    assert tables[0][0].scores == pytest.approx(tables[1][0].scores, abs=1e-5)
    scores = [LanguageModel.open(model.path("LM0")).score("house house") for model in (first, again)]
    assert scores[0] == pytest.approx(scores[1], abs=1e-5)


def test_a_hierarchical_model_is_trained_exported_and_imported(corpus: Path, tmp_path: Path) -> None:
    given = Inputs(source=corpus / "train.de", target=corpus / "train.en", links=corpus / "train.links")
    settings = TrainSettings(kind="hierarchical", text=TextSettings(tokenised=True, casing="keep"))
    model = train(given, tmp_path / "model", settings).model
    export_moses(model.directory, tmp_path / "out")
    again = import_moses(tmp_path / "out" / "moses.ini", tmp_path / "again")
    assert again.kind == "hierarchical"
    assert again.weights == model.weights
    assert len(RuleTable(again.path("rules"))) == len(RuleTable(model.path("rules")))
