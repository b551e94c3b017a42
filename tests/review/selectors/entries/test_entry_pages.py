"""Pages of entries, put together, are the whole list: for every filter, forward and back."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User

from aligner_core import FailureReason, Verdict
from benchmarks.fill.stores import fill
from review.domain.marks import run_mark
from review.domain.policy import Reason, Stage
from review.models import Entry, EntryMark, ReviewSession
from review.selectors.entries.entry_list import SWITCH_WAS_OFF, EntryPage, entry_list, entry_pages
from review.selectors.keyset import read_cursor
from review.selectors.promotion.readiness import WAITING
from tests.factories import make_entry, make_project, make_session, make_user, run_of

pytestmark = pytest.mark.django_db(transaction=True)

FILTERS = [
    *({"stage": stage} for stage in (*Stage, SWITCH_WAS_OFF)),
    *({"method": method} for method in ("exact", "normalized", "fuzzy", "withdrawn", *WAITING)),
    *({"missing": reason} for reason in (Reason.NO_EVIDENCE, Reason.EVIDENCE_NOT_ALIGNED, Reason.DRIFTED_EVIDENCE)),
    *({"reason": reason} for reason in FailureReason),
    *({"verdict": verdict} for verdict in Verdict),
    *({"speaker": speaker} for speaker in ("user", "assistant", "tool", "other", "not_user")),
    *({"sources": sources} for sources in ("conversation", "retrieval", "invented", "stale")),
    *({"project": project} for project in ("atlas", "hanbit", "nowhere")),
    {"run": "model-2"},
    {"stage": "candidate", "method": "ready"},
    {"stage": "candidate", "speaker": "tool", "method": "fuzzy", "project": "harbor"},
    {"missing": "evidence_not_aligned", "reason": "not_found"},
    {},
]


def pages(user: User, filters: dict[str, str], *, step: str = "after", begin: str = "") -> Iterator[EntryPage]:
    address = begin
    while True:
        page = entry_pages(user, filters, read_cursor({step: address} if address else {}))
        yield page
        address = getattr(page.page, step)
        if not address:
            return


@pytest.mark.exhaustive
def test_pages_are_the_list_for_every_filter() -> None:
    fill(27 * 8)
    mina, session = User.objects.get(username="mina"), ReviewSession.objects.earliest("pk")

    for filters in [*FILTERS, {"session": str(session.pk)}]:
        for narrowed in (filters, {**filters, "rejected": "True"}):
            whole = list(entry_list(mina, narrowed).values_list("pk", flat=True))
            forward = list(pages(mina, narrowed))
            assert [entry.pk for page in forward for entry in page.entries] == whole, narrowed
            assert forward[0].count.rstrip("+") == str(min(len(whole), 99)), narrowed
            if forward[-1].page.before:
                back = list(pages(mina, narrowed, step="before", begin=forward[-1].page.before))
                assert [page.entries for page in back] == [page.entries for page in reversed(forward[:-1])], narrowed


def test_entry_pages_shows_nothing_of_other_projects() -> None:
    make_entry(make_session(["Words."], project=make_project("other")), [(0, "Words.")])

    page = entry_pages(make_user("mina", project=make_project()), {}, None)

    assert (page.entries, page.count, page.page.has_others) == ([], "0", False)


def test_entry_pages_begins_anew_where_an_address_was_not_signed_here() -> None:
    entry = make_entry(make_session(["Words."]), [(0, "Words.")])
    mina = make_user("mina", project=make_project())

    for forged in ({"after": "WzEsMV0:forged"}, {"before": ""}, {"after": "x"}):
        assert entry_pages(mina, {}, read_cursor(forged)).entries == [entry]


def test_a_mark_goes_with_its_entry() -> None:
    entry = make_entry(make_session(["Words."]), [(0, "Words.")], stage="candidate")

    run = run_mark(run_of(entry).digest)
    judged = ("speaker:user", "stage:candidate", "verdict:verbatim")
    assert set(EntryMark.objects.values_list("entry_id", "name", "session_id", "project_id")) == {
        (entry.pk, name, entry.session_id, entry.session.project_id)
        for name in ("every", "method:exact", "missing:nothing", "ready", *judged, run)
    }
    assert Entry.objects.count() == 1
