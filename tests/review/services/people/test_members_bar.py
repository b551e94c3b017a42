"""A raised bar: what it holds back waits everywhere, and what is verified keeps its stage."""

import pytest
from django.contrib.auth.models import User

from aligner_core import AlignerConfig
from review.domain.bulk import BatchKind
from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import Entry, Project, Role
from review.selectors.bulk.outlook import outlook
from review.selectors.entries.entry_list import entry_list
from review.selectors.home import home
from review.selectors.promotion.below_bar import HeldBack, held_back
from review.selectors.promotion.blocks import promotion_block
from review.selectors.queue import queue_from
from review.services.audit.audit_store import audit_store
from review.services.people.members import set_aligner
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import retry_quote
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

MESSAGE = "The index is rebuilt on Friday, before the release of the week. Raw text is kept for a year."
SLIPPED = "The index is rebuilt on Friday, before the relaese of the week."
EXACT = "Raw text is kept for a year."
WAITS = Refused(Stage.VERIFIED, (Reason.BELOW_PROJECT_BAR,))


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


def entry_of(*quotes: str) -> Entry:
    session = make_session([MESSAGE], project=make_project(), session_id=f"s-{Entry.objects.count()}")
    return make_entry(session, list(quotes), title="")


def set_bar(bar: float, dana: User) -> None:
    project = make_project()
    config, seen = AlignerConfig(fuzzy_threshold=bar), AlignerConfig(fuzzy_threshold=project.fuzzy_threshold)
    assert isinstance(set_aligner(project_id=project.pk, config=config, seen=seen, actor=dana), Project)


def promote(entry: Entry, actor: User) -> object:
    version = Entry.objects.get(pk=entry.pk).version
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version, actor=actor)


def missing(entry: Entry) -> str:
    return Entry.objects.get(pk=entry.pk).missing


def test_a_raised_bar_holds_back_what_is_below_it(dana: User) -> None:
    slipped, exact = entry_of(SLIPPED), entry_of(EXACT)

    set_bar(0.99, dana)

    assert (missing(slipped), missing(exact)) == ("below_project_bar", "")
    assert promote(slipped, dana) == WAITS
    assert promotion_block(slipped).reasons == (Reason.BELOW_PROJECT_BAR,)
    assert promote(exact, dana) == Granted(Stage.VERIFIED)
    assert list(audit_store()) == []


def test_a_bar_that_a_quote_reaches_holds_nothing_back(dana: User) -> None:
    entry = entry_of(SLIPPED)
    current = quotes_of(entry)[0].current
    assert current is not None
    assert current.similarity is not None

    set_bar(current.similarity, dana)

    assert missing(entry) == ""
    assert held_back(make_project(), current.similarity) == HeldBack(current.similarity, waiting=0, verified=0)


def test_a_lowered_bar_lets_it_pass_again(dana: User) -> None:
    entry = entry_of(SLIPPED)
    set_bar(0.99, dana)

    set_bar(0.9, dana)

    assert missing(entry) == ""
    assert promote(entry, dana) == Granted(Stage.VERIFIED)


def test_a_verified_entry_keeps_its_stage_and_is_marked(dana: User) -> None:
    entry = entry_of(SLIPPED)
    promote(entry, dana)

    set_bar(0.99, dana)

    entry.refresh_from_db()
    assert (entry.stage, entry.missing) == ("verified", "below_project_bar")
    assert list(audit_store()) == []


def test_it_is_in_an_inbox_the_queue_and_the_lists(dana: User) -> None:
    entry = entry_of(SLIPPED)
    set_bar(0.99, dana)

    assert home(dana).waiting["below_bar"] == "1"
    turns = queue_from(dana, {}, turn="", cursor=None).turns
    assert [(turn.entry_id, turn.name) for turn in turns] == [(entry.pk, "below_bar")]
    assert list(entry_list(dana, {"method": "below_bar"})) == [entry]
    assert list(entry_list(dana, {"missing": "below_project_bar"})) == [entry]


def test_the_words_of_the_message_are_above_every_bar(dana: User) -> None:
    entry = entry_of(SLIPPED)
    set_bar(0.99, dana)
    [quote] = quotes_of(entry)

    words = SLIPPED.replace("relaese", "release")
    retry_quote(quote_id=quote.pk, text=words, message_index=0, seen_attempt=1, actor=dana)

    assert missing(entry) == ""


def test_held_back_counts_open_and_verified_entries_once(dana: User) -> None:
    entry_of(SLIPPED, SLIPPED)
    promote(entry_of(SLIPPED), dana)
    rejected = entry_of(SLIPPED)
    reject_entry(entry_id=rejected.pk, reason="no", seen_version=rejected.version, actor=dana)
    other = make_session([MESSAGE], project=make_project("other"))
    make_entry(other, [SLIPPED])

    held = held_back(make_project(), 0.99)

    assert (held.waiting, held.verified, held.entries) == (1, 1, 2)
    assert held_back(make_project(), 0.9).entries == 0


def test_a_batch_leaves_it_out(dana: User) -> None:
    entry = entry_of(SLIPPED)
    set_bar(0.99, dana)

    assert outlook(BatchKind.VERIFY, [Entry.objects.get()], actor=dana) == {entry.pk: (Reason.BELOW_PROJECT_BAR,)}
