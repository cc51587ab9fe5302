"""A rich pack on disk: `pack.toml`, sealed, and the files it names, each with its length and SHA-256.

    pack = Pack.open("packs/de-en")
    pack.has("wclm")
    pack.path("wclm-300-5")

Opening compares lengths, and plain files whole; the binaries have checksums of their own, which are looked at
when they are used. What the parts are for is said by the families of features that use them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from manyways._core import rich as core
from manyways.errors import ConfigError, InputError
from manyways.files import atomic_write, content_hash
from manyways.inside import file_inside
from manyways.linguistics import Parser, Tagger
from manyways.lm import LanguageModel, WordClasses
from manyways.seal import check_seal, sealed_toml
from manyways.settings import make_settings
from manyways.text.column import read_column
from manyways.text.content import marks_of, overlap
from manyways.text.pipeline import TextPipeline
from manyways.toml import format_toml, read_toml

__all__ = ["FILE_NAME", "PARTS", "Pack", "PackFile", "Part"]

FILE_NAME = "pack.toml"
FORMAT = 1
Part = Literal["invmod1", "mixlm", "goog", "wclm", "disc", "tagger", "disc tags", "syn"]
PARTS: tuple[Part, ...] = get_args(Part)
_AGAIN = "Copy the pack again, or make it again: manyways rerank prepare"


@dataclass(frozen=True, kw_only=True)
class PackFile:
    """A file of the pack: where (relative to the directory), how long, its SHA-256."""

    path: str
    bytes: int
    sha256: str

    @staticmethod
    def of(directory: Path, name: str, sha256: str) -> PackFile:
        return PackFile(path=name, bytes=(directory / name).stat().st_size, sha256=sha256)


@dataclass(frozen=True, kw_only=True, eq=False)
class Pack:
    """What `pack.toml` says.

    parts: name of a part to the roles of its files. settings: numbers that a family needs when it is used.
    marks: of the sources of the lists that the models of good and bad translations were learnt from.
    """

    directory: Path
    source: TextPipeline
    target: TextPipeline
    files: Mapping[str, PackFile]
    parts: Mapping[str, tuple[str, ...]]
    settings: Mapping[str, Any] = field(default_factory=dict)
    marks: frozenset[str] = frozenset()

    @staticmethod
    def is_at(directory: str | os.PathLike[str]) -> bool:
        """Whether the directory has a `pack.toml`, good or bad."""
        return Path(directory).is_dir() and file_inside(directory, FILE_NAME).is_file()

    @staticmethod
    def open(directory: str | os.PathLike[str]) -> Pack:
        """Read and compare; an InputError says what is not as it was made."""
        root = Path(directory)
        if not Pack.is_at(root):
            remedy = "Make one: manyways rerank prepare --source F --target F --out PACK"
            raise InputError(f"has no {FILE_NAME}", path=root, remedy=remedy)
        path = root / FILE_NAME
        check_seal(path, remedy=_AGAIN)
        values = read_toml(path)
        if values.get("format") != FORMAT:
            found = f"is a pack of format {values.get('format')!r}, and this version reads {FORMAT}"
            raise InputError(found, path=path, remedy=_AGAIN)
        try:
            pack = Pack(
                directory=root,
                source=TextPipeline.from_dict(values["source"]),
                target=TextPipeline.from_dict(values["target"]),
                files={name: make_settings(PackFile, each) for name, each in values["files"].items()},
                parts={name: tuple(map(str, roles)) for name, roles in values["parts"].items()},
                settings=dict(values["settings"]),
                marks=frozenset(map(str, values["marks"])),
            )
        except (ConfigError, KeyError, TypeError, AttributeError, ValueError) as error:
            raise InputError(f"is not a pack: {error}", path=path, remedy=_AGAIN) from None
        pack._check()
        return pack

    def _check(self) -> None:
        for role in {role for roles in self.parts.values() for role in roles} | set(self.files):
            path = self.path(role)
            entry = self.files[role]
            if not path.is_file():
                raise InputError("is missing", path=path, remedy=_AGAIN)
            if path.stat().st_size != entry.bytes:
                found = f"has {path.stat().st_size:,} bytes, and {FILE_NAME} says {entry.bytes:,}"
                raise InputError(found, path=path, remedy=_AGAIN)
            if path.suffix != ".bin" and content_hash(path) != entry.sha256:
                found = f"was changed after it was written: {FILE_NAME} has another SHA-256"
                raise InputError(found, path=path, remedy=_AGAIN)

    def write(self) -> None:
        """Write `pack.toml`, over the one that may be there."""
        values = {
            "format": FORMAT,
            "marks": sorted(self.marks),
            "source": self.source.to_dict(),
            "target": self.target.to_dict(),
            "settings": dict(self.settings),
            "parts": {name: list(roles) for name, roles in self.parts.items()},
            "files": {role: asdict(entry) for role, entry in self.files.items()},
        }
        with atomic_write(self.directory / FILE_NAME) as out:
            out.write(sealed_toml(format_toml(values)))

    def has(self, part: str) -> bool:
        return part in self.parts

    def path(self, role: str) -> Path:
        """Where the file of a role lies; an InputError if the pack has none."""
        if role not in self.files:
            raise InputError(f"has no {role}", path=self.directory / FILE_NAME, remedy=_AGAIN)
        return file_inside(self.directory, self.files[role].path, by=self.directory / FILE_NAME)

    def roles(self, part: str) -> tuple[str, ...]:
        return self.parts.get(part, ())

    def fingerprint(self) -> str:
        """The content of `pack.toml`, which vouches for all of it."""
        return content_hash(self.directory / FILE_NAME)

    def check_apart(self, sources: Any, path: str | os.PathLike[str] | None) -> None:
        """An InputError if one of the sources is among those of the lists that a part was learnt from."""
        overlap(
            sources, self.marks, path=path, with_=f"those of the lists that {self.directory} learned from"
        )

    def parallel_marks(self) -> frozenset[str]:
        """Of the source text that it was trained on; empty if its folder of work was left behind."""
        path = file_inside(self.directory, "work/source")
        return marks_of(read_column(path)) if path.is_file() else frozenset()

    def setting(self, name: str, kind: type) -> Any:
        value = self.settings.get(name)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise InputError(f"does not say {name}", path=self.directory / FILE_NAME, remedy=_AGAIN)
        return value

    @cached_property
    def model1(self) -> core.Model1:
        return core.Model1(os.fspath(self.path("inverse-model1")))

    @cached_property
    def ngrams(self) -> core.NgramSet:
        return core.NgramSet(os.fspath(self.path("ngrams")))

    @cached_property
    def parser(self) -> Parser:
        return Parser.open(self.path("parser"))

    @cached_property
    def tagger(self) -> Tagger:
        """The one that was given, or the parser's."""
        return Tagger.open(self.path("tagger")) if "tagger" in self.files else self.parser.tagger

    @cached_property
    def treelets(self) -> core.Treelets:
        return core.Treelets(os.fspath(self.path("treelets")))

    @cached_property
    def language_models(self) -> dict[str, LanguageModel]:
        """Those of all parts that are there, by role, opened."""
        kinds = ("mixlm", "wclm", "disc")
        roles = [role for part in self.parts for role in self.parts[part] if role.startswith(kinds)]
        return {role: LanguageModel.open(self.path(role)) for role in roles}

    @cached_property
    def classes(self) -> dict[str, WordClasses]:
        """Word classes by their number, as text."""
        roles = [role for role in self.roles("wclm") if role.startswith("classes-")]
        return {role.removeprefix("classes-"): WordClasses.read(self.path(role)) for role in roles}
