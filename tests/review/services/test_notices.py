"""People are notified of what concerns them: mentions, replies, changes of what they did, and demotions of it."""

import pytest
from django.contrib.auth.models import User

from review.domain.changes import ChangeReason
from review.domain.policy import Stage
from review.models import Comment, Entry, Membership, Notice, ReviewSession
from review.payloads import check_extraction, check_session
from review.selectors.keyset import Cursor, read_cursor
from review.selectors.notices import NoticeRow, new_notices, notice_page
from review.selectors.people import project_rights
from review.services.comments import make_comment, reopen_comment, resolve_comment
from review.services.ingest.receive import receive_extraction, receive_session
from review.services.notices import note_seen
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry, reopen_entry
from review.services.queue.changes import request_change, resolve_change
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
MESSAGE = "We keep the raw text."


@pytest.fixture
def people() -> dict[str, User]:
    return {name: make_user(name, project=make_project()) for name in ("mina", "jun", "hana", "sora")}


@pytest.fixture
def session(people: dict[str, User]) -> ReviewSession:
    return make_session([MESSAGE, "Fine."], session_id="talk")


@pytest.fixture
def entry(session: ReviewSession) -> Entry:
    return make_entry(session, [MESSAGE])


def new_for(person: User) -> str:
    return new_notices(person, project_rights(person).projects)


def say(entry: Entry, actor: User, text: str = "Is that so?", reply_to: int | None = None) -> Comment:
    made = make_comment(entry_id=entry.pk, text=text, reply_to=reply_to, actor=actor)
    assert isinstance(made, Comment), made
    return made


def version(entry: Entry) -> int:
    return Entry.objects.get(pk=entry.pk).version


def verify(entry: Entry, actor: User) -> None:
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version(entry), actor=actor)


def demote(entry: Entry, actor: User) -> None:
    demote_entry(entry_id=entry.pk, reason="too soon", seen_version=version(entry), actor=actor)


def ask(entry: Entry, actor: User) -> None:
    request_change(
        entry_id=entry.pk, reason=ChangeReason.OTHER, comment="shorter", seen_version=version(entry), actor=actor
    )


def recorded_notices() -> list[tuple[str, str, str]]:
    rows = Notice.objects.order_by("pk").values_list("person__username", "kind", "event__event_type")
    return [*rows]


def rows(person: User) -> tuple[NoticeRow, ...]:
    return notice_page(person, None).rows


def test_who_is_mentioned_is_notified_once_and_nobody_of_their_own(entry: Entry, people: dict[str, User]) -> None:
    say(entry, people["mina"], "@jun @mina @jun @nobody")

    assert recorded_notices() == [("jun", "mention", "comment_made")]


def test_who_wrote_there_is_notified_of_a_reply(entry: Entry, people: dict[str, User]) -> None:
    say(entry, people["mina"])
    say(entry, people["hana"], "another one")
    say(entry, people["jun"], "It is.", reply_to=1)
    say(entry, people["mina"], "@sora @jun: sure?", reply_to=1)

    assert recorded_notices() == [
        ("mina", "reply", "comment_made"),
        ("jun", "mention", "comment_made"),
        ("sora", "mention", "comment_made"),
    ]


def test_who_left_the_project_is_not_notified(entry: Entry, people: dict[str, User]) -> None:
    say(entry, people["jun"])
    Membership.objects.filter(user=people["jun"]).delete()
    say(entry, people["mina"], "@jun", reply_to=1)

    assert recorded_notices() == []


def test_who_may_not_log_in_is_not_notified(entry: Entry, people: dict[str, User]) -> None:
    say(entry, people["jun"])
    User.objects.filter(username="jun").update(is_active=False)
    say(entry, people["mina"], reply_to=1)

    assert recorded_notices() == []


def test_who_uploaded_and_who_decided_is_notified_of_a_change(session: ReviewSession, people: dict[str, User]) -> None:
    entries = {"entries": [{"title": "Raw", "stage": "candidate", "evidence": [{"messageIndex": 0, "quote": MESSAGE}]}]}
    receipt = receive_extraction(session=session, checked=check_extraction(entries), actor=people["sora"])
    entry = receipt.extraction.entries.get()
    reject_entry(entry_id=entry.pk, reason="no", seen_version=1, actor=people["hana"])
    reopen_entry(entry_id=entry.pk, seen_version=2, actor=people["mina"])

    ask(entry, people["mina"])

    assert sorted(recorded_notices()) == [
        ("hana", "change", "change_requested"),
        ("sora", "change", "change_requested"),
    ]


def test_nobody_is_notified_that_a_change_is_settled(entry: Entry, people: dict[str, User]) -> None:
    reject_entry(entry_id=entry.pk, reason="no", seen_version=1, actor=people["hana"])
    reopen_entry(entry_id=entry.pk, seen_version=2, actor=people["hana"])
    ask(entry, people["mina"])
    before = recorded_notices()
    resolve_change(entry_id=entry.pk, seen_version=version(entry), actor=people["mina"])

    assert recorded_notices() == before == [("hana", "change", "change_requested")]


def test_who_verified_is_notified_of_a_demotion(entry: Entry, people: dict[str, User]) -> None:
    verify(entry, people["hana"])
    demote(entry, people["mina"])
    verify(entry, people["jun"])
    demote(entry, people["jun"])

    assert recorded_notices() == [("hana", "demotion", "entry_demoted")]


def test_who_verified_is_notified_that_a_message_changed(session: ReviewSession, people: dict[str, User]) -> None:
    entries = [make_entry(session, [MESSAGE], title=title) for title in "ab"]
    untouched = make_entry(session, [(1, "Fine.")], title="c")
    for entry, name in zip([*entries, untouched], ("mina", "jun", "mina"), strict=True):
        verify(entry, people[name])
    upload = check_session({"sessionId": "talk", "messages": ["We keep the text.", "Fine.", "New."]})

    receive_session(project=session.project, upload=upload, actor=people["jun"], accept_changes=True)

    assert recorded_notices() == [("mina", "demotion", "entry_demoted")]
    assert [row.entry for row in rows(people["mina"])] == [entries[0]]


def test_new_ones_are_counted_to_nine_and_seen_with_the_list(entry: Entry, people: dict[str, User]) -> None:
    jun, counts = people["jun"], []
    for number in range(11):
        counts.append(new_for(jun))
        say(entry, people["mina"], f"@jun {number}")
    page = rows(jun)
    note_seen(newest=page[1].notice.pk, person=jun)

    assert [*counts, "9+"] == [*(str(number) for number in range(10)), "9+", "9+"]
    assert new_for(jun) == "1"
    assert [row.event.body["text"] for row in page] == [f"@jun {number}" for number in reversed(range(11))]
    assert new_for(people["mina"]) == "0"


def test_seeing_ones_own_leaves_those_of_others_new(entry: Entry, people: dict[str, User]) -> None:
    say(entry, people["mina"], "@jun @hana")
    note_seen(newest=Notice.objects.latest("pk").pk, person=people["jun"])

    assert [new_for(people[name]) for name in ("jun", "hana")] == ["0", "1"]


def test_what_is_in_a_project_that_a_person_left_is_neither_counted_nor_listed(
    entry: Entry, people: dict[str, User]
) -> None:
    say(entry, people["mina"], "@jun")
    Membership.objects.filter(user=people["jun"]).delete()

    assert (new_for(people["jun"]), rows(people["jun"])) == ("0", ())


def test_a_list_says_what_is_settled(entry: Entry, people: dict[str, User]) -> None:
    jun, mina = people["jun"], people["mina"]
    head = say(entry, mina, "@jun")
    say(entry, jun, "why", reply_to=1)
    say(entry, mina, "so", reply_to=1)
    say(entry, mina, "@jun again")
    resolve_comment(comment_id=head.pk, actor=mina)
    verify(entry, jun)
    demote(entry, mina)
    ask(entry, mina)

    def settled() -> dict[int, bool]:
        return {row.event.seq: row.is_settled for row in rows(jun)}

    first = [*settled().values()]
    resolve_change(entry_id=entry.pk, seen_version=version(entry), actor=mina)
    reopen_comment(comment_id=head.pk, actor=mina)
    second = [*settled().values()]
    ask(entry, mina)
    third = [*settled().values()]
    verify(entry, mina)
    fourth = [*settled().values()]

    # newest first: change, demotion, mention, reply, mention
    assert first == [False, False, False, True, True]
    assert second == [True, False, False, False, False]
    assert third == [False, True, False, False, False, False]
    assert fourth == [True, True, True, False, False, False]


def test_one_page_follows_another(entry: Entry, people: dict[str, User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("review.selectors.notices.PAGE_SIZE", 2)
    other = make_entry(make_session([MESSAGE], project=make_project("other")), [MESSAGE])
    make_user("mina", project=make_project("other"))
    make_user("jun", project=make_project("other"))
    for number in range(5):
        say(other if number % 2 else entry, people["mina"], f"@jun {number}")

    found, cursor = list[str](), None
    for _ in range(3):
        page = notice_page(people["jun"], cursor)
        found += [row.event.body["text"] for row in page.rows]
        cursor = read(page.page.after)

    assert found == [f"@jun {number}" for number in reversed(range(5))]
    assert cursor is None


def read(after: str) -> Cursor | None:
    return read_cursor({"after": after}) if after else None
