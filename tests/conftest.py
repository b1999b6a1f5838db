"""What holds for all tests: Hypothesis tries the same examples, and what needs a missing optional package is skipped.

A failure that only some runs meet says nothing about the change that was tested, so the search for new examples is
``make fuzz``'s. ``--hypothesis-profile random`` looks for examples that have not been tried yet; what it finds becomes
an ``@example``.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import pytest
from hypothesis import settings

Reports = Generator[None, pytest.CollectReport, pytest.CollectReport]

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("random", derandomize=False, deadline=None, print_blob=True)
settings.load_profile("same")


def missing_package(error: BaseException | None) -> str:
    """Return the name of the package that is not installed and led to this error, or an empty string.

    tamis's own modules are never optional.
    """
    while error is not None:
        package = (getattr(error, "name", None) or "").partition(".")[0]
        if isinstance(error, ImportError) and package not in ("", "tamis", "tests") and not is_installed(package):
            return package
        error = error.__cause__
    return ""


def is_installed(package: str) -> bool:
    """Whether a package can be imported; None in ``sys.modules`` forbids it."""
    return sys.modules.get(package, package) is not None and find_spec(package) is not None


@contextmanager
def missing_skips() -> Iterator[None]:
    """Skip the test in which a missing optional package is met."""
    try:
        yield
    except ImportError as error:
        if package := missing_package(error):
            pytest.skip(f"{package} is not installed")
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Skip a test that meets a missing optional package."""
    with missing_skips():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Skip a test whose fixtures meet a missing optional package."""
    with missing_skips():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skip a file or folder of tests that imports a missing optional package."""
    report = yield
    call = getattr(report, "call", None)
    if report.failed and call is not None and (package := missing_package(call.excinfo.value)):
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, f"Skipped: {package} is not installed")
    return report


@pytest.fixture
def misbehaving(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The strategies that misbehave, in this process and those that it starts: for one test, as others try all."""
    from tamis.strategies.base import _REGISTER
    from tests.workers.misbehave import python_path, register

    monkeypatch.setenv("PYTHONPATH", python_path())
    register()
    yield
    del _REGISTER["misbehave"], _REGISTER["misbehave-auto"]
