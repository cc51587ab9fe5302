"""Options are honest: none is ignored, each name means one thing, and --help says all of it."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from manyways.candidates.formats import FORMATS
from manyways.cli import options
from manyways.cli.main import main
from manyways.cli.verb import Rule
from manyways.diverse.generate import Engine
from manyways.metrics.bleu import TOKENISERS
from manyways.metrics.evaluation import METRIC_NAMES
from manyways.tune import ONLINE, TUNERS
from tests.conftest import ROOT
from tests.support.verbs import GROUP, command_of, verbs

VERBS = verbs()
# Names whose help differs from verb to verb though they mean one thing.
MEANS = {
    "--out": "what is written",
    "--source": "text in the source language",
    "--references": "texts to compare with",
    "--metric": "metrics by name",
    "--nbest": "candidates per sentence",
    "--lowercase": "without case",
    "--seed": "of random choices",
    "--with": "who finds the weights",
    "--folds": "parts for honest scores",
    "--features": "columns by name",
    "--clusters": "word classes",
    "--lm": "language models",
    "--text": "plain text of the target language",
    "--language": "the code of a text's language",
    "--by": "what candidates are chosen by",
}
# The one name with two kinds of values: which lists tuning makes, and which lists the server shows.
BOTH = {"--lists"}
MOST_LINES = 120
ONE_OF_SOME = re.compile(r"\b[\w+-]+, [\w+-]+(, [\w+-]+)* or [\w+-]+|^[\w+-]+ or [\w+-]+\b")


@cache
def params(verb: tuple[str, ...]) -> list[Any]:
    found = [each for each in command_of(verb).params if each.param_type_name == "option"]  # type: ignore[attr-defined]
    return [each for each in found if "--help" not in each.opts]


@cache
def rules(verb: tuple[str, ...]) -> tuple[Rule, ...]:
    return command_of(verb).rules  # type: ignore[attr-defined, no-any-return]


def long_name(option: Any) -> str:
    return next(name for name in option.opts if name.startswith("--"))


def choices(option: Any) -> tuple[str, ...]:
    """Of one; or, shown in the same way, of several with commas between."""
    named = str(option.metavar or "").strip("<>").split("|")
    return tuple(map(str, getattr(option.type, "choices", None) or (named if len(named) > 1 else ())))


def kind(option: Any) -> str:
    """What may be written after the name; files and texts are one kind."""
    if option.is_flag:
        return "nothing"
    name = option.type.name.replace("path", "text").replace("str", "text").replace(" range", "")
    return f"{'|'.join(choices(option)) or name}{'...' if option.multiple else ''}"


def own_help(verb: tuple[str, ...], option: Any) -> str:
    """The help without what rules add."""
    text = option.help
    for rule in rules(verb):
        text = text.replace(f" {rule.told()}", "")
    return str(text)


@pytest.mark.parametrize("name", sorted({long_name(each) for verb in VERBS for each in params(verb)}))
def test_a_name_means_one_thing(name: str) -> None:
    having = [(verb, each) for verb in VERBS for each in params(verb) if long_name(each) == name]
    if name in BOTH:
        return
    every = max((choices(each) for _, each in having), key=len)  # a verb may leave out what it cannot use
    kinds = set()
    for _, each in having:
        some = choices(each)
        fewer = some and set(some) < set(every)
        kinds.add(kind(each).replace("|".join(some), "|".join(every)) if fewer else kind(each))
    assert len(kinds) == 1, [(verb, kind(each)) for verb, each in having]
    words = {own_help(verb, each) for verb, each in having}
    assert len(words) == 1 or name in MEANS, words


def test_the_table_of_meanings_is_needed() -> None:
    words: dict[str, set[str]] = {name: set() for name in MEANS}
    for verb in VERBS:
        for each in params(verb):
            if long_name(each) in words:
                words[long_name(each)].add(own_help(verb, each))
    for name, found in words.items():
        assert len(found) > 1, f"{name} says the same everywhere"


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_choices_are_types(verb: tuple[str, ...]) -> None:
    for option in params(verb):
        assert option.help, f"{long_name(option)} has no help"
        if kind(option) == "text" and option.metavar is None:
            found = ONE_OF_SOME.search(own_help(verb, option))
            written = found is not None and "*." not in option.help and "file" not in option.help.lower()
            assert not written, f"{long_name(option)} lists choices by hand: {option.help}"


def test_the_types_of_the_command_line_are_those_of_the_library() -> None:
    assert get_args(options.ReadFormat) == tuple(FORMATS)
    assert get_args(options.WriteFormat) == tuple(name for name, each in FORMATS.items() if each.write)
    translate = {long_name(each): set(choices(each)) for each in params(("translate",))}
    score = {long_name(each): set(choices(each)) for each in params(("score",))}
    assert get_args(options.MetricName) == METRIC_NAMES
    assert translate["--engine"] == set(get_args(Engine))
    assert score["--tokenise"] == set(TOKENISERS)
    tuners = next(each for each in params(("tune",)) if long_name(each) == "--with")
    assert set(choices(tuners)) == {*TUNERS, *ONLINE}


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_help_is_whole(verb: tuple[str, ...]) -> None:
    command: Any = command_of(verb)
    context = command.context_class(
        command, info_name=" ".join(verb), max_content_width=80, terminal_width=80
    )
    page = " ".join(command.get_help(context).split())
    for option in params(verb):
        assert " ".join(option.help.split()) in page
        # A line may be broken at the hyphen of a choice's name.
        assert all(each in page.replace("- ", "-") for each in choices(option))


def test_the_list_of_verbs_is_not_cut() -> None:
    context = GROUP.context_class(GROUP, info_name="manyways", max_content_width=80, terminal_width=80)
    page = " ".join(GROUP.get_help(context).split())
    assert "..." not in page.replace("[ARGS]...", "")


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_rules_speak_of_options_that_are_there(verb: tuple[str, ...]) -> None:
    there = {long_name(each): each for each in params(verb)}
    for rule in rules(verb):
        for condition in (*rule.options, *rule.on, *rule.unless):
            name, _, value = condition.partition(" ")
            assert name in there, f"{name} is no option of {' '.join(verb)}"
            fits = not choices(there[name]) or value in choices(there[name])
            assert not value or fits, f"{condition}: no such choice"


def words_for(option: Any, value: str = "") -> list[str]:
    """The option as a user would give it; a value that it can have if none is named."""
    if option.is_flag:
        return [long_name(option)]
    least = getattr(option.type, "min", None)
    number = str(least) if least is not None else "1"
    return [long_name(option), value or (choices(option) or (number,))[0]]


def completed(verb: tuple[str, ...], words: list[str], broken: Rule) -> list[str]:
    """The words with what all other rules want, so that only one rule can refuse them."""
    there = {long_name(each): each for each in params(verb)}
    for rule in rules(verb):
        held = [each for each in rule.on if set(each.split()) <= set(words) or default(there, each)]
        if rule.wanted and rule != broken and set(rule.options) & set(words) and not held:
            words = words + words_for(there[rule.on[0].split()[0]])
    return words


def default(there: dict[str, Any], condition: str) -> bool:
    name, _, value = condition.partition(" ")
    return bool(value) and str(getattr(there[name].default, "value", there[name].default)) == value


def idle_calls() -> list[tuple[tuple[str, ...], str, list[str]]]:
    """Each declared pair as a call that must be refused: the verb, the beginning of the answer, the words."""
    calls = []
    for verb in VERBS:
        there = {long_name(each): each for each in params(verb)}
        for rule in rules(verb):
            for name in rule.options:
                words = words_for(there[name])
                if rule.wanted:
                    for other, _, value in (each.partition(" ") for each in rule.on if default(there, each)):
                        words += [
                            other,
                            next(each for each in choices(there[other]) or ["ter"] if each != value),
                        ]
                    answer = f"{name} has no effect without {rule.told()[10:-1]}: add it"
                    calls.append((verb, answer, completed(verb, words, rule)))
                    continue
                for condition in rule.on:
                    other, _, value = condition.partition(" ")
                    more = words_for(there[other], value)
                    if "1" in words and there[other].callback is not None:  # two outputs have two names
                        more = [other, "2"]
                    answer = f"{name} has no effect with {condition}: leave"
                    calls.append((verb, answer, completed(verb, [*words, *more], rule)))
    return calls


@pytest.mark.parametrize(
    ("verb", "answer", "words"),
    idle_calls(),
    ids=lambda each: "" if isinstance(each, str) else " ".join(each),
)
def test_an_option_that_would_be_ignored_is_refused(
    verb: tuple[str, ...],
    answer: str,
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for each in command_of(verb).params:  # type: ignore[attr-defined]
        if each.required and not set(each.opts) & set(words):
            words = [*words, *(words_for(each) if each.param_type_name == "option" else [])]
    needed = [each for each in command_of(verb).params if each.param_type_name == "argument"]  # type: ignore[attr-defined]
    files = ["--", *("none" for each in needed if each.required)] if needed else []
    monkeypatch.setattr(sys, "argv", ["manyways", *verb, *words, *files])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith(f"manyways: {answer}")
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("translat", "there is no verb manyways translat: did you mean manyways translate?"),
        ("lm quer", "there is no verb manyways lm quer: did you mean manyways lm query?"),
        ("xyzzy", "there is no verb manyways xyzzy: --help shows what there is"),
        ("translate m --nbset 3", "manyways translate has no option --nbset: did you mean --nbest?"),
        ("align --sym union", "manyways align has no option --sym: did you mean --symmetrise?"),
        ("lm query m --sumary", "manyways lm query has no option --sumary: did you mean --summary?"),
        ("--vrsion", "manyways has no option --vrsion: did you mean --version?"),
        ("translate m --xyzzy", "manyways translate has no option --xyzzy: --help shows what there is"),
    ],
)
def test_the_nearest_name_is_offered_in_one_line(
    words: str, answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["manyways", *words.split()])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    assert capsys.readouterr().err == f"manyways: {answer}\n"


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_a_verb_parses_calls_and_prints(verb: tuple[str, ...]) -> None:
    """Work is done in the library: a verb's file is short."""
    path = ROOT / "src" / "manyways" / "cli" / f"{'_'.join(verb).replace('-', '_')}.py"
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines < MOST_LINES, f"{path.name} has {lines} lines"
