"""The table of page options and the table of formats: every way to call follows them."""

from __future__ import annotations

import argparse
import inspect

import pytest

import tamis
from tamis.cli import build_parser
from tamis.formats import FORMATS, Format, get_format
from tamis.lab.competitors import split_settings
from tamis.options import OPTIONS, RENDERING, SELECTION, PageOptions, Rendering, Selection
from tamis.render.outline import outline

VALUES = {"switch": "true", "choice": "false", "text": "en", "list": ".ad"}


def arguments_of(command: str) -> dict[str, list[argparse.Action]]:
    (commands,) = [a.choices for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction)]
    found: dict[str, list[argparse.Action]] = {}
    for action in commands[command]._actions:
        found.setdefault(action.dest, []).append(action)
    return found


def test_the_types_of_the_keywords_are_the_table() -> None:
    """What editors and mypy read of extract() and analyze() is what is checked when they are called."""
    for options, table in ((Selection, SELECTION), (Rendering, RENDERING), (PageOptions, OPTIONS)):
        assert options.__annotations__.keys() == table.keys() and not options.__required_keys__
    functions = {tamis.extract: PageOptions, tamis.extract_many: PageOptions, tamis.analyze: Selection}
    for function, options in functions.items():
        assert function.__annotations__["options"] == f"Unpack[{options.__name__}]"
        shown = {name: argument.default for name, argument in inspect.signature(function).parameters.items()}
        for name in options.__annotations__:
            assert shown[name] == OPTIONS[name].default, "help() shows each option"


def test_every_option_is_a_flag_and_explains_itself() -> None:
    for command, table in (("extract", OPTIONS), ("blocks", SELECTION), ("run", SELECTION), ("index", SELECTION)):
        arguments = arguments_of(command)
        assert all(name in arguments and all(a.help for a in arguments[name]) for name in table), command


def test_an_option_that_is_not_given_is_not_passed_on() -> None:
    args = build_parser().parse_args(
        ["extract", "page.html", "--no-title", "--keep", "a", "--keep", "b", "--no-tables"]
    )
    from tamis.cli.options import rendering, selection

    assert selection(args) == {"strategy": "auto", "include_title": False, "keep": ("a", "b")}
    assert rendering(args) == {"include_tables": False}


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_of_another_version_is_passed_on_as_flags(name: str) -> None:
    from tamis.cli.options import rendering, selection

    option = OPTIONS[name]
    for text in ("true", "false") if option.kind in ("switch", "choice") else (VALUES[option.kind],):
        value = option.parse(text)
        args = build_parser().parse_args(["extract", *option.arguments(value)])
        assert {**selection(args), **rendering(args)}.get(name, option.default) == value


@pytest.mark.parametrize("name", SELECTION)
def test_every_choice_of_blocks_is_an_option_of_evaluations(name: str) -> None:
    option = SELECTION[name]
    params, options = split_settings({name: VALUES[option.kind], "beta": "2"})
    assert params == {"beta": "2"} and options == {name: option.parse(VALUES[option.kind])}
    assert tamis.analyze("<p>Rye is a grass.", **options).status == "ok"
    if option.kind in ("switch", "choice"):
        with pytest.raises(tamis.UsageError, match=f"{name} is true or false, not 'perhaps'"):
            split_settings({name: "perhaps"})


def test_every_option_is_a_field_over_http() -> None:
    forms = pytest.importorskip("tamis.service.forms", exc_type=ImportError)
    for option in OPTIONS.values():
        field = option.group or (option.name if option.name in SELECTION else option.short)
        assert forms.ExtractRequest.model_fields[field].description, field
    asked = forms.ExtractRequest(html="", favor="recall", include_byline=False, tables=False, keep=["p"])
    chosen = {"favor_precision": False, "favor_recall": True, "include_byline": False, "keep": ["p"]}
    assert asked.options() == {"strategy": "auto", "params": {}, **chosen}
    assert asked.output() == {"format": "text", "options": {"include_tables": False}}


def test_formats_are_the_same_in_every_way_to_call() -> None:
    forms = pytest.importorskip("tamis.service.forms", exc_type=ImportError)
    (chosen,) = arguments_of("extract")["format"]
    assert chosen.choices == tuple(FORMATS)
    assert forms.ExtractRequest.model_json_schema()["properties"]["format"]["enum"] == list(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_registers_itself(name: str) -> None:
    found: Format = get_format(name)
    assert found.name == name and found.suffix.startswith(".") and "/" in found.media_type
    arguments = {**inspect.signature(outline).parameters, **inspect.signature(found.write).parameters}
    for keyword, argument in found.options.items():
        assert arguments[argument].default == RENDERING[keyword].default, "without an option, the default"
