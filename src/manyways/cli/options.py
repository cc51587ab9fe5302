"""Options that many verbs share, so that they are spelt and explained once."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import typer

from manyways._core.base import MOST_THREADS
from manyways.cli.verb import LARGEST_SEED
from manyways.errors import ConfigError
from manyways.outputs import Owner
from manyways.progress import hush, warn

if TYPE_CHECKING:
    from manyways.metrics.bleu import Tokeniser

__all__ = [
    "ByPosition",
    "Classes",
    "Engine",
    "Force",
    "From",
    "Glossary",
    "Html",
    "InputKind",
    "InputText",
    "Json",
    "Languages",
    "METRICS",
    "MetricName",
    "ModelDirectory",
    "Order",
    "OutText",
    "Own",
    "PerSource",
    "SearchPops",
    "Quiet",
    "Reading",
    "Recipe",
    "Running",
    "Search",
    "Seed",
    "Source",
    "Space",
    "Strength",
    "Threads",
    "TimeLimit",
    "To",
    "Tokenise",
    "TextLanguage",
    "Tokenised",
    "Tune",
    "With",
    "Words",
    "claim",
    "claim_model",
    "language_for",
    "named_values",
    "print_json",
    "written_file",
]


def _quiet(quiet: bool) -> bool:
    if quiet:
        hush()
    return quiet


def claim(ctx: typer.Context, path: str | os.PathLike[str]) -> None:
    """An error, before any work is done, if a file cannot be written or is there already, without --force."""
    from manyways.errors import InputError
    from manyways.outputs import claim_file

    claim_file(path, force=ctx.params["force"])
    claimed = ctx.meta.setdefault("manyways.outputs", set())
    place = os.path.realpath(path)
    if place in claimed:
        raise InputError("is named for two outputs", path=path)
    claimed.add(place)


def claim_model(ctx: typer.Context, path: Path, owner: Owner) -> None:
    """The same for the directory of a model that `owner` makes, or began to make."""
    from manyways.outputs import claim_directory

    if path.suffix in (".toml", ".json", ".ini") or (path.exists() and not path.is_dir()):
        raise ConfigError("--out", str(path), "a directory for the model; its weights are in model.toml")
    claim_directory(path, owner, force=ctx.params["force"])


def _claimed(ctx: typer.Context, value: Any) -> Any:
    if value is not None and not ctx.resilient_parsing:
        claim(ctx, value)
    return value


def written_file(*names: str, help: str, metavar: str | None = None) -> Any:
    """An option that names a file to write; a verb that has one has `force: Force` too."""
    return typer.Option(*names, help=help, metavar=metavar, callback=_claimed)


ReadFormat = Literal[
    "jsonl",
    "openai",
    "anthropic",
    "gemini",
    "vllm",
    "ollama",
    "llamacpp",
    "sockeye",
    "ctranslate2",
    "huggingface",
    "fairseq",
    "marian",
    "travatar",
    "cdec",
    "moses",
    "tsv",
    "text",
]
WriteFormat = Literal["jsonl", "marian", "travatar", "cdec", "moses", "text"]
MetricName = Literal["bleu", "chrf", "chrf++", "ter"]
METRICS = f"<{'|'.join(get_args(MetricName))}>"  # as choices are shown, for several with commas between
From = Annotated[
    ReadFormat | None,
    typer.Option("--from", help="Format of the lists; recognised by their content if left out."),
]
To = Annotated[
    WriteFormat | None,
    typer.Option("--to", help="Format to write; by default jsonl for .jsonl and -, else moses."),
]
PerSource = Annotated[
    int | None,
    typer.Option(
        "--per-source", min=1, help="Candidates per source, for files that do not say (plain text, Ollama)."
    ),
]
ModelDirectory = Annotated[Path, typer.Argument(metavar="MODEL", help="The model directory.")]
InputText = Annotated[str, typer.Argument(metavar="[FILE]", help="Text; - is standard input.")]
OutText = Annotated[str, written_file("--out", help="Where the text goes; - is standard output.")]
TextLanguage = Annotated[
    str | None, typer.Option("--language", help="Its code, e.g. de; default: the suffix of FILE.")
]


def language_for(file: str, language: str | None) -> str:
    """The language of a text: the given one, or the one that the suffix of the file names."""
    from manyways.text.languages import LANGUAGES, language_of, language_of_file

    found = language or language_of_file(Path(file))
    if found is None:
        raise ConfigError("--language", language, "a code such as de, for the suffix of the file names none")
    if language_of(found).code not in LANGUAGES:
        warn(f"the language {found} has no rules of its own here: those that most languages share are used")
    return found


InputKind = Annotated[
    Literal["text", "markup", "plf"],
    typer.Option("--input", help="What a line is: markup has XML-style tags, plf is a lattice."),
]
Order = Annotated[int, typer.Option("--order", min=1, max=10, help="Words in an n-gram.")]
Strength = Annotated[
    float,
    typer.Option("--strength", min=0, help="Cost of each n-gram that two texts share; 0: by score alone."),
]
Tune = Annotated[
    list[str] | None,
    typer.Option(
        "--tune", metavar="REFERENCE", help="Find the order and strength that do best on these references."
    ),
]
Engine = Annotated[
    Literal["graph", "redecode", "exact", "groups", "sample"],
    typer.Option("--engine", help="How translations that differ are found."),
]
Search = Annotated[
    Literal["beam", "exact"],
    typer.Option("--search", help="How to search: exact finds the model's best, with a proof."),
]
SearchPops = Annotated[
    int | None,
    typer.Option(
        "--pops",
        min=1,
        help="Hypotheses per stack of a beam (default: 1000), or per span of a chart (default: 400).",
    ),
]
Html = Annotated[
    Path | None, written_file("--html", metavar="FILE", help="Write a page with tables and pictures.")
]
Glossary = Annotated[
    Path | None, typer.Option("--glossary", help="A term, a tab and its translation per line.")
]
Recipe = Annotated[Path | None, typer.Option("--recipe", help="A TOML file with settings.")]
Source = Annotated[str | None, typer.Option("--source", help="What was translated, a line per sentence.")]
Classes = Annotated[
    Path | None,
    typer.Option(
        "--classes", help="Use classes instead of words: a file with a word and its class per line."
    ),
]
# Eager: known before the options that name files.
Force = Annotated[bool, typer.Option("--force", is_eager=True, help="Replace what is already there.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for scripts.")]
Quiet = Annotated[bool, typer.Option("--quiet", callback=_quiet, help="Show no progress on standard error.")]
Threads = Annotated[
    int, typer.Option("--threads", min=0, max=MOST_THREADS, help="Threads to use; 0: all cores.")
]
Seed = Annotated[int, typer.Option("--seed", min=0, max=LARGEST_SEED, help="Seed of all random choices.")]
ByPosition = Annotated[
    bool,
    typer.Option("--by-position", help="Match lists to references by their order, not by their ids."),
]
Space = Annotated[
    Literal["gap", "free"] | None,
    typer.Option("--space", help="Which reordering is allowed: gap is Moses's; default: the model's."),
]
TimeLimit = Annotated[float, typer.Option("--time-limit", min=0, help="Seconds per sentence; 0: no limit.")]
Tokenised = Annotated[
    bool, typer.Option("--tokenised", help="The text is already split into words: leave it as it is.")
]

_OnLists = Literal["mert", "lp-mert", "pro", "mira", "apro", "expected-bleu", "svm"]
WithLists = Annotated[_OnLists, typer.Option("--with", help="Who finds the weights.")]
With = Annotated[
    Literal[_OnLists, "bold", "local", "hybrid", "online-mira"],
    typer.Option("--with", help="Who finds the weights; the last four do it by decoding, with a MODEL."),
]
Own = Annotated[
    list[str] | None, typer.Option("--set", help="Settings of the tuner: restarts=300 positive=LM0,LM1.")
]
Tokenise = Annotated[
    Literal["13a", "intl", "char", "zh", "none"] | None,
    typer.Option("--tokenise", help="How BLEU splits text into words; default: 13a."),
]


@dataclass(frozen=True)
class Running:
    """How a verb does its work and tells of it."""

    threads: Threads = 0
    json: Json = False
    quiet: Quiet = False


@dataclass(frozen=True)
class Reading:
    """How candidate lists are read, and matched to texts that belong to them."""

    source_format: From = None
    per_source: PerSource = None
    by_position: ByPosition = False

    @property
    def arguments(self) -> dict[str, Any]:
        """As functions and settings of the library call them."""
        return {
            "format": self.source_format,
            "per_source": self.per_source,
            "by_position": self.by_position,
        }


@dataclass(frozen=True)
class Words:
    """How BLEU splits texts into words."""

    tokenise: Tokenise = None
    tokenised: Tokenised = False

    @property
    def tokeniser(self) -> Tokeniser:
        """sacreBLEU's 13a if nothing is given."""
        from manyways.metrics.bleu import DEFAULT_TOKENISER

        if self.tokenised and self.tokenise not in (None, "none"):
            raise ConfigError("--tokenise", self.tokenise, "none, or left out, with --tokenised")
        return "none" if self.tokenised else self.tokenise or DEFAULT_TOKENISER

    @property
    def given(self) -> bool:
        """Whether the user said anything of it."""
        return self.tokenised or self.tokenise is not None


@dataclass(frozen=True)
class Languages:
    """Which languages parallel text is in, and whether it is split into words."""

    source_language: Annotated[
        str | None,
        typer.Option("--source-language", help="Its code, e.g. de; default: the suffix of --source."),
    ] = None
    target_language: Annotated[
        str | None,
        typer.Option("--target-language", help="Its code, e.g. en; default: the suffix of --target."),
    ] = None
    tokenised: Tokenised = False

    def settings(self, source: Path | None, target: Path | None) -> dict[str, Any]:
        """As settings of text call them; suffixes of files speak where nothing was said."""
        from manyways.text.languages import language_of_file

        return {
            "source_language": self.source_language or language_of_file(source),
            "target_language": self.target_language or language_of_file(target),
            "tokenised": self.tokenised or None,
        }


def given_fields(ctx: typer.Context, kind: Any) -> dict[str, Any]:
    """What the command line says of the fields of a dataclass of files."""
    said = ctx.params | {"format": ctx.params.get("source_format")}
    found = {each.name: said.get(each.name) for each in fields(kind)}
    return {
        name: tuple(each) if isinstance(each, list) else each
        for name, each in found.items()
        if each is not None
    }


def named_values(option: str, given: Sequence[str]) -> dict[str, Any]:
    """Names and values of `NAME=VALUE`; a value is a number, true, false, a text, or several with commas."""
    from manyways.toml import parse_value

    values: dict[str, Any] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise ConfigError(option, each, "NAME=VALUE, e.g. restarts=40")
        values[name] = parse_value(value)
    return values


def print_json(value: Any) -> None:
    """One JSON object on standard output, in UTF-8, without NaN."""
    json.dump(value, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
