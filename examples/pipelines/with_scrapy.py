"""Pages of a site, their content added by an item pipeline: python with_scrapy.py ADDRESS OUT.jsonl"""

import sys

import scrapy
from scrapy.crawler import CrawlerProcess


class Pages(scrapy.Spider):
    """Follows the links of the first page."""

    name = "pages"

    def parse(self, response):
        """An item for the page, with the response itself, which the pipeline replaces by its content."""
        yield {"url": response.url, "html": response}
        for link in response.css("a::attr(href)").getall() if response.meta["depth"] < 1 else []:
            yield response.follow(link)


if __name__ == "__main__":
    settings = {
        "ITEM_PIPELINES": {"tamis.integrations.scrapy.TamisPipeline": 300},
        "TAMIS_DROP_PAGE": True,
        "TAMIS_FORMAT": "markdown",
        "TAMIS_OPTIONS": {"include_links": True},
        "FEEDS": {sys.argv[2]: {"format": "jsonlines", "overwrite": True}},
        "LOG_LEVEL": "WARNING",
        "DOWNLOAD_DELAY": 0.05,
    }
    process = CrawlerProcess(settings)
    process.crawl(Pages, start_urls=[sys.argv[1]])
    process.start()
