"""XML: plain, with the page's own element names, and TEI for corpora.

Both are well-formed whatever the page holds: characters that XML cannot carry are left out.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final

from tamis.render.nodes import Node
from tamis.render.outline import outline
from tamis.render.shape import INLINE_NAMES
from tamis.version import __version__

if TYPE_CHECKING:
    from tamis.document import Document

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TEI: Final = {
    "p": "p", "ul": "list", "ol": "list", "li": "item", "dl": "list", "dt": "label", "dd": "item",
    "blockquote": "quote",
    "q": "quote", "table": "table", "tr": "row", "td": "cell", "th": "cell", "caption": "head", "pre": "code",
    "code": "code", "br": "lb", "img": "graphic", "a": "ref", "figure": "figure", "figcaption": "figDesc",
    "math": "formula", "del": "del", "s": "del", "ins": "add", "time": "date", "details": "div", "summary": "ab",
    "abbr": "abbr", "noteref": "ref", "note": "note",
}  # fmt: skip
_HEADING: Final = re.compile(r"h([1-6])")
_DROPPED: Final = frozenset(("thead", "tbody", "tfoot"))
_RENDITION: Final = {"ul": "bulleted", "ol": "numbered", "dl": "gloss"}


def to_xml(
    document: Document, *, links: bool = True, images: bool = True, tables: bool = True, media: bool = False
) -> str:
    """The kept blocks under ``doc/main``, HTML's element names; the metadata are attributes of ``doc``.

    >>> import tamis
    >>> page = "<title>Rye</title><h1>Rye</h1><p>Rye is a grass that is grown for its grain, for bread and for beer."
    >>> print(tamis.analyze(page, strategy="eniw").xml().splitlines()[2])
    <h1>Rye</h1>
    """
    root = outline(document, links=links, images=images, tables=tables, media=media)
    facts = document.metadata
    fields = {
        "title": facts.title, "author": facts.author, "date": facts.date, "modified": facts.modified,
        "language": facts.language, "url": facts.url, "site": facts.site, "description": facts.description,
        "image": facts.image, "licence": facts.licence, "tags": ", ".join(facts.tags), "strategy": document.strategy,
        "generator": f"tamis {__version__}",
    }  # fmt: skip
    head = _attributes({name: value for name, value in fields.items() if value})
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<doc{head}><main>\n{_plain(root)}</main></doc>\n'


def _plain(root: Node) -> str:
    parts: list[str] = []
    for node, ends in root.walk():
        if isinstance(node, str):
            parts.append(xml_text(node))
        elif ends:
            parts.append(f"</{node.name}>" + ("" if node.name in INLINE_NAMES else "\n"))
        else:
            parts.append(f"<{node.name}{_attributes(node.attributes)}>")
    return "".join(parts)


def to_tei(
    document: Document, *, links: bool = True, images: bool = True, tables: bool = True, media: bool = False
) -> str:
    """The kept blocks as a TEI document: headings as ``head`` in ``ab``, the rest by TEI's own names.

    >>> import tamis
    >>> page = "<h1>Rye</h1><p>Rye is a grass that is <b>grown</b> for its grain, for bread and for beer."
    >>> print(tamis.analyze(page, strategy="eniw").tei().splitlines()[-3])
    <p>Rye is a grass that is <hi rend="b">grown</hi> for its grain, for bread and for beer.</p>
    """
    root = outline(document, links=links, images=images, tables=tables, media=media)
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
    attributes: dict[str, str] = {}
    if level:
        attributes = {"type": "header", "rend": node.name}
    elif name == "hi":
        attributes = {"rend": node.name}
    elif name in ("list", "item"):
        attributes = _tei_list(node)
    elif name == "cell":
        attributes = {"role": "label" if node.name == "th" else "data"}
        attributes |= {"cols": given["colspan"]} if "colspan" in given else {}
        attributes |= {"rows": given["rowspan"]} if "rowspan" in given else {}
    elif node.name in ("note", "noteref"):
        attributes = _tei_note(node)
    elif name == "ref":
        attributes = {"target": given.get("href", "")}
    elif name == "graphic":
        address = _attributes({"url": given.get("src", "")})
        return f"<graphic{address}><desc>{xml_text(given.get('alt', ''))}</desc></graphic>"
    elif name == "lb":
        return "<lb/>"
    elif name == "formula":
        attributes = {"notation": "TeX", "rend": given.get("display", "inline")}
    elif node.name == "pre":
        attributes = {"rend": "block"} | ({"lang": given["language"]} if "language" in given else {})
    elif name == "date" and "datetime" in given:
        attributes = {"when-custom": given["datetime"]}
    return f"<{name}{_attributes(attributes)}>"


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
    if node.name == "note":
        return {"place": "foot", "n": given["label"], "xml:id": f"fn-{given['label']}"}
    return {"type": "note"} | ({"target": f"#fn-{given['note']}"} if "note" in given else {})


def _tei_header(document: Document) -> str:
    facts = document.metadata
    title = xml_text(facts.title or "")
    authors = "".join(f"<author>{xml_text(name)}</author>" for name in facts.authors)
    dates = f'<date type="published"{_attributes({"when": facts.date})}/>' if facts.date else ""
    dates += f'<date type="modified"{_attributes({"when": facts.modified})}/>' if facts.modified else ""
    publisher = f"<publisher>{xml_text(facts.site)}</publisher>" if facts.site else "<publisher/>"
    licence = f"<availability><licence>{xml_text(facts.licence)}</licence></availability>" if facts.licence else ""
    address = f"<ptr{_attributes({'type': 'URL', 'target': facts.url})}/>" if facts.url else ""
    tags = "".join(f"<term>{xml_text(tag)}</term>" for tag in facts.tags)
    about = f"<abstract><p>{xml_text(facts.description)}</p></abstract>" if facts.description else ""
    language = f"<langUsage><language{_attributes({'ident': facts.language})}/></langUsage>" if facts.language else ""
    keywords = f"<textClass><keywords>{tags}</keywords></textClass>" if tags else ""
    return (
        f"<teiHeader><fileDesc><titleStmt><title>{title}</title>{authors}</titleStmt>"
        f"<publicationStmt>{publisher}{licence}{dates}</publicationStmt>"
        f"<sourceDesc><bibl><title>{title}</title>{authors}{dates}{address}</bibl></sourceDesc></fileDesc>"
        f'<encodingDesc><appInfo><application ident="tamis" version="{__version__}"><label>tamis</label>'
        f"<desc>{xml_text(document.strategy)}</desc></application></appInfo></encodingDesc>"
        f"<profileDesc>{about}{language}{keywords}</profileDesc></teiHeader>\n"
    )


def xml_text(text: str) -> str:
    r"""A text as XML can hold it.

    >>> xml_text("a < b\x00")
    'a &lt; b'
    """
    return escape(_NOT_XML.sub("", text), quote=False)


def _attributes(values: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(_NOT_XML.sub("", " ".join(value.split())))}"' for name, value in values.items())
