"""The cost of pages in a store: rows or steps of SQLite's virtual machine, queries, calls and bytes; no times."""

import gzip
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from types import FrameType
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.contrib.admin import site
from django.contrib.auth.models import User
from django.core import signing
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.urls import reverse

from aligner_core import EvidenceAligner, check_claim, reclassify, verify
from review.admin.registers import Register
from review.domain.policy import Stage
from review.models import Entry, EntryMark, Event, Extraction, FailedQuote, Lease, Quote, ReviewSession, judged
from review.selectors.keyset import SALT
from review.selectors.runs.scope import Scope, monday_of
from review.selectors.search.search_page import KINDS, SORTS

Ask = Callable[[], Any]
"""A request by the client of tests, that returns its response."""
MeasureT = TypeVar("MeasureT")
JUDGING = frozenset(
    one.__code__ for one in (reclassify, verify, check_claim, EvidenceAligner.align, EvidenceAligner.prescribe)
)
"""The functions of the core that judge evidence and claims, or look for quotes."""
STEP = 100
"""How many instructions of SQLite's virtual machine count as one step."""
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


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one page; `work` are rows read on PostgreSQL, and hundreds of steps on SQLite.

    `judgements` are calls of the functions that judge, when nothing is known from before; `calls` are those of all
    functions in Python, and `buffers` the pages that PostgreSQL looks at.
    """

    work: int
    queries: int
    size: int
    judgements: int = 0
    calls: int = 0
    buffers: int = 0


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the address of every page that people use daily, in the store at hand."""
    sessions = ReviewSession.objects.order_by("pk").values_list("pk", flat=True)
    session = _session_like(ReviewSession.objects.earliest("pk"))
    yield from (("home", "/"), ("help", "/help/"), ("projects", "/projects/"), ("project", "/projects/atlas/"))
    yield from (("password", "/password/"), ("batches", "/bulk/"))
    yield "sessions", "/sessions/"
    yield "sessions, deepest", f"/sessions/?after={signing.dumps([sessions[20]], salt=SALT)}"
    yield from (
        (f"sessions {one}", f"/sessions/?{one}")
        for one in ("project=atlas", "sources=retrieval", "sources=invented", "sources=stale")
    )
    yield from _pages_of_entries(session)
    yield from _pages_of_failed_quotes(session)
    yield from _pages_of(session)
    yield from _pages_of_searches(session)
    yield from _pages_of_runs(session)
    yield "upload", "/upload/"
    yield from ((f"queue {one}".strip(), f"/queue/?{one}") for one in QUEUES)
    yield "notifications", "/waiting/"
    yield from _pages_of_events(session)


def _pages_of_events(session: ReviewSession) -> Iterator[tuple[str, str]]:
    yield from (("audit", "/audit/"), ("audit, the last run", "/audit/verify/"))
    event = Event.objects.filter(session=session).earliest("pk")
    yield "audit, one event", f"/audit/{event.pk}/"
    yield "audit, deepest", f"/audit/?behind={Event.objects.order_by('pk').values_list('pk', flat=True)[60]}"
    yield "audit type", "/audit/?type=evidence_aligned"
    yield "audit person", "/audit/?actor=nobody"
    yield "audit day", f"/audit/?until={event.created_at.date()}"


def _pages_of_failed_quotes(session: ReviewSession) -> Iterator[tuple[str, str]]:
    yield from (("failed", "/failed/"), ("failed project", "/failed/?project=atlas"))
    failed = FailedQuote.objects.order_by("group", "session_id", "message_index", "quote_id")
    place = failed.values_list("group", "session_id", "message_index", "quote_id").reverse()[60]
    yield "failed, deepest", f"/failed/?after={signing.dumps(place, salt=SALT)}"
    yield "failed session", f"/failed/?session={session.pk}"
    yield from (
        (f"failed diagnosis={one}", f"/failed/?diagnosis={one}") for one in ("near_miss", "undiagnosed", "withdrawn")
    )


def _session_like(first: ReviewSession) -> ReviewSession:
    """Return a session amid the store with the same content as the first one, so that it is as long in every store."""
    like = ReviewSession.objects.filter(title__startswith=first.title.partition(" · ")[0]).order_by("pk")
    return like[like.count() // 2]


def _pages_of_entries(session: ReviewSession) -> Iterator[tuple[str, str]]:
    yield "entries", "/entries/"
    last = EntryMark.objects.filter(name="every").order_by("session_id", "-entry_id").values_list("session", "entry")
    yield "entries, deepest", f"/entries/?after={signing.dumps(last[60], salt=SALT)}"
    yield "entries session", f"/entries/?session={session.pk}"
    yield from ((f"entries {one}", f"/entries/?{one}") for one in FILTERS)


def _pages_of(session: ReviewSession) -> Iterator[tuple[str, str]]:
    """Yield the pages of one session and of what is in it, with the parts that the browser asks for later."""
    address = f"/sessions/{session.pk}/"
    yield "reader", address
    yield "reader, a window", f"{address}messages/?first=20"
    yield "reader, a message", f"{address}messages/3/"
    yield "reader, the map", f"{address}map/"
    yield "reader, words", f"{address}find/?find=the"
    yield from (("an entry to add", f"{address}entries/new/"), ("bundle of a session", f"{address}bundle/"))
    entry = Entry.objects.filter(session=session).earliest("pk")
    yield "entry", f"/entries/{entry.pk}/"
    yield "entry, later mentions", f"/entries/{entry.pk}/later/"
    yield "entry, facts", f"/entries/{entry.pk}/facts/"
    quote = Quote.objects.filter(entry__session=session, current__method="none").earliest("pk")
    yield "doctor of a quote", f"/quotes/{quote.pk}/doctor/"
    yield "offer for a quote", f"/quotes/{quote.pk}/offer/"
    yield "row of a quote", f"/quotes/{quote.pk}/row/"
    found = Quote.objects.filter(entry__session=session, current__method="exact").earliest("pk")
    yield "citation of a quote", f"/quotes/{found.pk}/citation/"
    yield "words for a quote", f"/selection/?{urlencode({'quote': quote.pk, 'places': '0:3:7'})}"
    yield from (("bundle of an entry", f"/entries/{entry.pk}/bundle/"), ("bundle of entries", "/entries/bundle/"))


def _pages_of_searches(session: ReviewSession) -> Iterator[tuple[str, str]]:
    """Yield searches for words that one session has, that all have, and that none has."""
    content = session.messages.earliest("pk").content
    rare, hangul = content.rstrip(".").split()[-2:]
    for name, words in (("rare word", rare), ("rare Hangul", hangul), ("no word", "zzyzzyva")):
        yield f"search {name}", _search(q=words)
        yield f"palette {name}", f"/search/palette/?{urlencode({'q': words})}"
        yield f"session picker {name}", f"/sessions/pick/?{urlencode({'session_find': words})}"
    for name, words in (("frequent word", "the"), ("two signs of Hangul", "회의"), ("number", "nr-0")):
        yield f"search {name}", _search(q=words)
        yield f"palette {name}", f"/search/palette/?{urlencode({'q': words})}"
        yield f"session picker {name}", f"/sessions/pick/?{urlencode({'session_find': words})}"
    yield from ((f"search rare word, {kind}", _search(q=rare, kind=kind)) for kind in KINDS)
    yield from ((f"search frequent word, {kind}", _search(q="the", kind=kind)) for kind in KINDS)
    yield from ((f"search frequent word, {sort}", _search(q="the", kind="entries", sort=sort)) for sort in SORTS)
    for facet in FACETS:
        yield f"search frequent word, {facet}", f"{_search(q='the', kind='entries')}&{facet}"
    for among in ("upload", "audit"):
        yield f"session picker {among}", f"/sessions/pick/?{urlencode({'among': among, 'session_find': rare})}"


def _pages_of_runs(session: ReviewSession) -> Iterator[tuple[str, str]]:
    runs = list(Extraction.objects.filter(session=session).order_by("pk").values_list("pk", flat=True))
    twice = Extraction.objects.order_by("session").values_list("session").annotate(runs=Count("pk")).filter(runs=2)
    first, second = Extraction.objects.filter(session=twice[0][0]).order_by("pk").values_list("pk", flat=True)
    yield "runs", "/runs/"
    yield "runs, deepest", f"/runs/?before={Extraction.objects.order_by('pk').values_list('pk', flat=True)[20]}"
    yield "run", f"/extractions/{runs[0]}/"
    yield "run, entries of a number", f"/runs/entries/?extraction={runs[0]}&entries=clear"
    yield "run, quotes of a number", f"/runs/quotes/?extraction={runs[0]}&quotes=exact"
    week = Scope().in_week(monday_of(Extraction.objects.latest("pk").received_at)).query
    yield from ((f"runs, {kind} of a week", f"/runs/{kind}/?{week}") for kind in ("entries", "quotes"))
    yield "two runs", f"/runs/compare/?a={first}&b={second}"
    yield from (("quality", "/quality/"), ("quality project", "/quality/?project=atlas"))
    yield "quality, what if", "/quality/?bar=0.95"


def admin_pages() -> Iterator[tuple[str, str]]:
    """Yield the lists of the admin: of the newest rows, of older ones, filtered, ordered and searched."""
    for model, register in site._registry.items():  # noqa: SLF001 - there is no public API for it
        if not isinstance(register, Register):
            continue
        name = model._meta.model_name or ""  # noqa: SLF001 - Django's public API of a model
        address = reverse(f"admin:review_{name}_changelist")
        yield f"admin {name}", address
        yield f"admin {name}, ordered", f"{address}?o=1"
        if register.search_fields:
            yield f"admin {name}, search", f"{address}?q=zzyzzyva"
        yield from ((f"admin {name} {one}", f"{address}?{one}") for one in ADMIN_FILTERS.get(name, ()))
    older = Entry.objects.order_by("pk").values_list("pk", flat=True)[60]
    yield "admin entry, older", f"{reverse('admin:review_entry_changelist')}?below={older}"


def _search(**given: str) -> str:
    return f"/search/?{urlencode(given)}"


def visitor(username: str, **headers: str) -> Client:
    """Return the browser of a person who is signed in."""
    client = Client(headers={"Accept-Encoding": "gzip", **headers})
    client.force_login(User.objects.get(username=username))
    return client


def costs(addresses: Mapping[str, str], *, username: str = "dana", is_warm: bool = False) -> dict[str, Cost]:
    """Return what each page costs a person; before, caches of the process fill as it is asked for, unless *is_warm*."""
    client = visitor(username)
    measured = {}
    for name, address in addresses.items():
        if not is_warm:
            client.get(address)
        measured[name] = _cost(partial(client.get, address))
    return measured


DECISION = "a decision in the queue, with the next card"


def decision_cost(*, username: str = "dana", decisions: int = 3) -> Cost:
    """Return what it costs to verify an entry in the queue and to get the next one: the least, as cards differ."""
    return min((decided(username, _cost) for _ in range(decisions)), key=lambda cost: (cost.queries, cost.work))


def decided(username: str, measure: Callable[[Ask], MeasureT]) -> MeasureT:
    """Verify the next entry of the queue of a person, and return what was measured while the request was answered."""
    here = "/queue/?method=ready"
    client = visitor(username, **{"HX-Request": "true", "HX-Current-URL": f"http://testserver{here}"})
    client.get(here)
    entry = Lease.objects.get(holder__username=username).entry
    sent = {"to": "verified", "seen_version": entry.version}
    measured = measure(lambda: client.post(f"/entries/{entry.pk}/promote/", sent))
    entry.refresh_from_db()
    if entry.stage != Stage.VERIFIED:
        message = f"entry {entry.pk} was not verified"
        raise RuntimeError(message)
    return measured


def _cost(ask: Ask) -> Cost:
    with _meter() as meter:
        response = ask()
    if response.status_code != HTTPStatus.OK:
        message = f"{response.status_code} was answered"
        raise RuntimeError(message)
    size = len(gzip.decompress(response.content) if response.headers.get("Content-Encoding") else response.content)
    return Cost(meter.work, meter.queries, size, meter.judgements, meter.calls, meter.buffers)


@dataclass(slots=True)
class _Meter:
    work: int = 0
    queries: int = 0
    judgements: int = 0
    calls: int = 0
    buffers: int = 0

    def called(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, and whether it judges."""
        if event == "call":
            self.calls += 1
            self.judgements += frame.f_code in JUDGING

    def step(self) -> None:
        """Count some instructions of SQLite's machine."""
        self.work += 1

    def ask(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: ANN401, FBT001
        """Count a query, and on PostgreSQL the rows that it reads and the buffers they are in."""
        self.queries += 1
        if connection.vendor == "postgresql" and sql.startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
                [(plan,)] = cursor.cursor.fetchall()
            root = (plan if isinstance(plan, list) else json.loads(plan))[0]["Plan"]
            self.work += _rows_read(root)
            self.buffers += root["Shared Hit Blocks"] + root["Shared Read Blocks"]
        return execute(sql, params, many, context)


@contextmanager
def _meter() -> Iterator[_Meter]:
    meter = _Meter()
    connection.ensure_connection()
    sqlite = connection.vendor == "sqlite"
    if sqlite:
        connection.connection.set_progress_handler(meter.step, STEP)
    judged.forget()
    before = sys.getprofile()
    sys.setprofile(meter.called)
    try:
        with connection.execute_wrapper(meter.ask):
            yield meter
    finally:
        sys.setprofile(before)
        if sqlite:
            connection.connection.set_progress_handler(None, 0)


def _rows_read(node: Mapping[str, Any]) -> int:
    """Return how many rows the scans of a plan read, those that a filter left out too."""
    below = sum(map(_rows_read, node.get("Plans", ())))
    if "Scan" not in node["Node Type"] or node["Node Type"] in {"Subquery Scan", "CTE Scan"}:
        return below
    left_out = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    read: float = (node["Actual Rows"] + left_out) * node["Actual Loops"]
    return below + round(read)
