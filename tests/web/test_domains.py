"""Addresses to sites."""

import subprocess
import sys

import pytest

from tamis.web.domains import host_of, site_of, site_of_host


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://news.bbc.co.uk/1/hi", "bbc.co.uk"),
        ("http://www.example.com:8080/", "example.com"),
        ("//cdn.example.com/x.js", "example.com"),
        ("https://me.github.io/a", "me.github.io"),
        ("http://you.blogspot.com/", "you.blogspot.com"),
        ("http://例え.jp/", "例え.jp"),
        ("http://w.h\ud800.example/", "h?.example"),
        ("http://10.0.0.7/a", "10.0.0.7"),
        ("http://[::1]:80/a", "::1"),
        ("http://localhost/a", "localhost"),
        ("http://co.uk/", "co.uk"),
        ("http://example.com./", "example.com"),
        ("/relative/path", None),
        ("mailto:someone@example.com", None),
        ("http://[broken", None),
        ("http:///nothing", None),
        ("", None),
        (None, None),
    ],
)
def test_site_of(url, site):
    assert site_of(url) == site


def test_hosts_of_one_site_agree_and_of_two_do_not():
    assert site_of_host("a.b.example.org") == site_of_host("EXAMPLE.org.")
    assert site_of_host("a.github.io") != site_of_host("b.github.io")


def test_host_is_lower_cased():
    assert host_of("HTTP://WWW.Example.COM/A") == "www.example.com"


def test_the_list_is_read_late():
    code = "import sys, tamis; assert 'publicsuffixlist' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
