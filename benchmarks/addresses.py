"""The addresses that the growth of pages is measured by: at least one for each route, in the store at hand.

A route is the name of an address in `review/urls.py`, or of a page of the admin. Every route that answers GET with a
page of the store is in `PAGES`; acts, and what refers to a thing that no filled store has, are in `benchmarks/acts.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.admin import site
from django.core import signing
from django.db.models import Count, QuerySet
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from review.admin.registers import Register
from review.models import Entry, EntryMark, Event, Extraction, FailedQuote, Quote, ReviewSession
from review.selectors.keyset import SALT
from review.selectors.runs.scope import Scope, monday_of
from review.selectors.search.search_page import KINDS, SORTS

FILTERS = (
    *(f"stage={stage}" for stage in ("raw", "candidate", "verified", "certified")),
    *(
        f"method={method}"
        for method in (
            *("exact", "normalized", "fuzzy", "ambiguous", "differences", "drifted", "claim", "failed"),
            *("withdrawn", "ready", "approvable", "certifiable"),
        )
    ),
    *("missing=evidence_not_aligned", "reason=not_found", "reason=budget_exceeded", "speaker=user", "speaker=tool"),
    *("speaker=not_user", "sources=invented", "sources=stale", "project=atlas", "rejected=on"),
    "stage=candidate&method=ready",
    *("run=model-1", "run=nothing", "stage=verified&speaker=tool"),
)
QUEUES = ("", "method=ready", "method=claim", "stage=raw", "method=assigned")
FACETS = (
    *("stage=candidate", "stage=certified", "missing=nothing", "method=fuzzy", "confidence=none", "reason=not_found"),
    *("speaker=tool", "type=decision", "model=model-1", "reviewer=mina", "age=month", "stage=raw&speaker=tool"),
)

BUNDLED = ("stage=verified", "reason=budget_exceeded", "method=ready")
WHAT_IF_IN_PROJECT = "/quality/?bar=0.95&project=atlas"

ADMIN_FILTERS = {
    "entry": (
        *("method=fuzzy", "reason=not_found", "missing=nothing", "differences=open", "drifted=yes", "eyes=same"),
        *("eyes=manual", "switches=off", "stage__exact=verified", "type=decision", "extraction__model=model-1"),
        *("verified_at__since=2026-01-01", "o=-9"),
    ),
    "quote": ("method=fuzzy", "provenance=as_uploaded", "reason=not_found", "drifted=yes", "standing__exact=withdrawn"),
    "alignment": ("confidence=0.90", "differences=open", "differences=acknowledged", "method=none"),
    "event": ("refused=ambiguous_evidence", "actor=mina", "event_type=entry_promoted", "q=evidence"),
    "message": ("role=tool", "q=the"),
}
Addresses = Iterator[tuple[str, str]]
"""The names of measured pages with their addresses."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What the addresses of a store refer to: a session amid it, as long in every store, and what is in that session.

    `rare` is a word that no other session has, `hangul` one in Hangul.
    """

    session: ReviewSession
    entry: Entry
    failed: Quote
    found: Quote
    run: int
    rare: str
    hangul: str


def pages() -> Addresses:
    """Yield the name and the address of every page that people use, in the store at hand."""
    sample = sampled()
    for addresses in PAGES.values():
        yield from addresses(sample)


def routes() -> Iterator[str]:
    """Yield the name of every route of the site, with the pages of the admin; what programs call is in its document."""
    yield from (name for name in _names(get_resolver().url_patterns) if not name.startswith("api:"))


def _names(patterns: list[URLPattern | URLResolver], room: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _names(pattern.url_patterns, f"{room}{pattern.namespace}:" if pattern.namespace else room)
        else:
            yield f"{room}{pattern.name}"


def sampled() -> Sample:
    """Return what the addresses of the store at hand refer to."""
    session = _session_like(ReviewSession.objects.earliest("pk"))
    quotes = Quote.objects.filter(entry__session=session)
    rare, hangul = session.messages.earliest("pk").content.rstrip(".").split()[-2:]
    return Sample(
        session=session,
        entry=Entry.objects.filter(session=session).earliest("pk"),
        failed=quotes.filter(current__method="none").earliest("pk"),
        found=quotes.filter(current__method="exact").earliest("pk"),
        run=Extraction.objects.filter(session=session).earliest("pk").pk,
        rare=rare,
        hangul=hangul,
    )


def _session_like(first: ReviewSession) -> ReviewSession:
    """Return a session amid the store with the same content as the first one, so that it is as long in every store."""
    like = ReviewSession.objects.filter(title__startswith=first.title.partition(" · ")[0]).order_by("pk")
    return like[like.count() // 2]


def _one(name: str, route: str, key: Callable[[Sample], tuple[object, ...]] = lambda _: (), query: str = "") -> Any:  # noqa: ANN401
    """Return a function that yields one address of a route, for a thing of the sample."""

    def address(sample: Sample) -> Addresses:
        yield name, reverse(route, args=key(sample)) + query

    return address


def _sessions(_: Sample) -> Addresses:
    sessions = ReviewSession.objects.order_by("pk").values_list("pk", flat=True)
    yield "sessions", "/sessions/"
    yield "sessions, deepest", f"/sessions/?after={signing.dumps([sessions[20]], salt=SALT)}"
    yield from (
        (f"sessions {one}", f"/sessions/?{one}")
        for one in ("project=atlas", "sources=retrieval", "sources=invented", "sources=stale")
    )


def _entries(sample: Sample) -> Addresses:
    yield "entries", "/entries/"
    last = EntryMark.objects.filter(name="every").order_by("session_id", "-entry_id").values_list("session", "entry")
    yield "entries, deepest", f"/entries/?after={signing.dumps(last[60], salt=SALT)}"
    yield "entries session", f"/entries/?session={sample.session.pk}"
    yield from ((f"entries {one}", f"/entries/?{one}") for one in FILTERS)


def _bundles(_: Sample) -> Addresses:
    yield "bundle of entries", "/entries/bundle/"
    yield from ((f"bundle of entries {one}", f"/entries/bundle/?{one}") for one in BUNDLED)


def _failed_quotes(sample: Sample) -> Addresses:
    yield from (("failed", "/failed/"), ("failed project", "/failed/?project=atlas"))
    failed = FailedQuote.objects.order_by("group", "session_id", "message_index", "quote_id")
    place = failed.values_list("group", "session_id", "message_index", "quote_id").reverse()[60]
    yield "failed, deepest", f"/failed/?after={signing.dumps(place, salt=SALT)}"
    yield "failed session", f"/failed/?session={sample.session.pk}"
    yield from (
        (f"failed diagnosis={one}", f"/failed/?diagnosis={one}") for one in ("near_miss", "undiagnosed", "withdrawn")
    )


def _searches(sample: Sample) -> Addresses:
    """Yield searches for words that one session has, that all have, and that none has."""
    yield from ((f"search {name}", _search(q=words)) for name, words in _words(sample))
    yield from ((f"search rare word, {kind}", _search(q=sample.rare, kind=kind)) for kind in KINDS)
    yield from ((f"search frequent word, {kind}", _search(q="the", kind=kind)) for kind in KINDS)
    yield from ((f"search frequent word, {sort}", _search(q="the", kind="entries", sort=sort)) for sort in SORTS)
    for facet in FACETS:
        yield f"search frequent word, {facet}", f"{_search(q='the', kind='entries')}&{facet}"


def _palettes(sample: Sample) -> Addresses:
    yield from ((f"palette {name}", f"/search/palette/?{urlencode({'q': words})}") for name, words in _words(sample))


def _pickers(sample: Sample) -> Addresses:
    yield from (
        (f"session picker {name}", f"/sessions/pick/?{urlencode({'session_find': words})}")
        for name, words in _words(sample)
    )
    for among in ("upload", "audit"):
        yield f"session picker {among}", f"/sessions/pick/?{urlencode({'among': among, 'session_find': sample.rare})}"


def _words(sample: Sample) -> Addresses:
    yield from (("rare word", sample.rare), ("rare Hangul", sample.hangul), ("no word", "zzyzzyva"))
    yield from (("frequent word", "the"), ("two signs of Hangul", "회의"), ("number", "nr-0"))


def _search(**given: str) -> str:
    return f"/search/?{urlencode(given)}"


def _runs(_: Sample) -> Addresses:
    yield "runs", "/runs/"
    yield "runs, deepest", f"/runs/?before={Extraction.objects.order_by('pk').values_list('pk', flat=True)[20]}"


def _two_runs(_: Sample) -> Addresses:
    twice = Extraction.objects.order_by("session").values_list("session").annotate(runs=Count("pk")).filter(runs=2)
    first, second = Extraction.objects.filter(session=twice[0][0]).order_by("pk").values_list("pk", flat=True)
    yield "two runs", f"/runs/compare/?a={first}&b={second}"


def _run_entries(sample: Sample) -> Addresses:
    yield "run, entries of a number", f"/runs/entries/?extraction={sample.run}&entries=clear"
    yield "runs, entries of a week", f"/runs/entries/?{_week()}"
    yield from ((f"runs, entries {state}", f"/runs/entries/?entries={state}") for state in ("clear", "asked"))


def _run_quotes(sample: Sample) -> Addresses:
    yield "run, quotes of a number", f"/runs/quotes/?extraction={sample.run}&quotes=exact"
    yield "runs, quotes of a week", f"/runs/quotes/?{_week()}"
    yield from ((f"runs, quotes {state}", f"/runs/quotes/?quotes={state}") for state in ("failed", "critical"))


def _week() -> str:
    return Scope().in_week(monday_of(Extraction.objects.latest("pk").received_at)).query


def _quality(_: Sample) -> Addresses:
    yield from (("quality", "/quality/"), ("quality project", "/quality/?project=atlas"))
    yield from (("quality, what if", "/quality/?bar=0.95"), ("quality, what if in project", WHAT_IF_IN_PROJECT))


def _answers(_: Sample) -> Addresses:
    yield from (("answers", "/quality/answers/"), ("answers project", "/quality/answers/?project=atlas"))


def _queues(_: Sample) -> Addresses:
    yield from ((f"queue {one}".strip(), f"/queue/?{one}") for one in QUEUES)


def _audits(sample: Sample) -> Addresses:
    event = Event.objects.filter(session=sample.session).earliest("pk")
    yield "audit", "/audit/"
    yield "audit, deepest", f"/audit/?behind={Event.objects.order_by('pk').values_list('pk', flat=True)[60]}"
    yield "audit type", "/audit/?type=evidence_aligned"
    yield "audit person", "/audit/?actor=nobody"
    yield "audit day", f"/audit/?until={event.created_at.date()}"


def _of_session(sample: Sample) -> tuple[object, ...]:
    return (sample.session.pk,)


def _of_entry(sample: Sample) -> tuple[object, ...]:
    return (sample.entry.pk,)


def _of_failed(sample: Sample) -> tuple[object, ...]:
    return (sample.failed.pk,)


def _event(sample: Sample) -> tuple[object, ...]:
    return (Event.objects.filter(session=sample.session).earliest("pk").pk,)


def _selected(sample: Sample) -> Addresses:
    yield "words for a quote", f"/selection/?{urlencode({'quote': sample.failed.pk, 'places': '0:3:7'})}"


PAGES: Mapping[str, Callable[[Sample], Addresses]] = {
    "review:home": _one("home", "review:home"),
    "review:help": _one("help", "review:help"),
    "review:project_list": _one("projects", "review:project_list"),
    "review:project_detail": _one("project", "review:project_detail", lambda _: ("atlas",)),
    "review:own_password": _one("password", "review:own_password"),
    "review:batch_list": _one("batches", "review:batch_list"),
    "review:session_list": _sessions,
    "review:session_detail": _one("reader", "review:session_detail", _of_session),
    "review:session_part": _one("reader, a window", "review:session_part", _of_session, "?first=20"),
    "review:session_message": _one("reader, a message", "review:session_message", lambda one: (one.session.pk, 3)),
    "review:session_map": _one("reader, the map", "review:session_map", _of_session),
    "review:session_find": _one("reader, words", "review:session_find", _of_session, "?find=the"),
    "review:entry_new": _one("an entry to add", "review:entry_new", _of_session),
    "review:session_bundle": _one("bundle of a session", "review:session_bundle", _of_session),
    "review:session_export": _one("export of a session", "review:session_export", _of_session),
    "review:entries_export": _one("export of entries", "review:entries_export"),
    "review:entry_list": _entries,
    "review:entry_detail": _one("entry", "review:entry_detail", _of_entry),
    "review:entry_later": _one("entry, later mentions", "review:entry_later", _of_entry),
    "review:entry_facts": _one("entry, facts", "review:entry_facts", _of_entry),
    "review:entry_bundle": _one("bundle of an entry", "review:entry_bundle", _of_entry),
    "review:entries_bundle": _bundles,
    "review:bundle_verify": _one("a bundle to check", "review:bundle_verify"),
    "review:failed": _failed_quotes,
    "review:quote_detail": _one("way to a quote", "review:quote_detail", _of_failed),
    "review:quote_doctor": _one("doctor of a quote", "review:quote_doctor", _of_failed),
    "review:quote_desk": _one("desk of a quote", "review:quote_desk", _of_failed),
    "review:quote_offer": _one("offer for a quote", "review:quote_offer", _of_failed),
    "review:quote_rail_row": _one("row of a quote", "review:quote_rail_row", _of_failed),
    "review:quote_citation": _one("citation of a quote", "review:quote_citation", lambda one: (one.found.pk,)),
    "review:selection": _selected,
    "review:search": _searches,
    "review:search_palette": _palettes,
    "review:session_pick": _pickers,
    "review:extraction_detail": _one("run", "review:extraction_detail", lambda one: (one.run,)),
    "review:run_list": _runs,
    "review:run_compare": _two_runs,
    "review:run_entries": _run_entries,
    "review:run_quotes": _run_quotes,
    "review:quality": _quality,
    "review:answer_quality": _answers,
    "review:upload": _one("upload", "review:upload"),
    "review:queue": _queues,
    "review:notice_list": _one("notifications", "review:notice_list"),
    "review:audit": _audits,
    "review:event_detail": _one("audit, one event", "review:event_detail", _event),
    "review:audit_verify": _one("audit, the last run", "review:audit_verify"),
}
"""The routes of pages in the store, with what yields their addresses."""
ADMIN_UNASKED = {
    "index": "links to the lists",
    "app_list": "links to the lists",
    "login": "a form, and nothing of the store",
    "logout": "nothing of the store",
    "password_change": "a form, and nothing of the store",
    "password_change_done": "a sentence",
    "autocomplete": "the names of accounts, a page at a time, as Django lists them",
    "jsi18n": "words of scripts",
    "view_on_site": "leads to a page that is measured",
    "auth_user_password_change": "a form of one account",
    "add": "a form, or a refusal: nothing is added to a register",
    "delete": "one row, or a refusal: nothing of a register is deleted",
    "history": "what Django logged of one row that staff changed",
    "csv": "the file has every row of a list, and sends them one after the other",
    "None": "leads a wrong address to the lists",
}
"""The pages of the admin that are not measured, by the ends of their names, and why."""


def admin_pages() -> Addresses:
    """Yield the lists of the admin: of the newest rows, of older ones, filtered, ordered and searched; and a row."""
    for model, register in site._registry.items():  # noqa: SLF001 - there is no public API for it
        options = model._meta  # noqa: SLF001 - Django's public API of a model
        name, route = options.model_name or "", f"admin:{options.app_label}_{options.model_name}"
        address = reverse(f"{route}_changelist")
        yield f"admin {name}", address
        rows: QuerySet[Any] = model._base_manager.order_by("-pk")  # noqa: SLF001 - as above
        if row := rows.first():
            yield f"admin {name}, one", reverse(f"{route}_change", args=[row.pk])
        if isinstance(register, Register):
            yield from _register_pages(name, address, register)
    older = Entry.objects.order_by("pk").values_list("pk", flat=True)[60]
    yield "admin entry, older", f"{reverse('admin:review_entry_changelist')}?below={older}"


def auditor_pages() -> Addresses:
    """Yield the lists of the admin that people read who are no staff: the rows of the projects that they audit."""
    for model, register in site._registry.items():  # noqa: SLF001 - as above
        name = model._meta.model_name or ""  # noqa: SLF001 - as above
        if isinstance(register, Register):
            yield f"admin {name}, auditor", reverse(f"admin:review_{name}_changelist")


def _register_pages(name: str, address: str, register: Register) -> Addresses:
    yield f"admin {name}, ordered", f"{address}?o=1"
    if register.search_fields:
        yield f"admin {name}, search", f"{address}?q=zzyzzyva"
    yield from ((f"admin {name} {one}", f"{address}?{one}") for one in ADMIN_FILTERS.get(name, ()))
