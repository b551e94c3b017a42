"""The runs that a page covers: those of a project, an extraction, a maker or a period; and their query string."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Self
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.utils import timezone

from aligner_core import canonical_json, digest
from review.models import Extraction
from review.selectors.access import Person
from review.selectors.ingest import visible_extractions

WEEK = timedelta(days=7)
MAKER_COLUMNS = ("extractor", "model", "prompt_version")


@dataclass(frozen=True, slots=True)
class Scope:
    """The runs selected by the address; `maker` is the key of any extraction by the same maker."""

    project: str = ""
    extraction: int | None = None
    maker: int | None = None
    since: date | None = None
    until: date | None = None

    @property
    def query(self) -> str:
        """The scope as a query string."""
        named = {name: getattr(self, name) for name in ("project", "extraction", "maker", "since", "until")}
        return urlencode({name: str(value) for name, value in named.items() if value})

    def of(self, maker: "Maker") -> Self:
        """Return the part of the scope that one maker made."""
        return replace(self, maker=maker.sample)

    def in_week(self, monday: date) -> Self:
        """Return the part of the scope that was received in one week."""
        return replace(self, since=monday, until=monday + WEEK)


@dataclass(frozen=True, slots=True)
class Maker:
    """The maker of runs: an extractor, a model and a prompt version; empty if the uploads do not state them.

    `sample` is the key of one of its extractions, which names the maker in addresses.
    """

    extractor: str
    model: str
    prompt_version: str
    sample: int


def scoped_extractions(user: Person, scope: Scope) -> QuerySet[Extraction]:
    """Return the extractions in a scope that a person sees."""
    extractions = visible_extractions(user)
    if scope.project:
        extractions = extractions.filter(session__project__slug=scope.project)
    if scope.extraction is not None:
        extractions = extractions.filter(pk=scope.extraction)
    if scope.maker is not None:
        extractions = extractions.filter(_made_like(user, scope.maker))
    if scope.since is not None:
        extractions = extractions.filter(received_at__gte=_midnight(scope.since))
    if scope.until is not None:
        extractions = extractions.filter(received_at__lt=_midnight(scope.until))
    return extractions


def makers_of(extractions: Iterable[Extraction]) -> Mapping[int, Maker]:
    """Return the maker of every extraction by its key; the oldest extraction names the maker."""
    ordered = sorted(extractions, key=lambda one: one.pk)
    first: dict[tuple[str, ...], int] = {}
    for one in ordered:
        first.setdefault(_columns(one), one.pk)
    return {one.pk: Maker(*_columns(one), sample=first[_columns(one)]) for one in ordered}


def maker_digest(extraction: Extraction) -> str:
    """Return the digest of the maker of a run, by which runs of the same maker are summed."""
    return digest(canonical_json(dict(zip(MAKER_COLUMNS, _columns(extraction), strict=True))))


def monday_of(moment: datetime) -> date:
    """Return the first day of the week of a time, in the time zone of the server."""
    day = timezone.localtime(moment).date()
    return day - timedelta(days=day.weekday())


def _columns(extraction: Extraction) -> tuple[str, str, str]:
    return extraction.extractor, extraction.model, extraction.prompt_version


def _made_like(user: Person, key: int) -> Q:
    sample = visible_extractions(user).filter(pk=key).first()
    if sample is None:
        return Q(pk=None)
    values = {column: getattr(sample, column) for column in MAKER_COLUMNS}
    return Q(
        *(
            Q(**{column: value} if value is not None else {f"{column}__isnull": True})
            for column, value in values.items()
        )
    )


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))
