"""Features in a file of one's own: Python that is run, so only files that one would run.

features = read_features(path)         # every @feature in it, in its order
"""

from __future__ import annotations

import os
import traceback
import types
from collections.abc import Sequence

from manyways.errors import InputError, ManywaysError
from manyways.features.base import Feature
from manyways.reading import LARGEST_SETTINGS, decode_text, read_bytes

__all__ = ["fault_of", "read_features"]


def read_features(path: str | os.PathLike[str], known: Sequence[Feature] = ()) -> list[Feature]:
    """The features that a file defines; an InputError for one that fails, or has names that are `known`."""
    name = os.fspath(path)
    text = decode_text(read_bytes(path, most=LARGEST_SETTINGS), path)
    module = types.ModuleType("manyways_own_features")
    module.__file__ = name
    try:
        exec(compile(text, name, "exec"), module.__dict__)
    except SyntaxError as error:
        raise InputError(f"is not Python: {error.msg}", path=name, line=error.lineno) from None
    except (Exception, SystemExit) as error:
        raise fault_of(error, name) from None
    found = [each for each in vars(module).values() if isinstance(each, Feature) and each.path == name]
    if not found:
        remedy = 'Write a function below @feature("name"): see docs/features.md.'
        raise InputError("defines no feature", path=name, remedy=remedy)
    for i, each in enumerate(found):
        for column in each.names:
            other = next((x for x in (*known, *found[:i]) if x is not each and x.gives(column)), None)
            if other is not None:
                raise InputError(f"{column} is the name of another feature", path=name, line=each.line)
    return found


def fault_of(error: BaseException, path: str) -> InputError:
    """What a file of features did wrong, with the last of its lines that was at work."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    said = error.message if isinstance(error, ManywaysError) else f"{type(error).__name__}: {error}"
    return InputError(said.strip()[:400], path=path, line=lines[-1] if lines else None)
