"""Small faults to plant in a source: `python_mutants(text)` and `cpp_mutants(text)`.

A mutant replaces a stretch of a file by something that is nearly right: another comparison, another constant,
an argument left out, a statement dropped. A test should notice. Python is changed where its syntax tree says;
C++ by tokens, helped by the spaces that clang-format puts around binary operators. What such a change
makes of C++ need not compile.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

__all__ = ["Mutant", "cpp_mutants", "python_mutants"]


@dataclass(frozen=True)
class Mutant:
    """Bytes `start` to `end` of a file become `new`."""

    line: int
    start: int
    end: int
    old: str
    new: str

    def applied(self, text: bytes) -> bytes:
        return text[: self.start] + self.new.encode() + text[self.end :]

    def __str__(self) -> str:
        old, new = (" ".join(each.split()) for each in (self.old, self.new))
        return f"{_short(old)} → {_short(new) or '(nothing)'}"


def _short(text: str, most: int = 70) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


_OTHER: dict[type[ast.AST], type[ast.AST]] = {}
for _pair in [
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
    (ast.Mult, ast.Div),
    (ast.BitAnd, ast.BitOr),
]:
    _OTHER |= {_pair[0]: _pair[1], _pair[1]: _pair[0]}
_OTHER[ast.FloorDiv] = ast.Mult
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_DROPPED = (ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)
_UNSEEN = {
    "annotation",
    "returns",
    "decorator_list",
    "type_comment",
}  # fields that do nothing when the code runs


def python_mutants(text: bytes) -> list[Mutant]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, new in _changes(ast.parse(text)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        found.append(Mutant(node.lineno, start, end, text[start:end].decode(), new))
    return found


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Nodes and what to write in their places. Words of messages are left alone, and so are annotations."""
    if isinstance(node, ast.stmt):
        yield from ((node, new) for new in _statements(node))
    elif isinstance(node, ast.expr):
        faults = (ast.unparse(new) for new in _expressions(node))
        yield from ((node, f"({new})") for new in faults if new != ast.unparse(node))
    if isinstance(node, ast.Raise | ast.JoinedStr) or _has_no_effect(node):
        return  # before Python 3.12 what is inside an f-string does not know its place
    tested = node.test if isinstance(node, ast.If | ast.While | ast.IfExp) else None
    if isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(tested, ast.Compare | ast.UnaryOp):
        yield node.test, f"(not ({ast.unparse(node.test)}))"
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and field not in _UNSEEN:
                yield from _changes(child)


def _has_no_effect(node: ast.AST) -> bool:
    """Of `zip(a, b, strict=True)` only a fault of ours would see an effect."""
    match node:
        case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.Assign(targets=[ast.Name("__all__")]):
            return True
        case ast.keyword(arg="strict"):
            return True
    return False


def _statements(node: ast.stmt) -> Iterator[str]:
    stored = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    called = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom)
    if stored or called or isinstance(node, _DROPPED):
        yield "pass"
    if isinstance(node, ast.Return) and node.value is not None and ast.unparse(node.value) != "None":
        yield "return None"


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(ops=[op]):
            yield ast.Compare(node.left, [_OTHER[type(op)]()], node.comparators)  # type: ignore[list-item]
        case ast.BoolOp():
            yield ast.BoolOp(_OTHER[type(node.op)](), node.values)  # type: ignore[arg-type]
        case ast.BinOp() if type(node.op) in _OTHER:
            yield ast.BinOp(node.left, _OTHER[type(node.op)](), node.right)  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1 if value + 1 != value else value / 2)
        case ast.JoinedStr():
            for place, piece in enumerate(node.values):
                if isinstance(piece, ast.FormattedValue):
                    yield ast.JoinedStr([*node.values[:place], *node.values[place + 1 :]])
        case ast.Call():
            yield from _other_calls(node)


def _other_calls(node: ast.Call) -> Iterator[ast.expr]:
    """Another function, the first two arguments swapped, or a named argument left out."""
    if isinstance(node.func, ast.Name) and node.func.id in _CALLS:
        yield ast.Call(ast.Name(_CALLS[node.func.id]), node.args, node.keywords)
    if len(node.args) > 1 and not any(isinstance(each, ast.Starred) for each in node.args[:2]):
        yield ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)
    for place, left_out in enumerate(node.keywords):
        if left_out.arg != "strict":
            yield ast.Call(node.func, node.args, node.keywords[:place] + node.keywords[place + 1 :])


_SILENT = re.compile(  # what is no code: it is looked at as if it were blank
    r'//[^\n]*|/\*.*?\*/|^[ ]*#(?:[^\n]*\\\n)*[^\n]*|static_assert\([^;]*;|"(?:\\.|[^"\\\n])*"'
    r"|(?<![\w'])'(?:\\.|[^'\\\n])+'",
    re.DOTALL | re.MULTILINE,
)
_SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}
_SWAPS |= {
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "+=": "-=",
    "-=": "+=",
    "|=": "&=",
    "&=": "|=",
    "*=": "/=",
    "/=": "*=",
}
_SWAPS |= {"true": "false", "false": "true", "min": "max", "max": "min"}
_SWAPS |= {"break": "continue", "continue": "break"}


def _swap(found: re.Match[str]) -> str:
    return _SWAPS[found[0]]


_RULES: list[tuple[str, Callable[[re.Match[str]], str]]] = [
    (r"(?<= )(?:[<>]=?|[=!]=|&&|\|\||[-+*/]=?|[|&]=)(?=[ \n])", _swap),
    (r"\b(?:true|false)\b|(?<=std::)(?:min|max)\b|\b(?:break|continue)(?=;)", _swap),
    (r"(?<![\w.'])(?<!\de-)\d+(?:u|l|ul|ull)?(?![\w.'])", lambda found: f"({found[0]} + 1)"),
    (r"(?<![\w.'])\d+\.\d*(?:e-?\d+)?|(?<![\w.'])\d+e-?\d+", lambda found: f"({found[0]} + 1)"),
    (r"(?<=if \()!?[\w.>:\[\]()-]+(?=\) [{\w])", lambda found: f"!({found[0]})"),
    (r"(?<=return )[^;{}]+(?=;)", lambda _: "{}"),
    (r"(?<= )throw [^;]*;", lambda _: ";"),
    (r"^ +[\w.>:\[\]-]+\([^;{}]*\);$|^ +[\w.>\[\]*-]+ [-+*/|&]?= [^;{}]*;$", lambda _: ";"),
]


def cpp_mutants(text: bytes) -> list[Mutant]:
    code = text.decode()
    code = _SILENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), code)
    found = []
    for pattern, new in _RULES:
        for match in re.finditer(pattern, code, re.MULTILINE):
            start, end = (len(text.decode()[: match.span()[side]].encode()) for side in (0, 1))
            line = code.count("\n", 0, match.start() + len(match[0]) - len(match[0].lstrip())) + 1
            found.append(Mutant(line, start, end, text[start:end].decode(), new(match)))
    return sorted(found, key=lambda each: (each.start, each.end))
