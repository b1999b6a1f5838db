"""TEI for corpora, well-formed whatever the page holds."""

from __future__ import annotations

import re
from typing import Final, Unpack

from tamis.document import Document
from tamis.formats import output_format
from tamis.options import Markup
from tamis.render.nodes import Node
from tamis.render.outline import outline
from tamis.render.shape import INLINE_NAMES
from tamis.render.xml import attributes, xml_text
from tamis.version import __version__

_TEI: Final = {
    "p": "p", "ul": "list", "ol": "list", "li": "item", "dl": "list", "dt": "label", "dd": "item",
    "blockquote": "quote",
    "q": "quote", "table": "table", "tr": "row", "td": "cell", "th": "cell", "caption": "head", "pre": "code",
    "code": "code", "br": "lb", "img": "graphic", "a": "ref", "figure": "figure", "figcaption": "figDesc",
    "math": "formula", "del": "del", "s": "del", "ins": "add", "time": "date", "details": "div", "summary": "ab",
    "abbr": "abbr", "noteref": "ref", "note": "note", "callout": "note",
}  # fmt: skip
_HEADING: Final = re.compile(r"h([1-6])")
_DROPPED: Final = frozenset(("thead", "tbody", "tfoot"))
_RENDITION: Final = {"ul": "bulleted", "ol": "numbered", "dl": "gloss"}


@output_format("tei", ".xml", "application/tei+xml")
def to_tei(document: Document, **shown: Unpack[Markup]) -> str:
    """The kept blocks as a TEI document: headings as ``head`` in ``ab``, the rest by TEI's own names.

    >>> import tamis
    >>> page = "<h1>Rye</h1><p>Rye is a grass that is <b>grown</b> for its grain, for bread and for beer."
    >>> print(tamis.analyze(page, strategy="eniw").tei().splitlines()[-3])
    <p>Rye is a grass that is <hi rend="b">grown</hi> for its grain, for bread and for beer.</p>
    """
    root = outline(document, **shown)
    parts: list[str] = []
    for node, ends in root.walk():
        if isinstance(node, str):
            parts.append(xml_text(node))
        elif node.name not in _DROPPED:
            parts.append(_tei_tag(node, ends))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
        f"{_tei_header(document)}<text><body><div>\n{''.join(parts)}</div></body></text>\n</TEI>\n"
    )


def _tei_tag(node: Node, ends: bool) -> str:
    level = _HEADING.fullmatch(node.name)
    name = "ab" if level else _TEI.get(node.name, "hi")
    if ends:
        return "" if name in ("lb", "graphic") else f"</{name}>" + ("" if node.name in INLINE_NAMES else "\n")
    given = node.attributes
    found: dict[str, str] = {}
    if level:
        found = {"type": "header", "rend": node.name}
    elif name == "hi":
        found = {"rend": node.name}
    elif name in ("list", "item"):
        found = _tei_list(node)
    elif name == "cell":
        found = {"role": "label" if node.name == "th" else "data"}
        found |= {"cols": given["colspan"]} if "colspan" in given else {}
        found |= {"rows": given["rowspan"]} if "rowspan" in given else {}
    elif node.name in ("note", "noteref", "callout"):
        found = _tei_note(node)
    elif name == "ref":
        found = {"target": given.get("href", "")}
    elif name == "graphic":
        address = attributes({"url": given.get("src", "")})
        return f"<graphic{address}><desc>{xml_text(given.get('alt', ''))}</desc></graphic>"
    elif name == "lb":
        return "<lb/>"
    elif name == "formula":
        found = {"notation": "TeX", "rend": given.get("display", "inline")}
    elif node.name == "pre":
        found = {"rend": "block"} | ({"lang": given["language"]} if "language" in given else {})
    elif name == "date" and "datetime" in given:
        found = {"when-custom": given["datetime"]}
    return f"<{name}{attributes(found)}>"


def _tei_list(node: Node) -> dict[str, str]:
    given = node.attributes
    if node.name not in _RENDITION:
        return {"n": given["value"]} if "value" in given else {}
    first = next(iter(node.children), None) if "start" in given else None
    if isinstance(first, Node):  # TEI has a place for an item's number, and none for a list's
        first.attributes["value"] = given["start"]
    return {"rend": _RENDITION[node.name]}


def _tei_note(node: Node) -> dict[str, str]:
    given = node.attributes
    if node.name == "callout":
        return {"type": given["kind"].lower()}
    if node.name == "note":
        return {"place": "foot", "n": given["label"], "xml:id": f"fn-{given['label']}"}
    return {"type": "note"} | ({"target": f"#fn-{given['note']}"} if "note" in given else {})


def _tei_header(document: Document) -> str:
    facts = document.metadata
    title = xml_text(facts.title or "")
    authors = "".join(f"<author>{xml_text(name)}</author>" for name in facts.authors)
    dates = f'<date type="published"{attributes({"when": facts.date})}/>' if facts.date else ""
    dates += f'<date type="modified"{attributes({"when": facts.modified})}/>' if facts.modified else ""
    publisher = f"<publisher>{xml_text(facts.site)}</publisher>" if facts.site else "<publisher/>"
    licence = f"<availability><licence>{xml_text(facts.licence)}</licence></availability>" if facts.licence else ""
    address = f"<ptr{attributes({'type': 'URL', 'target': facts.url})}/>" if facts.url else ""
    tags = "".join(f"<term>{xml_text(tag)}</term>" for tag in facts.tags)
    about = f"<abstract><p>{xml_text(facts.description)}</p></abstract>" if facts.description else ""
    language = f"<langUsage><language{attributes({'ident': facts.language})}/></langUsage>" if facts.language else ""
    keywords = f"<textClass><keywords>{tags}</keywords></textClass>" if tags else ""
    return (
        f"<teiHeader><fileDesc><titleStmt><title>{title}</title>{authors}</titleStmt>"
        f"<publicationStmt>{publisher}{licence}{dates}</publicationStmt>"
        f"<sourceDesc><bibl><title>{title}</title>{authors}{dates}{address}</bibl></sourceDesc></fileDesc>"
        f'<encodingDesc><appInfo><application ident="tamis" version="{__version__}"><label>tamis</label>'
        f"<desc>{xml_text(document.strategy)}</desc></application></appInfo></encodingDesc>"
        f"<profileDesc>{about}{language}{keywords}</profileDesc></teiHeader>\n"
    )
