"""Names that come from a file lead nowhere but into its directory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from manyways.errors import InputError
from manyways.inside import file_inside, folder_inside, is_version, version_of


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "work").mkdir(parents=True)
    (root / "file").write_text("x")
    (tmp_path / "secret").write_text("s")
    return root


@pytest.mark.parametrize("name", ["file", "free", "work/free", "new/free", "a b", "größe", "..."])
def test_plain_names_lead_inside(directory: Path, name: str) -> None:
    assert file_inside(directory, name) == directory / name


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "../secret", "work/../../secret", "/etc/passwd", "./file", "work//free", "work/"),
        *("a/./b", "C:x", "C:\\x", "..\\secret", "a\\b", "a\0b", "a\nb", "\udc80"),
    ],
)
def test_other_names_are_refused_with_the_file_that_gives_them(directory: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"model\.toml: .* is not the name of a file inside"):
        file_inside(directory, name, by="model.toml")


def test_links_are_followed_and_must_stay_inside(directory: Path, tmp_path: Path) -> None:
    (directory / "near").symlink_to("file")
    (directory / "far").symlink_to(tmp_path / "secret")
    (directory / "gone").symlink_to(tmp_path / "not-there-yet")
    (directory / "folder").symlink_to(tmp_path)
    (directory / "round").symlink_to("round")
    assert file_inside(directory, "near").read_text() == "x"
    for name in ("far", "gone", "folder/secret", "folder/new"):
        with pytest.raises(InputError, match="leads out of the directory"):
            file_inside(directory, name)
    with pytest.raises(InputError, match="round: cannot be read"):
        file_inside(directory, "round")
    with pytest.raises(InputError, match="leads out of the directory"):
        folder_inside(directory, "folder/new")
    assert not (tmp_path / "new").exists()


def test_only_ordinary_files_are_files(directory: Path) -> None:
    os.mkfifo(directory / "pipe")
    for name in ("pipe", "work"):
        with pytest.raises(InputError, match="is not an ordinary file"):
            file_inside(directory, name)
    with pytest.raises(InputError, match="is not a directory"):
        folder_inside(directory, "file")
    assert folder_inside(directory, "a/b").is_dir()


def test_a_directory_reached_by_a_link_is_its_own_root(directory: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(directory)
    assert file_inside(tmp_path / "alias", "file").read_text() == "x"


def test_versions_of_a_name() -> None:
    assert [version_of("work/a.bin", i) for i in (1, 2, 10)] == [
        "work/a.bin",
        "work/a.2.bin",
        "work/a.10.bin",
    ]
    assert all(
        is_version(version_of(name, i), name) for name in ("a.bin", "w/a", "truecase.source") for i in (1, 2)
    )
    for name in ("b.bin", "a.bin.2", "a.0.bin", "a.x.bin", "work/a.bin", "aXbin"):
        assert not is_version(name, "a.bin")
