from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyways.cli.main import app
from manyways.errors import ConfigError, InputError, ManywaysError, ModelError
from manyways.model import Model, Piece, SearchSettings, Weights, check, default_weights
from manyways.translator import Translator
from tests.support.damage import damaged
from tests.support.strangers import edited

WORDS = "The (3/3)\n"


@pytest.fixture
def model(tmp_path: Path) -> Model:
    directory = tmp_path / "model"
    directory.mkdir()
    (directory / "truecase.source").write_text(WORDS)
    made = Model(
        directory=directory,
        kind="phrase",
        weights=default_weights(),
        source={"language": "de"},
        provenance={"pairs": 3},
    )
    return made.published({"truecase.source": Piece.of(directory / "truecase.source", "truecaser")})


def test_a_model_comes_back_as_it_was_written(model: Model) -> None:
    assert Model.open(model.directory) == model
    assert model.path("truecase.source").read_text() == WORDS
    with pytest.raises(ModelError, match=r"has no table; it has truecase\.source"):
        model.path("table")


def test_new_weights_make_a_new_directory_and_share_the_files(model: Model, tmp_path: Path) -> None:
    weights = Weights({"LM0": 1.0})
    tuned = model.copied(tmp_path / "tuned", weights, tuned_with="mert")
    again = Model.open(tmp_path / "tuned")
    assert again == tuned
    assert again.provenance == {"pairs": 3, "tuned_with": "mert"}
    assert again.path("truecase.source").samefile(model.path("truecase.source"))
    assert Model.open(model.directory) == model
    assert Model.open(tmp_path / "tuned").copied(tmp_path / "tuned", weights) == again


def test_another_model_takes_the_place_of_one_without_writing_over_its_files(
    model: Model, tmp_path: Path
) -> None:
    (tmp_path / "other").write_text("Other (1/1)\n")
    added = {"truecase.source": Piece.of(tmp_path / "other", "truecaser")}
    names = []
    for _ in range(2):
        other = model.copied(tmp_path / "tuned", default_weights(), added=added)
        names.append(other.path("truecase.source").name)
        back = model.copied(tmp_path / "tuned", default_weights())
        names.append(back.path("truecase.source").name)
        assert check(tmp_path / "tuned") == []
    assert names == ["truecase.source", "truecase.2.source"] * 2
    assert sorted(each.name for each in (tmp_path / "tuned").iterdir()) == [
        ".lock",
        "model.toml",
        "truecase.2.source",
    ]


KILLED = """
import os, signal, sys
from manyways.model import Model, default_weights
from manyways.outputs import base

calls = []

def killed(original):
    def call(*arguments):
        calls.append(arguments)
        if len(calls) == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*arguments)
    return call

os.replace = killed(os.replace)  # a link gets its name
base.OutputFile.commit = killed(base.OutputFile.commit)  # a file does
Model.open(sys.argv[1]).copied(sys.argv[2], default_weights())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX")
def test_a_killed_copy_leaves_nothing_once_it_is_made_again(model: Model, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for call, left in ((1, ".truecase.source.*.partial"), (2, ".model.toml.*.partial")):
        killed = subprocess.run([sys.executable, "-c", KILLED, model.directory, copy, str(call)])
        assert killed.returncode == -signal.SIGKILL
        assert len(list(copy.glob(left))) == 1
    model.copied(copy, default_weights())
    assert sorted(each.name for each in copy.iterdir()) == [".lock", "model.toml", "truecase.source"]


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX")
def test_a_model_stays_until_the_one_that_takes_its_place_is_whole(model: Model, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("Other (1/1)\n")
    added = {"truecase.source": Piece.of(tmp_path / "other", "truecaser")}
    other = model.copied(tmp_path / "place", Weights({"LM0": 2.0}), added=added)
    for call in ("1", "2"):
        killed = subprocess.run([sys.executable, "-c", KILLED, model.directory, other.directory, call])
        assert killed.returncode == -signal.SIGKILL
        assert Model.open(other.directory) == other
        assert check(other.directory) == []
    model.copied(other.directory, model.weights)
    assert Model.open(other.directory).weights == model.weights


def test_check_finds_what_changed(model: Model) -> None:
    assert check(model.directory) == []
    path = model.path("truecase.source")
    path.write_text(WORDS.upper())
    assert [each.message for each in check(model.directory)] == [f"{path}: is not what model.toml recorded"]
    path.write_text(WORDS)
    (model.directory / "extra").write_text("?")
    (found,) = check(model.directory)
    assert (found.message, found.fatal) == (f"{model.directory / 'extra'}: is not part of the model", False)


def test_a_changed_model_toml_is_noticed_wherever_it_changed(model: Model) -> None:
    path = model.directory / "model.toml"
    good = path.read_bytes()
    for place in range(len(good)):
        path.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        with pytest.raises(InputError, match=r"model\.toml"):
            Model.open(model.directory)
        assert check(model.directory)
    path.write_bytes(good + b"\n")
    with pytest.raises(InputError, match=r"model\.toml: was changed.*\n.*--weights F\.toml"):
        Model.open(model.directory)


@damaged(
    "model",
    ("table_limit = 20", f"table_limit = {1 << 40}", "table_limit must be"),
    ("LM0 = 0.5", f"LM0 = 1{'0' * 400}", "does not fit into 64 bits"),
)
def test_what_is_wrong_is_named(model: Model, old: str, new: str, message: str) -> None:
    edited(model.directory, old, new)
    with pytest.raises(InputError, match=message):
        Model.open(model.directory)
    assert any(problem.fatal for problem in check(model.directory))


@pytest.mark.parametrize("name", ["../../precious", "/etc/passwd", "link", "folder/precious", "pipe", ""])
def test_a_strangers_model_reaches_nothing_outside(model: Model, tmp_path: Path, name: str) -> None:
    (tmp_path / "precious").write_text(WORDS)
    (model.directory / "link").symlink_to(tmp_path / "precious")
    (model.directory / "folder").symlink_to(tmp_path)
    os.mkfifo(model.directory / "pipe")
    edited(model.directory, 'path = "truecase.source"', f'path = "{name}"')
    with pytest.raises(InputError, match=r"inside the directory|leads out|ordinary file"):
        Model.open(model.directory)
    assert any(problem.fatal for problem in check(model.directory))


def test_a_strangers_names_are_not_kept_in_a_copy(model: Model, tmp_path: Path) -> None:
    """A data file may be called anything in its own directory, even `manifest.json`; in ours it may not."""
    (model.directory / "truecase.source").rename(model.directory / ".lock.toml")
    edited(model.directory, 'path = "truecase.source"', 'path = ".lock.toml"')
    copy = Model.open(model.directory).copied(tmp_path / "copy", default_weights())
    assert copy.path("truecase.source").name == "truecase.source"


def test_a_copy_is_not_written_through_links_in_its_directory(model: Model, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    for name in ("truecase.source", "model.toml", ".lock", "truecase.source.partial"):
        copy = tmp_path / f"copy of {name}"
        copy.mkdir()
        (copy / name).symlink_to(precious)
        if name.endswith(".partial"):
            model.copied(copy, default_weights())
        else:
            with pytest.raises(InputError):
                model.copied(copy, default_weights())
        assert precious.read_text() == "mine"


def test_a_directory_without_model_toml_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a model"):
        Model.open(tmp_path)


def test_a_model_of_the_format_before_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "model.toml").write_text('format = 1\nkind = "phrase"\n')
    with pytest.raises(InputError, match=r"format 1 .* reads format 2.*\n.*Train the model again"):
        Model.open(tmp_path)


def test_settings_of_the_search_are_checked_when_they_are_made() -> None:
    for wrong in ({"distortion_limit": -2}, {"table_limit": -1}, {"space": "fre"}):
        with pytest.raises(ConfigError, match=next(iter(wrong))):
            SearchSettings(**wrong)  # type: ignore[arg-type]


@damaged("model_of_a_stranger")
def test_check_refuses_what_translate_refuses(
    tmp_path: Path, trained: Path, old: str, new: str, message: str
) -> None:
    """A stranger's model is sealed well, and yet wrong."""
    Model.open(trained).copied(tmp_path, default_weights())
    edited(tmp_path, old, new)
    shown = CliRunner().invoke(app, ["check", str(tmp_path), "--json"])
    assert shown.exit_code in (1, 2)
    assert message in json.loads(shown.stdout)["findings"][0]["message"]
    with pytest.raises(ManywaysError):
        Translator(tmp_path).translate("Das Haus .")


def test_check_misses_a_segmenter_as_translate_does(
    tmp_path: Path, trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jieba", None)  # as if it were not installed
    Model.open(trained).copied(tmp_path, default_weights())
    edited(tmp_path, 'segmenter = "characters"', 'segmenter = "jieba"')
    assert CliRunner().invoke(app, ["check", str(tmp_path)]).exit_code == 2
    with pytest.raises(ManywaysError, match="jieba is not installed"):
        Translator(tmp_path)


def test_tuning_into_a_strangers_directory_writes_nothing_outside(tmp_path: Path, trained: Path) -> None:
    """The directory for the tuned model has links that lead out; so has the model a name that does."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / ".bashrc").write_text("mine")
    for text in ("train.de", "train.en"):
        (tmp_path / text).write_text("Der Mann schläft .\n")
    out = tmp_path / "out"
    out.mkdir()
    (out / "tuning").symlink_to(tmp_path / "home")
    tune = [str(trained), str(tmp_path / "train.de"), str(tmp_path / "train.en"), "--with", "pro"]
    error = CliRunner().invoke(app, ["tune", *tune, "--out", str(out), "--force"]).exception
    assert isinstance(error, InputError)
    assert "leads out of the directory" in error.message
    model = tmp_path / "model"
    Model.open(trained).copied(model, default_weights())
    edited(model, 'path = "truecase.source"', 'path = "../home/.bashrc"')
    error = CliRunner().invoke(app, ["tune", str(model), *tune[1:], "--out", str(tmp_path / "new")]).exception
    assert isinstance(error, InputError)
    assert "is not the name of a file inside the directory" in error.message
    assert [(each.name, each.read_text()) for each in (tmp_path / "home").iterdir()] == [(".bashrc", "mine")]
