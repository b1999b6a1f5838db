"""Fetching a page, within limits; needs httpx (``pip install 'tamis[fetch]'``)."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Final

from tamis.errors import FetchError, MissingExtraError
from tamis.version import __version__

_CHUNK: Final = 65_536


@dataclass(frozen=True, slots=True)
class Fetched:
    """A fetched page: its bytes, the address it was finally found at, and the charset that the server named."""

    url: str
    html: bytes
    charset: str | None
    status: int


def fetch(
    url: str, *, max_bytes: int = 20_000_000, seconds: float = 30.0, max_redirects: int = 5, verify: bool = True
) -> Fetched:
    """Fetch a page. ``max_bytes`` bounds what arrives *and* what it unpacks to; ``seconds`` bounds all of it.

    Raises :class:`tamis.FetchError`, which says what went wrong.
    """
    try:
        import httpx
    except ImportError:
        raise MissingExtraError("httpx", "fetch") from None
    if not url.startswith(("http://", "https://")):
        raise FetchError(f"{url}: only http:// and https:// can be fetched")
    deadline = monotonic() + seconds
    headers = {"User-Agent": f"tamis/{__version__}", "Accept": "text/html,application/xhtml+xml,*/*;q=0.5"}
    try:
        with (
            httpx.Client(
                follow_redirects=True, max_redirects=max_redirects, timeout=seconds, headers=headers, verify=verify
            ) as client,
            client.stream("GET", url) as response,
        ):
            if response.status_code >= 400:
                raise FetchError(f"{url}: the server answered {response.status_code} {response.reason_phrase}".rstrip())
            body = bytearray()
            for chunk in response.iter_bytes(_CHUNK):  # unpacked, so a compression bomb is stopped here
                body += chunk
                if len(body) > max_bytes:
                    raise FetchError(f"{url}: over {max_bytes:,} bytes; raise max_bytes to read it")
                if monotonic() > deadline:
                    raise FetchError(f"{url}: not done after {seconds:g} seconds")
            return Fetched(str(response.url), bytes(body), response.charset_encoding, response.status_code)
    except httpx.TooManyRedirects:
        raise FetchError(f"{url}: more than {max_redirects} redirects") from None
    except httpx.TimeoutException:
        raise FetchError(f"{url}: no answer within {seconds:g} seconds") from None
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        raise FetchError(f"{url}: {error or type(error).__name__}") from None
