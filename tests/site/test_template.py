"""SiteTemplate: what it corrects, what it leaves alone, and what it says of bad input."""

from dataclasses import replace

import numpy as np
import pytest

import tamis
from tamis.site import memory as memory_module
from tests.site.samples import FOOT, GRAINS, MENU, NOTICE, kept, recipes, stories, story

WEAK = {"strategy": "eniw"}
"""keeps nearly everything"""


def analyze(html, template=None, **options):
    return tamis.analyze(html, template=template, **(WEAK | options))


def learn(pages, strategy="eniw"):
    return tamis.SiteTemplate.learn(pages, strategy)


class TestCorrections:
    def test_repeated_blocks_fall_out(self):
        template = learn(stories(5))
        alone, corrected = (analyze(story("Millet"), t) for t in (None, template))
        assert any("friends of bread" in text for text in kept(alone))
        assert kept(corrected) == ["About Millet", GRAINS["Millet"]]
        notice = next(block for block in corrected.blocks if "friends of bread" in block.text)
        assert notice.score < 0.5
        assert notice.reason.startswith("stands at this place on 5 of 5 other pages; alone: ")

    def test_unique_blocks_in_the_varying_container_stay(self):
        """The page strategy drops the short line; over the site, what stands there is kept."""
        template = learn(
            [story(name, "<p>It is sown in autumn, as a rule, and cut in summer.</p>") for name in list(GRAINS)[:5]],
            "shallow",
        )
        new = story("Maize", "<p>Short note</p>")
        assert "Short note" not in kept(tamis.analyze(new, strategy="shallow"))
        corrected = tamis.analyze(new, strategy="shallow", template=template)
        assert "Short note" in kept(corrected)
        block = next(block for block in corrected.blocks if block.text == "Short note")
        assert block.score >= 0.5
        assert block.reason.startswith("text of this page only, at a place of which the site keeps ")

    def test_unique_prose_where_the_site_keeps_little_falls_out(self):
        """The page strategy is taken in by one reader's comment; over the site, what stands there is dropped."""
        below = "<div id=comments><p><a href=/u>{0} wrote this</a></p><a href=/r>Reply to {0} here, friend</a></div>"
        pages = [story(name) + below.format(f"Reader {name}") for name in list(GRAINS)[:5]]
        template = learn(pages, "shallow")
        comment = "I have eaten this bread since I was a child, and so have my children."
        new = story("Maize") + f"<div id=comments><p>{comment}</p></div>"
        alone = tamis.analyze(new, strategy="shallow")
        mild = replace(alone.decisions, score=np.minimum(alone.decisions.score, 0.6))
        block = next(block.index for block in alone.blocks if block.text == comment)
        sure = replace(mild, score=np.where(mild.kept, 0.99, mild.score))
        assert learn(pages[:2], "shallow").correct(alone.page, sure).kept[block]  # two pages say too little against it
        doubtful = template.correct(alone.page, mild)
        assert alone.blocks[block].kept and not doubtful.kept[block]
        assert doubtful.score[block] < 0.5
        assert doubtful.why(block).startswith("text of this page only, at a place of which the site keeps 0%; alone: ")

    def test_the_rarer_a_text_repeats_the_more_doubt_it_takes(self):
        """On one page of seven it falls out where the strategy was in doubt, on all whatever the strategy says."""
        teaser = "<div id=teaser><p>Read what we bake in winter, and why it keeps so well.</p></div>"
        some = learn([story("Rye") + teaser, *stories(8)[1:7]])
        every = learn([page + teaser for page in stories(7)])
        alone = analyze(story("Maize") + teaser)
        block = alone.blocks[-1].index
        for template, score, stays in ((some, 0.6, False), (some, 0.8, True), (every, 0.8, False), (every, 1.0, False)):
            given = replace(alone.decisions, score=np.where(alone.decisions.kept, score, 0.0))
            assert template.correct(alone.page, given).kept[block] == stays

    def test_a_page_does_not_lose_most_of_its_text_to_what_few_pages_share(self):
        """Two of seven pages say the same of shipping, at length; that makes it no template of the site."""
        terms = "".join(
            f"<p>Clause {i}: we ship all grain by rail, {i} sacks at a time, and never by road.</p>" for i in "abcd"
        )
        template = learn([story("Rye") + terms, *stories(8)[1:7]])
        corrected = analyze(f"{MENU}<div id=main><p>Maize, new.</p></div>{terms}", template)
        assert sum("Clause" in text for text in kept(corrected)) == 4

    def test_where_nothing_changes_the_strategy_s_own_decisions_stand(self):
        alone = analyze(GRAINS["Maize"])
        assert learn(stories(5)).correct(alone.page, alone.decisions) is alone.decisions

    def test_a_page_has_no_say_on_itself(self):
        """Learned from it or not, a page is judged by the other pages alone."""
        pages = [*stories(5), story("Maize") + "<div id=comments><p>I like this bread, and so does my dog.</p></div>"]
        for i, page in enumerate(pages):
            others = learn(pages[:i] + pages[i + 1 :])
            assert kept(analyze(page, learn(pages))) == kept(analyze(page, others))

    def test_what_is_known_of_the_page_is_kept(self):
        alone = tamis.analyze(story("Maize"))
        corrected = tamis.analyze(story("Maize"), template=tamis.SiteTemplate.learn(stories(5)))
        same = tamis.analyze(story("Maize"), template=tamis.SiteTemplate.learn([story("Rye")] * 2))
        assert alone.page_type is not None
        for document in (corrected, same):
            assert (document.page_type, document.decisions.model) == (alone.page_type, alone.decisions.model)
        assert corrected.decisions.confidence is None and same.confidence == alone.confidence

    def test_pages_that_were_learned_from_are_not_compared_with_themselves(self):
        pages = stories(3)
        for name, document in zip(GRAINS, [analyze(page, learn(pages)) for page in pages], strict=False):
            assert kept(document) == [f"About {name}", GRAINS[name]]
            assert any("2 of 2 other pages" in block.reason for block in document.blocks)

    def test_two_pages_are_enough(self):
        assert kept(analyze(story("Maize"), learn(stories(2)))) == ["About Maize", GRAINS["Maize"]]

    def test_the_same_words_at_another_place_do_not_count(self):
        """The title of a page stands in the menus of others; that makes it no template."""
        pages = [f"<div id=side><p>{GRAINS['Rye']}</p></div>{story(name)}" for name in ("Oats", "Wheat", "Spelt")]
        assert GRAINS["Rye"] in kept(analyze(story("Rye"), learn(pages)))

    def test_headings_above_own_text_are_spared(self):
        texts = kept(analyze(recipes()[0], learn(recipes())))
        assert {"Ingredients", "Method"} <= set(texts)
        assert not any("friends of bread" in text for text in texts)

    def test_hidden_blocks_stay_hidden(self):
        new = story("Maize", "<p hidden>A hidden sentence, and long enough to look like one of prose.</p>")
        block = next(b for b in analyze(new, learn(stories())).blocks if b.hidden)
        assert not block.kept and "hidden" in block.reason

    def test_selection_still_applies(self):
        document = analyze(story("Maize"), learn(stories(5)), include_title=False)
        assert kept(document) == [GRAINS["Maize"]]

    @pytest.mark.parametrize("name", [s.name for s in tamis.available_strategies() if s.scope == "page"])
    def test_over_every_page_strategy(self, name):
        """Whatever the blocks are, what all pages share is not in the text any more, and the ledger is whole."""
        template = tamis.SiteTemplate.learn(stories(5), name)
        document = tamis.analyze(story("Maize"), "https://mill.example/maize", strategy=name, template=template)
        if not all(
            "as a copy and changes nothing" in block.reason for block in document.blocks
        ):  # nothing else was kept
            assert "friends of bread" not in document.text
        assert len(document.decisions) == len(document.page)
        scores = document.decisions.score
        assert np.array_equal(scores >= 0.5, document.decisions.kept)
        assert np.all((scores >= 0) & (scores <= 1))
        assert all(block.reason for block in document.blocks)

    def test_same_pages_same_answer(self):
        first, second = (analyze(story("Maize"), learn(stories(5))).to_dict() for _ in range(2))
        assert first == second


class TestBadInput:
    @pytest.mark.parametrize("pages", [[], stories(1)])
    def test_one_page_is_not_enough(self, pages):
        with pytest.raises(tamis.UsageError, match="needs two pages or more"):
            learn(pages)

    def test_applying_a_template_of_one_page(self):
        template = tamis.SiteTemplate()
        template.update(story("Rye"))
        for use in (lambda: tamis.analyze(story("Oats"), template=template), lambda: template.drift(story("Oats"))):
            with pytest.raises(tamis.UsageError, match="needs two pages or more of one site, not 1"):
                use()

    def test_identical_pages_keep_the_page_strategy_s_answer(self):
        template = learn([story("Rye")] * 3)
        assert template.remarks == ("all 3 pages are the same: everything is template",)
        alone, corrected = analyze(story("Rye")), analyze(story("Rye"), template)
        assert kept(corrected) == kept(alone)
        assert (
            "all 3 pages are the same: everything is template, so the page stands alone" in corrected.blocks[0].reason
        )

    def test_copies_that_differ_in_a_word_keep_it_too(self):
        copies = [story("Rye", f"<p>Served by node {i}</p>") for i in range(4)]
        template = learn(copies)
        alone, corrected = analyze(copies[0]), analyze(copies[0], template)
        assert GRAINS["Rye"] in kept(corrected)
        assert kept(corrected) == kept(alone)

    def test_a_copy_of_one_page_among_many_is_not_emptied(self):
        copies = [story("Rye", f"<p>Served by node {i}</p>") for i in range(2)]
        corrected = analyze(copies[0], learn([*copies, *stories()[1:]]))
        assert GRAINS["Rye"] in kept(corrected)

    def test_pages_of_different_sites_by_address(self):
        pages = [("https://a.example.org/1", story("Rye")), ("https://b.example.org/2", story("Oats"))]
        assert learn(pages).site == "example.org"
        with pytest.raises(tamis.UsageError, match=r"a page of example\.com, but the template is of example\.org"):
            learn([*pages, ("https://example.com/", story("Wheat"))])

    def test_pages_of_different_sites_without_address(self):
        template = learn(
            ["<div id=a><p>One thing, said here.</p></div>", "<table><tr><td>Another, said there.</table>"]
        )
        assert "may not be pages of one site" in template.remarks[0]
        assert len(template.layouts) == 2
        assert kept(analyze(story("Rye"), template)) == kept(analyze(story("Rye")))

    def test_empty_pages(self):
        template = learn(["", "<br>", "<script>1</script>"])
        assert template.remarks == ("none of the pages has any text",)
        assert kept(analyze(story("Rye"), template)) == kept(analyze(story("Rye")))
        some = learn(["", story("Rye"), "", story("Oats"), story("Wheat")])
        assert some.pages == 3
        assert analyze("", some).text == ""
        assert kept(analyze(story("Maize"), some)) == ["About Maize", GRAINS["Maize"]]

    def test_a_site_strategy_below(self):
        with pytest.raises(tamis.UsageError, match="stands on a page strategy"):
            tamis.SiteTemplate("content-extractor")

    def test_pages_of_the_wrong_kind(self):
        for pages in (story("Rye"), [1, 2], [("a", "b", "c")] * 2):
            with pytest.raises(tamis.UsageError):
                learn(pages)


class TestLearning:
    def test_page_by_page_is_the_same_as_at_once(self):
        template = tamis.SiteTemplate("eniw")
        for page in stories():
            template.update(page)
        assert template.describe() == learn(stories()).describe()

    def test_a_page_seen_twice_counts_once(self):
        template = learn([*stories(3), *stories(3)])
        assert (template.seen, template.pages) == (6, 3)
        assert template.describe() == learn(stories(3)).describe()

    def test_layouts_are_told_apart(self):
        mixed = [page for pair in zip(stories(4), recipes(), strict=True) for page in pair]
        template = learn(mixed)
        assert [layout.pages for layout in template.layouts] == [4, 4]
        told = template.describe()
        assert "varies: div#main" in told
        assert "varies: div#recipe" in told

    def test_bytes_and_pairs(self):
        pages = [(None, page.encode()) if i % 2 else page.encode() for i, page in enumerate(stories(4))]
        assert learn(pages).describe() == learn(stories(4)).describe()

    def test_memory_is_bounded(self, monkeypatch):
        monkeypatch.setattr(memory_module, "MOST_ROWS", 40)
        monkeypatch.setattr(memory_module, "MOST_PLACES", 30)
        template = tamis.SiteTemplate("shallow")
        for i in range(60):
            own = "".join(
                f"<div class=c{chr(97 + i % 26)}{k}><p>Own words {i} {k}, as many as there are pages.</p></div>"
                for k in "xyz"
            )
            template.update(f"{MENU}<div id=main>{own}</div>{NOTICE}{FOOT}")
            assert len(template.memory) <= 2 * 40 + 20
            assert len(template.memory.places) <= 2 * 30 + 10
        assert template.pages == 60
        new = (
            f"{MENU}<div id=main><p>A new page says something new, and says it at some length.</p></div>{NOTICE}{FOOT}"
        )
        assert "friends of bread" not in tamis.analyze(new, strategy="shallow", template=template).text


class TestDrift:
    def test_a_page_of_the_site_fits(self):
        drift = learn(stories(6)).drift(story("Maize"))
        assert drift.fits and drift.reasons == ()
        assert (drift.layout, drift.texts, drift.unknown) == (0, 1.0, 0.0)
        assert drift.likeness > 0.8

    def test_a_new_design_does_not(self):
        new = f"<main><nav>Start Cereal Kilns</nav><article><p>{GRAINS['Rye']}</p></article></main>"
        drift = learn(stories(6)).drift(new)
        assert not drift.fits
        assert "its structure is like none of the 1 layouts: 0% like the nearest" in drift.reasons
        assert any(reason.startswith("it has 0% of the 5 texts that stand on most pages") for reason in drift.reasons)
        assert "100% of its words stand at places that no other page has" in drift.reasons

    def test_new_words_in_the_frame_are_told(self):
        new = (
            story("Maize").replace(NOTICE, "").replace(FOOT, "").replace("Ovens", "Kilns").replace("Grain<", "Cereals<")
        )
        drift = learn(stories(6)).drift(new)
        assert not drift.fits
        assert drift.texts == pytest.approx(1 / 5)
        assert drift.unknown == 0

    def test_an_empty_page_does_not_fit(self):
        assert learn(stories(6)).drift("<p></p>").reasons == ("the page has no text",)

    def test_each_layout_s_pages_fit(self):
        template = learn([*stories(4), *recipes()])
        assert [template.drift(page).layout for page in (story("Maize"), recipes()[1])] == [0, 1]
