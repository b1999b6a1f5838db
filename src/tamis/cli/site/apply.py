"""``tamis site apply``: the main content of pages, corrected by a site template."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from tamis.cli.inputs import ReadPage, analyzed, sources
from tamis.cli.options import add_output_options, add_page_options, rendering, selection
from tamis.cli.output import Failures, writer
from tamis.cli.parser import Commands, Parser
from tamis.cli.results import results
from tamis.cli.site.pages import add_template_argument, load_template, note, note_remarks
from tamis.formats import render

if TYPE_CHECKING:
    from tamis.site.drift import Drift
    from tamis.site.template import SiteTemplate


def add_parser(actions: Commands) -> Parser:
    """Describe the action."""
    parser = actions.add_parser("apply", help="write the main content of pages, corrected by a site template")
    add_template_argument(parser)
    add_page_options(parser)
    add_output_options(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Write the content of each page, and warn of pages that do not fit the template."""
    template = load_template(args)
    note_remarks(template)
    inputs = list(sources(args.inputs, args.output))
    write = writer(args, len(inputs))
    failures = Failures("site apply")
    work = partial(_applied, args.url, template, selection(args), args.format, rendering(args))
    for source, (text, drift) in results("site apply", inputs, work, failures):
        if not drift.fits:
            note(f"{source.name} does not fit the template: {'; '.join(drift.reasons)}")
        write(source, text)
    return failures.code


def _applied(
    url: str | None,
    template: SiteTemplate,
    chosen: dict[str, Any],
    output_format: str,
    rendered: dict[str, Any],
    page: ReadPage,
) -> tuple[str, Drift]:
    document = analyzed(page, url, template=template, **chosen)
    drift = template.drift((document.url, document.page.tree.source))
    return render(document, output_format, **rendered), drift
