"""What README and the pages tell people to type is there: every verb, and every option of it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.support.verbs import command_of, verbs

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
VERBS = set(verbs())
GROUPS = {verb[0] for verb in VERBS if len(verb) > 1}
OPTION = re.compile(r"--[a-z][a-z0-9-]*")
COMMAND = re.compile(r"(?<![\w./-])manyways(?= +[a-z])")
OTHERS = {"--help", "--version"}


def options_of(verb: tuple[str, ...]) -> set[str]:
    parameters = command_of(verb).params  # type: ignore[attr-defined]
    return {name for each in parameters for name in (*each.opts, *each.secondary_opts)} | {"--help"}


def code(text: str) -> Iterator[str]:
    """Lines of code blocks, continued ones joined, and the code in sentences."""
    for i, part in enumerate(re.split(r"^```.*$", text, flags=re.MULTILINE)):
        if i % 2:
            yield from re.sub(r"\\\n\s*", " ", part).splitlines()
            continue
        yield from (line for line in part.splitlines() if line.startswith("    "))
        # A span may be broken at the end of a line, not at the end of a paragraph.
        for paragraph in re.split(r"\n\s*\n", part):
            yield from (" ".join(span.split()) for span in re.findall(r"`([^`]+)`", paragraph))


def commands(line: str) -> Iterator[list[str]]:
    """The words after each `manyways` in a line, up to a comment, a pipe or another command."""
    for match in COMMAND.finditer(line):
        if line[: match.start()].rstrip().endswith(("from", "import")):
            continue
        rest = re.split(r" #|[|;&<>]| manyways ", line[match.end() :])[0]
        try:
            yield shlex.split(rest)
        except ValueError:
            yield rest.split()


def verb_of(words: list[str]) -> tuple[str, ...]:
    size = 2 if words[0] in GROUPS else 1
    return tuple(words[:size])


def mistakes(line: str) -> Iterator[str]:
    """What a line names that is not there."""
    for words in commands(line):
        verb = verb_of(words)
        if verb[0] in GROUPS and len(verb) == 1:
            continue
        if verb not in VERBS:
            yield f"no verb `manyways {' '.join(verb)}`"
            continue
        known = options_of(verb)
        given = {word.split("=")[0] for word in words if OPTION.match(word)}
        yield from (f"`manyways {' '.join(verb)}` has no {each}" for each in sorted(given - known))


def options_of_benchmarks() -> set[str]:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "benchmarks").glob("*.py")]
    return {name for text in sources for name in re.findall(r"add_argument\(\s*\"(--[a-z-]+)\"", text)}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_verb_and_option_that_a_page_names_is_there(page: Path) -> None:
    anywhere = set().union(*map(options_of, VERBS)) | options_of_benchmarks() | OTHERS
    found = []
    for line in code(page.read_text(encoding="utf-8")):
        found += [f"{each}: {line.strip()}" for each in mistakes(line)]
        if line.startswith("--"):  # in a sentence, of whatever verb it speaks
            found += [f"no verb has {name}: {line}" for name in OPTION.findall(line) if name not in anywhere]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("manyways train --source a --target b --out c", []),
        ("manyways lm estimate text --order 3 | manyways conjure x", ["no verb `manyways conjure`"]),
        ("manyways lm build text", ["no verb `manyways lm build`"]),
        ("manyways lm", []),
        ("manyways translate m t --nbest=5 --best 3  # --none", ["`manyways translate` has no --best"]),
        ("from manyways import Translator", []),
        ("see models/manyways tune", []),
    ],
)
def test_the_rule_sees_what_is_not_there(line: str, wrong: list[str]) -> None:
    assert list(mistakes(line)) == wrong
