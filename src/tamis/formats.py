"""What an output format is, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from inspect import Parameter, signature
from typing import Any, Final, TypeVar, Unpack

from tamis.errors import UsageError
from tamis.options import RENDERING, Markup, Rendering

_F = TypeVar("_F", bound=Callable[..., str])

FORMATS: Final[Mapping[str, str]] = {
    "text": "tamis.render.text",
    "txt": "tamis.render.text",
    "markdown": "tamis.render.markdown",
    "html": "tamis.render.html",
    "json": "tamis.render.json",
    "jsonl": "tamis.render.json",
    "xml": "tamis.render.xml",
    "tei": "tamis.render.tei",
}
"""the module that registers each format; it is imported when the format is first asked for"""


@dataclass(frozen=True, slots=True)
class Format:
    """A named way to write a document."""

    name: str
    suffix: str
    """of files"""
    media_type: str
    write: Callable[..., str]
    options: Mapping[str, str]
    """the rendering options that it obeys, each with the argument of ``write`` for it"""

    @property
    def is_data(self) -> bool:
        """Whether it has a place for what only data can hold, such as the ledger."""
        return any(RENDERING[name].data for name in self.options)


_REGISTER: dict[str, Format] = {}


def output_format(name: str, suffix: str, media_type: str) -> Callable[[_F], _F]:
    """Register a function as an output format.

    It takes a document; its keyword-only arguments are the rendering options that it obeys, by their short names.
    ``**`` stands for those of :class:`tamis.options.Markup`.
    """

    def register(function: _F) -> _F:
        arguments = signature(function).parameters.values()
        taken = {argument.name for argument in arguments if argument.kind is Parameter.KEYWORD_ONLY}
        if any(argument.kind is Parameter.VAR_KEYWORD for argument in arguments):
            taken |= Markup.__annotations__.keys()
        options = {option.name: option.short for option in RENDERING.values() if option.short in taken}
        _REGISTER[name] = Format(name, suffix, media_type, function, options)
        return function

    return register


def check_format(name: str) -> None:
    """Refuse a name that is no format's."""
    if name not in FORMATS:
        raise UsageError(f"output_format is one of {', '.join(FORMATS)}, not {name!r}")


def get_format(name: str) -> Format:
    """The format of that name; its module is imported if it was not yet."""
    if name not in _REGISTER:
        check_format(name)
        import_module(FORMATS[name])
    return _REGISTER[name]


def render(document: Any, name: str, **options: Unpack[Rendering]) -> str:
    """A document in one of the :data:`FORMATS`; no option changes which blocks are in it.

    Options that a format has no use for are ignored, but for those that add or leave out data.
    """
    found = get_format(name)
    for keyword, value in options.items():
        option = RENDERING[keyword]
        if option.data and not found.is_data and value != option.default:
            data = " and ".join(other for other in FORMATS if get_format(other).is_data)
            raise UsageError(f"{option.name} is for {data} alone: {name} has no place for it")
    return found.write(document, **{found.options[o]: value for o, value in options.items() if o in found.options})
