"""Runs in numbers: every number is the length of the list behind it, and what a higher bar would change."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import QuerySet

from review.domain.limits import PAGE_SIZE
from review.domain.policy import Stage
from review.models import Entry, Extraction, Project, Quote, ReviewSession, Role
from review.payloads import check_extraction
from review.presentation import charts
from review.selectors.keyset import read_cursor
from review.selectors.repair.selection import Selection
from review.selectors.runs import run_rows
from review.selectors.runs import what_if as what_if_module
from review.selectors.runs.comparison import compare_runs
from review.selectors.runs.quality import quality
from review.selectors.runs.run_counts import METHOD_STATES, RunCounts, Share
from review.selectors.runs.run_list import run_counts, run_list, run_page
from review.selectors.runs.run_rows import entries_behind, quotes_behind, rows_page
from review.selectors.runs.scope import Maker, Scope, scoped_extractions
from review.selectors.runs.what_if import what_if
from review.services.ingest.receive import receive_extraction
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.adding import add_quote
from review.services.repair.quotes import withdraw_quote
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db

WORDS = ["The index is rebuilt on Friday at noon, and the cache lives for ten minutes."]
EXACT, FUZZY, GONE = "The index is rebuilt on Friday", "the cache lives for ten minuts", "nobody said anything like it"
CRITICAL = "The index is rebuilt on Sunday at noon, and the cache lives for ten minutes."
NORMALIZED = "THE INDEX IS rebuilt on Friday"


def run_entries(person: User, scope: Scope, *, state: str = "") -> QuerySet[Entry]:
    """Return the entries behind a number of the runs in a scope."""
    return entries_behind(state)(scoped_extractions(person, scope))


def run_quotes(person: User, scope: Scope, *, state: str = "", reason: str = "", now: bool = False) -> QuerySet[Quote]:
    """Return the quotes behind a number of the runs in a scope."""
    return quotes_behind(state, reason=reason, now=now)(scoped_extractions(person, scope))


@pytest.fixture
def project(db: None) -> Project:
    return make_project()


@pytest.fixture
def mina(project: Project) -> User:
    return make_user(project=project)


@pytest.fixture
def session(project: Project) -> ReviewSession:
    return make_session(WORDS, project=project, session_id="talk")


def extract(session: ReviewSession, *entries: tuple[str, list[str]], version: str = "v7") -> Extraction:
    listed = [
        {
            "entryId": f"e-{number}",
            "title": title,
            "stage": "candidate",
            "evidence": [{"messageIndex": 0, "quote": one} for one in quotes],
        }
        for number, (title, quotes) in enumerate(entries)
    ]
    run = {"extractor": "memora", "model": "haru", "promptVersion": version}
    checked = check_extraction({"entries": listed, "run": run})
    return receive_extraction(session=session, checked=checked, actor=None).extraction


@pytest.fixture
def run(session: ReviewSession) -> Extraction:
    return extract(
        session,
        ("Index on Friday", [EXACT, NORMALIZED]),
        ("Cache", [FUZZY]),
        ("Index on Sunday", [CRITICAL]),
        ("Nothing", [EXACT, GONE]),
        ("No quotes", []),
    )


def test_run_counts_sums_up_a_run(run: Extraction) -> None:
    counts = run_counts(run)

    methods = Counter(exact=2, normalized=1, fuzzy=2, failed=1)
    assert counts == RunCounts(5, 2, 0, 1, methods, methods, Counter(not_found=1))
    assert (counts.aligned, counts.clean_on_arrival, counts.verified_share) == (Share(5, 6), Share(2, 5), Share(0, 5))


def test_run_counts_keeps_what_was_uploaded_after_a_repair(run: Extraction, mina: User) -> None:
    quote = run_quotes(mina, Scope(extraction=run.pk), state="failed").get()

    withdraw_quote(quote_id=quote.pk, seen_attempt=1, reason="it is not needed", actor=mina)

    counts = run_counts(run)
    assert (counts.first["failed"], counts.now["failed"], counts.clear) == (1, 0, 2)


def test_run_counts_leaves_out_what_people_added(run: Extraction, mina: User) -> None:
    before = run_counts(run)
    entry = run.entries.get(title="No quotes")

    add_quote(entry_id=entry.pk, selection=Selection(0, 4, 9, "index"), seen_version=entry.version, actor=mina)

    after = run_counts(run)
    assert entry.quotes.count() == 1
    assert (after.first, after.clear) == (before.first, before.clear)
    assert after.now["exact"] == before.now["exact"] + 1


@pytest.mark.parametrize("state", METHOD_STATES)
@pytest.mark.parametrize("now", [False, True])
def test_run_quotes_lists_what_run_counts_counts(run: Extraction, mina: User, state: str, *, now: bool) -> None:
    counts = run_counts(run)

    listed = run_quotes(mina, Scope(extraction=run.pk), state=state, now=now)

    assert listed.count() == (counts.now if now else counts.first)[state]


def test_run_rows_lists_the_other_numbers(run: Extraction, mina: User) -> None:
    scope, counts = Scope(extraction=run.pk), run_counts(run)

    states = {state: run_entries(mina, scope, state=state).count() for state in ("", "clear", "asked", "verified")}

    assert states == {"": counts.entries, "clear": counts.clear, "asked": 3, "verified": counts.verified}
    assert [str(one) for one in run_entries(mina, scope, state="clear")] == ["Index on Friday", "Cache"]
    assert [one.text for one in run_quotes(mina, scope, state="critical")] == [CRITICAL]
    assert run_quotes(mina, scope, state="aligned").count() == counts.aligned.count
    assert [one.text for one in run_quotes(mina, scope, state="failed", reason="not_found")] == [GONE]


def test_run_page_lists_what_had_to_be_decided(run: Extraction, mina: User) -> None:
    page = run_page(run, mina)

    assert [quote.text for quote in page.asked] == [CRITICAL, GONE]
    assert page.reasons == (("not_found", 1),)
    assert [box.state for box in page.bars[0]] == ["exact", "normalized", "fuzzy", "failed"]


def test_run_list_adds_up_the_runs_of_one_maker(run: Extraction, session: ReviewSession, mina: User) -> None:
    other = extract(session, ("Cache", [FUZZY]), version="v8")
    again = extract(session, ("Index", [EXACT]))

    page = run_list(mina)

    assert [(group.maker, [one.extraction for one in group.runs]) for group in page.makers] == [
        (Maker("memora", "haru", "v7", run.pk), [again, run]),
        (Maker("memora", "haru", "v8", other.pk), [other]),
    ]
    assert (page.makers[0].counts.entries, page.makers[0].counts.clear, page.older) == (6, 3, None)
    assert [group.maker.prompt_version for group in run_list(mina, before=other.pk).makers] == ["v7"]


def test_run_list_shows_strangers_nothing(run: Extraction) -> None:
    stranger = make_user("eve", project=make_project("other"))

    assert run_list(stranger).makers == ()
    assert run_entries(stranger, Scope(extraction=run.pk)).count() == 0
    assert run_quotes(stranger, Scope(maker=run.pk)).count() == 0
    assert what_if(stranger, bar=0.99).fuzzy == 0


def test_quality_counts_what_its_links_list(run: Extraction, session: ReviewSession, mina: User) -> None:
    extract(session, ("Cache", [FUZZY]), ("Nothing", [GONE]), version="v8")

    page = quality(mina, weeks=4)

    assert [(maker.prompt_version, cell.counts.clear, cell.counts.entries) for maker, cell in page.makers] == [
        ("v7", 2, 5),
        ("v8", 1, 2),
    ]
    for week in page.weeks:
        for cell in (week.cell, *week.makers):
            assert run_entries(mina, cell.scope, state="clear").count() == cell.counts.clear
            assert run_entries(mina, cell.scope).count() == cell.counts.entries
            for state in METHOD_STATES:
                assert run_quotes(mina, cell.scope, state=state).count() == cell.counts.first[state]
    assert [week.cell.counts.entries for week in page.weeks] == [7]
    assert page.reasons == (("not_found", 2, 100.0),)
    assert [len(line.points) for line in page.lines] == [1, 1]
    assert {box.state for _, boxes in page.columns for box in boxes} == set(METHOD_STATES)


def test_quality_shows_three_makers_and_counts_the_others(session: ReviewSession, mina: User) -> None:
    for number in range(5):
        extract(session, *[("Index", [EXACT])] * (number + 1), version=f"v{number}")

    page = quality(mina, project="ledger", weeks=4)

    assert ([maker.prompt_version for maker, _ in page.makers], page.unshown) == (["v4", "v3", "v2"], 2)
    assert page.whole.counts.entries == 15


def test_quality_compares_the_two_makers_with_most_entries(session: ReviewSession, mina: User) -> None:
    extract(session, *[("Index", [EXACT])] * 4, ("Nothing", [GONE]), version="v7")
    assert quality(mina, weeks=4).finding is None
    extract(session, version="v8")
    assert quality(mina, weeks=4).finding is None  # nothing of the second can be compared

    extract(session, *[("Index", [EXACT])] * 3, version="v8")
    extract(session, *[("Nothing", [GONE])] * 2, version="v9")
    finding = quality(mina, weeks=4).finding

    assert finding is not None
    assert [(one.maker.prompt_version, one.share) for one in (finding.better, finding.other)] == [
        ("v8", Share(3, 3)),
        ("v7", Share(4, 5)),
    ]
    assert not finding.is_clear
    extract(session, *[("Nothing", [GONE])] * 40, version="v7")
    now = quality(mina, weeks=4).finding
    assert now is not None
    assert (now.better.maker.prompt_version, now.is_clear) == ("v8", True)


def _similarities(quotes: Iterable[Quote]) -> list[float]:
    return [one.current.similarity or 0 for one in quotes if one.current is not None]


def test_what_if_names_the_entries_that_would_fail(run: Extraction, mina: User) -> None:
    similarities = sorted(_similarities(run_quotes(mina, Scope(), state="fuzzy", now=True)))

    below, between, above = (what_if(mina, bar=bar) for bar in (0.85, (similarities[0] + similarities[1]) / 2, 0.99))

    assert [(one.failing, one.entries, one.fuzzy) for one in (below, between, above)] == [
        (0, 0, 2),
        (1, 1, 2),
        (2, 2, 2),
    ]
    assert _similarities(above.flips) == similarities[::-1]
    assert (sum(above.counts), above.verified, above.managed) == (2, 0, ())
    assert sum(one.count for _, one in above.bins if one.is_lost) == above.failing


def test_what_if_tries_the_newest_entries_and_says_so(
    run: Extraction, session: ReviewSession, mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = what_if(mina, bar=0.99)
    monkeypatch.setattr(what_if_module, "MAX_TRIED_ENTRIES", 1)

    cut = what_if(mina, bar=0.99)

    assert (whole.fuzzy, whole.is_cut) == (2, False)
    assert (cut.fuzzy, cut.failing, cut.entries, len(cut.flips), cut.is_cut) == (1, 1, 1, 1, True)


def test_what_if_offers_managers_their_projects(run: Extraction, project: Project) -> None:
    manager = make_user("dana", project=project, role=Role.MANAGER)

    assert what_if(manager, bar=0.9).managed == (project,)
    assert what_if(manager, bar=0.85).managed == ()
    assert what_if(manager, bar=0.9, project="other").managed == ()


def test_compare_runs_lists_every_entry(session: ReviewSession, mina: User) -> None:
    first = extract(session, ("Index on Friday", [EXACT]), ("Cache lives ten minutes", [FUZZY]), ("Gone", [GONE]))
    second = extract(
        session,
        ("Cache entries live for ten minutes", [FUZZY]),
        ("index on friday", [EXACT]),
        ("Fresh", []),
        version="v8",
    )

    page = compare_runs(first, second, mina)

    titles = [[(str(pair.first), str(pair.second)) for pair in group] for group in (page.kept, page.reworded)]
    assert titles == [
        [("Index on Friday", "index on friday")],
        [("Cache lives ten minutes", "Cache entries live for ten minutes")],
    ]
    assert [str(pair.first) for pair in page.lost] == ["Gone"]
    assert [str(pair.second) for pair in page.new] == ["Fresh"]
    assert page.claims == 4
    claims = page.reworded[0].claims
    assert claims is not None
    assert "".join(one.text for one in claims.second) == "Cache entries live for ten minutes"
    assert (page.worded_anew, page.another_fact) == (page.reworded, ())


def test_method_bar_is_as_wide_as_its_counts() -> None:
    boxes = charts.method_bar({"exact": 3, "fuzzy": 1}, METHOD_STATES)

    assert [(box.state, box.x, box.width, bool(box.hatch)) for box in boxes] == [
        ("exact", 1.0, 478.0, False),
        ("fuzzy", 481.0, 158.0, True),
    ]


def test_run_counts_asks_somebody_where_a_quote_stands_twice(project: Project) -> None:
    twice = make_session(["Tea at noon today. Tea at noon today."], project=project, session_id="twice")

    counts = run_counts(
        extract(twice, ("Tea", ["Tea at noon today"]), ("Both", ["Tea at noon today. Tea at noon today."]))
    )

    assert counts.clean_on_arrival == Share(1, 2)


def test_run_counts_leaves_rejected_entries_out_of_the_verified(session: ReviewSession, mina: User) -> None:
    run = extract(session, ("Index", [EXACT]), ("Cache", ["the cache lives for ten minutes"]))
    for entry in run.entries.all():
        promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)

    reject_entry(entry_id=run.entries.latest("position").pk, reason="not needed", seen_version=2, actor=mina)

    assert run_counts(run).verified_share == Share(1, 2)


def test_run_list_ends_after_a_page_of_runs_and_says_where_others_begin(session: ReviewSession, mina: User) -> None:
    runs = [extract(session, (f"Index {number}", [EXACT])) for number in range(PAGE_SIZE + 1)]

    newest = run_list(mina)

    assert sum(len(group.runs) for group in newest.makers) == PAGE_SIZE
    assert newest.older == runs[1].pk
    older = run_list(mina, before=newest.older)
    assert [one.extraction for group in older.makers for one in group.runs] == [runs[0]]
    assert older.older is None


@pytest.mark.parametrize("part", [1, 20])
@pytest.mark.parametrize("kind", ["entries", "quotes"])
def test_pages_of_rows_follow_each_other_and_go_back(
    session: ReviewSession, mina: User, monkeypatch: pytest.MonkeyPatch, kind: str, part: int
) -> None:
    monkeypatch.setattr(run_rows, "PAGE_SIZE", 2)
    monkeypatch.setattr(run_rows, "MAX_COUNTED_ROWS", 4)
    for version in ("v1", "v2"):
        extract(session, ("Index", [EXACT, NORMALIZED]), ("Cache", [FUZZY]), ("Nothing", []), version=version)
    monkeypatch.setattr(run_rows, "PART", part)
    listed: dict[str, Any] = {"entries": entries_behind(), "quotes": quotes_behind()}
    runs, rows_of = scoped_extractions(mina, Scope()), listed[kind]

    first = rows_page(runs, rows_of, None)
    second = rows_page(runs, rows_of, read_cursor({"after": first.keyset.after}))
    third = rows_page(runs, rows_of, read_cursor({"after": second.keyset.after}))

    assert [*first.rows, *second.rows, *third.rows] == list(rows_of(runs))
    assert [len(page.rows) for page in (first, second, third)] == [2, 2, 2]
    assert (first.keyset.before, third.keyset.after, first.count) == ("", "", "4+")
    assert rows_page(runs, rows_of, read_cursor({"before": third.keyset.before})).rows == second.rows
