"""The bodies of requests and answers: what OpenAPI shows is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from tamis.formats import FORMATS, get_format
from tamis.options import RENDERING, SELECTION
from tamis.service.fields import given, with_options
from tamis.strategies.base import available_strategies

_FILES: Final = frozenset(("model", "filters"))
"""parameters that name files of the service's machine, which are not for its clients"""

_PAGE_NAMES: Final = [s.name for s in available_strategies() if s.scope == "page"]
_ALL_NAMES: Final = [s.name for s in available_strategies()]


def _one_of(what: str, names: list[str]) -> AfterValidator:
    def check(name: str) -> str:
        if name not in names:
            raise ValueError(f"there is no such {what} here; there are: {', '.join(names)}")
        return name

    return AfterValidator(check)


PageStrategy = Annotated[str, _one_of("strategy", _PAGE_NAMES), Field(json_schema_extra={"enum": list(_PAGE_NAMES)})]
AnyStrategy = Annotated[str, _one_of("strategy", _ALL_NAMES), Field(json_schema_extra={"enum": list(_ALL_NAMES)})]
Format = Annotated[str, _one_of("format", list(FORMATS)), Field(json_schema_extra={"enum": list(FORMATS)})]
Rank = Literal["blend", "priority", "density", "bm25"]
_BASE64: Final = r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"


_ABSENT: Any = None
"""the default of a field that may be absent, but not ``null``"""


class _Strict(BaseModel):
    """Refuses fields that are not described, and values of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


_IN_LEDGER: Final = {name: RENDERING[name] for name in get_format("json").options}


class Source(_Strict):
    """A page: its HTML as text or as bytes, or an address to fetch it from."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [{"required": ["html"]}, {"required": ["html_base64"]}, {"required": ["url"]}],
            "not": {"required": ["html", "html_base64"]},
        }
    )
    html: str = Field(_ABSENT, description="the page, as text")
    html_base64: str = Field(_ABSENT, pattern=_BASE64, description="the page's bytes, for tamis to find their encoding")
    url: str = Field(
        _ABSENT,
        max_length=8000,
        description="the page's address; without html, the page is fetched from there if the service allows it",
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> Source:
        if {"html", "html_base64"} <= self.model_fields_set:
            raise ValueError("give html or html_base64, not both")
        if not {"html", "html_base64", "url"} & self.model_fields_set:
            raise ValueError("give html, html_base64 or url")
        return self


@with_options(SELECTION)
class Page(Source):
    """A page and how to decide on its blocks."""

    strategy: PageStrategy = Field("auto", description="see /v1/strategies")
    params: dict[str, str | int | float | bool | list[str]] = Field(
        {},
        description="parameters of the strategy",
        json_schema_extra={"propertyNames": {"not": {"enum": ["filters", "model"]}}},
    )

    @model_validator(mode="after")
    def _no_files(self) -> Page:
        if named := _FILES & self.params.keys():
            raise ValueError(f"{', '.join(sorted(named))}: parameters that name files are not taken over HTTP")
        return self

    def options(self) -> dict[str, Any]:
        """The keyword arguments of :func:`tamis.analyze`."""
        return {"strategy": self.strategy, "params": self.params, **given(self, SELECTION)}


@with_options(RENDERING)
class ExtractRequest(Page):
    """What ``/v1/extract`` takes."""

    format: Format = "text"

    def output(self) -> dict[str, Any]:
        """The format, and the rendering options."""
        return {"format": self.format, "options": given(self, RENDERING)}


class BatchLine(ExtractRequest):
    """A line of ``/v1/batch``; its ``id`` comes back with the answer."""

    id: str | int | None = None


@with_options(_IN_LEDGER)
class AnalyzeRequest(Page):
    """What ``/v1/analyze`` takes."""

    def output(self) -> dict[str, Any]:
        """The rendering options."""
        return given(self, _IN_LEDGER)


def _whole(number: object) -> object:
    """JSON has one kind of number: 3.0 is an integer there."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


_Number = Annotated[int, Field(ge=0, le=10_000_000), BeforeValidator(_whole)]


class InspectRequest(Page):
    """What the inspector asks for."""

    against: PageStrategy | None = Field(None, description="a second strategy to compare with")
    put_in: list[_Number] = Field([], max_length=4000, description="numbers of blocks that a person keeps")
    put_out: list[_Number] = Field([], max_length=4000, description="numbers of blocks that a person drops")

    def corrected(self) -> dict[int, bool]:
        """A person's corrections: whether a block, by its number, is kept."""
        return {**dict.fromkeys(self.put_in, True), **dict.fromkeys(self.put_out, False)}


class SitePage(Source):
    """A page of a site."""

    name: str | None = Field(None, max_length=500)


class SiteRequest(_Strict):
    """Several pages of one site."""

    pages: list[SitePage] = Field(min_length=2, max_length=20)
    strategy: AnyStrategy = Field("auto", description="a page strategy is corrected by what the pages share")


class TableExample(_Strict):
    """Values that a person has shown on one of the pages."""

    page: _Number = Field(description="the place of the page among those that are sent, from 0")
    values: dict[str, list[str]] = Field(max_length=200, description="values by column, as the page shows them")


class TableRequest(_Strict):
    """Several pages of one site, and values of some of them, or names of columns."""

    pages: list[SitePage] = Field(min_length=1, max_length=20)
    examples: list[TableExample] = Field([], max_length=20)
    names: list[str] = Field([], max_length=100, description="columns without examples")

    def learned_from(self) -> list[dict[str, Any]]:
        """The examples as :meth:`tamis.SiteTable.learn` takes them."""
        return [{**example.values, "page": example.page} for example in self.examples]


class Label(_Strict):
    """A page with the content that a person corrected: a line of the label file."""

    id: str = Field(min_length=1, max_length=1000)
    html: str
    gold: str
    url: str | None = Field(None, max_length=8000)
    must_have: list[str] = []
    must_not_have: list[str] = []


class Problem(BaseModel):
    """What went wrong, and what to do."""

    detail: str
    errors: list[dict[str, Any]] | None = None


class Extracted(BaseModel):
    """The main content of a page."""

    tamis: str
    strategy: str
    url: str | None
    status: str = Field(description="`ok`, `truncated: bytes|nodes|time` or `not html: <format>`")
    page_type: str | None = Field(description="`article`, `listing`, `product` …, as the strategy predicts it")
    confidence: float
    format: Format
    media_type: str = Field(description="of the content")
    content: str


class Block(BaseModel):
    """A block of a page, kept or dropped."""

    index: int
    text: str
    tag: str
    xpath: str
    span: tuple[int, int] | None
    kept: bool
    score: float
    reason: str
    role: str
    hidden: bool
    hidden_by: str | None
    moved: bool


class Ledger(BaseModel):
    """A page with all its blocks: the JSON form of a document."""

    tamis: str
    strategy: str
    model: str | None
    url: str | None
    status: str
    encoding: str | None
    page_type: str | None
    confidence: float
    text: str
    blocks: list[Block] | None = Field(None, description="absent with `ledger` false")
    suspicious: list[int] | None = Field(None, description="hidden blocks that address their reader")
    metadata: dict[str, Any] | None = None
    items: list[dict[str, Any]] | None = None
    records: list[dict[str, Any]] | None = None
    entity: dict[str, Any] | None = Field(None, description="null for a page that is about no such thing")
    comments: list[dict[str, Any]] | None = None


class Found(BaseModel):
    """What a search found."""

    hits: list[dict[str, Any]]


class StrategyInfo(BaseModel):
    """A strategy and its parameters."""

    name: str
    scope: Literal["page", "site"]
    summary: str
    params: dict[str, Any]


class Health(BaseModel):
    """Whether the service is up, and how busy it is."""

    status: Literal["ok"]
    version: str
    workers: int
    busy: int
    waiting: int
    fetch: bool
    store: bool


class Ready(BaseModel):
    """Whether requests are wanted."""

    ready: bool


class Saved(BaseModel):
    """Where a label went."""

    file: str
    pages: int
    replaced: bool
