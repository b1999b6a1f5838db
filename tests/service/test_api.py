"""The API, through real workers."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import tamis
from tamis.service.settings import Settings
from tests.service.conftest import PAGES, client

ARTICLE = (PAGES / "article.html").read_text(encoding="utf-8")
RYE = "<h1>Rye</h1><p>Rye is a grass that is grown as a grain, and it makes good bread."


@pytest.mark.parametrize("form", ["text", "markdown", "html", "xml", "tei"])
def test_extract_is_what_the_library_extracts(api: TestClient, form: str) -> None:
    answer = api.post("/v1/extract", json={"html": ARTICLE, "format": form}).json()
    assert answer["content"] == tamis.extract(ARTICLE, output_format=form)
    assert (answer["strategy"], answer["status"], answer["url"]) == ("auto", "ok", None)


def test_bytes_are_decoded_as_everywhere(api: TestClient) -> None:
    page = f'<meta charset="windows-1251"><p>{"Ёж и медведь живут в лесу, и зимой они спят. " * 4}'.encode("cp1251")
    answer = api.post("/v1/extract", json={"html_base64": base64.b64encode(page).decode()}).json()
    assert answer["content"].startswith("Ёж и медведь")


def test_analyze_is_the_ledger(api: TestClient) -> None:
    url = "https://courier.example.org/ferry"
    asked = {"html": ARTICLE, "url": url, "strategy": "pab", "params": {"threshold": 0.5}, "drop": ["nav"]}
    answer = api.post("/v1/analyze", json={**asked, "metadata": True}).json()
    document = tamis.analyze(ARTICLE, url, "pab", {"threshold": 0.5}, drop=["nav"])
    assert answer == json.loads(json.dumps(document.to_dict(metadata=True)))


def test_json_without_the_ledger(api: TestClient) -> None:
    whole = tamis.analyze(ARTICLE).to_dict(ledger=False)
    assert api.post("/v1/analyze", json={"html": ARTICLE, "ledger": False}).json() == whole
    answer = api.post("/v1/extract", json={"html": ARTICLE, "format": "json", "ledger": False}).json()
    assert json.loads(answer["content"]) == whole and answer["page_type"] == whole["page_type"] == "article"


def test_records_and_the_thing_that_a_page_is_about(api: TestClient) -> None:
    card = "<li><h3><a href=/{0}>Loaf {0}</a></h3><p>Baked on day {0}.</p><b>{0}.50 €</b>"
    cards = "".join(card.format(number) for number in range(1, 5))
    page = f"<h1>Stone mill</h1><p><b>310.00 €</b><p>SKU: <b>ST-310</b><button>Add to cart</button><ul>{cards}</ul>"
    document = tamis.analyze(page)
    asked = {"html": page, "records": True, "entity": True, "ledger": False}
    answer = api.post("/v1/analyze", json=asked).json()
    assert answer["records"] == [record.to_dict() for record in document.records] and len(answer["records"]) == 4
    assert document.entity is not None and answer["entity"] == document.entity.to_dict()
    assert answer["entity"]["attributes"]["price"][0]["normalized"] == "310"
    written = api.post("/v1/extract", json={**asked, "format": "json"}).json()["content"]
    assert json.loads(written) == answer
    assert "records" not in api.post("/v1/analyze", json={"html": page}).json()


def test_a_path_in_the_place_of_a_page_tells_nothing_of_the_machine(api: TestClient) -> None:
    for path in (PAGES / "article.html", PAGES / "none.html"):
        answer = api.post("/v1/extract", json={"html": str(path)})
        assert (answer.status_code, answer.json()["content"]) == (200, str(path))


def test_a_batch_answers_line_by_line_in_order(api: TestClient) -> None:
    lines = [
        json.dumps({"id": 1, "html": ARTICLE, "format": "markdown"}),
        "this is no JSON",
        json.dumps({"id": "two", "html": RYE}),
        "",
        json.dumps({"id": 3, "url": "https://example.org/"}),
        json.dumps({"id": 4, "html": "<p>x", "strategy": "no-such"}),
        json.dumps({"html": "x" * 3_100_000}),
        json.dumps({"id": "last", "html": RYE}),
    ]
    answer = api.post("/v1/batch", content="\n".join(lines))
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert [row.get("id") for row in found] == [1, None, "two", 3, None, None, "last"]
    assert [row.get("status_code") for row in found] == [None, 422, None, 403, 422, 413, None]
    assert found[0]["content"].startswith("# ") and found[2]["content"].startswith("Rye")


def test_search(api: TestClient) -> None:
    hits = api.get("/v1/search", params={"q": "ferry", "limit": 3}).json()["hits"]
    assert len(hits) == 3 and all("ferry" in hit["text"].lower() for hit in hits)
    assert api.get("/v1/search", params={"q": '"; DROP TABLE pages --'}).status_code == 200


def test_without_a_store_search_says_so() -> None:
    with client(Settings(workers=1)) as bare:
        answer = bare.get("/v1/search", params={"q": "rye"})
    assert (answer.status_code, "--store" in answer.json()["detail"]) == (404, True)


def test_strategies_health_and_metrics(api: TestClient) -> None:
    assert {row["name"] for row in api.get("/v1/strategies").json()} == {s.name for s in tamis.available_strategies()}
    health = api.get("/healthz").json()
    assert (health["status"], health["workers"], health["store"], health["fetch"]) == ("ok", 2, True, False)
    api.post("/v1/extract", json={"html": RYE})
    metrics = api.get("/metrics").text
    assert re.search(r'tamis_requests_total\{route="/v1/extract",status="200"\} [1-9]', metrics)
    assert "tamis_request_seconds_bucket" in metrics and "tamis_queue_length 0.0" in metrics


def test_a_site_shows_what_its_pages_share(api: TestClient) -> None:
    page = "<div id=menu>Home News</div><div id=story><p>{}, and what is said here is said only once.</p></div>"
    pages = [{"html": page.format(crop), "name": crop} for crop in ("Of rye", "Of oats", "Of spelt")]
    for strategy in ("auto", "content-extractor"):
        shown = api.post("/v1/site", json={"pages": pages, "strategy": strategy}).json()
        assert shown["repeated"][0]["text"] == "Home News" and shown["repeated"][0]["pages"] == 3
        assert [row["kept"] for row in shown["pages"][0]["run"]["document"]["blocks"]] == [False, True]
    assert api.post("/v1/site", json={"pages": pages[:1]}).status_code == 422


def test_a_table_of_a_site(api: TestClient) -> None:
    loaves = (("Rye loaf", "4.20 €"), ("Oat loaf", "4.50 €"), ("=CMD(1)", "0.80 €"))
    pages = [{"html": f"<h1>{name}</h1><p>Price: <b>{price}</b>", "name": name} for name, price in loaves]
    example = {"page": 0, "values": {"name": ["Rye loaf"], "price": ["4.20 €"]}}
    made = api.post("/v1/table", json={"pages": pages, "examples": [example]}).json()
    assert [tuple(row["values"][name][0] for name in ("name", "price")) for row in made["rows"]] == list(loaves)
    assert made["columns"] == ["name", "price"] and made["table"]["format"] == "tamis site table"
    assert made["csv"].splitlines()[3] == "'=CMD(1),'=CMD(1),0.80 €"
    named = api.post("/v1/table", json={"pages": pages, "names": ["price"]}).json()
    assert [row["values"]["price"] for row in named["rows"]] == [[price] for _, price in loaves]
    wrong = api.post("/v1/table", json={"pages": pages, "examples": [{"page": 7, "values": {"a": ["b"]}}]})
    assert wrong.status_code == 422 and "one of the 3 pages" in wrong.json()["detail"]


def test_the_pages_load_nothing_from_elsewhere(api: TestClient) -> None:
    for path in ("/", "/site", "/search", "/docs"):
        answer = api.get(path)
        assert answer.status_code == 200
        loaded = re.findall(r'(?:src|href)="([^"]+)"', answer.text)
        assert loaded and all(address.startswith("/") and not address.startswith("//") for address in loaded)
        for address in loaded:
            assert api.get(address).status_code == 200, address
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self';" in policy and "http" not in policy


def test_labels_are_read_by_the_evaluation(api: TestClient, folder: Path) -> None:
    from tamis.lab.corpora import load

    for gold in ("wrong", "Rye is a grass"):
        answer = api.post("/v1/corpus", json={"id": "rye", "html": RYE, "gold": gold, "url": "https://example.org/rye"})
        assert answer.status_code == 200
    assert answer.json() == {"file": str(folder / "corpus.jsonl"), "pages": 1, "replaced": True}
    (page,) = load(folder / "corpus.jsonl")
    assert (page.id, page.html, page.gold, page.host) == ("rye", RYE, "Rye is a grass", "example.org")


def test_a_label_file_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with client(Settings(workers=1, corpus=tmp_path / "file" / "corpus.jsonl")) as bad:
        answer = bad.post("/v1/corpus", json={"id": "a", "html": "<p>x", "gold": "x"})
    assert answer.status_code == 422 and "cannot write" in answer.json()["detail"]


def test_a_form_instead_of_json_is_told_what_to_send(api: TestClient) -> None:
    answer = api.post("/v1/extract", content=b'{"html": "<p>x"}', headers={"content-type": "text/plain"})
    assert answer.status_code == 422
    assert answer.json()["detail"] == "body: send JSON, with the header Content-Type: application/json"
