"""The walks over a parsed page's elements: texts are strings, comments are left out, nothing else is."""

from __future__ import annotations

from collections.abc import Iterable

from tamis.html.nodes import Element, ancestors, children, contents, following, siblings_behind
from tamis.html.parser import parse

PAGE = "<div>a<p>b<!-- c --><i>d<b>e</b></i>f</p><!-- g -->h<hr></div><ul><li>i</ul>"


def names(nodes: Iterable[Element | str]) -> list[str]:
    return [node if isinstance(node, str) else f"<{node.tag}>" for node in nodes]


def one(selector: str) -> Element:
    found = parse(PAGE).select_one(selector)
    assert found is not None
    return found


def test_contents_are_what_stands_directly_inside() -> None:
    assert names(contents(one("p"))) == ["b", "<i>", "f"]
    assert names(contents(parse(PAGE))) == ["<html>"]
    assert names(contents(one("hr"))) == []


def test_children_are_elements_alone() -> None:
    assert names(children(one("div"))) == ["<p>", "<hr>"]


def test_what_follows_leaves_the_parent_and_siblings_do_not() -> None:
    assert names(following(one("i"))) == ["f", "h", "<hr>", "<ul>", "<li>", "i"]
    assert names(siblings_behind(one("i"))) == ["f"]
    assert names(siblings_behind(one("p"))) == ["h", "<hr>"]


def test_ancestors_come_from_inside_out() -> None:
    assert names(ancestors(one("b"))) == ["<i>", "<p>", "<div>", "<body>", "<html>"]


def test_walks_do_not_recurse() -> None:
    deep = parse("<div>" * 400 + "x").select("div")[-1]
    assert names(contents(deep)) == ["x"]
    assert len(list(ancestors(deep))) == 401
