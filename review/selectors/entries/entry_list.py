"""The list of entries, narrowed by its filters."""

from collections.abc import Callable, Mapping

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Lower, Trim

from review.models import Entry, Quote, Standing
from review.models.sessions import KNOWN_ROLES, ROLE_SPELLINGS, USER
from review.selectors.access import Person, visible_entries
from review.selectors.ingest import extracted_by
from review.selectors.promotion.readiness import WAITING, lacking
from review.selectors.promotion.statements import IS_MANUAL
from review.selectors.promotion.switches import WAS_OFF
from review.selectors.quotes.critical_differences import CRITICAL, acknowledged_by
from review.selectors.quotes.quote_rows import with_current
from review.selectors.retrievals.retrieval import entries_with

FILTERS = ("stage", "method", "missing", "reason", "session", "project", "speaker", "sources", "run", "rejected")


SWITCH_WAS_OFF = "switch_off"
"""The choice beside the stages for what was verified with less than its project requires today."""
CONDITIONS: Mapping[str, Callable[[str], Q]] = {"missing": lacking, "sources": entries_with, "run": extracted_by}
"""The filters that need nothing but their value."""


def entry_list(user: Person, filters: Mapping[str, str]) -> QuerySet[Entry]:
    """Return the entries a person sees, narrowed by the filters that are set, with their quotes prefetched."""
    entries = visible_entries(user).select_related("session__project", "claim")
    for name in FILTERS:
        if filters.get(name) and filters[name] not in WAITING:
            entries = entries.filter(_condition(name, filters[name]))
    if waiting := WAITING.get(filters.get("method", "")):
        entries = waiting(user, entries).entries
    if not filters.get("rejected"):
        entries = entries.filter(rejected_at__isnull=True)
    quotes = with_current(Quote.objects.order_by("position")).defer("current__evidence_json")
    return (
        _with_differences(entries, user)
        .prefetch_related(Prefetch("quotes", quotes))
        .order_by("-session__created_at", "-session", "pk")
    )


def _with_differences(entries: QuerySet[Entry], user: Person) -> QuerySet[Entry]:
    counting = Quote.objects.filter(entry=OuterRef("pk"), standing=Standing.COUNTS)
    return entries.annotate(
        is_acknowledged=Exists(counting.filter(CRITICAL & acknowledged_by(user))),
        is_manual=IS_MANUAL,
    )


def _condition(name: str, value: str) -> Q:
    if name in CONDITIONS:
        return CONDITIONS[name](value)
    counting = Quote.objects.filter(entry=OuterRef("pk"), standing=Standing.COUNTS)
    match name:
        case "method":
            return _with_quotes(value)
        case "reason":
            return Q(Exists(counting.filter(current__reason=value)))
        case "session":
            return Q(session=value)
        case "project":
            return Q(session__project__slug=value)
        case "speaker":
            return _said_by(value, counting)
        case "rejected":
            return Q(rejected_at__isnull=False)
        case _:
            return WAS_OFF if value == SWITCH_WAS_OFF else Q(stage=value)


def _said_by(speaker: str, counting: QuerySet[Quote]) -> Q:
    """Match the entries with words of a speaker; `not_user` matches those with evidence but none from the user."""
    spoken = counting.filter(current__span_start__isnull=False).annotate(role=Lower(Trim("current__message__role")))
    by_user = Exists(spoken.filter(role__in=ROLE_SPELLINGS[USER]))
    match speaker:
        case "not_user":
            return Q(Exists(spoken)) & ~Q(by_user)
        case "other":
            return Q(Exists(spoken.exclude(role__in=KNOWN_ROLES)))
        case _:
            return Q(Exists(spoken.filter(role__in=ROLE_SPELLINGS[speaker])))


def _with_quotes(state: str) -> Q:
    """Match the entries with a quote in a state."""
    quotes = Quote.objects.filter(entry=OuterRef("pk"))
    if state == Standing.WITHDRAWN:
        return Q(Exists(quotes.filter(standing=Standing.WITHDRAWN)))
    return Q(Exists(quotes.filter(standing=Standing.COUNTS, current__method=state)))
