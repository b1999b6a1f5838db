"""The fields of the page options, made from their table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, Field, create_model

from tamis.options import SELECTION, Option

_Model = TypeVar("_Model", bound=BaseModel)


def _field(option: Option) -> Any:
    """The type and the description of a page option's field."""
    if option.kind == "list":
        return list[str], Field([], max_length=100, description=option.help)
    if option.kind == "text":
        return str | None, Field(None, max_length=1000, description=option.help)
    if option.kind == "choice":
        return bool | None, Field(None, description=f"true: keep {option.help}; false: drop it")
    return bool, Field(option.on, description=f"false: {option.help}" if option.on else option.help)


def _field_name(option: Option) -> str:
    """Fields of selection are called as the keywords, those of rendering by their short names."""
    return option.group or (option.name if option.name in SELECTION else option.short)


def _value(option: Option) -> str:
    """The value of its group's field that means an option."""
    return option.name.removeprefix(f"{option.group}_")


def with_options(options: Mapping[str, Option]) -> Callable[[type[_Model]], type[_Model]]:
    """Add a field for each of the page options to a model, and one for each group of them."""
    fields = {_field_name(option): _field(option) for option in options.values()}
    for group in {option.group: None for option in options.values() if option.group}:
        members = [option for option in options.values() if option.group == group]
        described = "; ".join(f"{_value(option)}: {option.help}" for option in members)
        fields[group] = (Literal[tuple(map(_value, members))] | None, Field(None, description=described))

    def add(model: type[_Model]) -> type[_Model]:
        return create_model(model.__name__, __base__=model, __doc__=model.__doc__, **fields)

    return add


def given(request: BaseModel, options: Mapping[str, Option]) -> dict[str, Any]:
    """The keyword arguments of the options that a request has."""
    found: dict[str, Any] = {}
    for name, option in options.items():
        if _field_name(option) in request.model_fields_set:
            value = getattr(request, _field_name(option))
            found[name] = value == _value(option) if option.group else value
    return found
