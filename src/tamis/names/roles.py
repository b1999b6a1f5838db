"""The words by which a part of a page is told: of its markup's names, and of its text.

General words alone, no names of sites or of their templates. Text is matched casefolded.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple


class Zone:
    """Parts of a page that are not its content; plain numbers, as they go into columns."""

    NONE: Final = 0
    ADVERTISEMENT: Final = 1
    LEGAL: Final = 2
    RELATED: Final = 3
    NAVIGATION: Final = 4
    FORM: Final = 5
    FOOTER: Final = 6
    TOOLS: Final = 7
    """sharing, printing, rating"""


class Mark:
    """What elements say of their text, as bits."""

    HEADING: Final = 1
    BYLINE: Final = 2
    DATE: Final = 4
    CAPTION: Final = 8
    TABLE: Final = 16
    LIST: Final = 32
    CODE: Final = 64
    QUOTE: Final = 128
    HEADLINE: Final = 256
    CONTROL: Final = 512


ZONE_OF_TAG: Final = {
    "nav": Zone.NAVIGATION, "menu": Zone.NAVIGATION, "form": Zone.FORM, "search": Zone.FORM, "footer": Zone.FOOTER,
}  # fmt: skip
ZONE_OF_ROLE: Final = {
    "navigation": Zone.NAVIGATION, "menu": Zone.NAVIGATION, "menubar": Zone.NAVIGATION, "search": Zone.FORM,
    "form": Zone.FORM, "contentinfo": Zone.FOOTER,
}  # fmt: skip
MARK_OF_TAG: Final = {
    "h1": Mark.HEADING, "h2": Mark.HEADING, "h3": Mark.HEADING, "h4": Mark.HEADING, "h5": Mark.HEADING,
    "h6": Mark.HEADING, "time": Mark.DATE, "figcaption": Mark.CAPTION, "caption": Mark.CAPTION, "li": Mark.LIST,
    "dt": Mark.LIST, "dd": Mark.LIST, "pre": Mark.CODE, "listing": Mark.CODE, "xmp": Mark.CODE, "code": Mark.CODE,
    "samp": Mark.CODE, "blockquote": Mark.QUOTE, "button": Mark.CONTROL, "label": Mark.CONTROL, "legend": Mark.CONTROL,
    "option": Mark.CONTROL,
}  # fmt: skip

_ZONE_NAMES: Final = {
    Zone.ADVERTISEMENT: "ad ads adv advert adverts advertisement advertisements advertising adbox adslot adunit adsense"
    " adsbygoogle adwrapper adcontainer sponsor sponsors sponsored anzeige werbung publicite publicidad reklama",
    Zone.LEGAL: "cookie cookies consent gdpr ccpa copyright legal disclaimer imprint impressum privacy",
    Zone.RELATED: "related recommended recommendation recommendations recirc recirculation similar popular trending"
    " mostread upsell crosssell teaser teasers upnext",
    Zone.NAVIGATION: "nav navbar navigation navi menu submenu breadcrumb breadcrumbs crumbs crumb pagination paginator"
    " pager paging sitemap skip skiplink toc sidenav topnav subnav tagcloud",
    Zone.FORM: "newsletter signup login searchform searchbox mailinglist commentform respond",
    Zone.FOOTER: "footer colophon",
    Zone.TOOLS: "share sharing shares social socials addthis sharethis toolbar",
}
_ZONE_PAIRS: Final = {
    ("most", "read"): Zone.RELATED, ("most", "viewed"): Zone.RELATED, ("read", "next"): Zone.RELATED,
    ("up", "next"): Zone.RELATED, ("also", "like"): Zone.RELATED, ("also", "bought"): Zone.RELATED,
    ("recent", "posts"): Zone.RELATED, ("recent", "entries"): Zone.RELATED, ("read", "more"): Zone.RELATED,
    ("more", "stories"): Zone.RELATED, ("more", "from"): Zone.RELATED, ("sign", "up"): Zone.FORM,
    ("search", "form"): Zone.FORM, ("skip", "link"): Zone.NAVIGATION, ("tag", "cloud"): Zone.NAVIGATION,
}  # fmt: skip
_MARK_NAMES: Final = {
    Mark.BYLINE: "byline author authors username",
    Mark.DATE: "date dateline datetime timestamp pubdate published datepublished datemodified",
    Mark.CAPTION: "caption",
    Mark.QUOTE: "pullquote blockquote",
    Mark.HEADLINE: "headline title",
}
_ZONE_BY_NAME: Final = {name: zone for zone, names in _ZONE_NAMES.items() for name in names.split()}
_MARK_BY_NAME: Final = {name: mark for mark, names in _MARK_NAMES.items() for name in names.split()}
_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_LONGEST: Final = 400
"""characters of names that are looked at; generated class lists run to thousands"""


class Said(NamedTuple):
    """What names say."""

    zone: int
    marks: int


@lru_cache(maxsize=1 << 14)
def said_by(names: str) -> Said:
    """What an element's class, id and the like say of what is in it.

    >>> said_by("story__byline"), said_by("relatedPosts").zone, said_by("headroom").zone
    (Said(zone=0, marks=2), 3, 0)
    """
    parts = [part.lower() for part in _PART.findall(names[:_LONGEST])]
    zones = [_ZONE_BY_NAME[part] for part in parts if part in _ZONE_BY_NAME]
    zones += [_ZONE_PAIRS[pair] for pair in pairwise(parts) if pair in _ZONE_PAIRS]
    marks = 0
    for part in parts:
        marks |= _MARK_BY_NAME.get(part, 0)
    return Said(min(zones, default=Zone.NONE), marks)


AD_LABELS: Final = frozenset(
    (
        "ad", "ads", "advert", "advertisement", "advertisements", "advertising", "sponsored", "sponsored content",
        "promoted", "paid content", "paid post", "anzeige", "werbung", "gesponsert", "publicité", "publicidad",
        "publicidade", "patrocinado", "pubblicità", "sponsorizzato", "advertentie", "annons", "annonce", "mainos",
        "reklama", "reklam", "реклама", "广告", "廣告", "広告", "광고", "פרסומת", "إعلان",
    )
)  # fmt: skip
"""whole texts"""
_LEGAL_LABELS: Final = frozenset(("terms", "legal", "conditions", "agb", "cgu", "cgv", "условия", "法律声明"))
"""whole texts"""
_RIGHTS: Final = (
    "©", "(c) 19", "(c) 20", "copyright", "all rights reserved", "alle rechte vorbehalten", "tous droits réservés",
    "todos los derechos reservados", "todos os direitos reservados", "tutti i diritti riservati",
    "alle rechten voorbehouden", "wszelkie prawa zastrzeżone", "все права защищены", "tüm hakları saklıdır",
    "版权所有", "版權所有", "無断転載", "저작권", "כל הזכויות שמורות", "جميع الحقوق محفوظة",
)  # fmt: skip
_TERMS: Final = (
    "privacy", "cookie", "terms of", "terms and", "terms &", "legal notice", "disclaimer", "imprint", "impressum",
    "datenschutz", "nutzungsbedingungen", "mentions légales", "confidentialité", "conditions générales", "aviso legal",
    "privacidad", "términos y", "privacidade", "termos de", "note legali", "informativa", "condizioni",
    "voorwaarden", "integritetspolicy", "prywatności", "regulamin", "конфиденциальност", "пользовательское соглашение",
    "gizlilik", "隐私", "隱私", "服务条款", "服務條款", "备案", "プライバシー", "利用規約", "개인정보", "이용약관",
    "פרטיות", "תנאי שימוש", "תקנון", "الخصوصية", "شروط الاستخدام",
)  # fmt: skip
_RELATED: Final = (
    "related", "you may also", "you might also", "you may like", "you might like", "also bought", "also viewed",
    "recommended", "most read", "most popular", "most viewed", "read next", "up next", "read also",
    "similar threads", "similar products", "similar articles", "similar posts", "recent posts", "recent articles",
    "ähnliche", "verwandte", "das könnte", "auch interessant", "lesen sie auch", "mehr zum thema", "meistgelesen",
    "à lire aussi", "lire aussi", "sur le même sujet", "les plus lus", "vous aimerez", "articles liés",
    "relacionad", "te puede interesar", "lo más leído", "más leíd", "leia também", "veja também", "mais lidas",
    "leggi anche", "correlati", "più letti", "ti potrebbe", "lees ook", "gerelateerd", "meest gelezen", "läs också",
    "mest läst", "les også", "czytaj też", "czytaj także", "zobacz także", "najczęściej czytane", "читайте также",
    "похожие", "материалы по теме", "ilgili haberler", "相关", "相關", "推荐阅读", "推薦閱讀", "热门", "熱門", "関連",
    "おすすめ", "관련", "추천", "כתבות נוספות", "קראו גם", "עוד בנושא", "אולי יעניין", "اقرأ أيضا", "ذات صلة",
)  # fmt: skip
_RELATED_FIRST: Final = (
    "more ", "popular", "trending", "latest", "recent ", "don't miss", "don’t miss", "see also", "keep reading",
    "nearby", "what to read", "editor's picks", "editor’s picks", "top stories", "mehr ", "aktuelle", "plus de ",
    "más ", "mais ", "altri ", "meer ", "популярн", "ещё ", "最新", "排行", "ランキング", "新着", "인기",
)  # fmt: skip
_BY: Final = (
    "by ", "written by", "posted by", "words by", "text by", "author:", "von ", "par ", "por ", "di ", "door ", "av ",
    "af ", "autor:", "auteur", "autore", "автор", "作者", "记者", "記者", "撰文", "文/", "文：", "文:", "מאת", "بقلم",
    "글 ", "기자",
)  # fmt: skip


_ABOUT_COMMENTS_FIRST: Final = (
    "leave a ", "leave your ", "leave us a ", "post a ", "post your ", "post new comment", "add a ", "add your ",
    "add new comment", "add comment", "write a ", "write your ", "submit a ", "submit your ", "make a comment",
    "share your thoughts", "cancel reply", "new comment", "no comments", "there are no comments", "no responses yet",
    "no replies yet", "no reviews yet", "there are no reviews", "0 comments", "0 responses", "0 replies",
    "be the first to ", "comments are ", "comments closed", "comments off", "comments have been closed",
    "comments for this ", "comments on this ", "commenting is ", "commenting on this ", "comment on this ",
    "sorry, the comment form", "please log in", "please login", "please sign in", "please register", "log in to ",
    "login to ", "log in or ", "login or ", "sign in to ", "sign in or ", "register to ", "you must be ",
    "you must log", "you need to be ", "you need to log", "create an account ", "join the conversation",
    "join the discussion", "load comments", "load more comments", "show comments", "show all ", "view comments",
    "view all comments", "view all ", "see all comments", "read all comments", "hide comments", "expand full comment",
    "loading comments", "subscribe to ", "rss feed for comments", "comments rss", "comments feed", "trackback ur",
    "report this comment", "report abuse", "flag as ", "all comments are ", "posting comments ",
    "have something to say", "have your say", "your email ", "your e-mail ", "notify me of ", "required fields",
    "kommentar schreiben", "kommentar verfassen", "kommentar hinterlassen", "kommentar hinzufügen",
    "schreibe einen kommentar", "schreiben sie einen kommentar", "hinterlasse ", "keine kommentare", "kein kommentar",
    "noch kein", "um einen kommentar", "kommentare anzeigen", "kommentare einblenden", "antwort abbrechen",
    "laisser un commentaire", "laissez un commentaire", "ajouter un commentaire", "aucun commentaire",
    "annuler la réponse", "deja un comentario", "deja una respuesta", "dejar un comentario", "publicar un comentario",
    "no hay comentarios", "sin comentarios", "cancelar la respuesta", "lascia un commento", "pubblica un commento",
    "nessun commento", "annulla risposta", "deixe um comentário", "deixe uma resposta", "nenhum comentário",
    "laat een reactie", "geef een reactie", "plaats een reactie", "geen reacties", "оставить комментарий",
    "добавить комментарий", "нет комментариев", "发表评论", "我要评论", "暂无评论", "發表評論", "暫無評論",
    "コメントを書く", "コメントを残す", "コメントはまだ",
    "댓글 쓰기", "댓글을 입력",
)  # fmt: skip
_ABOUT_COMMENTS: Final = (
    "logged in to ", "log in to ", "login to ", "sign in to ", "register to ", "to post comments", "to post a comment",
    "to leave a comment", "to leave a reply", "to add a comment", "comment data is processed", "will not be published",
    "comments powered by", "powered by disqus", "view the comments", "comments are moderated", "comment policy",
    "comments policy", "comments do not represent", "reader comments are", "follow-up comments", "html tags",
    "protected by recaptcha", "protected by hcaptcha", "accepting comments", "before commenting",
)  # fmt: skip
_ABOUT_COMMENTS_LONGEST: Final = 300
"""characters; readers begin so as well, and go on"""


def speaks_of_comments(text: str) -> bool:
    """Whether a text among readers' comments is none but the page's own about them: asks for one, says that there are
    none or how to see them.

    >>> speaks_of_comments("leave a reply"), speaks_of_comments("0 comments"), speaks_of_comments("leaves me cold")
    (True, True, False)
    """
    if len(text) > _ABOUT_COMMENTS_LONGEST:
        return False
    return text.startswith(_ABOUT_COMMENTS_FIRST) or any(map(text.__contains__, _ABOUT_COMMENTS))


def mentions_rights(text: str) -> bool:
    """Whether it has what stands in a copyright line, and hardly elsewhere.

    >>> mentions_rights("© 2024 bakers"), mentions_rights("the right to bread")
    (True, False)
    """
    return any(map(text.__contains__, _RIGHTS))


def mentions_terms(text: str) -> bool:
    """Whether it names what a page must tell its readers; prose may too, so only short texts are legal by that."""
    return text in _LEGAL_LABELS or any(map(text.__contains__, _TERMS))


def heads_related(text: str) -> bool:
    """Whether it has what stands over lists of other pages."""
    return any(map(text.__contains__, _RELATED))


def begins_related(text: str) -> bool:
    """Whether it begins as a heading over such a list does; other headings may too."""
    return text.startswith(_RELATED_FIRST)


def begins_byline(text: str) -> bool:
    """Whether it begins as bylines do.

    >>> begins_byline("by ann baker"), begins_byline("bygone days")
    (True, False)
    """
    return text.startswith(_BY)
