"""Load on the service: many connections against the loopback address, for a time.

    TAMIS_DATA=… python benchmarks/service.py [--seconds 60] [--connections 64] [--workers N] [--queue 128] [--hostile]

The service runs as a user would start it; each connection sends one page after the other, from a sample of wcxb-dev (or
the pages in examples/ where there is no $TAMIS_DATA), and waits for the answer. The client shares the machine with the
service. With --rude clients do not wait after a 503: `--connections 640 --rude` is ten-fold overload. Memory is that of
the service and its workers, added up every second; "flat" compares the last quarter of the run with the second. With
--hostile one page in a hundred is: 200,000 nested elements, or 3 MB that no budget covers.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import lzma
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import numpy as np

HOSTILE = ["<div>" * 200_000, "<b a=1><p><i b=2>" * 180_000]


def pages(count: int) -> list[bytes]:
    """The bodies of the requests."""
    data = os.environ.get("TAMIS_DATA")
    if data:
        with lzma.open(Path(data) / "wcxb-dev.jsonl.xz", "rt", encoding="utf-8") as lines:
            forms = [{"html": json.loads(line)["html"]} for line in islice(lines, 0, 5 * count, 5)]
    else:
        files = sorted(Path("examples/pages").glob("*.html"))
        forms = [{"html_base64": base64.b64encode(path.read_bytes()).decode()} for path in files]
    return [json.dumps({**form, "format": "markdown"}).encode() for form in forms]


@contextmanager
def service(workers: int, queue: int, seconds: float) -> Iterator[tuple[int, int]]:
    """The process id and the port of a running service."""
    with tempfile.NamedTemporaryFile("r") as log:
        options = ["--workers", str(workers), "--queue", str(queue), "--seconds", str(seconds), "--port", "0"]
        command = [sys.executable, "-m", "tamis", "serve", *options]
        with Path(log.name).open("wb") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out)
        try:
            while not (found := re.search(r"running on http://127\.0\.0\.1:(\d+)", Path(log.name).read_text())):
                assert process.poll() is None, Path(log.name).read_text()
                time.sleep(0.1)
            yield process.pid, int(found[1])
        finally:
            process.terminate()
            process.wait(60)


async def connection(
    port: int, bodies: list[bytes], first: int, end: float, wait: float, found: list[tuple[int, float]],
    retries: list[str],
) -> None:  # fmt: skip
    """One page after the other on one connection, until the time is up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 26)
    at = first
    while time.monotonic() < end:
        body = bodies[at % len(bodies)]
        at += 1
        start = time.monotonic()
        writer.write(
            b"POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            + f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = re.search(r"content-length: (\d+)", head)
        answer = await reader.readexactly(int(length[1]) if length else 0)
        status = int(head.split()[1])
        if status not in (200, 503):
            print(status, answer[:300].decode(), file=sys.stderr)
        found.append((status, time.monotonic() - start))
        if status == 503:
            retries.append(re.findall(r"retry-after: (\d+)", head)[0])
            await asyncio.sleep(wait)
    writer.close()


def memory(pid: int) -> int:
    """The resident bytes of a process and all below it (the pages that they share count once for each)."""
    below = {pid}
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
            except OSError:
                continue
    for _ in range(5):
        below |= {child for child, parent in parents.items() if parent in below}
    total = 0
    for process in below:
        try:
            total += int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            continue
    return total


async def load(pid: int, port: int, args: argparse.Namespace, bodies: list[bytes]) -> None:
    found: list[tuple[int, float]] = []
    retries: list[str] = []
    sizes: list[int] = []
    end = time.monotonic() + args.seconds

    async def watch() -> None:
        while time.monotonic() < end:
            sizes.append(memory(pid))
            await asyncio.sleep(1)

    start = time.monotonic()
    crowd = [
        connection(port, bodies, i * 7, end, 0 if args.rude else 1, found, retries) for i in range(args.connections)
    ]
    await asyncio.gather(watch(), *crowd)
    took = time.monotonic() - start
    times = np.array([seconds for status, seconds in found if status == 200]) * 1000
    statuses = ", ".join(f"{status}: {count:,}" for status, count in sorted(Counter(s for s, _ in found).items()))
    quarter = max(1, len(sizes) // 4)
    early, late = max(sizes[quarter : 2 * quarter]), max(sizes[-quarter:])
    p50, p95, p99 = np.percentile(times, [50, 95, 99])
    print(f"{args.connections} connections, {args.workers} workers, queue {args.queue}, {took:.0f} s\n")
    print("| pages/s | p50 ms | p95 ms | p99 ms | statuses | memory, second quarter | last quarter |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    print(
        f"| {len(times) / took:.0f} | {p50:.0f} | {p95:.0f} | {p99:.0f} | {statuses} "
        f"| {early / 1e6:.0f} MB | {late / 1e6:.0f} MB |"
    )
    wrong = {status for status, _ in found} - {200, 503}
    assert not wrong, f"answers other than 200 and 503: {wrong}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--queue", type=int, default=128)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--budget", type=float, default=10, help="the service's --seconds")
    parser.add_argument("--rude", action="store_true", help="clients that ask again at once, whatever Retry-After says")
    parser.add_argument("--hostile", action="store_true", help="two pages in two hundred take all of their budget")
    args = parser.parse_args()
    bodies = pages(args.pages)
    if args.hostile:
        step = max(1, len(bodies) // 2)
        for place, text in enumerate(HOSTILE):
            bodies.insert(place * step, json.dumps({"html": text}).encode())
    with service(args.workers, args.queue, args.budget) as (pid, port):
        asyncio.run(load(pid, port, args, bodies))


if __name__ == "__main__":
    main()
