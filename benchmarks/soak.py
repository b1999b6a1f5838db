"""The service at 80 % of its capacity for a while, with kills, slow clients and hostile pages: does anything grow?

    TAMIS_DATA=… python benchmarks/soak.py [--minutes 60] [--share 0.8] [--every 10] [--picture docs/pictures/soak.svg]

Capacity is measured first, for twenty seconds, by as many connections as there are workers, twice. Then requests begin
at that share of it, at even distances, whether those before are answered or not. Every ten seconds a worker is killed;
ten clients send their body a byte a second; one page in a hundred takes all that a page may. Each second's memory,
descriptors and latency are drawn with --picture. Prints the second quarter of the time beside the last.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from service import HOSTILE, connection, memory, pages, service

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.workers.kills import children

SLOW = 10
PROBE = 20.0


@dataclass
class Second:
    """What was seen in a second."""

    memory: float
    descriptors: int
    latencies: list[float] = field(default_factory=list)


@dataclass
class Soak:
    """The state of a run."""

    pid: int
    port: int
    end: float
    seconds: list[Second] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    kills: int = 0

    async def ask(self, body: bytes) -> None:
        """One request on a connection of its own."""
        start = time.monotonic()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 26)
            writer.write(_head(len(body)) + body)
            await writer.drain()
            status = (await reader.readuntil(b"\r\n")).split()[1].decode()
            await reader.read()
            writer.close()
        except OSError as error:
            status = type(error).__name__
        self.statuses[status] += 1
        if status == "200" and self.seconds:
            self.seconds[-1].latencies.append(time.monotonic() - start)

    async def send(self, bodies: list[bytes], rate: float) -> None:
        """Begin requests at a rate."""
        under_way: set[asyncio.Task[None]] = set()
        start, count = time.monotonic(), 0
        while time.monotonic() < self.end:
            task = asyncio.create_task(self.ask(bodies[count % len(bodies)]))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
            count += 1
            await asyncio.sleep(max(0.0, start + count / rate - time.monotonic()))
        await asyncio.gather(*under_way)

    async def drip(self) -> None:
        """Send a body a byte a second, again and again."""
        while time.monotonic() < self.end:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(_head(100_000))
            while not reader._buffer and time.monotonic() < self.end:  # type: ignore[attr-defined]
                writer.write(b" ")
                await asyncio.sleep(1)
            writer.close()

    async def kill(self, every: float) -> None:
        """Kill one of the workers, every so many seconds."""
        while time.monotonic() < self.end:
            await asyncio.sleep(every)
            if found := children(self.pid):
                os.kill(random.choice(found), signal.SIGKILL)
                self.kills += 1

    async def watch(self) -> None:
        """Look at memory and descriptors, each second."""
        while time.monotonic() < self.end:
            descriptors = len(list(Path(f"/proc/{self.pid}/fd").iterdir()))
            self.seconds.append(Second(memory(self.pid) / 1e6, descriptors))
            await asyncio.sleep(1)


def _head(length: int) -> bytes:
    fields = f"Host: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}"
    return f"POST /v1/extract HTTP/1.1\r\n{fields}\r\n\r\n".encode()


async def capacity(port: int, bodies: list[bytes], workers: int) -> float:
    """Pages a second of clients that wait for their answers."""
    found: list[tuple[int, float]] = []
    end = time.monotonic() + PROBE
    crowd = [connection(port, bodies, i * 7, end, 1, found, []) for i in range(2 * workers)]
    await asyncio.gather(*crowd)
    return sum(status == 200 for status, _ in found) / PROBE


async def soak(pid: int, port: int, args: argparse.Namespace, bodies: list[bytes]) -> Soak:
    most = await capacity(port, bodies, args.workers)
    rate = args.share * most
    load = os.getloadavg()[0]
    print(f"capacity {most:.1f} pages/s; {rate:.1f} requests/s for {args.minutes:g} minutes; load average {load:.1f}")
    state = Soak(pid, port, time.monotonic() + 60 * args.minutes)
    hostile = [json.dumps({"html": text}).encode() for text in HOSTILE]
    mixed = [hostile[n // 100 % 2] if n % 100 == 50 else body for n, body in enumerate(bodies * 2)]
    work: list[Coroutine[Any, Any, None]] = [state.send(mixed, rate), state.kill(args.every), state.watch()]
    await asyncio.gather(*work, *(state.drip() for _ in range(SLOW)))
    return state


def report(state: Soak) -> None:
    quarter = max(1, len(state.seconds) // 4)
    parts = {"second": state.seconds[quarter : 2 * quarter], "last": state.seconds[-quarter:]}
    print(f"{state.kills} kills; answers: {', '.join(f'{s}: {n:,}' for s, n in state.statuses.most_common())}\n")
    print("| quarter | memory MB, most | descriptors, most | p50 ms | p99 ms |\n| --- | ---: | ---: | ---: | ---: |")
    for name, some in parts.items():
        times = 1000 * np.array([t for second in some for t in second.latencies] or [0.0])
        p50, p99 = np.percentile(times, [50, 99])
        most = max(s.memory for s in some), max(s.descriptors for s in some)
        print(f"| {name} | {most[0]:.0f} | {most[1]} | {p50:.0f} | {p99:.0f} |")


def draw(state: Soak, path: Path) -> None:
    """Memory, descriptors and latency over time, each in a band of its own."""
    columns: dict[str, Callable[[Second], float]] = {
        "memory, MB": lambda s: s.memory,
        "open files": lambda s: s.descriptors,
        "slowest answer, ms": lambda s: 1000 * max(s.latencies, default=0.0),
    }
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 420" font-family="sans-serif" font-size="12">']
    parts.append('<rect width="720" height="420" fill="#fff"/>')
    for band, (name, value) in enumerate(columns.items()):
        values = [value(second) for second in state.seconds]
        most, bottom = max([*values, 1.0]), 130 * band + 120
        xs = np.linspace(60, 700, len(values))
        points = " ".join(f"{x:.1f},{bottom - 90 * y / most:.1f}" for x, y in zip(xs, values, strict=True))
        parts.append(f'<path d="M60 {bottom}H700M60 {bottom - 90}H700" stroke="#ddd"/>')
        parts.append(f'<text x="60" y="{bottom - 98}">{name}</text><text x="8" y="{bottom - 86}">{most:,.0f}</text>')
        parts.append(f'<polyline points="{points}" fill="none" stroke="#1f5fa8"/><text x="8" y="{bottom + 4}">0</text>')
    parts.append(f'<text x="700" y="408" text-anchor="end">{len(state.seconds) / 60:.0f} minutes</text></svg>\n')
    path.write_text("".join(parts), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--share", type=float, default=0.8)
    parser.add_argument("--every", type=float, default=10, help="seconds between two kills")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--picture", type=Path)
    args = parser.parse_args()
    with service(args.workers, 128, 3) as (pid, port):
        state = asyncio.run(soak(pid, port, args, pages(200)))
    report(state)
    if args.picture:
        draw(state, args.picture)


if __name__ == "__main__":
    main()
