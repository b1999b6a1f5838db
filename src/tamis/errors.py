"""The exceptions that tamis raises: one tree, so that one ``except TamisError`` catches them all."""

from __future__ import annotations


class TamisError(Exception):
    """Base of every error tamis raises on purpose; its message says what to do next."""


class UsageError(TamisError, ValueError):
    """The call itself is wrong: an unknown strategy, parameter or format."""


class UnknownKeywordError(UsageError, TypeError):
    """A function was called with a keyword that it does not take: a ``TypeError``, as in all of Python."""


class InputError(TamisError):
    """The input cannot be read: a missing file, something that is not text or HTML."""


class FetchError(TamisError):
    """A page could not be fetched, or went over a limit while it was."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        """the HTTP status, if the server answered with an error"""


class FetchRefusedError(FetchError):
    """A page is not fetched, or not to its end, because a limit or a rule forbids it."""


class StoreError(TamisError):
    """A store cannot be opened, read or written: no such file, no room, a wrong password, a newer schema."""


class MissingExtraError(TamisError, ImportError):
    """A part that needs an optional dependency was called without it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed: {install_hint(extra)}")


def install_hint(extra: str) -> str:
    """The command that adds an extra to this installation, from where tamis itself was installed.

    pip records the address of a clone, a repository or a wheel in ``direct_url.json`` (PEP 610). Without that record
    tamis came from an index, which has the extras by name, or runs from its source without being installed.
    """
    import json
    import shlex
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        recorded = distribution("tamis").read_text("direct_url.json")
    except PackageNotFoundError:
        return f"run `pip install '.[{extra}]'` in the clone of tamis"
    if recorded is None:
        return f"run `pip install {shlex.quote(f'tamis[{extra}]')}`"
    origin = json.loads(recorded)
    url = origin["url"]
    if origin.get("dir_info", {}).get("editable"):
        from urllib.parse import urlsplit
        from urllib.request import url2pathname

        return f"run `pip install -e {shlex.quote(f'{url2pathname(urlsplit(url).path)}[{extra}]')}`"
    if "vcs_info" in origin:
        url = f"{origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}"
    return f"run `pip install {shlex.quote(f'tamis[{extra}] @ {url}')}`"
