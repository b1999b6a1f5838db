"""The exceptions that tamis raises: one tree, so that one ``except TamisError`` catches them all."""


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


class FetchRefusedError(FetchError):
    """A page is not fetched, or not to its end, because a limit or a rule forbids it."""


class StoreError(TamisError):
    """A store cannot be opened, read or written: no such file, no room, a wrong password, a newer schema."""


class MissingExtraError(TamisError, ImportError):
    """A part that needs an optional dependency was called without it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed: run `pip install 'tamis[{extra}]'`")
