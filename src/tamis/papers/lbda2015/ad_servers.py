"""Advertisements by the servers they come from.

LBDA 2015, "Layout Based Detachment Approach": "the values of 'src' and 'href' attributes are surveyed to conclude the
servers"; a node whose address matches a list of advertisement servers goes, with what is in it. A short list of ours is
in ``ad_servers.txt``. Today's pages seldom have such addresses in their source: a script puts them into a container. So
the containers go, too, by the names that advertising systems give them (``ad_containers.txt``).

Files of filters in the syntax of EasyList are read by Brave's engine, the package ``adblock``, which is optional (the
extra ``filters``): their rules for addresses, and of those that hide elements the ones that name a class or an id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from tamis.errors import InputError, MissingExtraError
from tamis.html.tree import Tree
from tamis.web.domains import host_of

if TYPE_CHECKING:
    from adblock import Engine

_HREF: Final = frozenset(("a", "area", "link"))
_REQUEST_TYPES: Final[Mapping[str, str]] = {
    "a": "other", "area": "other", "audio": "media", "embed": "object", "frame": "subdocument", "iframe": "subdocument",
    "img": "image", "input": "image", "link": "stylesheet", "script": "script", "source": "media", "track": "media",
    "video": "media",
}  # fmt: skip
"""elements with an address, and what a filter's ``$options`` call a request for it"""
_LONGEST_HOST: Final = 253
"""characters of a host's name at most (RFC 1035); a page may have a megabyte of dots"""
_SHOWN: Final = 60
"""characters of an id in a reason"""
_OPENED_AT_ONCE: Final = 8
"""sets of filter files that are kept ready; EasyList takes half a second to read"""


def advertisements(tree: Tree, url: str | None = None, filters: tuple[str, ...] = ()) -> dict[int, str]:
    """The elements of a tree that come from or lead to an advertisement server, each with the reason in words.

    ``filters`` are paths of files in the syntax of EasyList; they are used besides the list of ours.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> page = "<p>News<a href='//ad.doubleclick.net/x'>Buy!</a><img src=/logo.png>"
    >>> advertisements(read(page, None, Limits()))
    {2: 'advertisement: ad.doubleclick.net is on the list of ad servers (doubleclick.net)'}
    """
    found = _containers(tree, url, filters)
    matches = _filter_matcher(tree, url, filters) if filters else None
    listed = cache(_listed)
    for element, tag, address in sorted(_addresses(tree, ("",) if filters else ("//", "&"))):
        origin = "/".join(address.split("/", 3)[:3])
        reason = listed(origin) if "//" in origin else None
        if reason is None and matches is not None:
            reason = matches(address, _REQUEST_TYPES[tag])
        if reason is not None:
            found[element] = reason
    return found


def _containers(tree: Tree, url: str | None, filters: tuple[str, ...]) -> dict[int, str]:
    """The elements that are containers of advertisements by their class or id, each with the reason in words."""
    classes, prefixes = ad_containers()
    named, owned = (tree.attributes.rows_by_value(name) for name in ("class", "id"))
    hidden = _hidden_names(url, named, owned, filters) if filters else frozenset()
    found = {}
    for own, rows in owned.items():
        if f"#{own.strip()}" in hidden:
            found.update(dict.fromkeys(rows, f"advertisement: the filters hide #{own.strip()}"))
    for value, rows in named.items():
        names = value.split()
        if name := next((name for name in names if f".{name}" in hidden), None) if hidden else None:
            found.update(dict.fromkeys(rows, f"advertisement: the filters hide .{name}"))
    for own, rows in owned.items():
        if own.strip().startswith(prefixes):
            reason = f"advertisement: containers named {own.strip()[:_SHOWN]} are on the list"
            found.update(dict.fromkeys(rows, reason))
    for value, rows in named.items():
        if not classes.isdisjoint(names := value.split()):
            name = next(name for name in names if name in classes)
            found.update(dict.fromkeys(rows, f"advertisement: containers named {name} are on the list"))
    return dict(sorted(found.items()))


def _hidden_names(
    url: str | None, named: Iterable[str], owned: Iterable[str], filters: tuple[str, ...]
) -> frozenset[str]:
    """Those of a page's classes and ids that filters hide, as ``.class`` and ``#id``."""
    engine = _engine(tuple(_version(path) for path in filters))
    own = engine.url_cosmetic_resources(url or "https://unknown.invalid/")
    if getattr(own, "generichide", False):  # the package's stubs do not name it
        return frozenset(own.hide_selectors)
    classes = sorted({name for names in named for name in names.split()})
    ids = sorted({name.strip() for name in owned if name.strip()})
    return frozenset((*engine.hidden_class_id_selectors(classes, ids, own.exceptions), *own.hide_selectors))


@cache
def ad_containers() -> tuple[frozenset[str], tuple[str, ...]]:
    """The classes of ``ad_containers.txt``, and how the ids begin."""
    lines = _lines("ad_containers.txt")
    ids = tuple(line[1:] for line in lines if line.startswith("#"))
    return frozenset(line for line in lines if not line.startswith("#")), ids


def _addresses(tree: Tree, parts: tuple[str, ...]) -> Iterator[tuple[int, str, str]]:
    """The elements with an address that holds one of these parts, as it is written."""
    for tag in _REQUEST_TYPES:
        name = "href" if tag in _HREF else "src"
        rows = tree.attributes.holding(tree.rows(tag), name, parts)
        for row, address in zip(rows, tree.attributes.attrs(rows, name), strict=True):
            if address:
                yield row, tag, address.strip()


def _listed(origin: str) -> str | None:
    """Why an address is an advertisement server's by our list, if its host or a domain above it is on it."""
    host = host_of(origin) or ""
    domain = host if len(host) <= _LONGEST_HOST else ""
    while domain:
        if domain in ad_servers():
            return f"advertisement: {host} is on the list of ad servers ({domain})"
        domain = domain.partition(".")[2]
    return None


@cache
def ad_servers() -> frozenset[str]:
    """The hosts of ``ad_servers.txt``."""
    return frozenset(_lines("ad_servers.txt"))


def _lines(name: str) -> list[str]:
    """The lines of a list, without empty ones and comments, which begin with ``#`` and a space."""
    lines = files("tamis.papers.lbda2015").joinpath(name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("# ")]


def _filter_matcher(tree: Tree, url: str | None, filters: tuple[str, ...]) -> Callable[[str, str], str | None]:
    engine = _engine(tuple(_version(path) for path in filters))
    base = tree.document.base_url(url or "") or ""
    page = url or base

    def matches(address: str, request_type: str) -> str | None:
        try:
            absolute = urljoin(base, address)
        except ValueError:
            return None
        result = engine.check_network_urls(absolute, page, request_type)
        if not result.matched:
            return None
        return f"advertisement: {host_of(absolute)} matches the filter {result.filter}"

    return matches


def _version(path: str) -> tuple[str, int, int]:
    """A file as it is now, so that a changed file is read again."""
    try:
        state = Path(path).stat()
    except OSError as error:
        raise _unreadable(path, error) from error
    return path, state.st_mtime_ns, state.st_size


@lru_cache(maxsize=_OPENED_AT_ONCE)
def _engine(versions: tuple[tuple[str, int, int], ...]) -> Engine:
    try:
        import adblock
    except ImportError as error:
        raise MissingExtraError("adblock", "filters") from error
    rules = adblock.FilterSet(debug=True)  # debug: results name the filter that matched
    for path, _, _ in versions:
        try:
            rules.add_filter_list(Path(path).read_text("utf-8", errors="replace"))
        except OSError as error:
            raise _unreadable(path, error) from error
    return adblock.Engine(rules)


def _unreadable(path: str, error: OSError) -> InputError:
    return InputError(f"cannot read the filters {path!r}: {error.strerror}")
