"""What is in ``deploy/`` asks for things that the service has."""

from __future__ import annotations

import json
import re
from pathlib import Path

from prometheus_client import generate_latest

from tamis.service.app import create_app
from tamis.service.settings import Settings


def test_the_dashboard_asks_for_metrics_that_there_are() -> None:
    metrics = create_app(Settings(workers=1)).state.service.metrics
    metrics.requests.labels("/v1/extract", "200").inc()
    metrics.seconds.labels("/v1/extract").observe(0.1)
    metrics.pages.labels("ok").inc()
    known = set(re.findall(r"^(tamis_\w+)", generate_latest(metrics.registry).decode(), re.MULTILINE))
    board = json.loads(Path("deploy/grafana-dashboard.json").read_text())
    asked = {name for panel in board["panels"] for target in panel["targets"] for name in metric_names(target["expr"])}
    assert asked and asked <= known


def metric_names(expression: str) -> list[str]:
    return re.findall(r"\btamis_\w+", expression)


def test_probes_of_container_and_unit_are_routes() -> None:
    routes = {getattr(route, "path", "") for route in create_app(Settings(workers=1)).routes}
    files = "".join(Path("deploy", name).read_text() for name in ("Dockerfile", "compose.yaml", "tamis.service"))
    assert set(re.findall(r":8000(/\w+)", files)) <= routes
    assert re.findall(r"tamis (serve)\b", files)
