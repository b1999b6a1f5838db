"""Killed workers leave nothing behind; ``benchmarks/kills.py`` kills a thousand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workers.kills import held, kill_workers, marked, settled


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts in /proc")
@pytest.mark.parametrize("fork", [True, False])
def test_kills_leave_nothing_behind(fork: bool, tmp_path: Path) -> None:
    with marked(tmp_path):
        kill_workers(2, fork)
        before = held(tmp_path)
        assert kill_workers(12, fork) == 4 * 12
        assert settled(tmp_path, before) == before
