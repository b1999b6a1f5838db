"""``tamis serve``: the HTTP service and the inspector."""

from __future__ import annotations

import argparse
import os
import signal
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from tamis.cli.options import STORE
from tamis.cli.parser import Commands, Parser
from tamis.errors import InputError, MissingExtraError, UsageError
from tamis.service.settings import Settings

_LAST_PORT: Final = 65535
_LAST_SECONDS: Final = 6
"""for what is under way when the service is stopped, so that it has ended within ten whatever clients do"""


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser(
        "serve",
        help="run the HTTP service and the inspector",
        description="The inspector is at /, the API under /v1, its description at /docs. If the environment has "
        "TAMIS_TOKEN, requests to the API must carry it as a bearer token.",
    )
    add = parser.add_argument
    plain = Settings()
    add("--host", metavar="ADDRESS", help=f"address to listen on; default: {plain.host}")
    add("--port", type=int, metavar="N", help=f"default: {plain.port}; 0 takes any that is free")
    add("--store", metavar=STORE, help="the store to search in")
    add("--corpus", type=Path, metavar="FILE", help=f"the label file for corrections; default: {plain.corpus}")
    add("--allow-fetch", action="store_true", help="fetch pages by URL, from public addresses alone")
    add("--allow-private", action="store_true", help="with --allow-fetch: from one's own network, too")
    add(
        "--allow-host",
        action="append",
        dest="allow_hosts",
        metavar="NAME",
        help="a name that requests may address it by",
    )
    add("--workers", type=int, metavar="N", help="processes; default: one a core")
    add("--queue", type=int, metavar="N", help=f"requests that may wait for a worker; default: {plain.queue}")
    add("--seconds", type=float, metavar="X", help=f"time for a page; default: {plain.seconds:g}")
    add("--max-body", type=int, metavar="BYTES", help=f"of a request; default: {plain.max_body}")
    add("--access-log", action="store_true", help="a line in the log for each request, with its id and time")
    parser.set_defaults(**{**asdict(plain), "allow_hosts": []})
    return parser


def run(args: argparse.Namespace) -> int:
    """Serve until a signal stops it; requests under way are finished first."""
    for name, least in (("port", 0), ("workers", 1), ("queue", 0), ("seconds", 0.05), ("max_body", 1000)):
        if getattr(args, name) < least:
            raise UsageError(f"--{name.replace('_', '-')} is {least:g} or more")
    if args.port > _LAST_PORT:
        raise UsageError(f"--port is {_LAST_PORT} at most")
    try:
        import uvicorn

        from tamis.service.app import create_app
        from tamis.service.connections import Server, bounded_protocol, connection_limit
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("tamis"):
            raise
        raise MissingExtraError(error.name or "fastapi", "serve") from None
    if args.store is not None:
        from tamis.store import open_store

        open_store(args.store, create=False).close()  # a store that is not there is better noticed now
    given = {name: value for name, value in vars(args).items() if name in asdict(Settings())}
    given |= {"token": os.environ.get("TAMIS_TOKEN") or None, "allow_hosts": tuple(args.allow_hosts)}
    settings = Settings(**given)
    app = create_app(settings)
    protocol = bounded_protocol(connection_limit(args.workers), app.state.refusals)
    config = uvicorn.Config(
        app, host=args.host, port=args.port, log_config=_log_config(), log_level="info",
        access_log=False, http=protocol,
        timeout_graceful_shutdown=_LAST_SECONDS, server_header=False, proxy_headers=False,
    )  # fmt: skip
    # uvicorn finishes what is under way and then sends itself the signal again: being stopped is no failure
    signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        Server(config).run()
    except SystemExit as error:  # uvicorn has said why on its own
        raise InputError(f"cannot listen on {args.host}:{args.port}") from error
    return 0


def _log_config() -> dict[str, Any]:
    """The logging configuration of uvicorn, extended to our own log lines."""
    from uvicorn.config import LOGGING_CONFIG

    ours = {"handlers": ["default"], "level": "INFO", "propagate": False}
    return {**LOGGING_CONFIG, "loggers": {**LOGGING_CONFIG["loggers"], "tamis": ours}}
