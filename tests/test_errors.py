"""The hint of a missing extra is a command that works for this installation."""

from __future__ import annotations

import importlib.metadata
import json
from typing import Any

import pytest

from tamis.errors import MissingExtraError

WHEEL = "file:///downloads/tamis-0.1.0-cp311-cp311-linux_x86_64.whl"
COMMIT = "10c4244"


class Installed:
    """What pip leaves of an installation."""

    def __init__(self, origin: dict[str, Any] | None) -> None:
        self.origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self.origin is None else json.dumps(self.origin)


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        ({"url": WHEEL, "archive_info": {}}, f"pip install 'tamis[fetch] @ {WHEEL}'"),
        ({"url": "file:///src/tamis", "dir_info": {}}, "pip install 'tamis[fetch] @ file:///src/tamis'"),
        ({"url": "file:///my%20src/tamis", "dir_info": {"editable": True}}, "pip install -e '/my src/tamis[fetch]'"),
        (
            {"url": "https://example.org/tamis", "vcs_info": {"vcs": "git", "commit_id": COMMIT}},
            f"pip install 'tamis[fetch] @ git+https://example.org/tamis@{COMMIT}'",
        ),
        (None, "pip install 'tamis[fetch]'"),
    ],
    ids=["wheel", "clone", "editable", "repository", "index"],
)
def test_an_extra_comes_from_where_tamis_came_from(
    origin: dict[str, Any] | None, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _: Installed(origin))
    assert str(MissingExtraError("httpx", "fetch")) == f"httpx is not installed: run `{command}`"


def test_source_that_was_never_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> Installed:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", absent)
    assert "run `pip install '.[fetch]'` in the clone" in str(MissingExtraError("httpx", "fetch"))
