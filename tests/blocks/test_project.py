"""Columns carried from one cut of a page to another."""

import numpy as np
import pytest

import tamis
from tamis.blocks.project import project
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.debnath2005.tag_set import tag_set


def test_onto_coarser_blocks_by_characters():
    tree = read("<ul><li>aaaa<li>bb<li>cc</ul><p>d", None, Limits())
    flow, coarse = text_flow(tree), tag_set(tree)
    assert project(np.array([1.0, 0.0, 0.0, 1.0]), flow, coarse).tolist() == [0.5, 1.0]


def test_onto_finer_blocks_each_has_its_holder_s_value():
    tree = read("<ul><li>aaaa<li>bb</ul><p>d", None, Limits())
    assert project(np.array([0.25, 1.0]), tag_set(tree), text_flow(tree)).tolist() == [0.25, 0.25, 1.0]


def test_onto_itself():
    flow = text_flow(read("<p>a<p>b", None, Limits()))
    assert project(np.array([0.1, 0.9]), flow, flow).tolist() == [0.1, 0.9]


@pytest.mark.parametrize("strategy", tamis.available_strategies(), ids=lambda strategy: strategy.name)
def test_ones_stay_ones_and_what_is_made_from_elsewhere_has_none(strategy):
    html = "<title>T</title><body>x<h1>Title</h1><p>One <a href=/>two</a> <b>three</b><ul><li>a<li>b</ul><form>f</form>"
    page = strategy.cut(read(html, None, Limits()), None, {})
    found = project(np.ones(len(text_flow(page.tree))), text_flow(page.tree), page)
    assert found.tolist() == (page.first_run >= 0).astype(float).tolist()


def test_no_blocks():
    flow = text_flow(read("", None, Limits()))
    assert project(np.zeros(0), flow, tag_set(flow.tree)).tolist() == []
