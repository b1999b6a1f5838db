"""What Windows has not: every module is imported without it, and does its work in another way."""

from __future__ import annotations

import subprocess
import sys
import textwrap

WITHOUT = textwrap.dedent(
    """
    import importlib, pkgutil, sys
    for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"):
        sys.modules[name] = None
    import tamis
    for module in pkgutil.walk_packages(tamis.__path__, "tamis."):
        # compiled ones import none of them; two run when they are imported; MCP's library asks for the platform itself
        if module.name.startswith("tamis.native.") or module.name in (
            "tamis.__main__", "tamis.workers.child", "tamis.service.mcp"
        ):
            continue
        try:
            importlib.import_module(module.name)
        except ImportError as error:
            if (error.name or "") in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"):
                print(module.name, error)
    """
)


def test_every_module_can_be_imported_without_what_windows_has_not() -> None:
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
