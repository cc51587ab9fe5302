"""One command to a good model: tuning at the end of training, further language models, its own glossary."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from manyways.candidates import merge
from manyways.errors import InputError, TuneError
from manyways.lm import LanguageModel
from manyways.metrics import Bleu
from manyways.model import Model, check
from manyways.text import toy
from manyways.text.column import TextColumn
from manyways.train import Development, add_lm, train
from manyways.translator import Translator
from manyways.tune.base import Examples
from manyways.tune.pool import Pool
from tests.support.commands import manyways_command
from tests.support.trained import CONFIG, inputs


@pytest.fixture(scope="module")
def dev(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("dev")
    made = toy.generate(40, split="dev")
    for name, texts in (("dev.de", made.raw_sources), ("dev.en", made.raw_references[0])):
        (directory / name).write_text("".join(f"{text}\n" for text in texts))
    lines = (directory / "dev.en").read_text().splitlines(keepends=True)
    (directory / "shifted.en").write_text("".join(lines[20:] + lines[:20]))
    (directory / "other.en").write_text("".join(lines[:-1]) + "Now something else.\n")
    (directory / "mono.en").write_text("The zebra sings.\nThe zebra laughs.\n" * 3 + "".join(lines))
    return directory


@pytest.fixture(scope="module")
def tuned(corpus: Path, trained: Path, dev: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shared model, tuned where it is."""
    out = tmp_path_factory.mktemp("tuned") / "model"
    shutil.copytree(trained, out)
    development = Development.read(dev / "dev.de", [dev / "dev.en"])
    summary = train(inputs(corpus), out, CONFIG, development=development, force=False)
    assert summary.tuned is not None
    assert not any(step.fresh for step in summary.steps.values())
    score = summary.tuned.score
    assert score.low is not None
    assert score.high is not None
    assert score.low <= score.value <= score.high
    assert score.value >= summary.tuned.start
    assert f"{score.value:.2f} (95 %: {score.low:.2f} to" in str(summary)
    return out


def test_training_ends_with_tuned_weights_and_their_score(tuned: Path, trained: Path) -> None:
    assert check(tuned) == []
    model = Model.open(tuned)
    assert model.weights.plain() != Model.open(trained).weights.plain()
    assert model.provenance["tuned"]["with"] == "mira"


def test_a_second_call_does_nothing_and_other_references_need_force(
    corpus: Path, dev: Path, tuned: Path
) -> None:
    before = (tuned / "model.toml").read_bytes()
    call = ["train", "--source", corpus / "train.de", "--target", corpus / "train.en", "--out", tuned]
    told = json.loads(
        manyways_command(*map(str, call), "--dev", str(dev / "dev.de"), str(dev / "dev.en"), "--json").stdout
    )
    assert (tuned / "model.toml").read_bytes() == before
    assert told["tuned"]["score"]["low"] <= told["tuned"]["score"]["value"]
    assert told["peak_memory_mb"] > 0
    done = manyways_command(*map(str, call), "--dev", str(dev / "dev.de"), str(dev / "mono.en"))
    assert done.returncode == 2
    assert "has 46 lines" in done.stderr
    other = manyways_command(*map(str, call), "--dev", str(dev / "dev.de"), str(dev / "other.en"))
    assert other.returncode == 2
    assert "--force" in other.stderr
    assert (tuned / "model.toml").read_bytes() == before


def test_sides_that_are_swapped_are_noticed_before_training(corpus: Path, dev: Path, tmp_path: Path) -> None:
    development = Development.read(dev / "dev.en", [dev / "dev.de"])
    with pytest.raises(InputError, match=r"in the target text of the pairs") as caught:
        train(inputs(corpus), tmp_path / "model", CONFIG, development=development)
    assert f"--dev {dev / 'dev.de'} {dev / 'dev.en'}" in str(caught.value)
    assert not (tmp_path / "model").exists()


def test_references_of_other_sentences_are_noticed_at_once(
    corpus: Path, dev: Path, trained: Path, tmp_path: Path
) -> None:
    out = tmp_path / "model"
    shutil.copytree(trained, out)
    told: list[str] = []
    development = Development.read(dev / "dev.de", [dev / "shifted.en"])
    with pytest.raises(TuneError, match="do not belong to these sentences"):
        train(inputs(corpus), out, CONFIG, development=development, tell=told.append)
    assert told == []  # not one iteration


def test_a_pool_is_all_lists_merged_without_repetitions(trained: Path, dev: Path) -> None:
    translator = Translator(trained, threads=1)
    sources = (dev / "dev.de").read_text().splitlines()
    references = [TextColumn.from_texts((dev / "dev.en").read_text().splitlines())]
    flat = translator.weights.replaced(["LM0"], [0.01])
    ids = [str(i) for i in range(len(sources))]
    rounds = [
        replace(each.kbest(sources, 8, distinct=False), ids=ids, references=references)
        for each in (translator, translator.with_weights(flat), translator)
    ]
    pool = Pool(Bleu(), references)
    new = [pool.add(lists) for lists in rounds]
    slow = Examples.from_lists(merge(rounds), Bleu())
    fast = pool.examples()
    assert new[2] == 0 < new[1] < rounds[1].candidate_count
    assert sum(new) == len(slow.features)
    assert fast.features.tolist() == slow.features.tolist()
    assert fast.statistics.tolist() == slow.statistics.tolist()
    assert fast.offsets.tolist() == slow.offsets.tolist()


def test_further_language_models_come_from_text_or_models(
    corpus: Path, trained: Path, dev: Path, tmp_path: Path
) -> None:
    out = tmp_path / "model"
    shutil.copytree(trained, out)
    files = [dev / "mono.en", Model.open(trained).path("LM0")]
    summary = train(inputs(corpus), out, CONFIG, language_models=files)
    weights = summary.model.weights
    assert sum(weights[name][0] for name in ("LM0", "LM1", "LM2")) == pytest.approx(0.5)
    own, other = (LanguageModel.open(summary.model.path(name)) for name in ("LM1", "LM0"))
    assert own.score("the zebra sings .") > other.score("the zebra sings .")  # truecased and split
    assert check(out) == []
    summary = train(inputs(corpus), out, CONFIG)
    assert list(summary.model.language_models) == ["LM0"]


def test_language_models_are_added_to_a_model_that_is_there(trained: Path, dev: Path, tmp_path: Path) -> None:
    found = add_lm(trained, [dev / "mono.en"], tmp_path / "two")
    assert found.weights == {"LM0": 0.25, "LM1": 0.25}
    assert check(tmp_path / "two") == []
    assert Translator(found.model).translate("Das Haus ist alt.").text
    done = manyways_command(
        *("model", "add-lm", str(tmp_path / "two"), str(dev / "mono.en"), "--mix", str(dev / "dev.en")),
        *("--out", str(tmp_path / "one"), "--json"),
    )
    shares = json.loads(done.stdout)["shares"]
    assert sum(shares.values()) == pytest.approx(1)
    model = Model.open(tmp_path / "one")
    assert list(model.language_models) == ["LM0"]
    assert model.weights["LM0"] == (0.5,)
    assert "LM1" not in model.weights
    again = manyways_command("model", "add-lm", str(trained), str(dev / "mono.en"), "--out", str(trained))
    assert again.returncode == 2


def test_a_model_keeps_its_glossary(corpus: Path, trained: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    shutil.copytree(trained, out)
    terms = tmp_path / "terms.tsv"
    terms.write_text("Haus\tedifice\n")
    train(inputs(corpus), out, CONFIG, glossary=terms)
    terms.unlink()
    assert "edifice" in Translator(out).translate("Das Haus ist alt.").text
    assert check(out) == []
    terms.write_text("Haus\n")
    with pytest.raises(InputError, match=r"terms\.tsv, line 1"):
        train(inputs(corpus), out, CONFIG, glossary=terms)
    assert "edifice" in Translator(out).translate("Das Haus ist alt.").text
