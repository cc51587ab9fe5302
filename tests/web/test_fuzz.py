"""The API asked for everything that its description allows, and for what it does not: nothing breaks."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from manyways.web import ServeSettings, Site, create_app

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
FAILED: list[Any] = []
EXAMPLES = int(os.environ.get("MANYWAYS_EXAMPLES", "5"))  # more, to look longer


@pytest.fixture(scope="session")
def described(trained: Any, lists: Any) -> Any:
    chosen = ServeSettings(models=(str(trained),), lists=(str(lists),), names=("testserver",), rate=0)
    app = create_app(chosen, site=Site.open(chosen, log=FAILED.append))
    return schemathesis.openapi.from_asgi("/openapi.json", app)


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_nothing_breaks(described: Any, mode: GenerationMode) -> None:
    """Every operation, with what its description allows (positive) and with what it does not."""
    answers: Counter[int] = Counter()
    for found in described.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=EXAMPLES,
            phases=[Phase.generate],
            derandomize=True,
            suppress_health_check=[*HealthCheck],
        )
        def check(case: Any) -> None:
            found = case.call()
            assert found.status_code < 500, FAILED[-2:]
            case.validate_response(found, checks=CHECKS)
            answers[found.status_code] += 1

        FAILED.clear()
        with suppress(Unsatisfiable):  # there is nothing that it does not allow
            check()
    assert not [each for each in FAILED if each["event"] == "failure"]
    assert answers[200 if mode is GenerationMode.POSITIVE else 422] > 20, answers
