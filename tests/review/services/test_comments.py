"""Comments stay as they were made, are resolved and reopened, and change nothing of the entry that they are on."""

from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User

from review.domain.limits import MAX_COMMENTS
from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import Comment, Entry, Event, Role
from review.selectors.audit.entry_at_event import entry_at
from review.selectors.comments import comments_on
from review.selectors.entries.entry_list import entry_list, entry_pages
from review.selectors.entries.entry_page import entry_page
from review.selectors.promotion.undoable import undoable
from review.services.audit.audit_store import Finding, audit_store
from review.services.comments import make_comment, reopen_comment, resolve_comment
from review.services.derived.marks import wrong_marks
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.promotion.statements import approve_entry
from review.services.promotion.undo import undo_decision
from review.services.repair.quotes import retry_quote
from review.services.repair.undoing import Attempted, undo_attempt
from tests.behind import remove, rewrite
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of, switch
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)
MESSAGE = "We keep the raw text."
CONFLICT = Refused(Stage.CANDIDATE, (Reason.CONFLICT,))


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def jun() -> User:
    return make_user("jun", project=make_project())


@pytest.fixture
def entry(mina: User) -> Entry:
    return make_entry(make_session([MESSAGE]), [MESSAGE], title="The raw text stays")


def say(entry: Entry, actor: User, text: str = "Is that so?", reply_to: int | None = None) -> Comment:
    made = make_comment(entry_id=entry.pk, text=text, reply_to=reply_to, actor=actor)
    assert isinstance(made, Comment), made
    return made


def comment_events(entry: Entry) -> list[tuple[str, str, dict[str, object]]]:
    events = Event.objects.filter(entry=entry, event_type__startswith="comment_").order_by("seq")
    return [(event.event_type, event.actor, event.body) for event in events]


def test_a_comment_and_its_replies_are_kept_and_recorded(entry: Entry, mina: User, jun: User) -> None:
    head = say(entry, mina, "Is that so?\n@jun @nobody")
    say(entry, jun, "It is.", reply_to=1)

    [thread] = comments_on(entry).open
    assert (thread.head, [reply.text for reply in thread.replies]) == (head, ["It is."])
    assert thread.head.mentioned == {"jun"}
    assert comment_events(entry) == [
        ("comment_made", "mina", {"comment": 1, "reply_to": None, "text": head.text, "mentions": ["jun"]}),
        ("comment_made", "jun", {"comment": 2, "reply_to": 1, "text": "It is.", "mentions": []}),
    ]
    assert list(audit_store()) == []


def test_a_comment_is_resolved_and_reopened_once(entry: Entry, mina: User, jun: User) -> None:
    head, reply = say(entry, mina), say(entry, jun, reply_to=1)

    outcomes = [
        reopen_comment(comment_id=head.pk, actor=jun),
        resolve_comment(comment_id=reply.pk, actor=jun),
        resolve_comment(comment_id=head.pk, actor=jun),
        resolve_comment(comment_id=head.pk, actor=mina),
    ]
    resolved = comments_on(entry)

    assert [isinstance(one, Comment) for one in outcomes] == [False, False, True, False]
    assert {one for one in outcomes if isinstance(one, Refused)} == {CONFLICT}
    assert (resolved.open, [one.head.resolved_by for one in resolved.resolved]) == ((), [jun])
    assert list(audit_store()) == []
    reopen_comment(comment_id=head.pk, actor=mina)
    assert [one.head.resolved_at for one in comments_on(entry).open] == [None]
    assert [event_type for event_type, *_ in comment_events(entry)][2:] == ["comment_resolved", "comment_reopened"]
    assert list(audit_store()) == []


@pytest.mark.parametrize("reply_to", [2, 7])
def test_nobody_replies_to_a_reply_or_to_nothing(entry: Entry, mina: User, reply_to: int) -> None:
    say(entry, mina)
    say(entry, mina, reply_to=1)

    assert make_comment(entry_id=entry.pk, text="no", reply_to=reply_to, actor=mina) == CONFLICT
    assert entry.comments.count() == 2


def test_who_only_reads_says_nothing(entry: Entry, mina: User) -> None:
    comment, guest = say(entry, mina), make_user("guest", project=make_project(), role=Role.VIEWER)
    refused = Refused(Stage.CANDIDATE, (Reason.NOT_PERMITTED,))

    assert make_comment(entry_id=entry.pk, text="no", reply_to=None, actor=guest) == refused
    assert resolve_comment(comment_id=comment.pk, actor=guest) == refused
    assert len(comment_events(entry)) == 1


def test_only_members_are_mentioned(entry: Entry, mina: User, jun: User) -> None:
    make_user("stranger", project=make_project("elsewhere"))
    User.objects.filter(pk=jun.pk).update(is_active=False)

    assert say(entry, mina, "@mina @jun @stranger @nobody").mentions == "mina"


def test_a_comment_leaves_the_entry_and_its_approvals_as_they_are(entry: Entry, mina: User, jun: User) -> None:
    switch(two_reviewers=True)
    approve_entry(entry_id=entry.pk, seen_version=1, actor=jun)
    say(entry, mina)

    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=2, actor=mina)

    assert isinstance(decision, Granted)
    assert Entry.objects.get(pk=entry.pk).version == 3


@pytest.mark.parametrize("stage", ["verified", "rejected"])
def test_a_decided_entry_is_commented_on_too(entry: Entry, mina: User, stage: str) -> None:
    if stage == "rejected":
        reject_entry(entry_id=entry.pk, reason="a joke", seen_version=1, actor=mina)
    else:
        promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)

    say(entry, mina)

    filters = {"method": "comments"} | ({"rejected": "on"} if stage == "rejected" else {})
    assert [one.pk for one in entry_pages(mina, filters, None).entries] == [entry.pk]
    assert list(entry_list(mina, filters)) == [entry]
    assert list(audit_store()) == []


def test_lists_find_entries_with_open_comments(entry: Entry, mina: User) -> None:
    other = make_entry(make_session(["Other words."]), ["Other words."])
    head = say(entry, mina)
    say(entry, mina, reply_to=1)

    def listed() -> list[int]:
        page = entry_pages(mina, {"method": "comments"}, None)
        assert page.count == str(len(page.entries))
        assert [one.pk for one in entry_list(mina, {"method": "comments"})] == [one.pk for one in page.entries]
        return [one.pk for one in page.entries]

    found = [listed()]
    resolve_comment(comment_id=head.pk, actor=mina)
    found.append(listed())
    reopen_comment(comment_id=head.pk, actor=mina)
    found.append(listed())

    assert found == [[entry.pk], [], [entry.pk]]
    assert list(wrong_marks([entry.pk, other.pk])) == []


def test_a_decision_is_undone_although_somebody_commented_since(entry: Entry, mina: User, jun: User) -> None:
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    decision = entry.events.latest("seq")
    resolve_comment(comment_id=say(entry, jun).pk, actor=jun)

    offered = undoable(Entry.objects.get(pk=entry.pk), actor=mina)
    shown = entry_page(Entry.objects.get(pk=entry.pk), actor=mina).undoable
    undone = undo_decision(entry_id=entry.pk, event_id=decision.pk, actor=mina)

    assert offered is not None
    assert shown is not None
    assert offered.event == shown.event == decision
    assert undone == Granted(Stage.CANDIDATE)
    assert [one.head.actor for one in comments_on(entry).resolved] == [jun]
    assert list(audit_store()) == []


def test_an_attempt_is_undone_although_somebody_commented_since(entry: Entry, mina: User, jun: User) -> None:
    retry_quote(quote_id=quotes_of(entry)[0].pk, text="raw text", message_index=0, seen_attempt=1, actor=mina)
    attempt = entry.events.latest("seq")
    say(entry, jun)

    assert isinstance(undo_attempt(event_id=attempt.pk, actor=mina), Attempted)
    assert list(audit_store()) == []


def test_a_comment_itself_is_not_undone(entry: Entry, mina: User) -> None:
    say(entry, mina)

    assert undoable(entry, actor=mina) is None
    assert undo_decision(entry_id=entry.pk, event_id=entry.events.latest("seq").pk, actor=mina) == CONFLICT


def test_the_history_of_an_entry_shows_decisions_and_not_comments(entry: Entry, mina: User) -> None:
    say(entry, mina)

    assert {event.event_type for event in entry_page(entry, actor=mina).events} == {"evidence_aligned"}


def test_an_entry_as_it_was_has_the_comments_of_then(entry: Entry, mina: User) -> None:
    head = say(entry, mina, "one")
    resolve_comment(comment_id=head.pk, actor=mina)
    *_, before, after = entry.events.order_by("seq")

    past, now = (entry_at(entry, event.seq) for event in (before, after))

    assert past is not None
    assert now is not None
    assert past.as_json["comments"] == [[1, 0, "mina", "one", ""]]
    assert (past.as_json["resolved"], now.as_json["resolved"]) == ({}, {"1": "mina"})


@pytest.mark.parametrize(
    "tamper",
    [
        pytest.param(partial(rewrite, "review_comment", "text", "It is not."), id="other words"),
        pytest.param(partial(rewrite, "review_comment", "mentions", "jun"), id="other mentions"),
        pytest.param(partial(rewrite, "review_comment", "number", 9), id="another number"),
        pytest.param(partial(remove, "review_comment"), id="gone"),
        pytest.param(partial(rewrite, "review_comment", "created_at", "2020-01-01 00:00:00+00"), id="another day"),
        pytest.param(partial(rewrite, "review_comment", "resolved_at", "2020-01-01 00:00:00+00"), id="resolved then"),
    ],
)
def test_the_audit_finds_a_comment_that_is_not_as_it_was_recorded(
    entry: Entry, mina: User, tamper: Callable[[], None]
) -> None:
    resolve_comment(comment_id=say(entry, mina).pk, actor=mina)

    tamper()

    assert Finding("comment_unaccounted", "entry", entry.pk) in list(audit_store())


def test_the_audit_finds_a_comment_that_somebody_else_is_to_have_made_or_resolved(
    entry: Entry, mina: User, jun: User
) -> None:
    resolve_comment(comment_id=say(entry, mina).pk, actor=mina)

    rewrite("review_comment", "resolved_by_id", jun.pk)
    by_another = list(audit_store())
    rewrite("review_comment", "resolved_by_id", mina.pk)
    rewrite("review_comment", "actor_id", jun.pk)

    assert by_another == list(audit_store()) == [Finding("comment_unaccounted", "entry", entry.pk)]


def test_the_audit_finds_a_comment_that_is_resolved_without_an_event(entry: Entry, mina: User) -> None:
    comment = say(entry, mina)
    comment.resolved_at, comment.resolved_by = comment.created_at, mina
    comment.save(update_fields=["resolved_at", "resolved_by"])

    assert Finding("comment_unaccounted", "entry", entry.pk) in list(audit_store())


def test_comments_at_once_have_numbers_of_their_own(entry: Entry, mina: User, jun: User) -> None:
    made = race([partial(say, entry, who) for who in (mina, jun, mina, jun)])

    assert sorted(comment.number for comment in made) == [1, 2, 3, 4]
    assert list(audit_store()) == []


def test_a_comment_is_resolved_by_one_of_two(entry: Entry, mina: User, jun: User) -> None:
    comment = say(entry, mina)

    outcomes = race([partial(resolve_comment, comment_id=comment.pk, actor=who) for who in (mina, jun)])

    assert sorted(type(one).__name__ for one in outcomes) == ["Comment", "Refused"]
    assert list(audit_store()) == []


def test_a_page_shows_the_newest_comments_with_what_they_reply_to(entry: Entry, mina: User) -> None:
    head, *fewer = [say(entry, mina), say(entry, mina)]
    replies = [
        Comment(entry=entry, number=number, actor=mina, text=str(number), reply_to=head)
        for number in range(3, MAX_COMMENTS + 2)
    ]

    Comment.objects.bulk_create(replies[:-1])
    whole = comments_on(entry)
    replies[-1].save()
    shown = comments_on(entry)

    assert (whole.is_cut, shown.is_cut) == (False, True)
    assert [one.head for one in shown.open] == [head, *fewer]
    assert [list(one.replies) for one in shown.open] == [replies, []]
