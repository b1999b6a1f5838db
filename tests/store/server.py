"""A real PostgreSQL server of our own, from Debian's packages: a scratch folder, a free port, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PASSWORD = "a sieve"


def binaries() -> Path:
    """Where the server's programs are; installed first if they are not there and we may."""
    for attempt in range(2):
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4]))
        if found:
            return found[-1].parent
        if (elsewhere := shutil.which("initdb")) is not None:
            return Path(elsewhere).parent
        if attempt or os.geteuid() != 0:
            break
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-q"], check=True, env=environment, capture_output=True)
        subprocess.run(
            ["apt-get", "install", "-y", "-q", "postgresql"], check=True, env=environment, capture_output=True
        )
    raise AssertionError("these tests need a PostgreSQL server: apt-get install postgresql")


@dataclass(frozen=True)
class Server:
    folder: Path
    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return self.address(PASSWORD)

    def address(self, password: str) -> str:
        return f"postgresql://tamis:{password.replace(' ', '%20')}@127.0.0.1:{self.port}/postgres"

    def stop(self, *, at_once: bool = False) -> None:
        """End it; ``at_once`` as a crash would."""
        if self.process.poll() is None:
            self.process.send_signal(3 if at_once else 2)  # SIGQUIT: at once; SIGINT: fast, but orderly
            self.process.wait(30)

    def remove(self) -> None:
        self.stop(at_once=True)
        shutil.rmtree(self.folder, ignore_errors=True)


def _unprivileged() -> dict[str, int | list[int]]:
    """Root may not run a server: the packages made a user that may."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def start_server() -> Server:
    programs, who = binaries(), _unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="tamis-postgres-"))
    (folder / "password").write_text(PASSWORD)
    if who:
        for path in (folder, folder / "password"):
            os.chown(path, who["user"], who["group"])  # type: ignore[arg-type]
    data = folder / "data"
    subprocess.run(
        [programs / "initdb", "-D", data, "-U", "tamis", "-A", "scram-sha-256", "--pwfile", folder / "password",
         "-E", "UTF8", "--locale", "C", "--no-sync"],
        check=True, capture_output=True, cwd=folder, **who,
    )  # fmt: skip
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return _launch(programs, folder, port, who)


def restart(server: Server) -> Server:
    return _launch(binaries(), server.folder, server.port, _unprivileged())


def _launch(programs: Path, folder: Path, port: int, who: dict[str, int | list[int]]) -> Server:
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [programs / "postgres", "-D", folder / "data", "-p", str(port), "-c", "listen_addresses=127.0.0.1",
             "-c", "unix_socket_directories=", "-c", "max_connections=40"],
            stdout=log, stderr=log, cwd=folder, **who,
        )  # fmt: skip
    server = Server(folder, port, process)
    deadline = time.monotonic() + 60
    while subprocess.run([programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)], check=False).returncode:
        if process.poll() is not None or time.monotonic() > deadline:
            server.remove()
            raise AssertionError("the PostgreSQL server did not start")
        time.sleep(0.1)
    return server
