"""What a verb is: its options, which of them go together, and words for those that do not.

    @together(
        needs("--order", "--strength", on=["--diverse"]),
        excludes("--mbr", on=["--nbest", "--search exact"]),
    )
    def command(...) -> None: ...

An option that would have no effect is refused, and --help tells the same. Rules speak of options that are
given (`--nbest`) or that have a value, given or not (`--search exact`).

Options that many verbs have together are one parameter, a dataclass with an option in each field:

    @dataclass(frozen=True)
    class Reading:
        source_format: From = None
        per_source: PerSource = None

    def command(file: str, *, reading: Reading) -> None: ...   # has --from and --per-source
"""

from __future__ import annotations

import functools
import importlib
import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from difflib import get_close_matches
from typing import Any, TypeVar, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from manyways.errors import UsageError

__all__ = [
    "LARGEST_SEED",
    "Rule",
    "Verb",
    "VerbGroup",
    "add_verb",
    "excludes",
    "group_of",
    "needs",
    "together",
]

LARGEST_SEED = 2**63 - 1
_LARGEST = 2**31 - 1
_CLICK_ERROR: Any = typer.BadParameter.__base__  # Typer brings its own Click, or takes the one that is there

Function = TypeVar("Function", bound=Callable[..., None])


@dataclass(frozen=True)
class Rule:
    """`options` have an effect only if one of `on` holds (`wanted`), or only if none does.

    Where one of `unless` holds there is no rule.
    """

    options: tuple[str, ...]
    on: tuple[str, ...]
    wanted: bool
    unless: tuple[str, ...] = ()

    def told(self) -> str:
        """The rule as --help tells it after each option's own words."""
        lifted = f" unless {_one_of(self.unless)} is given" if self.unless else ""
        return f"{'Only' if self.wanted else 'Not'} with {_one_of(self.on)}{lifted}."

    def check(self, ctx: typer.Context) -> None:
        """A UsageError if an option is given that would have no effect."""
        given = [option for option in self.options if _holds(ctx, option)]
        if not given or any(_holds(ctx, each) for each in self.unless):
            return
        met = [each for each in self.on if _holds(ctx, each)]
        if self.wanted and not met:
            raise UsageError(
                f"{given[0]} has no effect without {_one_of(self.on)}: add it, or leave {given[0]} out"
            )
        if not self.wanted and met:
            raise UsageError(f"{given[0]} has no effect with {met[0]}: leave one of them out")


def needs(*options: str, on: Sequence[str]) -> Rule:
    """Each of `options` has an effect only with one of `on`."""
    return Rule(options, tuple(on), wanted=True)


def excludes(*options: str, on: Sequence[str], unless: Sequence[str] = ()) -> Rule:
    """None of `options` has an effect with any of `on`."""
    return Rule(options, tuple(on), wanted=False, unless=tuple(unless))


def together(*rules: Rule) -> Callable[[Function], Function]:
    """Declare which options of a verb go together."""

    def declare(function: Function) -> Function:
        function.rules = rules  # type: ignore[attr-defined]
        return function

    return declare


class Verb(TyperCommand):
    """A command whose repeatable options take several values: `--references a b` is `--references a
    --references b`. The values end at the next option, or at `--`. Numbers are of a size that can be used."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.rules: tuple[Rule, ...] = getattr(self.callback, "rules", ())
        options = {name: each for each in self.params for name in each.opts}
        for rule in self.rules:
            for name in rule.options:
                option: Any = options[name]
                option.help = f"{option.help} {rule.told()}"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with _known_options(ctx, self.params):
            left = super().parse_args(ctx, self._spread(args))
        for option in self.params:
            _check_numbers(ctx, option, ctx.params.get(str(option.name)))
        if not ctx.resilient_parsing:
            for rule in self.rules:
                rule.check(ctx)
        return left

    def get_short_help_str(self, limit: int = 0) -> str:
        return _first_sentence(self.help)

    def _spread(self, args: list[str]) -> list[str]:
        names = {name for each in self.params if getattr(each, "multiple", False) for name in each.opts}
        spread: list[str] = []
        open_option = ""
        for number, each in enumerate(args):
            if each == "--":
                return spread + args[number:]
            if each.startswith("-") and each != "-":
                open_option = each.split("=")[0] if each.split("=")[0] in names else ""
            elif open_option and spread[-1] != open_option:
                spread.append(open_option)
            spread.append(each)
        return spread


class VerbGroup(TyperGroup):
    """Verbs under one name; a name that is not there is answered with the nearest that is."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with _known_options(ctx, self.params):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            nearest = _nearest(args[0], self.list_commands(ctx), f"{ctx.command_path} ")
            raise UsageError(f"there is no verb {ctx.command_path} {args[0]}: {nearest}")
        return super().resolve_command(ctx, args)

    def get_short_help_str(self, limit: int = 0) -> str:
        return _first_sentence(self.help)


def add_verb(app: typer.Typer, name: str, command: Callable[..., None]) -> None:
    """Make a function a verb of `app`."""
    app.command(name, cls=Verb)(_spread_out(command))


def group_of(name: str, *verbs: str, help: str) -> typer.Typer:
    """Verbs under one name, in this order; `train` of `rerank` is the `command` of cli/rerank_train.py."""
    app = typer.Typer(
        cls=VerbGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None, help=help
    )
    app.callback(help=help)(lambda: None)  # a group, also of one verb
    for verb in verbs:
        file = f"{name}_{verb}".replace("-", "_")
        add_verb(app, verb, importlib.import_module(f"manyways.cli.{file}").command)
    return app


def _spread_out(command: Callable[..., None]) -> Callable[..., None]:
    """The function with the fields of its dataclasses for parameters, which is what Typer can read."""
    flat: list[inspect.Parameter] = []
    groups: dict[str, Any] = {}
    for each in inspect.signature(command, eval_str=True).parameters.values():
        if not is_dataclass(each.annotation):
            flat.append(each.replace(kind=inspect.Parameter.KEYWORD_ONLY))
            continue
        groups[each.name] = each.annotation
        types = get_type_hints(each.annotation, include_extras=True)
        flat += [
            each.replace(name=field.name, annotation=types[field.name], default=field.default)
            for field in fields(each.annotation)
        ]

    @functools.wraps(command)
    def gathered(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    gathered.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    gathered.__annotations__ = {each.name: each.annotation for each in flat}
    return gathered


def _one_of(names: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _first_sentence(help: str | None) -> str:
    return " ".join((help or "").split("\n\n")[0].split())


def _holds(ctx: typer.Context, condition: str) -> bool:
    """Whether an option is given, or has the value that the condition names."""
    name, _, value = condition.partition(" ")
    option = next(each for each in ctx.command.params if name in each.opts)
    if value:
        found = ctx.params[str(option.name)]
        return str(getattr(found, "value", found)) == value
    source = ctx.get_parameter_source(str(option.name))
    return source is not None and source.name == "COMMANDLINE"


@contextmanager
def _known_options(ctx: Any, params: Iterable[Any]) -> Iterator[None]:
    """A UsageError with the nearest name for an option that is not there."""
    try:
        yield
    except _CLICK_ERROR as error:
        if not hasattr(error, "possibilities"):
            raise
        names = [name for each in params for name in (*each.opts, *each.secondary_opts) if name[:2] == "--"]
        nearest = _nearest(error.option_name, [*names, "--help"])
        raise UsageError(f"{ctx.command_path} has no option {error.option_name}: {nearest}") from None


def _nearest(name: str, names: Sequence[str], path: str = "") -> str:
    """A question that names the nearest one, or where all of them stand."""
    begun = [each for each in names if len(name) > 3 and each.startswith(name)]
    near = begun or get_close_matches(name, names, n=1)
    return f"did you mean {path}{near[0]}?" if near else "--help shows what there is"


def _check_numbers(ctx: Any, option: Any, value: Any) -> None:
    """A usage error for whole numbers that the core cannot hold, and for floats that are no numbers."""
    if isinstance(value, (list, tuple)):
        for each in value:
            _check_numbers(ctx, option, each)
    elif isinstance(value, float) and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is not a finite number", ctx=ctx, param=option)
    elif isinstance(value, int):
        most = LARGEST_SEED if option.name == "seed" else _LARGEST
        if not -most <= value <= most:
            shown = value if abs(value) < 10**40 else "The number"
            raise typer.BadParameter(f"{shown} is too large; at most {most}", ctx=ctx, param=option)
