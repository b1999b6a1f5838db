"""``tamis serve``: the HTTP service and the inspector."""

from __future__ import annotations

import argparse
import os
import signal
from pathlib import Path
from typing import Any, Final

from tamis.cli.parser import Commands, Parser
from tamis.errors import InputError, MissingExtraError, UsageError

_LAST_PORT: Final = 65535


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser(
        "serve",
        help="run the HTTP service and the inspector",
        description="The inspector is at /, the API under /v1, its description at /docs. If the environment has "
        "TAMIS_TOKEN, requests to the API must carry it as a bearer token.",
    )
    add = parser.add_argument
    add("--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen on; default: 127.0.0.1")
    add("--port", type=int, default=8000, metavar="N", help="default: 8000; 0 takes any that is free")
    add("--store", metavar="FILE|postgresql://…", help="the store to search in")
    add("--corpus", type=Path, default=Path("corpus.jsonl"), metavar="FILE",
        help="the label file that corrections are added to; default: corpus.jsonl")  # fmt: skip
    add("--allow-fetch", action="store_true", help="fetch pages by URL, from public addresses alone")
    add("--allow-private", action="store_true", help="with --allow-fetch: from one's own network, too")
    add("--allow-host", action="append", default=[], metavar="NAME", help="a name that requests may address it by")
    add("--workers", type=int, default=max(1, os.cpu_count() or 1), metavar="N", help="processes; default: one a core")
    add("--queue", type=int, default=128, metavar="N", help="requests that may wait for a worker; default: 128")
    add("--seconds", type=float, default=10.0, metavar="X", help="time for a page; default: 10")
    add("--max-body", type=int, default=32_000_000, metavar="BYTES", help="of a request; default: 32000000")
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
        from tamis.service.settings import Settings
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("tamis"):
            raise
        raise MissingExtraError(error.name or "fastapi", "serve") from None
    if args.store is not None:
        from tamis.store import open_store

        open_store(args.store, create=False).close()  # a store that is not there is better noticed now
    settings = Settings(
        host=args.host, port=args.port, store=args.store, corpus=args.corpus, allow_fetch=args.allow_fetch,
        token=os.environ.get("TAMIS_TOKEN") or None, workers=args.workers, queue=args.queue, seconds=args.seconds,
        max_body=args.max_body, private_addresses=args.allow_private, allow_hosts=tuple(args.allow_host),
    )  # fmt: skip
    config = uvicorn.Config(
        create_app(settings), host=args.host, port=args.port, log_config=_log_config(), log_level="info",
        access_log=False,
        timeout_graceful_shutdown=int(2 * args.seconds) + 5, server_header=False, proxy_headers=False,
    )  # fmt: skip
    # uvicorn finishes what is under way and then sends itself the signal again: being stopped is no failure
    signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        uvicorn.Server(config).run()
    except SystemExit as error:  # uvicorn has said why on its own
        raise InputError(f"cannot listen on {args.host}:{args.port}") from error
    return 0


def _log_config() -> dict[str, Any]:
    """Uvicorn's, in which our own lines look and go like its own."""
    from uvicorn.config import LOGGING_CONFIG

    ours = {"handlers": ["default"], "level": "INFO", "propagate": False}
    return {**LOGGING_CONFIG, "loggers": {**LOGGING_CONFIG["loggers"], "tamis": ours}}
