"""The list of entries, narrowed by its filters."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce, Lower, Trim

from review.domain.limits import MAX_COUNTED, PAGE_SIZE
from review.domain.marks import COMMENTS, mark, may_be_digest, run_mark
from review.models import FIRST_VERSION, Acknowledgement, Entry, EntryMark, Quote, Standing
from review.models.sessions import KNOWN_ROLES, ROLE_SPELLINGS, USER
from review.selectors.access import Person, visible_entries
from review.selectors.ingest import extracted_by
from review.selectors.keyset import Cursor, KeysetPage, Place, counted, page_of
from review.selectors.promotion.listed import NEWEST_FIRST, OLDEST_FIRST, Listed, count, listed
from review.selectors.promotion.readiness import WAITING, lacking
from review.selectors.promotion.statements import IS_MANUAL
from review.selectors.promotion.switches import WAS_OFF
from review.selectors.quotes.quote_rows import badged_quotes
from review.selectors.retrievals.retrieval import entries_with

FILTERS = (
    "stage",
    "method",
    "missing",
    "reason",
    "verdict",
    "session",
    "project",
    "speaker",
    "sources",
    "origin",
    "run",
    "rejected",
)


SWITCH_WAS_OFF = "switch_off"
"""The choice beside the stages for entries verified with fewer requirements than their project has now."""
CONDITIONS: Mapping[str, Callable[[str], Q]] = {
    "missing": lacking,
    "sources": entries_with,
    "origin": lambda _person: Q(extraction__isnull=True),
    "run": extracted_by,
}
"""The filters that depend on their value alone."""
MARKED = ("stage", "method", "missing", "reason", "verdict", "speaker", "sources", "origin")
STALE = "stale"
Fetch = Callable[[Cursor | None, int], Sequence[Place]]
UNMARKED = {("stage", SWITCH_WAS_OFF), *(("sources", value) for value in ("conversation", "retrieval", STALE))}
"""The filters without a mark: their conditions are checked on each entry found by the marks of the others."""


@dataclass(frozen=True, slots=True)
class EntryPage:
    """One page of the list of entries: its rows, the adjacent pages, the count, and the accepted differences."""

    entries: list[Entry]
    page: KeysetPage
    count: str
    acknowledged: frozenset[int]


def entry_pages(user: Person, filters: Mapping[str, str], cursor: Cursor | None) -> EntryPage:
    """Return one page of the entries that a person sees, narrowed by the filters that are set.

    The page is found by marks; everything shown of its rows is read for these rows alone.
    """
    fetch, number = found_places(user, filters)
    page = page_of(fetch, cursor, size=PAGE_SIZE)
    keys = [entry for _, entry in page.places]
    return EntryPage(_rows(keys), page, number, _acknowledged(user, keys))


def found_places(
    user: Person, filters: Mapping[str, str], *, among: frozenset[int] | None = None, but: Exists | Q | None = None
) -> tuple[Fetch, str]:
    """Return the functions that find the places of a page and count the entries.

    *among* narrows them to some projects; *but* is a condition on marks that leaves entries out.
    """
    waiting = WAITING.get(filters.get("method", ""))
    is_stale = filters.get("sources") == STALE and waiting is None
    found = _listed(user, {**filters, "sources": ""} if is_stale else filters)
    found = found if among is None else found.among(among)
    found = found if but is None else replace(found, conditions=(*found.conditions, Q(~but)))
    if waiting is not None:
        waits = waiting(user, found)
        return partial(NEWEST_FIRST.merged, waits.parts), waits.count
    if is_stale:
        stale = partial(OLDEST_FIRST.merged, found.stale())
        return stale, counted(len(stale(None, MAX_COUNTED + 1)))
    parts = tuple(found.parts(found.rarest_mark()))
    return partial(NEWEST_FIRST.merged, parts), counted(count(parts, at_most=MAX_COUNTED))


def first_entries(user: Person, filters: Mapping[str, str], *, at_most: int) -> list[int]:
    """Return the keys of the first entries of the list, found by marks as those of a page are."""
    fetch, _ = found_places(user, filters)
    return [place[-1] for place in fetch(None, at_most)]


def entry_list(user: Person, filters: Mapping[str, str]) -> QuerySet[Entry]:
    """Return all entries that a person sees, narrowed by the filters that are set, for callers that read them all."""
    entries = visible_entries(user).select_related("session__project", "claim")
    for name in FILTERS:
        if filters.get(name) and filters[name] not in WAITING:
            entries = entries.filter(_condition(name, filters[name]))
    if waiting := WAITING.get(filters.get("method", "")):
        entries = entries.filter(pk__in=waiting(user, _listed(user, filters)).entries.values("pk"))
    if not filters.get("rejected"):
        entries = entries.filter(rejected_at__isnull=True)
    return entries.order_by("-session_id", "pk")


def _listed(user: Person, filters: Mapping[str, str]) -> Listed:
    """Return the entries that the filters leave, as marks and conditions."""
    found = listed(user, project=filters.get("project", ""), is_open=not filters.get("rejected"))
    marks, conditions = list[str](), list[Q | Exists]()
    for name in MARKED:
        value = filters.get(name, "")
        if (name, value) in UNMARKED:
            conditions.append(_asked(name, value))
        elif value and value not in WAITING:
            marks.append(f"{name}:{value}")
    if run := filters.get("run"):
        marks.append(run_mark(run))
        conditions += [_asked("run", run)] if may_be_digest(run) else []
    session = int(filters["session"]) if filters.get("session") else None
    return replace(found, session=session, marks=tuple(marks), conditions=tuple(conditions))


def _asked(name: str, value: str) -> Exists:
    """Return a filter as a condition on a mark."""
    return Exists(Entry.objects.filter(_condition(name, value), pk=OuterRef("entry")))


def _rows(keys: Sequence[int]) -> list[Entry]:
    """Return entries in this order, with all that a list shows of them."""
    rows = (
        Entry.objects.filter(pk__in=keys)
        .select_related("session__project", "claim", "added_by")
        .annotate(is_manual=IS_MANUAL)
        .order_by()
    )
    found = {entry.pk: entry for entry in rows.prefetch_related(badged_quotes(Quote.objects.all()))}
    return [found[key] for key in keys if key in found]


def _acknowledged(user: Person, keys: Sequence[int]) -> frozenset[int]:
    """Return the entries with a difference of a current attempt that a person has accepted."""
    version = Coalesce(
        "alignment__quote__entry__claim__number", FIRST_VERSION
    )  # in a filter it would join claims inside
    accepted = Acknowledgement.objects.annotate(current_version=version).filter(
        actor=user.pk or 0,
        alignment__quote__entry__in=keys,
        alignment__quote__standing=Standing.COUNTS,
        alignment__quote__current=F("alignment"),
        claim_version=F("current_version"),
    )
    return frozenset(accepted.order_by().values_list("alignment__quote__entry__pk", flat=True))


def _condition(name: str, value: str) -> Q:
    if name in CONDITIONS:
        return CONDITIONS[name](value)
    counting = Quote.objects.filter(entry=OuterRef("pk"), standing=Standing.COUNTS)
    match name:
        case "method":
            return _with_quotes(value)
        case "reason":
            return Q(Exists(counting.filter(current__reason=value)))
        case "verdict":
            return Q(Exists(counting.filter(current__verdict=value)))
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
    if f"method:{state}" == COMMENTS:
        names = [mark(COMMENTS), mark(COMMENTS, is_rejected=True)]
        return Q(Exists(EntryMark.objects.filter(entry=OuterRef("pk"), name__in=names)))
    return Q(Exists(quotes.filter(standing=Standing.COUNTS, current__method=state)))
