from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from manyways.errors import InputError, ModelError
from manyways.model import Model, Weights, check, default_weights, describe


@pytest.fixture
def model(tmp_path: Path) -> Model:
    directory = tmp_path / "model"
    directory.mkdir()
    (directory / "notes.txt").write_text("some bytes")
    made = Model(
        directory=directory,
        kind="phrase",
        files={"notes": describe(directory, "notes.txt")},
        weights=default_weights(),
        source={"language": "de"},
        provenance={"pairs": 3},
    )
    made.write()
    return made


def test_a_model_comes_back_as_it_was_written(model: Model) -> None:
    assert Model.open(model.directory) == model
    assert model.path("notes").read_text() == "some bytes"
    with pytest.raises(ModelError, match="has no table; it has notes"):
        model.path("table")


def test_new_weights_make_a_new_directory_and_share_the_files(model: Model, tmp_path: Path) -> None:
    weights = Weights({"LM0": 1.0})
    tuned = model.copied(tmp_path / "tuned", weights, tuned_with="mert")
    again = Model.open(tmp_path / "tuned")
    assert again == tuned
    assert again.provenance == {"pairs": 3, "tuned_with": "mert"}
    assert again.path("notes").samefile(model.path("notes"))
    assert Model.open(model.directory) == model


KILLED = """
import os, signal, sys
from manyways.model import Model, default_weights

calls, original = [], os.replace

def replace(*files):
    calls.append(files)
    if len(calls) == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
    original(*files)

os.replace = replace
Model.open(sys.argv[1]).copied(sys.argv[2], default_weights())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX")
def test_a_killed_copy_leaves_nothing_once_it_is_made_again(model: Model, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for call, left in ((1, ".notes.txt.*.partial"), (2, ".model.toml.*.partial")):
        killed = subprocess.run([sys.executable, "-c", KILLED, model.directory, copy, str(call)])
        assert killed.returncode == -signal.SIGKILL
        assert len(list(copy.glob(left))) == 1
    model.copied(copy, default_weights())
    assert sorted(each.name for each in copy.iterdir()) == [".lock", "model.toml", "notes.txt"]


def test_check_finds_what_changed(model: Model) -> None:
    assert check(model.directory) == []
    model.path("notes").write_text("SOME bytes")
    assert check(model.directory) == [
        f"{model.path('notes')}: its content is not what model.toml recorded for notes"
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 1", "format = 9", "written by format 9 and this version reads format 1"),
        ('kind = "phrase"', 'kind = "phrasal"', "kind must be phrase or hierarchical"),
        ("distortion_limit", "distortion_limits", "Did you mean distortion_limit"),
        ("bytes = 10", "bytes = 11", "has 10 bytes; model.toml recorded 11"),
        ("LM0 = 0.5", "LM0 = nan", "the weight of LM0 must be finite"),
        ("notes.txt", "gone.txt", "cannot be read: No such file"),
    ],
)
def test_what_is_wrong_is_named(model: Model, old: str, new: str, message: str) -> None:
    path = model.directory / "model.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(InputError, match=message):
        Model.open(model.directory)


def test_a_directory_without_model_toml_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a model"):
        Model.open(tmp_path)
