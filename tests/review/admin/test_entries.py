"""Entries in the admin: promoted together through the same gate as everywhere, read with all that happened to them."""

import re

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from review.acts import batches
from review.admin import entries
from review.domain.policy import Stage
from review.models import Batch, Entry, Event, Role
from review.services.audit.audit_store import audit_store
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import retry_quote, withdraw_quote
from tests.behind import rewrite
from tests.bulk import counts
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of, switch

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]
FOUND = (0, "keep the raw text of every event")
INVENTED = (0, "nobody has ever said anything like it here")
LISTED = reverse("admin:review_entry_changelist")
REASON = "Checked together at the meeting."


def log_in(client: Client, *codenames: str) -> User:
    person = User.objects.create(username="staff", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client.force_login(person)
    return person


def chosen(*made: Entry) -> dict[str, object]:
    return {"action": "promote", "_selected_action": [str(entry.pk) for entry in made]}


def preview(client: Client, *made: Entry) -> Batch:
    """Choose entries in the admin, and return the batch that the page of its preview is about."""
    response = client.post(LISTED, chosen(*made))
    batch = Batch.objects.latest("pk")
    assert (response.status_code, response.headers["Location"]) == (302, batch.get_absolute_url())
    assert client.get(batch.get_absolute_url()).status_code == 200
    return batch


def apply(client: Client, batch: Batch, *, reason: str = REASON) -> tuple[int, str]:
    response = client.post(f"{batch.get_absolute_url()}apply/", {"reason": reason})
    return response.status_code, response.content.decode()


def promote(client: Client, *made: Entry) -> Batch:
    """Look at the preview, then promote what it grants."""
    batch = preview(client, *made)
    apply(client, batch)
    return batch


def stages(*made: Entry) -> list[str]:
    return [Entry.objects.get(pk=entry.pk).stage for entry in made]


@pytest.fixture
def made() -> list[Entry]:
    session = make_session(WORDS)
    switch(bulk_unread=True)
    raw = make_entry(session, [INVENTED], stage="raw")
    good, bad, bare = make_entry(session, [FOUND]), make_entry(session, [FOUND, INVENTED]), make_entry(session)
    return [raw, good, bad, bare]


def test_the_preview_counts_what_the_gate_would_decide_and_promotes_nothing(client: Client, made: list[Entry]) -> None:
    log_in(client, "view_entry", "change_entry")
    before = Event.objects.count()

    batch = preview(client, *made)

    assert (batch.kind, counts(batch)) == (
        "promote",
        {
            ("waiting", ""): 1,
            ("waiting", "allowed_unread"): 1,
            ("left", "evidence_not_aligned"): 1,
            ("left", "no_evidence"): 1,
        },
    )
    assert (stages(*made), Event.objects.count()) == (["raw", "candidate", "candidate", "candidate"], before)


def test_promote_moves_what_was_granted_and_records_batch_and_reason_with_each(
    client: Client, made: list[Entry]
) -> None:
    person = log_in(client, "view_entry", "change_entry")

    batch = promote(client, *made)

    assert stages(*made) == ["working", "verified", "candidate", "candidate"]
    assert Entry.objects.get(pk=made[1].pk).verified_by == person
    bodies = [event.body for event in Event.objects.filter(event_type="entry_promoted").order_by("seq")]
    assert [(one["reason"], one["batch"]) for one in bodies] == [(REASON, batch.name)] * 2
    assert list(audit_store()) == []


@pytest.mark.parametrize("reason", ["", "  "])
def test_promote_asks_for_a_reason(client: Client, made: list[Entry], reason: str) -> None:
    log_in(client, "view_entry", "change_entry")

    status, page = apply(client, preview(client, *made), reason=reason)

    assert status == 422
    assert "Say why in a few words; the reason is kept with every entry." in page
    assert stages(*made) == ["raw", "candidate", "candidate", "candidate"]


def test_promote_refuses_what_changed_since_the_preview(client: Client, made: list[Entry]) -> None:
    log_in(client, "view_entry", "change_entry")
    good = made[1]
    mina = make_user("mina", project=make_project())
    batch = preview(client, good)
    withdraw_quote(quote_id=quotes_of(good)[0].pk, reason="no", seen_attempt=1, actor=mina)

    apply(client, batch)

    assert counts(batch) == {("refused", "conflict"): 1}
    event = Event.objects.latest("pk")
    assert (event.event_type, event.body["reasons"], event.body["batch"]) == (
        "promotion_refused",
        ["conflict"],
        batch.name,
    )


def test_promote_takes_all_that_match_where_the_list_has_more_than_one_page(client: Client, made: list[Entry]) -> None:
    log_in(client, "view_entry", "change_entry")

    client.post(LISTED, chosen(made[0]) | {"select_across": "1"})

    assert Batch.objects.get().items.count() == len(made)


def test_promote_takes_a_bounded_number_at_once(
    client: Client, made: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(client, "view_entry", "change_entry")
    monkeypatch.setattr(batches, "MAX_BATCH_ITEMS", 3)

    response = client.post(LISTED, chosen(*made), follow=True)

    messages = [str(message) for message in response.context["messages"]]
    assert messages == ["4 entries are chosen, and one batch takes up to 5000. Choose fewer with a filter."]
    assert preview(client, *made[:3]).items.count() == 3


def test_the_preview_asks_as_little_for_many_as_for_few(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    log_in(client, "view_entry", "change_entry")
    session = make_session(WORDS)
    many = [make_entry(session, [FOUND], title=f"claim {number}") for number in range(12)]

    with django_assert_max_num_queries(25):
        client.post(LISTED, chosen(*many))

    assert counts(Batch.objects.get()) == {("left", "unread"): 12}


def test_promote_never_certifies(client: Client) -> None:
    log_in(client, "view_entry", "change_entry")
    entry = make_entry(make_session(WORDS), [FOUND])
    mina = make_user("mina", project=make_project())
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)

    batch = promote(client, entry)

    assert counts(batch) == {("left", "not_permitted"): 1}
    assert stages(entry) == ["verified"]


def test_promote_refuses_a_certified_entry(client: Client) -> None:
    log_in(client, "view_entry", "change_entry")
    entry = make_entry(make_session(WORDS), [FOUND])
    mina, jun = make_user("mina", project=make_project()), make_user("jun")
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    entry.refresh_from_db()
    certified = {"stage": "certified", "certified_by": jun, "certified_at": entry.verified_at}
    Entry.objects.filter(pk=entry.pk).update(**certified)

    assert counts(preview(client, entry)) == {("left", "wrong_stage"): 1}


def test_promote_is_refused_to_staff_who_may_only_look(client: Client) -> None:
    log_in(client, "view_entry")
    entry = make_entry(make_session(WORDS), [FOUND])

    batch = promote(client, entry)

    assert counts(batch) == {("left", "not_permitted"): 1}
    assert stages(entry) == ["candidate"]


def test_promote_is_not_available_to_anybody_else(client: Client) -> None:
    entry = make_entry(make_session(WORDS), [FOUND])
    form = chosen(entry)

    assert client.post(LISTED, form).status_code == 302
    client.force_login(make_user("mina", project=make_project()))
    assert client.post(LISTED, form).status_code == 302
    log_in(client)
    assert client.post(LISTED, form).status_code == 403
    assert stages(entry) == ["candidate"]


def test_promote_is_not_offered_to_auditors_who_may_promote_elsewhere(client: Client) -> None:
    entry = make_entry(make_session(WORDS), [FOUND])
    client.force_login(make_user("dana", project=make_project(), role=Role.MANAGER))

    page = client.get(LISTED).content.decode()
    client.post(LISTED, chosen(entry))

    assert ('value="promote"' in page, 'value="recheck_evidence"' in page) == (False, True)
    assert stages(entry) == ["candidate"]


def test_promote_twice_promotes_step_by_step(client: Client) -> None:
    log_in(client, "view_entry", "change_entry")
    entry = make_entry(make_session(WORDS), [FOUND], stage="raw")

    promote(client, entry)
    promote(client, entry)

    assert stages(entry) == ["candidate"]
    assert {event.body["batch"] for event in Event.objects.filter(event_type="entry_promoted")} == {
        batch.name for batch in Batch.objects.all()
    }


def page_of(client: Client, entry: Entry) -> str:
    return client.get(reverse("admin:review_entry_change", args=[entry.pk])).content.decode()


def test_an_entry_says_what_blocks_it_which_quotes_failed_and_what_made_it(client: Client) -> None:
    log_in(client, "view_entry")
    entry = make_entry(make_session(WORDS), [FOUND, INVENTED])
    rewrite("review_extraction", "model", "m-1")

    page = page_of(client, entry)

    assert "Evidence alignment failed. Cannot promote to Verified." in page
    assert INVENTED[1] in page
    assert "m-1" in page


def test_an_entry_lists_its_quotes_every_attempt_and_its_events(client: Client) -> None:
    log_in(client, "view_entry")
    entry, mina = make_entry(make_session(WORDS), [FOUND, INVENTED]), make_user("mina", project=make_project())
    first, second = quotes_of(entry)
    retry_quote(quote_id=first.pk, text="the raw\u202etext", message_index=0, seen_attempt=1, actor=mina)
    withdraw_quote(quote_id=second.pk, reason="the model <b>invented</b> it", seen_attempt=1, actor=mina)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=3, actor=mina)

    page = page_of(client, entry)

    quotes, attempts, events = (page.split(f'id="{name}"')[1] for name in ("quotes", "attempts", "events"))
    assert "mina: the model &lt;b&gt;invented&lt;/b&gt; it" in quotes
    assert quotes.split("</table>")[0].count("<tr>") == 3
    assert attempts.split("</table>")[0].count("<tr>") == 4
    assert "the raw[RLO]text" in attempts
    assert events.split("</table>")[0].count("<tr>") == 5
    assert reverse("review:event_detail", args=[entry.events.latest("seq").pk]) in events
    assert "The words under the claim changed" in events


def test_an_entry_lists_its_newest_events_and_leads_to_the_others(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(client, "view_entry", "view_event")
    entry, dana = make_entry(make_session(WORDS), [FOUND]), make_user("dana", project=make_project())
    assert "All events of this entry" not in page_of(client, entry)
    reject_entry(entry_id=entry.pk, reason="no", seen_version=1, actor=dana)
    monkeypatch.setattr(entries, "MAX_LISTED", 1)

    page = page_of(client, entry)

    [link] = re.findall(r'href="([^"]*entry__id__exact=\d+)"', page)
    assert client.get(link).context["cl"].result_count == 2
    assert page.split('id="events"')[1].split("</table>")[0].count("<tr>") == 2


def test_an_entry_with_an_unreadable_event_is_shown(client: Client) -> None:
    log_in(client, "view_entry")
    entry = make_entry(make_session(WORDS), [FOUND])
    rewrite("review_event", "payload", "{", where="event_type = 'evidence_aligned'")

    assert "This event cannot be read." in page_of(client, entry)


def test_an_entry_that_is_not_there_is_not_found(client: Client) -> None:
    log_in(client, "view_entry")

    assert client.get(reverse("admin:review_entry_change", args=[1])).status_code == 302


def test_entries_show_the_switches_that_were_off_and_filter_by_it(client: Client) -> None:
    log_in(client, "view_entry")
    entry, mina = make_entry(make_session(WORDS), [FOUND]), make_user("mina", project=make_project())
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    other = make_entry(make_session([*WORDS, "b"]), [FOUND])
    switch(two_reviewers=True)

    page = client.get(LISTED, {"switches": "off"})

    assert [one.pk for one in page.context["cl"].result_list] == [entry.pk]
    assert "a switch was off" in page.content.decode()
    assert client.get(LISTED, {"switches": "x"}).context["cl"].result_count == 2
    assert "Off when it was verified, on today: Two reviewers for verified" in page_of(client, entry)
    assert "a switch was off" not in page_of(client, other)
