"""Schemathesis on the description of the API: what it says is what happens, whatever is sent."""

from __future__ import annotations

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import load_all_checks

from tamis.service.app import create_app
from tamis.service.settings import Settings
from tests.service.conftest import BASE

load_all_checks()
EXAMPLES = 12
"""an operation; `EXAMPLES` and the time go up together, and more is what `make fuzz` would be for"""


@pytest.fixture(scope="module")
def schema(folder: Path, store: str):
    app = create_app(Settings(workers=1, store=store, corpus=folder / "fuzzed.jsonl", seconds=30))
    app.state.service.pool.start()
    yield schemathesis.openapi.from_asgi("/openapi.json", app, base_url=BASE)
    for worker in app.state.service.pool._all:
        worker.stop()


described = schemathesis.pytest.from_fixture("schema")


@described.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_what_is_described_is_what_happens(case: schemathesis.Case) -> None:
    case.call_and_validate(headers={"host": "127.0.0.1:8000"})
