"""Names of another script: learnt in training, spelt in translation, not where the text teaches nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from manyways.model import Model
from manyways.search import Given, Sentence
from manyways.train import Inputs, TextSettings, TrainSettings, train
from manyways.train.letters import LETTERS
from manyways.translator import Translator
from tests.support.scripts import drawn_word, greek

NEW = "marilena"


def written(folder: Path, names: int) -> Inputs:
    """Names and other words in turn: half of the pairs name somebody, half say nothing of letters."""
    draw = random.Random(3)
    known = sorted({drawn_word(draw).title() for _ in range(names)} - {NEW.title()})
    pairs = [(f"ναι {greek(name.lower()).title()} εδω", f"yes {name} here") for name in known]
    pairs += [(f"ναι ψ{greek(drawn_word(draw))}ς εδω", f"yes {drawn_word(draw)} here") for _ in known]
    folder.joinpath("train.el").write_text("".join(f"{one}\n" for one, _ in pairs))
    folder.joinpath("train.en").write_text("".join(f"{other}\n" for _, other in pairs))
    folder.joinpath("links").write_text("0-0 1-1 2-2\n" * len(pairs))
    return Inputs(source=folder / "train.el", target=folder / "train.en", links=folder / "links")


def settings(names: str = "auto", **others: str) -> TrainSettings:
    values = {"source_language": "el", "target_language": "en", "names": names, "unknown": "keep", **others}
    return TrainSettings(text=TextSettings(**values))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("letters")
    summary = train(written(folder, 300), folder / "model", settings(), threads=1)
    assert summary.steps[LETTERS].record.facts["used"] == "yes"
    return folder / "model"


def test_new_names_are_spelt_and_other_new_words_copied(model: Path) -> None:
    translator = Translator(model, threads=1)
    name = greek(NEW).title()
    assert translator.translate(f"ναι {name} εδω").text == "Yes Marilena here"
    assert "ψταλιμος" in translator.translate("ναι ψταλιμος εδω").text
    assert Translator(model, tokenised=True).translate(f"ναι {name} εδω").text == f"yes {name} here"


def test_every_search_knows_the_same_spellings(model: Path) -> None:
    translator = Translator(model, threads=1)
    text = f"ναι {greek(NEW).title()} εδω"
    best = translator.translate(text)
    (proof,) = translator.exact([text])
    assert proof.candidates[0].text == best.text
    assert translator.prove(text, best.text).optimal
    assert translator.graph(text).best().text == "yes Marilena here"


def test_what_the_caller_gives_stays_alone(model: Path) -> None:
    translator = Translator(model, threads=1)
    sentence = Sentence(f"ναι {greek(NEW).title()} εδω", [Given(1, 2, "Mary")])
    assert translator.sources([sentence]) == [sentence]
    assert translator.translate(sentence).text == "Yes Mary here"


def test_letters_are_left_out_where_they_are_not_asked_for_or_not_learnt(tmp_path: Path) -> None:
    inputs = written(tmp_path, 20)
    few = train(inputs, tmp_path / "few", settings(), threads=1)
    assert few.steps[LETTERS].record.facts["used"] == "no"
    assert LETTERS not in few.model.files
    assert LETTERS in train(inputs, tmp_path / "asked", settings("spell"), threads=1).model.files
    assert LETTERS not in train(inputs, tmp_path / "copied", settings("copy"), threads=1).steps
    assert not settings(source_language="de").text.spells
    assert not settings(target_language="").text.spells
    assert LETTERS not in Model.open(tmp_path / "copied").files


def test_a_model_loses_its_letters_when_it_is_trained_without(tmp_path: Path) -> None:
    inputs = written(tmp_path, 300)
    assert LETTERS in train(inputs, tmp_path / "model", settings(), threads=1).model.files
    again = train(inputs, tmp_path / "model", settings("copy"), threads=1).model
    assert LETTERS not in again.files
    assert not (tmp_path / "model" / LETTERS).exists()
