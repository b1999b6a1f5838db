"""Phrases by which texts on a page are recognised, in several languages.

General phrases alone, none of a single site. Texts are matched casefolded and on one line, but for those of
:func:`heads_comments`, which takes any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tamis.text.patterns import late

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
_BY_LETTERS: Final = frozenset(phrase[0] for phrase in _BY)
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
"""characters; a comment may begin in the same way, and goes on"""


COMMENT_HEADLINE_WORDS: Final = (
    "comment", "kommentar", "comentario", "reacties", "response", "replies", "thought", "评论", "コメント"
)  # fmt: skip
"""of which each headline of comments has one"""
_COMMENT_HEADLINE: Final = late(
    r"\W{0,4}(?:(?:(?:reader|user|visitor|all|the|your) )?(?:comments?|kommentare?|commentaires?|comentarios?|commenti"
    r"|reacties|网友评论|评论|コメント)(?= ?(?:$|[(\[\d]|: ?(?:$|\d)|列表|区))"
    r"|\d[\d.,]{0,8} (?:(?:reader|user) )?(?:comments?|responses?|replies|thoughts? on|kommentare?|commentaires?"
    r"|comentarios?|commenti|reacties)\b)",
    re.IGNORECASE,
)
"""without a number "Responses to …" may be a chapter of the text, and "Comment: …" its title"""


def heads_comments(text: str) -> bool:
    """Whether a short text is a headline of comments.

    >>> heads_comments("3 Responses to Rye"), heads_comments("Responses to the crisis")
    (True, False)
    """
    return bool(_COMMENT_HEADLINE.match(" ".join(text.split())))


def is_about_comments(text: str) -> bool:
    """Whether a text among comments is the page's own: an invitation to comment, or a note that there are no comments.

    >>> is_about_comments("leave a reply"), is_about_comments("0 comments"), is_about_comments("leaves me cold")
    (True, True, False)
    """
    if len(text) > _ABOUT_COMMENTS_LONGEST:
        return False
    return text.startswith(_ABOUT_COMMENTS_FIRST) or any(map(text.__contains__, _ABOUT_COMMENTS))


def mention_rights(texts: Sequence[str]) -> list[bool]:
    """Which texts have what stands in copyright lines and hardly elsewhere.

    >>> mention_rights(["© 2024 bakers", "the right to bread"])
    [True, False]
    """
    return _mention(texts, _RIGHTS)


def mention_terms(texts: Sequence[str]) -> list[bool]:
    """Which texts name terms, privacy and the like. Prose may, too: ask it of short texts alone."""
    mentioned = _mention(texts, _TERMS)
    return [found or text in _LEGAL_LABELS for found, text in zip(mentioned, texts, strict=True)]


def head_related(texts: Sequence[str]) -> list[bool]:
    """Which texts have what stands over lists of other pages."""
    return _mention(texts, _RELATED)


def _mention(texts: Sequence[str], phrases: Sequence[str]) -> list[bool]:
    whole = "\n".join(texts)
    on_page = [phrase for phrase in phrases if phrase in whole]  # most pages have few of them, or none
    return [any(map(text.__contains__, on_page)) for text in texts]


def begins_related(text: str) -> bool:
    """Whether a heading begins as those over lists of other pages do; other headings may, too."""
    return text.startswith(_RELATED_FIRST)


def begins_byline(text: str) -> bool:
    """Whether a text begins as bylines do.

    >>> begins_byline("by ann baker"), begins_byline("bygone days")
    (True, False)
    """
    return text[:1] in _BY_LETTERS and text.startswith(_BY)
