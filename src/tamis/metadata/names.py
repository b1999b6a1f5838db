"""Names under which pages state their metadata, as data: by what kind of statement it is."""

from __future__ import annotations

from typing import Final


def _by_name(kinds: dict[str, str]) -> dict[str, str]:
    return {name: kind for kind, names in kinds.items() for name in names.split()}


DATE_METAS: Final = _by_name({
    "meta-graph": "article:published_time og:published_time article:published og:article:published_time"
    " rnews:datepublished og:pubdate bt:pubdate",
    "meta-published": "datepublished pubdate publishdate publish-date publish_date publication_date publication-date"
    " published parsely-pub-date sailthru.date article.published cxenseparse:recs:publishtime published-date"
    " publisheddate datecreated article_date_original citation_online_date citation_publication_date citation_date"
    " release_date displaydate originalpublicationdate dateissued ptime article.created created pub_date"
    " shareaholic:article_published_time",
    "meta-dublin": "dc.date.issued dcterms.issued dcterms.created dc.date dc.date.created dcterms.date dc.created"
    " dcterms.available",
    "meta-date": "date",
    "meta-modified": "article:modified_time og:updated_time datemodified dcterms.modified dc.date.modified"
    " last-modified lastmod revised article:updated_time modified updated dc.modified article.updated"
    " cxenseparse:recs:modifiedtime utime lastupdated last_modified",
})  # fmt: skip
MODIFIED_METAS: Final = tuple(name for name, kind in DATE_METAS.items() if kind == "meta-modified")
DATE_KEYS: Final = {
    "datePublished": "published", "dateCreated": "created", "uploadDate": "created", "dateModified": "modified",
    "datePosted": "published", "startDate": "event",
}  # fmt: skip
"""of JSON-LD and microdata"""
DATE_SCRIPT_KEYS: Final = frozenset(
    "datePublished publishedAt published_at publishDate publish_date firstPublished date_published publishedDate"
    " dateFirstPublished publishedTime published_time firstPublishedAt".split()
)
"""of the state that pages hold for their scripts"""
AUTHOR_METAS: Final = _by_name({
    "meta-author": "author authors article:author article.author og:article:author creator article:author_name",
    "meta-parsely": "parsely-author sailthru.author byl cxenseparse:author byline author_name rbauthors"
    " article:authors page.author",
    "meta-dublin": "dc.creator dcterms.creator dc.author dc.contributor dc.creator.personalname",
    "meta-citation": "citation_author citation_authors",
    "meta-graph": "og:author book:author",
})  # fmt: skip
AUTHOR_MARKS: Final = (
    ("byline", ("byline", "by-line")),
    ("author-name", ("author-name", "authorname", "authors-name", "author--name")),
    ("author", ("author",)),
    ("writer", ("writer", "reporter", "contributor", "autor", "redakt", "auteur")),
    ("user", ("username", "user-name")),
)
"""what the classes of elements with an author's name hold, best first; in lower case, hyphens for underscores"""
DATE_MARKS: Final = ("publish", "date", "datum", "time", "byline", "posted", "meta")
"""the same of dates"""
ORGANISATION: Final = frozenset(
    "staff team editor editors editorial redaktion redazione redacción redacao redação rédaction newsroom desk news"
    " agency press reporter reporters correspondent contributor contributors writer writers author authors admin"
    " administrator webmaster magazine online media group inc ltd llc gmbh university institute company association"
    " department office official blog".split()
)
"""words that people's names do not have"""
