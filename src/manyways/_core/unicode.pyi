from typing import Annotated

import numpy
from numpy.typing import NDArray


version: str = '14.0.0'

def properties(code_point: int) -> tuple[int, int, int, int, int]:
    """
    Category and script (numbers of the core's enums), flags (1 alnum, 2 space, 4 upper, 8 lower, 16 decimal), lower and upper case.
    """

def decode(text: bytes) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
    """Code points; a byte that begins no valid sequence is U+FFFD."""

def encode(code_points: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bytes:
    """UTF-8; what is not a code point becomes U+FFFD."""

def invalid_at(text: bytes) -> int:
    """Position of the first byte that is not UTF-8, or -1."""

def count(text: bytes) -> int:
    """How many code points valid text has."""
