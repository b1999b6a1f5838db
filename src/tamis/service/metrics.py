"""Figures for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from tamis.service.pool import Pool


class Metrics:
    """The service's own registry, so that two services in one process do not share figures."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "tamis_requests", "Requests by route and status", ["route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "tamis_request_seconds", "Time from request to answer", ["route"], registry=self.registry,
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
        )  # fmt: skip
        self.pages = Counter("tamis_pages", "Pages processed, by how they ended", ["status"], registry=self.registry)
        self.restarts = Counter("tamis_worker_restarts", "Workers that were replaced", registry=self.registry)

    def watch(self, pool: Pool) -> None:
        """Show how busy the workers are."""
        Gauge("tamis_workers", "Worker processes", registry=self.registry).set(pool.workers)
        busy = Gauge("tamis_workers_busy", "Workers that have a page", registry=self.registry)
        busy.set_function(lambda: pool.busy)
        waiting = Gauge("tamis_queue_length", "Requests that wait for a worker", registry=self.registry)
        waiting.set_function(lambda: pool.waiting)
