"""The inspector as people use it, in a real browser."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import tamis
from tamis.cli import main
from tests.inspect import cars
from tests.inspect.conftest import PAGES, Watched, marked, paste
from tests.service.running import Running
from tests.site.samples import recipes, stories

BLOG = (PAGES / "blog-comments.html").read_text(encoding="utf-8")
LISTING = (PAGES / "listing.html").read_text(encoding="utf-8")
SAMPLE = Path(tamis.__file__).with_name("inspect") / "assets" / "sample.txt"
RYE = SAMPLE.read_text(encoding="utf-8")


def test_paste_outline_hover_click_ledger(server: Running, watched: Watched) -> None:
    paste(watched, server.url, BLOG)
    page, frame = watched.page, watched.page.frame_locator("iframe.page")
    document = tamis.analyze(BLOG)
    kept = next(block for block in document.blocks if block.kept and block.words > 20)
    dropped = next(block for block in document.blocks if not block.kept)
    assert frame.locator(f'[data-b="{kept.index}"]').first.get_attribute("data-s") == "k"
    assert frame.locator(f'[data-b="{dropped.index}"]').first.get_attribute("data-s") == "d"
    frame.locator(f'[data-b="{kept.index}"]').first.hover()
    expect(page.locator("#tip")).to_contain_text(f"kept, score {kept.score:.2f}")
    expect(page.locator("#tip")).to_contain_text(kept.reason[:30])
    frame.locator(f'[data-b="{kept.index}"]').first.click()
    chosen = page.locator('.row[aria-selected="true"]')
    expect(chosen).to_have_attribute("data-row", str(kept.index))
    expect(chosen.locator(".tag")).to_have_text(f"{kept.role} · {kept.tag}")
    expect(page.locator("#detail")).to_contain_text(kept.xpath)
    # and back: a row of the ledger shows its block on the page
    page.locator(f'[data-row="{dropped.index}"]').click()
    expect(frame.locator("[data-sel]").first).to_have_attribute("data-b", str(dropped.index))
    page.click('[data-filter="kept"]')
    assert page.locator(".row:visible").count() == sum(block.kept for block in document.blocks)
    assert all(url.startswith((server.url, "about:")) for url in watched.requests)


def test_reader_markdown_and_json(server: Running, watched: Watched) -> None:
    paste(watched, server.url, BLOG)
    page, document = watched.page, tamis.analyze(BLOG)
    page.click("#tab-reader")
    first = next(block for block in document.blocks if block.kept and block.words > 20)
    expect(page.frame_locator("iframe.reader").locator("body")).to_contain_text(first.text[:40])
    page.click("#tab-markdown")
    assert page.locator(".text-pane pre").text_content() == document.markdown(links=True)
    page.keyboard.press("ArrowRight")  # along the tabs
    shown = json.loads(page.locator(".text-pane pre").text_content() or "")
    assert [row["kept"] for row in shown["blocks"]] == [block.kept for block in document.blocks]


def test_compare_two_strategies(server: Running, watched: Watched) -> None:
    paste(watched, server.url, LISTING)
    page = watched.page
    page.select_option("#against", "shallow")
    page.locator(".side + .side iframe").wait_for()
    marked(page, 2)
    one, two = tamis.analyze(LISTING), tamis.analyze(LISTING, strategy="shallow")
    alone = [
        [a.index for a, b in zip(x.blocks, y.blocks, strict=True) if a.kept and not b.kept]
        for x, y in ((one, two), (two, one))
    ]
    assert alone[0] or alone[1]
    for at, state in enumerate("ab"):
        frame = page.frame_locator("iframe.page").nth(at)
        found = frame.locator(f'[data-s="{state}"]').evaluate_all("nodes => nodes.map(n => Number(n.dataset.b))")
        assert sorted(set(found)) == alone[at]
    page.click('[data-filter="differ"]')
    assert page.locator(".row:visible").count() == len(alone[0]) + len(alone[1])


def test_correct_save_evaluate_and_rules(
    server: Running, watched: Watched, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = "https://slowbread.example.org/rye"
    paste(watched, server.url, RYE, address)
    page, frame = watched.page, watched.page.frame_locator("iframe.page")
    before = tamis.analyze(RYE, address)
    heading = next(block for block in before.blocks if block.text == "Water that stays where it is")
    menu = next(block for block in before.blocks if block.text == "Recipes")
    page.locator("#correct").check()
    for block in (heading, menu):
        frame.locator(f'[data-b="{block.index}"]').first.click()
    expect(page.locator("#made")).to_have_text("2 corrections")
    page.locator("#rows").focus()  # by keyboard, too: the next one down, flipped
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    expect(page.locator("#made")).to_have_text("3 corrections")
    right = [not b.kept if b.index in (heading.index, menu.index, menu.index + 1) else b.kept for b in before.blocks]

    page.click("#tab-markdown")  # what was put right is in what is shown
    shown = page.locator(".text-pane pre")
    expect(shown).to_contain_text("Recipes")
    assert heading.text in before.markdown() and heading.text not in (shown.text_content() or "")
    page.click("#tab-reader")
    reader = page.frame_locator("iframe.reader").locator("body")
    expect(reader).to_contain_text("Recipes")
    expect(reader).not_to_contain_text(heading.text)
    page.locator(f'[data-row="{heading.index}"]').click()  # and follows, when one more is put right
    page.locator("#detail .keeps").click()
    expect(reader).to_contain_text(heading.text)
    page.locator("#detail .drops").click()
    expect(reader).not_to_contain_text(heading.text)
    page.click("#tab-page")

    page.click("#save")
    expect(page.locator("#message")).to_contain_text("corpus.jsonl, which holds 1 page now")
    (line,) = (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["gold"] == "\n".join(b.text for b, kept in zip(before.blocks, right, strict=True) if kept)
    assert main(["evaluate", str(folder / "corpus.jsonl"), "--strategies", "auto,eniw"]) == 0
    assert "corpus" in capsys.readouterr().out

    page.click("#rules")
    rules = json.loads(page.locator("#rules-json").inner_text())
    assert rules["site"] == "example.org"
    after = tamis.analyze(RYE, address, keep=rules["keep"], drop=rules["drop"])
    assert [block.kept for block in after.blocks] == right
    options = shlex.split(page.locator("#rules-line").inner_text())
    assert options[:2] == ["tamis", "extract"] and options[-1] == "PAGE" and len(options) % 2 == 1


def test_search(server: Running, watched: Watched) -> None:
    page = watched.page
    page.goto(f"{server.url}/search")
    page.fill("#q", "ferry")
    page.keyboard.press("Enter")
    expect(page.locator(".hit").first).to_contain_text("ferry")
    assert page.locator(".hit mark").first.inner_text().lower() == "ferry"
    page.fill("#q", "zzznothing")
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_contain_text("Nothing found")


def test_a_site(server: Running, watched: Watched) -> None:
    page = watched.page
    page.goto(f"{server.url}/site")
    expect(page.locator("#go")).to_be_disabled()
    pages = [*stories(4), *recipes()[:2]]
    files = [{"name": f"{n}.html", "mimeType": "text/html", "buffer": text.encode()} for n, text in enumerate(pages)]
    page.set_input_files("#file", files)  # type: ignore[arg-type]
    page.click("#go")
    expect(page.locator("#texts li").first).to_contain_text("6/6")
    expect(page.locator("#pages button")).to_have_count(6)
    page.locator("#pages button").nth(3).click()
    frame = page.frame_locator("iframe.page")
    expect(frame.locator("#foot [data-s]").first).to_have_attribute("data-s", "d")
    expect(frame.locator(".text [data-s]").first).to_have_attribute("data-s", "k")


def test_values_that_are_clicked_become_a_table(server: Running, watched: Watched, tmp_path: Path) -> None:
    page = watched.page
    page.goto(f"{server.url}/site")
    page.set_input_files("#file", cars.files())  # type: ignore[arg-type]
    page.click("#go")
    frame = page.frame_locator("iframe.page")
    frame.get_by_text("Larch Alto").click()  # without the mode, a click is for the ledger
    expect(page.locator("#examples")).to_be_hidden()
    page.click("#tabling")
    expect(page.locator(".ledger").first).to_be_hidden()
    expect(page.locator("#fill")).to_be_disabled()
    for text, column in (("Larch Alto", "name"), ("1.6L I-4", "engine"), ("$24,250", "price")):
        frame.get_by_text(text, exact=True).first.click()
        expect(page.locator("#picked")).to_have_text(text)
        page.keyboard.type(column)  # the field has the focus
        page.keyboard.press("Enter")
    expect(page.locator("#given li")).to_have_count(3)
    expect(frame.locator("[data-value=price]")).to_have_text("$24,250")
    page.locator("#pages button").nth(1).click()
    frame.get_by_text("24 mpg").click()
    page.fill("#column", "page")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("cannot be called page")
    page.fill("#column", "economy")
    page.click("#add")
    page.click("#fill")
    rows = page.locator("#table tbody tr")
    expect(rows).to_have_count(6)
    for row, (name, engine, price, mileage, _) in zip(rows.all(), cars.CARS, strict=True):
        assert row.locator("td").all_inner_texts()[1:] == [name, engine, price, mileage]
    assert [row.get_attribute("data-given") is not None for row in rows.all()] == [True, True, *[False] * 4]
    page.locator("#pages button").nth(4).click()  # what was learned is marked on pages without examples
    expect(frame.locator("[data-value=engine]")).to_have_text("2.4L I-4")
    with page.expect_download() as csv:
        page.click("#table-csv")
    assert csv.value.path().read_text().splitlines()[6] == 'holm-courier.html,Holm Courier,1.8L I-4,"$19,950",33 mpg'
    with page.expect_download() as columns:
        page.click("#table-json")
    columns.value.save_as(tmp_path / "cars.json")
    learned = tamis.SiteTable.load(tmp_path / "cars.json")
    new = cars.page("Larch Tenor", "1.2L I-3", "$17,000", "39 mpg", "New this year.")
    assert learned.apply(new) == [
        {"name": ["Larch Tenor"], "engine": ["1.2L I-3"], "price": ["$17,000"], "economy": ["39 mpg"]}
    ]
    page.locator("#given li button").first.click()
    expect(page.locator("#given li")).to_have_count(3)
    page.click("#tabling")
    expect(page.locator(".ledger").first).to_be_visible()
    expect(frame.locator("[data-value]")).to_have_count(0)
    page.click("#again")
    page.click("#go")
    expect(page.locator("#given li")).to_have_count(0)


def test_examples_of_a_sixth_page_are_one_too_many(server: Running, watched: Watched) -> None:
    page = watched.page
    page.goto(f"{server.url}/site")
    page.set_input_files("#file", cars.files())  # type: ignore[arg-type]
    page.click("#go")
    page.click("#tabling")
    frame = page.frame_locator("iframe.page")
    for at, car in enumerate(cars.CARS):
        page.locator("#pages button").nth(at).click()
        frame.get_by_text(car[2], exact=True).click()
        page.fill("#column", "price")
        page.click("#add")
    expect(page.locator("#message")).to_contain_text("Examples of 5 pages are enough")
    expect(page.locator("#given li")).to_have_count(5)


def test_docs_are_drawn_from_our_own_files(server: Running, watched: Watched) -> None:
    watched.page.goto(f"{server.url}/docs")
    expect(watched.page.locator(".opblock").first).to_be_visible()
    assert watched.page.locator(".opblock").count() >= 9
    assert all(url.startswith((server.url, "data:")) for url in watched.requests)


def test_phone_width_and_dark(server: Running, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark", has_touch=True)
    try:
        watched = Watched(context)
        for path in ("/search", "/site"):
            watched.page.goto(server.url + path)
            assert watched.page.evaluate("document.documentElement.scrollWidth") <= 390
        paste(watched, server.url, BLOG)
        page = watched.page
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        view, ledger = page.locator("#view").bounding_box(), page.locator(".ledger").bounding_box()
        assert view and ledger and view["width"] == ledger["width"] == 390
        assert view["height"] > 200 and ledger["height"] > 200 and ledger["y"] >= view["y"] + view["height"]
        page.frame_locator("iframe.page").locator('[data-s="k"]').first.tap()
        expect(page.locator("#detail")).to_be_visible()
        background = page.evaluate("getComputedStyle(document.querySelector('.ledger')).backgroundColor")
        assert max(int(part) for part in background[4:-1].split(",")) < 60
        page.click("#theme")
        background = page.evaluate("getComputedStyle(document.querySelector('.ledger')).backgroundColor")
        assert min(int(part) for part in background[4:-1].split(",")) > 200
        assert not watched.errors
    finally:
        context.close()


@pytest.mark.parametrize("height", [600, 800])
def test_comparing_on_a_phone(server: Running, browser: Browser, height: int) -> None:
    context = browser.new_context(viewport={"width": 400, "height": height})
    try:
        watched = Watched(context)
        page = watched.page
        paste(watched, server.url, BLOG)
        for tool in page.locator(".tools > *").all():
            box = tool.bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= 400, tool.inner_text()
        page.select_option("#against", "shallow")
        marked(page, 2)
        page.locator('[data-filter="differ"]').click(timeout=5000)  # nothing lies over it
        assert not watched.errors
    finally:
        context.close()


def test_one_file_without_a_server(watched: Watched, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.html"
    (tmp_path / "rye.html").write_text(RYE, encoding="utf-8")
    assert main(["inspect", str(tmp_path / "rye.html"), "-o", str(out)]) == 0
    page = watched.page
    page.goto(out.as_uri())
    marked(page)
    page.frame_locator("iframe.page").locator('[data-s="k"]').first.click()
    dropped = page.locator('.row[aria-selected="true"] .text').inner_text()
    page.locator("#detail .drops").click()
    page.click("#tab-reader")
    expect(page.frame_locator("iframe.reader").locator("body")).to_contain_text("Rye flour is rich")
    expect(page.frame_locator("iframe.reader").locator("body")).not_to_contain_text(dropped[:60])
    page.click("#tab-markdown")
    assert dropped[:60] not in (page.locator(".text-pane pre").text_content() or "")
    with page.expect_download() as download:
        page.click("#save")
    download.value.save_as(tmp_path / "mine.jsonl")
    assert main(["evaluate", str(tmp_path / "mine.jsonl"), "--strategies", "eniw"]) == 0
    assert "mine" in capsys.readouterr().out
    assert [url for url in watched.requests if not url.startswith(("file:", "blob:", "about:"))] == []
