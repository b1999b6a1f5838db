"""The thing that a page is about, with schema.org's type and attributes."""

from __future__ import annotations

from tamis.records.entity.read import read_entity
from tamis.records.entity.values import Entity, Value

__all__ = ["Entity", "Value", "read_entity"]
