import enum

import numpy
import numpy.typing


class Method(enum.Enum):
    greedy = 0

    coverage = 1

    dpp = 2

def select(words: numpy.typing.NDArray[numpy.uint32], offsets: numpy.typing.NDArray[numpy.int64], sentence_offsets: numpy.typing.NDArray[numpy.int64], scores: numpy.typing.NDArray[numpy.float64], orders: list[tuple[int, float]], strength: float, method: Method, size: int, threads: int = 0) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]:
    """
    The rows picked from each list, in the order of picking, and where each list's begin.
    """
