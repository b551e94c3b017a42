"""Lists by the age of sources, by invented sources and by run cost the same in a store of more retrievals."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchmarks.fill.copies import Copy, copy_sessions
from benchmarks.fill.templates import Template, read_template
from benchmarks.pages import Cost, costs
from review.databases import refresh_statistics
from review.domain.limits import MAX_COUNTED
from review.models import Entry, Project, ReviewSession
from review.selectors.entries.entry_list import entry_list, entry_pages
from review.selectors.keyset import read_cursor
from review.selectors.reader.session_list import session_pages
from tests.factories import make_project, make_retrieval, make_user, run_of

pytestmark = pytest.mark.django_db(transaction=True)
WORDS = "The cache lives for one hour."
LISTS = {
    name: address
    for page in ("entries", "sessions")
    for sources in ("stale", "invented")
    for name, address in ((f"{page} {sources}", f"/{page}/?sources={sources}"),)
} | {name: f"/entries/?run={name}" for name in ("often", "rare", "never")}
LISTS["rarely stale"] = "/entries/?sources=stale&project=fresh"
FEW, MORE = MAX_COUNTED + 6, 300


def template(project: Project, *, days: int, run: str) -> Template:
    """Return a retrieval whose chunk is so old, with an answer that quotes it and invents a source."""
    updated = round((timezone.now() - timedelta(days=days)).timestamp() * 1000)
    extraction = {"run": {"model": run}, "evidence": [{"messageIndex": 0, "quote": WORDS}]}
    session = make_retrieval(
        [{"title": "Cache", "content": f"{WORDS} nr-{run}", "metadata": {"lastUpdated": updated}}],
        project=project,
        retrievalId=f"asked-nr-{run}",
        answer=f"{WORDS}\n\nSource: `gone.md`",
        extraction=extraction,
    )
    return read_template(session, marks=(f"nr-{run}",))


def fill(of: Template, first: int, number: int) -> None:
    for _ in copy_sessions(Copy(of, [f"nr-{at}"], timedelta()) for at in range(first, first + number)):
        pass
    refresh_statistics()  # as the program that fills stores does; else what earlier tests left there decides


@pytest.mark.exhaustive
def test_lists_by_sources_and_run_cost_the_same_and_are_whole() -> None:
    project, fresh = make_project(), make_project("fresh")
    dana = make_user("dana", project=project)
    make_project("fresh", reviewer=dana)
    old, young = template(project, days=400, run="often"), template(fresh, days=1, run="young")
    template(fresh, days=500, run="rare")
    fill(old, 0, FEW)
    fill(young, 1_000, FEW)
    before = costs(LISTS)
    fill(old, 2_000, MORE)
    fill(young, 3_000, MORE)
    after = costs(LISTS)

    for name, cost in before.items():
        assert _is_flat(cost, after[name]), (name, cost, after[name])
    entries, sessions = _forward(dana, "entries"), _forward(dana, "sessions")
    assert sorted(entries) == sorted(entry_list(dana, {"sources": "stale"}).values_list("pk", flat=True))
    assert len(entries) == len(set(entries)) == FEW + MORE + 2
    assert run_of(Entry.objects.get(pk=entries[0])).model == "rare"
    assert sorted(sessions) == sorted(Entry.objects.filter(pk__in=entries).values_list("session__pk", flat=True))
    assert ReviewSession.objects.get(pk=sessions[0]).session_id == "asked-nr-rare"


def _is_flat(before: Cost, after: Cost) -> bool:
    return after.work <= 1.2 * before.work + 60 and after.queries <= before.queries + 6


def _forward(user: object, what: str) -> list[int]:
    """Return the keys of all pages of what is stale, one after the other."""
    keys, address = list[int](), ""
    while True:
        find = entry_pages if what == "entries" else session_pages
        found = find(user, {"sources": "stale"}, read_cursor({"after": address} if address else {}))  # type: ignore[arg-type]
        keys += [place[-1] for place in found.page.places]
        address = found.page.after
        if not address:
            return keys
