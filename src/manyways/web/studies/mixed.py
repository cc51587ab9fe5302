"""Linear mixed models by REML: what a condition does, beside what people and sentences do anyway.

    fit = fit_mixed(y, X, groups=[person, sentence], names=("intercept", "diverse"))
    fit.effects[1].estimate, fit.effects[1].error

y = X b + sum_k u_k[group_k] + e, with u_k ~ N(0, s2 t_k^2) and e ~ N(0, s2): random intercepts, crossed or
nested. As in lme4 (Bates et al., 2015), b and s2 are profiled out, and the criterion of REML, with A = Z T of
all groups, L L' = A'A + I, and r2 the penalised residual sum of squares,

    log |L|^2 + log |R_X|^2 + (n - p) (1 + log(2 pi r2 / (n - p)))

is minimised over t. Errors are Wald's and intervals by the normal distribution, which is
fair for hundreds of observations and too narrow for a few people.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from manyways.errors import InputError
from manyways.tune.minimise import lbfgs

__all__ = ["Effect", "Mixed", "fit_mixed"]

Vector = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]
_STEP = 1e-5
_PER_EFFECT = 5  # observations, at least
Groups = Sequence[npt.NDArray[np.int64]]


@dataclass(frozen=True)
class Effect:
    """An estimate with its standard error; p: two-sided, of the hypothesis that there is none."""

    name: str
    estimate: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        return self.estimate - 1.959964 * self.error, self.estimate + 1.959964 * self.error

    @property
    def p(self) -> float:
        if self.error == 0:
            return float("nan")
        return math.erfc(abs(self.estimate / self.error) / math.sqrt(2))


@dataclass(frozen=True)
class Mixed:
    """deviations: of the random intercepts of each group, and of what is left."""

    effects: Sequence[Effect]
    deviations: Sequence[float]
    residual: float
    criterion: float


def fit_mixed(y: Vector, X: Matrix, *, groups: Groups, names: Sequence[str]) -> Mixed:
    """An InputError if there are fewer than five observations per effect, or effects cannot be told apart."""
    if len(y) < _PER_EFFECT * X.shape[1] or np.linalg.matrix_rank(X) < X.shape[1]:
        raise InputError("there are too few observations to tell the effects apart")
    problem = _Problem(y, X, groups)
    theta = np.abs(
        lbfgs(partial(_with_slopes, lambda each: problem.solve(each)[0]), np.full(len(groups), 0.5))
    )
    criterion, b, s2, covariance = problem.solve(theta)
    errors = np.sqrt(np.diag(covariance))
    effects = [Effect(*each) for each in zip(names, b.tolist(), errors.tolist(), strict=True)]
    scale = math.sqrt(s2)
    return Mixed(effects, [float(scale * each) for each in theta], scale, criterion)


class _Problem:
    """What does not depend on theta, computed once."""

    def __init__(self, y: Vector, X: Matrix, groups: Groups) -> None:
        self.n, self.p = X.shape
        columns = [np.eye(int(group.max()) + 1)[group] for group in groups]
        self.sizes = [each.shape[1] for each in columns]
        Z = np.concatenate(columns, axis=1)
        self.ZZ, self.ZX, self.Zy = Z.T @ Z, Z.T @ X, Z.T @ y
        self.XX, self.Xy, self.yy = X.T @ X, X.T @ y, float(y @ y)

    def solve(self, theta: Vector) -> tuple[float, Vector, float, Matrix]:
        """The criterion, b, s2 and the covariance of b."""
        t = np.repeat(theta, self.sizes)
        L = np.linalg.cholesky(t[:, None] * self.ZZ * t[None, :] + np.eye(len(t)))
        # L^-1 T Z'X and L^-1 T Z'y: what the random effects take from both.
        taken = np.linalg.solve(L, t[:, None] * np.column_stack([self.ZX, self.Zy]))
        X, y = taken[:, :-1], taken[:, -1]
        left = self.XX - X.T @ X
        b = np.linalg.solve(left, self.Xy - X.T @ y)
        r2 = max(self.yy - float(y @ y) - float(b @ (self.Xy - X.T @ y)), 1e-300)
        freedom = self.n - self.p
        s2 = r2 / freedom
        _, inside = np.linalg.slogdet(left)
        criterion = 2 * np.log(np.diag(L)).sum() + inside + freedom * (1 + math.log(2 * math.pi * s2))
        return float(criterion), b, s2, s2 * np.linalg.inv(left)


def _with_slopes(value_of: Callable[[Vector], float], at: Vector) -> tuple[float, Vector]:
    """A value and its gradient, by differences: the criterion is smooth, and even in each parameter."""
    steps = _STEP * np.eye(len(at))
    slopes = [(value_of(at + step) - value_of(at - step)) / (2 * _STEP) for step in steps]
    return value_of(at), np.array(slopes)
