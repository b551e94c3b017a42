"""The tools of agents that ask the server, against the application itself."""

from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import pytest
from django.core.wsgi import get_wsgi_application
from django.test import override_settings

from aligner_core._mcp.extractions import AskedEntry, AskedMessage, AskedSession, AskedWords, submit_extraction
from aligner_core._mcp.failed import failed_quotes
from aligner_core._mcp.faults import ToolFailedError
from aligner_core._mcp.memories import verified_memories
from aligner_core._mcp.places import find_evidence
from aligner_core.client import EvidenceReview
from review.domain.policy import Stage
from review.domain.tokens import Scope
from review.models import Entry, Event, Extraction, ReviewSession
from review.services.promotion.stages import demote_entry, promote_entry
from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.api.conftest import Programs
from tests.review.api.test_uploads import run_jobs

pytestmark = pytest.mark.django_db(transaction=True)

SAID = ["We ship the beta on 4 May.", "가격은 12유로입니다."]
Connect = Callable[[], EvidenceReview]


@pytest.fixture
def connecting(program: Programs) -> Callable[..., Connect]:
    """Return a function that makes a way to the application with a token of its scopes."""

    def make(*scopes: Scope) -> Connect:
        bot = program(make_user("mina", project=make_project()), scopes=scopes)
        transport = httpx.WSGITransport(get_wsgi_application())
        return partial(
            EvidenceReview, "http://testserver", bot.secret, transport=transport, sleep=lambda _seconds: run_jobs()
        )

    return make


@pytest.fixture
def connect(connecting: Callable[..., Connect]) -> Connect:
    return connecting(Scope.READ, Scope.INGEST)


def entry(*quotes: str, title: str = "The beta ships on 4 May.") -> AskedEntry:
    return AskedEntry(title=title, type="fact", evidence=[AskedWords(quote=one, message_index=0) for one in quotes])


def talk(*said: str, name: str = "talk") -> AskedSession:
    return AskedSession(session_id=name, messages=[AskedMessage(content=one, role="user") for one in said])


def test_a_session_with_its_memories_is_stored_once(connect: Connect) -> None:
    first = submit_extraction(connect, talk(*SAID), [entry("We ship the beta on 4 May", "nobody said")], model="m-1")
    before = Event.objects.count()
    again = submit_extraction(connect, first.session, [entry("We ship the beta on 4 May", "nobody said")], model="m-1")

    assert (first.entries, first.quotes, first.aligned) == (1, 2, 1)
    assert ([one.quote for one in first.failed], first.more_failed) == (["nobody said"], 0)
    assert again == first
    assert Event.objects.count() == before
    assert Extraction.objects.get().run.model == "m-1"
    assert Entry.objects.get().stage == Stage.RAW


def test_a_session_without_a_name_is_named_by_the_server(connect: Connect) -> None:
    sent = submit_extraction(connect, talk(*SAID, name=""), [entry("We ship the beta on 4 May")])

    assert ReviewSession.objects.get(pk=sent.session).session_id
    assert Extraction.objects.get().run.model in {"", None}


@override_settings(REVIEW_MAX_CHARS_AT_ONCE=10)
def test_what_is_large_is_waited_for(connect: Connect) -> None:
    sent = submit_extraction(connect, talk(*SAID), [entry("We ship the beta on 4 May", "nobody said"), entry("a b")])

    assert (sent.entries, sent.quotes, sent.aligned, sent.failed, sent.more_failed) == (2, 3, 1, [], 2)
    assert len(failed_quotes(connect, sent.session).items) == 2


def test_changed_messages_are_left_to_a_person(connect: Connect) -> None:
    submit_extraction(connect, talk(*SAID), [entry("We ship the beta on 4 May")])

    with pytest.raises(ToolFailedError, match=r"messages_changed: .* a person accepts"):
        submit_extraction(connect, talk("We ship the beta on 5 May.", SAID[1]), [entry("We ship the beta on 5 May")])

    assert ReviewSession.objects.get().messages.count() == 2


def test_many_failed_quotes_are_listed_as_far_as_they_fit(connect: Connect) -> None:
    invented = [f"{number} {'nobody ever said any of this ' * 50}" for number in range(40)]

    sent = submit_extraction(connect, talk(*SAID), [entry(*invented)])

    assert len(sent.failed) + sent.more_failed == 40
    assert 0 < sent.more_failed < 40


def test_a_token_that_may_only_read_submits_nothing(connecting: Callable[..., Connect]) -> None:
    with pytest.raises(ToolFailedError, match=r"not_permitted: .*scope `ingest`"):
        submit_extraction(connecting(Scope.READ), talk(*SAID), [entry("We ship")])

    assert not ReviewSession.objects.exists()


def test_failed_quotes_come_with_the_words_to_use(connect: Connect) -> None:
    sent = submit_extraction(connect, talk(*SAID), [entry("We shipped the betas by 4 May"), entry("nobody said")])

    found = failed_quotes(connect, sent.session)

    by_words = {one.quote: one for one in found.items}
    mended = by_words["We shipped the betas by 4 May"]
    assert [(one.quote, one.message_index) for one in mended.use] == [("We ship the beta on 4 May", 0)]
    assert mended.closest
    assert (by_words["nobody said"].use, found.next) == ([], None)
    assert failed_quotes(connect, sent.session + 1).items == []


def test_a_long_list_is_read_to_its_end_whatever_is_mended_meanwhile(connect: Connect) -> None:
    invented = [f"{number} {'nobody ever said any of this ' * 50}" for number in range(90)]
    submit_extraction(connect, talk(*SAID), [entry(*invented)])

    seen, after, pages = list[int](), "", 0
    while True:
        page = failed_quotes(connect, after=after)
        seen += [one.id for one in page.items]
        pages += 1
        if page.next is None:
            break
        after = page.next

    assert (len(seen), len({*seen})) == (90, 90)
    assert pages > 3


def test_where_the_last_of_a_page_is_mended_none_is_missed(connect: Connect) -> None:
    submit_extraction(connect, talk(*SAID), [entry("nobody said"), entry("nor this")])
    everything = [one.id for one in failed_quotes(connect).items]

    assert [one.id for one in failed_quotes(connect, after=f"~{everything[0]}").items] == everything[1:]
    assert [one.id for one in failed_quotes(connect, after="~999999").items] == everything
    with pytest.raises(ToolFailedError, match="unknown_cursor"):
        failed_quotes(connect, after="nonsense")


def test_places_are_found_in_a_stored_session(connect: Connect) -> None:
    sent = submit_extraction(connect, talk(*SAID), [entry("We ship the beta on 4 May")])

    [place] = find_evidence(connect, "The price is 12 euros", session=sent.session).items

    assert (place.quote, place.message_index) == (SAID[1], 1)
    with pytest.raises(ToolFailedError, match="not_found"):
        find_evidence(connect, "The price", session=sent.session + 1)


def verified(number: int) -> Entry:
    session = make_session(["We keep the raw text."], session_id=f"talk-{number}")
    made = make_entry(session, ["the raw text"], title=f"Raw {number}", body="b" * 3_000)
    promote_entry(
        entry_id=made.pk, to=Stage.VERIFIED, seen_version=1, actor=made.session.project.memberships.get().user
    )
    return made


def test_what_people_verified_is_read_once_and_taken_back(connect: Connect) -> None:
    entries = [verified(number) for number in range(3)]

    told = verified_memories(connect)

    first = told.items[0].memory
    assert first is not None
    assert (first.claim, first.session, first.by, len(first.body)) == ("Raw 0", "talk-0", "mina", 2_004)
    assert [(one.words, one.message_index) for one in first.quotes] == [("the raw text", 0)]
    assert (told.more, first.more_quotes) == (False, 0)
    assert verified_memories(connect, told.next).items == []
    demote_entry(entry_id=entries[1].pk, reason="wrong", seen_version=2, actor=make_user("jun", project=make_project()))
    [moved] = verified_memories(connect, told.next).items
    assert (moved.id, moved.memory) == (entries[1].pk, None)


def test_many_memories_are_read_to_their_end(connect: Connect) -> None:
    expected = [verified(number).pk for number in range(14)]

    seen, since, calls = list[int](), 0, 0
    while True:
        told = verified_memories(connect, since)
        seen += [one.id for one in told.items]
        since, calls = told.next, calls + 1
        if not told.more:
            break

    assert (seen, calls) == (expected, 2)
    paged: Any = verified_memories(connect, limit=5)
    assert (len(paged.items), paged.more) == (5, True)
