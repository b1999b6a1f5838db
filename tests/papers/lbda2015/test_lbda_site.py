"""LBDA's site form: what the merged tag tree shares is dropped before blocks are weighed."""

import pytest

import tamis

STORIES = [
    "Rye is a grass, and is grown for its grain.",
    "Oats are eaten as porridge, often with salt.",
    "Wheat, at last, makes white flour.",
]
LETTER = "<form>Subscribe to our weekly letter, it is free and it is short.</form>"


def site(extra=("", "", "")):
    return [f"{LETTER}<div>{story}</div>{more}" for story, more in zip(STORIES, extra, strict=True)]


def kept(documents):
    return [[block.text for block in document.blocks if block.kept] for document in documents]


def test_one_odd_page_among_ten_does_not_keep_the_footer():
    footer = (
        "<footer><p>All of this is written by the millers of the town, who grind the grain, and may be read.</footer>"
    )
    text = "The {} field was sown in autumn, and the grain stood well in spring, before the rain came."
    pages = [
        f"<div><p>{text.format(name)}</div>{footer}" for name in "one two three four five six seven eight nine".split()
    ]
    odd = f"<aside><p>Not here</aside><div><p>{text.format('last')}</div><section>{footer}</section>"
    documents = tamis.analyze_site([*pages, odd], strategy="lbda-site")
    assert all("millers" not in document.text and "field" in document.text for document in documents)
    faithful = tamis.analyze_site([*pages, odd], strategy="lbda-site", params={"shared": 1})
    assert all("millers" in document.text for document in faithful)


def test_what_all_pages_share_goes_whatever_it_weighs():
    assert all(len(texts) == 2 for texts in kept(tamis.analyze_site(site(), strategy="lbda")))
    documents = tamis.analyze_site(site(), strategy="lbda-site")
    assert kept(documents) == [[story] for story in STORIES]
    assert documents[0].blocks[0].reason == "shared: 100% of it stands at the same place on 70% of the pages or more"
    assert documents[0].blocks[1].reason.startswith("weight ")


def test_a_share_of_the_pages_can_be_enough():
    page = "<section>Elsewhere on this site, much more is said, and said better.</section>"
    pages = [f"{text}<form>x</form>" for text in (page, page, "<div>Nothing, of the kind, is said on this page.</div>")]
    assert kept(tamis.analyze_site(pages, strategy="lbda-site"))[0] != []
    documents = tamis.analyze_site(pages, strategy="lbda-site", params={"shared": 0.5})
    assert kept(documents)[:2] == [[], []]
    assert documents[0].blocks[0].reason.endswith("on 50% of the pages or more")


def test_the_same_place_with_other_words_is_not_shared():
    documents = tamis.analyze_site([f"<div>{story}</div>" for story in STORIES], strategy="lbda-site")
    assert kept(documents) == [[story] for story in STORIES]


def test_lbda_s_parameters_are_handed_on():
    assert kept(tamis.analyze_site(site(), strategy="lbda-site", params={"threshold": 0.99})) == [[], [], []]
    documents = tamis.analyze_site(site(), strategy="lbda-site", params={"query": "porridge", "min_relevance": 0.1})
    assert kept(documents) == [[], [STORIES[1]], []]


@pytest.mark.parametrize("shared", [0.0, -1.0, 1.5])
def test_bad_share(shared):
    with pytest.raises(tamis.UsageError, match="share of the pages"):
        tamis.analyze_site(site(), strategy="lbda-site", params={"shared": shared})


def test_bad_pages():
    with pytest.raises(tamis.UsageError, match="needs two or more"):
        tamis.analyze_site(["<p>One"], strategy="lbda-site")
    assert kept(tamis.analyze_site([*site(), ""], strategy="lbda-site"))[-1] == []
