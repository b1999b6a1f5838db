"""Fetching a page, within limits; needs httpx (the extra ``fetch``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final

from tamis.errors import FetchError, FetchRefusedError, MissingExtraError
from tamis.version import __version__

if TYPE_CHECKING:
    import httpx

_CHUNK: Final = 65_536
_SILENCE: Final = 10.0
"""seconds that a server may say nothing"""
_HEADERS: Final = {
    "User-Agent": f"tamis/{__version__}",
    "Accept": "text/html,application/xhtml+xml,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
}


@dataclass(frozen=True, slots=True)
class Fetched:
    """A fetched page: its bytes, the address it was finally found at, and the charset that the server named."""

    url: str
    html: bytes
    charset: str | None
    status: int
    """304 if the page has not changed since it had ``etag`` or ``modified``; there are no bytes then"""
    etag: str | None = None
    modified: str | None = None
    """what to ask with the next time"""


def fetch(
    url: str,
    *,
    max_bytes: int = 20_000_000,
    seconds: float = 30.0,
    max_redirects: int = 5,
    verify: bool = True,
    public_only: bool = False,
    etag: str | None = None,
    modified: str | None = None,
) -> Fetched:
    """Fetch a page. ``max_bytes`` bounds what arrives *and* what it unpacks to; ``seconds`` bounds all of it.

    With ``public_only`` addresses that are not the public internet's are refused, those of redirects included, and no
    proxy is asked: for fetching on behalf of someone who is not to reach into one's own network.

    ``etag`` and ``modified`` are those of an earlier answer: if the page is still the same, the status is 304.

    Raises :class:`tamis.FetchError`, which says what went wrong.
    """
    try:
        import httpx
    except ImportError:
        raise MissingExtraError("httpx", "fetch") from None
    from threading import Timer

    deadline = monotonic() + seconds
    late = FetchRefusedError(f"{url}: not done after {seconds:g} seconds")
    since = {name: value for name, value in (("If-None-Match", etag), ("If-Modified-Since", modified)) if value}
    headers = {**_HEADERS, **since}
    client = httpx.Client(timeout=min(seconds, _SILENCE), headers=headers, verify=verify, trust_env=not public_only)
    watch = Timer(seconds, client.close)  # a server that sends a byte now and then is never silent
    watch.daemon = True
    watch.start()
    try:
        return _follow(client, url, max_bytes, deadline, max_redirects, public_only)
    except httpx.TimeoutException:
        raise FetchError(f"{url}: no answer within {min(seconds, _SILENCE):g} seconds") from None
    except httpx.InvalidURL as error:
        raise FetchRefusedError(f"{url}: no address that can be fetched: {error}") from None
    except (httpx.HTTPError, UnicodeError, RuntimeError, OSError, ValueError) as error:
        if monotonic() >= deadline:
            raise late from None
        raise FetchError(f"{url}: {error or type(error).__name__}") from None
    finally:
        watch.cancel()
        client.close()


def _follow(
    client: httpx.Client, url: str, max_bytes: int, deadline: float, max_redirects: int, public_only: bool
) -> Fetched:
    import httpx

    here = httpx.URL(url)
    for _ in range(max_redirects + 1):
        if here.scheme not in ("http", "https") or not here.host:
            raise FetchRefusedError(f"{here}: only http:// and https:// can be fetched")
        response = _send(client, here, public_only)
        try:
            if response.has_redirect_location:
                here = here.join(response.headers["location"])
                continue
            if response.status_code >= 400:
                answer = f"{response.status_code} {response.reason_phrase}".rstrip()
                raise FetchError(f"{url}: the server answered {answer}", response.status_code)
            body = _read(response, url, max_bytes, deadline)
            state = response.headers.get("etag"), response.headers.get("last-modified")
            return Fetched(str(here), body, response.charset_encoding, response.status_code, *state)
        finally:
            response.close()
    raise FetchError(f"{url}: more than {max_redirects} redirects")


def _send(client: httpx.Client, url: httpx.URL, public_only: bool) -> httpx.Response:
    """Ask for a page; with ``public_only`` at the very address that was checked, under the name of its host."""
    import httpx

    from tamis.web.addresses import public_addresses

    if not public_only:
        return client.send(client.build_request("GET", url), stream=True)
    addresses = public_addresses(url.host, url.port or (443 if url.scheme == "https" else 80))
    host = url.netloc.decode("ascii").rpartition("@")[2]
    for address in addresses:
        request = client.build_request(
            "GET", url.copy_with(host=address), headers={"Host": host}, extensions={"sni_hostname": url.host}
        )
        try:
            return client.send(request, stream=True)
        except httpx.ConnectError:
            if address == addresses[-1]:
                raise
    raise FetchError(f"{url}: its name stands for no address")


def _read(response: httpx.Response, url: str, max_bytes: int, deadline: float) -> bytes:
    body = bytearray()
    for chunk in _unpacked(response, max_bytes):
        body += chunk
        if len(body) > max_bytes:
            raise FetchRefusedError(f"{url}: over {max_bytes:,} bytes; raise max_bytes to read it")
        if monotonic() > deadline:
            raise TimeoutError
    return bytes(body)


def _unpacked(response: httpx.Response, max_bytes: int) -> Iterator[bytes]:
    """The body without its compression, never more than a byte above the limit at once: a bomb stays small."""
    import zlib

    packing = response.headers.get("content-encoding", "identity").strip().lower()
    if packing in ("identity", ""):
        yield from response.iter_raw(_CHUNK)
        return
    if packing not in ("gzip", "x-gzip", "deflate"):
        raise FetchRefusedError(f"{response.url}: packed as {packing[:40]!r}, which was not asked for")
    unpack = None
    for chunk in response.iter_raw(_CHUNK):
        if unpack is None:  # some servers send "deflate" without its two bytes of header
            raw = packing == "deflate" and chunk[0] & 0x0F != 8
            unpack = zlib.decompressobj(-zlib.MAX_WBITS if raw else zlib.MAX_WBITS | 32)
        try:
            yield unpack.decompress(chunk, max_bytes + 1)
        except zlib.error as error:
            raise FetchError(f"{response.url}: not {packing}: {error}") from None
