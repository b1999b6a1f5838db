"""The advertisement remover of LBDA 2015: a list of servers, and filter lists."""

import sys
from pathlib import Path

import pytest

import tamis
from tamis.errors import InputError, MissingExtraError
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.lbda2015.ad_servers import ad_servers, advertisements


def found(html: str, url: str | None = None, filters: tuple[str, ...] = ()) -> list[str]:
    """The tags of the elements that are taken for advertisements."""
    tree = read(html, None, Limits())
    return [tree.tags[element] for element in advertisements(tree, url, filters)]


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "easy.txt"
    path.write_text(
        "[Adblock Plus 2.0]\n! a comment\n||ads.example.net^\n/banner/*$image\n||shop.example.org^$third-party\n"
        "@@||ads.example.net/acceptable/$image\nexample.com##.sponsored\n",
        encoding="utf-8",
    )
    return str(path)


@pytest.mark.parametrize(
    "html",
    [
        "<a href='https://doubleclick.net/click'>Buy</a>",
        "<a href='http://ad.uk.DoubleClick.net:8080/click?x=//y'>Buy</a>",
        "<a href='//ad.doubleclick.net'>Buy</a>",
        "<a href=' https://ad.doubleclick.net/click '>Buy</a>",
        "<img src='https://cdn.adnxs.com/a.gif'>",
        "<iframe src='https://tpc.googlesyndication.com/frame'></iframe>",
        "<p>x<script src='//pagead2.googlesyndication.com/x.js'></script>",
    ],
)
def test_src_and_href_of_a_listed_server_or_one_below_it(html: str):
    assert len(found(html)) == 1


@pytest.mark.parametrize(
    "html",
    [
        "<a href='/doubleclick.net/'>about</a>",
        "<a href='https://notdoubleclick.net/'>about</a>",
        "<a href='https://doubleclick.net.example.com/'>about</a>",
        "<a href='https://example.com/?to=https://doubleclick.net/'>about</a>",
        "<a href='https://net/'>about</a>",
        "<a href='https://[doubleclick.net/'>about</a>",
        "<a href=''>about</a><a name=x>about</a><img>",
        "<p title='https://doubleclick.net/'>about</p>",
    ],
)
def test_other_addresses_stay(html: str):
    assert found(html) == []


def test_a_host_of_a_million_dots_takes_no_time():
    assert found(f"<p>text<a href='//{'a.' * 1_000_000}doubleclick.net/'>Buy</a>") == []  # every suffix of it: hours


def test_the_list_is_hosts_in_lower_case():
    assert len(ad_servers()) > 80
    for host in ad_servers():
        assert host == host.lower().strip() and "." in host and "/" not in host
        assert not any(host != other and host.endswith(f".{other}") for other in ad_servers()), f"{host} is there twice"


def test_filters_of_easylist_by_their_rules(rules: str):
    url = "https://www.example.com/news/"
    assert found("<a href='https://ads.example.net/x'>Buy</a>", url) == []
    assert found("<a href='https://ads.example.net/x'>Buy</a>", url, (rules,)) == ["a"]
    assert found("<img src='/banner/1.gif'><a href='/banner/1.gif'>x</a>", url, (rules,)) == ["img"]  # by type
    assert found("<img src='https://ads.example.net/acceptable/1.gif'>", url, (rules,)) == []  # an exception
    assert found("<a href='https://shop.example.org/'>x</a>", url, (rules,)) == ["a"]  # by party
    assert found("<a href='https://shop.example.org/'>x</a>", "https://www.example.org/", (rules,)) == []


def test_filters_come_besides_the_list(rules: str):
    html = "<a href='https://ads.example.net/'>x</a><a href='//doubleclick.net/'>y</a><a href='http://[/'>z</a>"
    assert found(html, "https://example.com/", (rules,)) == ["a", "a"]
    assert found(html, None, (rules,)) == ["a", "a"]


def test_the_reason_names_the_host_and_the_filter(rules: str):
    tree = read("<a href='https://x.ads.example.net/x'>Buy</a>", None, Limits())
    assert advertisements(tree, None, (rules,)) == {
        1: "advertisement: x.ads.example.net matches the filter ||ads.example.net^"
    }


def test_a_changed_file_is_read_again(rules: str):
    html = "<a href='https://other.example/'>x</a>"
    assert found(html, None, (rules,)) == []
    Path(rules).write_text("||other.example^\n", encoding="utf-8")
    assert found(html, None, (rules,)) == ["a"]


def test_several_files(rules: str, tmp_path: Path):
    more = tmp_path / "more.txt"
    more.write_text("||other.example^\n", encoding="utf-8")
    html = "<a href='https://other.example/'>x</a><a href='https://ads.example.net/'>x</a>"
    assert found(html, None, (rules, str(more))) == ["a", "a"]


def test_a_file_that_is_not_there():
    with pytest.raises(InputError, match=r"nowhere\.txt"):
        tamis.extract("<p>x", strategy="lbda", params={"filters": "nowhere.txt"})


def test_a_folder_is_no_file(tmp_path: Path):
    with pytest.raises(InputError, match="cannot read the filters"):
        found("<a href=/x>y</a>", None, (str(tmp_path),))


def test_without_the_engine_the_error_says_what_to_install(rules: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "adblock", None)
    Path(rules).write_text("||never.read.before.example^\n", encoding="utf-8")
    with pytest.raises(MissingExtraError, match=r"pip install .*\[filters\]"):
        found("<a href=/>x</a>", None, (rules,))


@pytest.mark.parametrize(
    ("html", "tags"),
    [
        ("<p>News<div class='wide adsbygoogle'>Buy</div>", ["div"]),
        ("<section id=div-gpt-ad-1234><p>Buy</p></section><p>News", ["section"]),
        ("<div id=taboola-below>Paid</div><div id=tabooladays>News</div>", ["div"]),
        ("<div class='ad banner sponsor'>Our own</div>", []),
    ],
)
def test_containers_that_advertising_systems_name(html: str, tags: list[str]):
    assert found(html) == tags


def test_filters_that_hide_classes_and_ids(tmp_path: Path):
    pytest.importorskip("adblock")
    path = tmp_path / "hide.txt"
    path.write_text("##.promo-box\n###rail\nshop.example##.own\nnews.example#@#.promo-box\n")
    page = "<div class=promo-box>a</div><aside id=rail>b</aside><ul class=own><li>c</ul>"
    assert found(page, "https://other.example/", (str(path),)) == ["div", "aside"]
    assert found(page, "https://shop.example/", (str(path),)) == ["div", "aside", "ul"]
    assert found(page, "https://news.example/", (str(path),)) == ["aside"]
