"""The table of page options: what callers can choose for any page, in whichever way they call.

Keyword arguments of :func:`tamis.extract` and :func:`tamis.analyze`, flags of the command line, fields of the HTTP
service, settings of runs and options of evaluations all follow from :class:`Selection` and :class:`Rendering`. To add
an option, describe it there and write the code that obeys it, in ``selection.py`` or in the formats of ``render/``.
"""

# Without `from __future__ import annotations`: the table is made from the annotations.
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, signature
from typing import Annotated, Any, Final, Literal, TypedDict, TypeVar, get_args, get_type_hints

from tamis.errors import UnknownKeywordError, UsageError

_Function = TypeVar("_Function", bound=Callable[..., Any])
Kind = Literal["switch", "choice", "text", "list"]
"""``choice`` is true, false, or ``None`` for what the strategy decides"""
Value = bool | str | tuple[str, ...] | None
_KINDS: Final[dict[object, Kind]] = {
    bool: "switch", bool | None: "choice", str | None: "text", str | Sequence[str]: "list"
}  # fmt: skip
_DEFAULTS: Final[dict[Kind, Value]] = {"switch": False, "choice": None, "text": None, "list": ()}
_SWITCH: Final = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Option:
    """What is known of a page option."""

    help: str
    """one line: what setting it does; of a choice the thing that is kept or dropped"""
    on: bool = False
    """of a switch: whether it is on by default, so that setting it turns it off"""
    flags: tuple[str, ...] = ()
    """of the command line; they follow from the name if they are not given; a choice has two, to keep and to drop"""
    metavar: str | None = None
    group: str = ""
    """options of a group exclude each other; over HTTP the group is one field"""
    data: bool = False
    """only formats that are data can write it; others refuse it"""
    name: str = ""
    kind: Kind = "switch"

    @property
    def default(self) -> Value:
        """The value of an option that is not given."""
        return self.on or _DEFAULTS[self.kind]

    @property
    def short(self) -> str:
        """The name without the prefix that only keyword arguments have."""
        return self.name.removeprefix("include_").removeprefix("with_").removeprefix("target_")

    def named(self, name: str, kind: Kind) -> "Option":
        """The option with its name and kind, and flags by these."""
        named = replace(self, name=name, kind=kind)
        plain = f"--{named.short.replace('_', '-')}"
        negated = plain.replace("--", "--no-", 1)
        flags = (plain, negated) if kind == "choice" else (negated,) if self.on else (plain,)
        return replace(named, flags=self.flags or flags)

    def arguments(self, value: Value) -> list[str]:
        """The arguments of the command line that give the option a value.

        >>> OPTIONS["include_title"].arguments(False), OPTIONS["keep"].arguments((".a", ".b"))
        (['--no-title'], ['--keep', '.a', '--keep', '.b'])
        """
        if value == self.default:
            return []
        if self.kind == "choice":
            return [self.flags[0 if value else 1]]
        if isinstance(value, bool) or value is None:
            return [self.flags[0]]
        return [part for text in ((value,) if isinstance(value, str) else value) for part in (self.flags[0], text)]

    def parse(self, text: str) -> Value:
        """The value that a text means, as in ``auto:include_title=false``."""
        if self.kind not in ("switch", "choice"):
            return (text,) if self.kind == "list" else text
        if text.lower() not in _SWITCH:
            raise UsageError(f"{self.name} is true or false, not {text!r}")
        return _SWITCH[text.lower()]


class Selection(TypedDict, total=False):
    """Options that change which blocks are kept."""

    favor_precision: Annotated[
        bool, Option("rather drop a block too many", flags=("--favor-precision", "--precision"), group="favor")
    ]
    favor_recall: Annotated[
        bool, Option("rather keep a block too many", flags=("--favor-recall", "--recall"), group="favor")
    ]
    include_title: Annotated[bool, Option("drop the page's title", on=True)]
    include_comments: Annotated[bool | None, Option("readers' comments")]
    include_byline: Annotated[bool | None, Option("who wrote the text, and when")]
    include_date: Annotated[bool | None, Option("when the text was written")]
    include_captions: Annotated[bool | None, Option("what the text's pictures show")]
    prose_only: Annotated[bool, Option("drop headings, labels, short items: all but title and running text")]
    """A byline stays if ``include_byline`` is set. Everything goes where there is hardly any running text, as on a page
    of search results."""
    keep: Annotated[str | Sequence[str], Option("keep what a CSS selector names, always", metavar="CSS")]
    drop: Annotated[str | Sequence[str], Option("drop what a CSS selector names, always", metavar="CSS")]
    target_language: Annotated[
        str | None,
        Option(
            "drop pages in any other language, such as en", flags=("--language", "--target-language"), metavar="CODE"
        ),
    ]
    deduplicate: Annotated[bool, Option("drop what stood on the page before, word for word")]


class Rendering(TypedDict, total=False):
    """Options that change how the kept blocks are written, never which they are."""

    include_links: Annotated[bool, Option("keep links (not in text)")]
    include_images: Annotated[bool, Option("keep images (not in text)")]
    include_media: Annotated[bool, Option("leave a mark where a video or an embed stood")]
    include_tables: Annotated[bool, Option("leave tables out", on=True)]
    with_metadata: Annotated[
        bool, Option("put title, author, date … in front", flags=("--metadata", "--with-metadata"))
    ]
    with_items: Annotated[bool, Option("add posts, cards and rows, each with a few fixed fields (json)", data=True)]
    with_records: Annotated[bool, Option("add what the page repeats, with all attributes and blocks (json)", data=True)]
    with_entity: Annotated[bool, Option("add the thing that the page is about, such as a product (json)", data=True)]
    with_comments: Annotated[
        bool, Option("add readers' comments, kept or not (json)", flags=("--comment-list",), data=True)
    ]
    ledger: Annotated[bool, Option("leave the blocks out (json, jsonl)", on=True, data=True)]


class Markup(TypedDict, total=False):
    """The rendering options that all formats with markup obey, by their short names."""

    links: bool
    images: bool
    media: bool
    tables: bool


class PageOptions(Selection, Rendering):
    """All page options."""


def _table(options: type) -> dict[str, Option]:
    found = {}
    for name, hint in get_type_hints(options, include_extras=True).items():
        kind, option = get_args(hint)
        found[name] = option.named(name, _KINDS[kind])
    return found


SELECTION: Final[Mapping[str, Option]] = _table(Selection)
RENDERING: Final[Mapping[str, Option]] = _table(Rendering)
OPTIONS: Final[Mapping[str, Option]] = {**SELECTION, **RENDERING}


def spell_out(options: Mapping[str, Option]) -> Callable[[_Function], _Function]:
    """Let ``help()`` and notebooks show each option that a function takes as ``**options``."""
    annotations = {kind: annotation for annotation, kind in _KINDS.items()}
    spelled = [
        Parameter(option.name, Parameter.KEYWORD_ONLY, default=option.default, annotation=annotations[option.kind])
        for option in options.values()
    ]

    def decorate(function: _Function) -> _Function:
        given = signature(function)
        named = [argument for argument in given.parameters.values() if argument.kind is not Parameter.VAR_KEYWORD]
        vars(function)["__signature__"] = given.replace(parameters=[*named, *spelled])
        return function

    return decorate


def excluded(given: Mapping[str, object]) -> tuple[str, str] | None:
    """Two of the given options that exclude each other, if there are any."""
    first: dict[str, str] = {}
    for name, value in given.items():
        group = OPTIONS[name].group
        if value and group and (other := first.setdefault(group, name)) != name:
            return other, name
    return None


def check_keywords(function: Callable[..., Any], given: Iterable[str], takes: Mapping[str, Option]) -> None:
    """Refuse keywords that are not among the options that a function takes, and name the nearest one that it does.

    >>> from tamis.api import extract
    >>> check_keywords(extract, {"favour_recall": True}, OPTIONS)
    Traceback (most recent call last):
    ...
    tamis.errors.UnknownKeywordError: extract() has no keyword 'favour_recall'; did you mean 'favor_recall'?
    """
    for name in given:
        if name not in takes:
            advice = _advice(name, sorted(signature(function).parameters), function.__name__)
            raise UnknownKeywordError(f"{function.__name__}() has no keyword {name!r}; {advice}")


def _advice(name: str, known: list[str], function: str) -> str:
    """The keywords that have the unknown one as a part, else the nearest in spelling, else all of them.

    :func:`tamis.extract` has more than the others, about how the text is written: one of those is named as its own.
    """
    from difflib import get_close_matches

    known_there = sorted({*known, *OPTIONS, "output_format"})
    if name in known_there:
        return f"extract() takes it, {function}() does not"
    parts = [[other for other in names if f"_{name}_" in f"_{other}_"] for names in (known, known_there)]
    near = parts[0] or parts[1] or get_close_matches(name, known_there, 1)
    if not near:
        return f"it takes: {', '.join(known)}"
    asked = f"did you mean {' or '.join(map(repr, near))}?"
    return asked if set(near) <= set(known) else f"{asked} extract() takes it, {function}() does not"
