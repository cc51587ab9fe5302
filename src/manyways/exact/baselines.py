"""The relaxed graph as a linear or integer program for HiGHS: the general way, to compare with.

    graph = search.relaxed_graph("das ist ein haus")
    solve(graph)                                    # Solution(value, optimal, fractional, seconds)
    solve(graph, whole=True, time_limit=120)        # whole numbers: the best translation's score

One variable for each edge, one unit of flow from the start to the end, every source word covered exactly
once. The linear program's value is what the best multipliers of a Lagrangian relaxation reach. Only the free
reordering space can be said this way: the gap constraint looks at coverage, which the graph does not know.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.errors import DependencyError
from manyways.exact.results import RelaxedGraph

__all__ = ["Solution", "solve"]

Ints = npt.NDArray[np.integer]


@dataclass(frozen=True)
class Solution:
    """value: NaN if none was found. optimal: the solver finished. fractional: some edge is used in part."""

    value: float
    optimal: bool
    fractional: bool
    seconds: float


def solve(graph: RelaxedGraph, *, whole: bool = False, time_limit: float = 120.0) -> Solution:
    """Solve by HiGHS on one thread; seconds and the limit are CPU time."""
    highspy = _highs()
    started = time.process_time()

    def stop_late(event: Any) -> None:
        if time.process_time() - started > time_limit:
            event.interrupt()

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    for moments in (solver.cbSimplexInterrupt, solver.cbIpmInterrupt, solver.cbMipInterrupt):
        moments += stop_late
    if whole:
        solver.setOptionValue("presolve", "off")  # takes more than ten times the search itself
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 1e-7)
    solver.passModel(_program(graph, whole=whole))
    solver.run()
    seconds = time.process_time() - started
    optimal = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    if not optimal and not solver.getSolution().value_valid:
        return Solution(float("nan"), False, False, seconds)
    flow = np.asarray(solver.getSolution().col_value)
    fractional = bool(np.any((flow > 1e-6) & (flow < 1 - 1e-6)))
    return Solution(float(flow @ graph.scores), optimal, fractional, seconds)


def _highs() -> Any:
    try:
        import highspy
    except ImportError:
        remedy = "Install it: pip install 'manyways[exact-lp]'"
        raise DependencyError(
            "linear programs are solved by highspy, which is missing", remedy=remedy
        ) from None
    return highspy


def _program(graph: RelaxedGraph, *, whole: bool) -> Any:
    """Rows: the flow of every node, then the coverage of every word. Columns: edges."""
    highspy = _highs()
    edges, nodes = len(graph.tails), len(graph.layers)
    right = np.zeros(nodes + graph.words)
    right[0], right[nodes - 1], right[nodes:] = -1, 1, 1
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = edges, len(right)
    program.sense_ = highspy.ObjSense.kMaximize
    program.col_cost_ = graph.scores
    program.col_lower_, program.col_upper_ = np.zeros(edges), np.ones(edges)
    program.row_lower_, program.row_upper_ = right, right
    starts, rows, values = _columns(graph)
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_, program.a_matrix_.index_, program.a_matrix_.value_ = starts, rows, values
    if whole:
        program.integrality_ = [highspy.HighsVarType.kInteger] * edges
    return program


def _columns(graph: RelaxedGraph) -> tuple[Ints, Ints, npt.NDArray[np.float64]]:
    """The matrix by columns: -1 at the tail, 1 at the head and at every word covered."""
    covered = (graph.stops - graph.starts).astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(2 + covered)])
    rows = np.empty(starts[-1], dtype=np.int32)
    values = np.ones(starts[-1])
    rows[starts[:-1]], rows[starts[:-1] + 1] = graph.tails, graph.heads
    values[starts[:-1]] = -1
    edge = np.repeat(np.arange(len(covered)), covered)
    offset = np.arange(len(edge)) - np.repeat(np.cumsum(covered) - covered, covered)
    rows[starts[edge] + 2 + offset] = len(graph.layers) + graph.starts[edge] + offset
    return starts.astype(np.int32), rows, values
