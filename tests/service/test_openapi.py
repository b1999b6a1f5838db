"""Schemathesis on the description of the API: what it says is what happens, whatever is sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from tests.service.running import Running

load_all_checks()


@schemathesis.serializer("application/jsonl")
def lines(_: Any, value: Any) -> bytes:
    return str(value).encode("utf-8", "replace")


EXAMPLES = 12
"""an operation; `EXAMPLES` and the time go up together, and more is what `make fuzz` would be for"""


@pytest.fixture(scope="module")
def schema(folder: Path, store: str) -> Iterator[Any]:
    options = ("--workers", "1", "--store", store, "--corpus", str(folder / "fuzzed.jsonl"), "--seconds", "60")
    server = Running(folder / "openapi.log", *options)
    yield schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    server.stop()


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
def test_what_is_described_is_what_happens(schema: Any, mode: GenerationMode) -> None:
    """Requests as they are described, and requests that are not, to every operation."""
    checked = []
    for found in schema.get_all_operations():
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and operation.path == "/v1/batch":
            continue  # lines answer for themselves: a body of them is never wrong as a whole

        @settings(
            max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case: schemathesis.Case) -> None:
            answer = case.call_and_validate(timeout=120, excluded_checks=[CHECKS.get_one("positive_data_acceptance")])
            # No schema tells a selector from another text, or knows the parameters of a strategy: such a request may be
            # refused. One that the description lets through must be one that the forms let through.
            if mode is GenerationMode.POSITIVE and answer.status_code == 422:
                assert not answer.json()["detail"].startswith(("body", "query")), answer.json()

        try:
            check()
        except Unsatisfiable:  # without parameters there is nothing to get wrong
            assert mode is GenerationMode.NEGATIVE
        checked.append(operation.label)
    assert len(checked) >= 9
