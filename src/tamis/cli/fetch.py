"""``tamis fetch``: pages into a file of JSON lines, named one by one or by a sitemap or feed."""

from __future__ import annotations

import argparse
import base64
import json
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from tamis.cli.options import DEFAULTS, positive
from tamis.cli.output import Failures
from tamis.cli.parser import Commands, Parser
from tamis.cli.progress import progress
from tamis.cli.terminal import counted, say
from tamis.errors import FetchError, TamisError, UsageError
from tamis.web.fetch import Fetched
from tamis.web.inputs import is_address
from tamis.web.links import all_sitemap_links, feed_links
from tamis.web.polite import Polite

_MOST: Final = 1000


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser(
        "fetch",
        help="fetch pages politely, for `tamis run` and `tamis index`",
        description="Obeys robots.txt, pauses between pages of a host, and asks for pages that it has only if they "
        "have changed. The file has a JSON object a line, with url, html_base64 and encoding.",
    )
    add = parser.add_argument
    add("addresses", nargs="+", metavar="URL", help="pages; or sitemaps or feeds, see below")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--sitemap", action="store_true", help="the addresses are sitemaps, or sites that have one")
    kinds.add_argument("--feed", action="store_true", help="the addresses are feeds (RSS, Atom)")
    add("-o", "--output", metavar="FILE", type=Path, help="the file of JSON lines; pages in it are renewed")
    add("--list", action="store_true", help="print the addresses that would be fetched, and fetch none of them")
    add("--contains", metavar="TEXT", action="append", default=[], help="only addresses with this in them")
    add("--most", type=positive, default=_MOST, metavar="N", help=f"pages at most; default: {_MOST}")
    add("--delay", type=float, default=1.0, metavar="SECONDS", help="between pages of a host; default: 1")
    return parser


def run(args: argparse.Namespace) -> int:
    """Fetch; 1 if some page could not be fetched."""
    if not args.list and args.output is None:
        raise UsageError("-o FILE says where the pages go; --list only shows their addresses")
    if not 0 <= args.delay < float("inf"):
        raise UsageError("--delay is a number of seconds, 0 or more")
    for address in args.addresses:
        if not is_address(address):
            raise UsageError(f"{address!r} is no address: they begin with https:// or http://")
    failures, polite = Failures("fetch"), Polite(args.delay)
    wanted = (link for link in _links(args, polite, failures) if all(part in link for part in args.contains))
    links = list(islice(wanted, args.most))
    if args.list:
        print("".join(f"{link}\n" for link in links), end="")
        return failures.code
    _fetch_all(links, args.output, polite, failures)
    return failures.code


def _links(args: argparse.Namespace, polite: Polite, failures: Failures) -> Iterator[str]:
    def get(address: str) -> bytes | None:
        with failures.reported():
            return polite.get(address, max_bytes=DEFAULTS.max_bytes).html
        return None

    for address in args.addresses:
        if args.sitemap:
            for sitemap in _sitemaps(address, polite):
                with failures.reported():
                    yield from all_sitemap_links(sitemap, get)
        elif args.feed:
            data = get(address)
            yield from [] if data is None else feed_links(data, address)
        else:
            yield address


def _sitemaps(address: str, polite: Polite) -> list[str]:
    """The address itself if it is a sitemap's; else those that the site's robots.txt names, or the usual one."""
    path = address.partition("://")[2].partition("/")[2]
    return [address] if path else polite.sitemaps(address)


class _Known(NamedTuple):
    """What an earlier run has of a page: where its line begins, and what to ask with."""

    begin: int
    etag: str | None
    modified: str | None


def _fetch_all(links: list[str], output: Path, polite: Polite, failures: Failures) -> None:
    """Fetch the pages into the file; those in it that are not asked for, or have not changed, stay as they are."""
    old = _known(output)
    done = dict.fromkeys(("new", "changed", "unchanged"), 0)
    beside = output.with_name(f"{output.name}.part")
    try:
        with beside.open("wb") as file, output.open("rb") if old else BytesIO() as before:

            def keep(row: _Known) -> None:
                before.seek(row.begin)
                file.write(before.readline())

            for link in progress(links, len(links), "fetch"):
                row = old.pop(link, None)
                try:
                    page = polite.get(link, etag=row and row.etag, modified=row and row.modified)
                except FetchError as error:
                    failures(error)
                    kind = ""
                else:
                    kind = "new" if row is None else "unchanged" if page.status == 304 else "changed"
                    done[kind] += 1
                if kind in ("new", "changed"):
                    file.write(_line(link, page))
                elif row is not None:
                    keep(row)
            for row in old.values():
                keep(row)
        beside.replace(output)
    except OSError as error:
        raise UsageError(f"cannot write {output}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    say(f"{counted(sum(done.values()), 'page')} in {output}: " + ", ".join(f"{n:,} {kind}" for kind, n in done.items()))


def _known(output: Path) -> dict[str, _Known]:
    """Where the pages of an earlier run stand in its file, by the addresses that were asked for."""
    found: dict[str, _Known] = {}
    try:
        with output.open("rb") as file:
            begin = 0
            for line in file:
                row = json.loads(line)
                found[row["asked"]] = _Known(begin, row["etag"], row["modified"])
                begin += len(line)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TamisError(f"{output} is not a file that `tamis fetch` has written: {error}") from None
    return found


def _line(asked: str, page: Fetched) -> bytes:
    row = {
        "asked": asked, "url": page.url, "html_base64": base64.b64encode(page.html).decode("ascii"),
        "encoding": page.charset, "etag": page.etag, "modified": page.modified,
    }  # fmt: skip
    return f"{json.dumps(row)}\n".encode()
