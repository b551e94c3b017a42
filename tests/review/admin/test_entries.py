"""Entries in the admin: promoted together through the same gate as everywhere, read with all that happened to them."""

import re

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from review.admin import bulk_promotion, entries
from review.domain.policy import Stage
from review.models import Entry, Event, Project, Role
from review.services.audit.audit_store import audit_store
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import retry_quote, withdraw_quote
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

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


def preview(client: Client, *made: Entry) -> str:
    response = client.post(LISTED, chosen(*made))
    assert response.status_code == 200
    return str(response.content.decode())


def seen_in(page: str) -> str:
    """Return what the form of the preview sends of the entries that were shown as granted."""
    [seen] = re.findall(r'name="seen" value="([^"]*)"', page)
    return str(seen)


def promote(client: Client, *made: Entry, reason: str = REASON, seen: str | None = None) -> list[str]:
    """Look at the preview, then promote what it grants; return the messages with the name of the batch left out."""
    form = chosen(*made) | {"reason": reason, "seen": seen_in(preview(client, *made)) if seen is None else seen}
    response = client.post(LISTED, form, follow=True)
    return [re.sub("batch [0-9a-f]{32}", "batch …", str(one)) for one in response.context["messages"]]


def stages(*made: Entry) -> list[str]:
    return [Entry.objects.get(pk=entry.pk).stage for entry in made]


def reasons_in(page: str) -> dict[str, int]:
    return {code: int(count) for code, count in re.findall(r"<code>(\w+)</code></th><td>(\d+)</td>", page)}


@pytest.fixture
def made() -> list[Entry]:
    session = make_session(WORDS)
    raw = make_entry(session, [INVENTED], stage="raw")
    good, bad, bare = make_entry(session, [FOUND]), make_entry(session, [FOUND, INVENTED]), make_entry(session)
    return [raw, good, bad, bare]


def test_the_preview_counts_what_the_gate_would_decide_and_promotes_nothing(client: Client, made: list[Entry]) -> None:
    log_in(client, "view_entry", "change_entry")
    before = Event.objects.count()

    page = preview(client, *made)

    assert "The gate lets 2 entries pass" in page
    assert re.findall(r"<li>(\w+ → \w+: \d)</li>", page) == ["raw → working: 1", "candidate → verified: 1"]
    assert reasons_in(page) == {"evidence_not_aligned": 1, "no_evidence": 1}
    assert seen_in(page) == f"{made[0].pk}:1 {made[1].pk}:1"
    assert (stages(*made), Event.objects.count()) == (["raw", "candidate", "candidate", "candidate"], before)


def test_promote_moves_what_was_granted_and_tells_batch_and_reason_with_each(client: Client, made: list[Entry]) -> None:
    person = log_in(client, "view_entry", "change_entry")

    shown = promote(client, *made)

    assert shown == ["2 entries were promoted · batch …"]
    assert stages(*made) == ["working", "verified", "candidate", "candidate"]
    assert Entry.objects.get(pk=made[1].pk).verified_by == person
    told = [event.body for event in Event.objects.filter(actor="staff").order_by("seq")]
    assert [one["reason"] for one in told] == [REASON, REASON]
    assert len({one["batch"] for one in told}) == 1
    assert list(audit_store()) == []


@pytest.mark.parametrize("reason", ["", "  "])
def test_promote_asks_for_a_reason(client: Client, made: list[Entry], reason: str) -> None:
    log_in(client, "view_entry", "change_entry")
    form = chosen(*made) | {"seen": seen_in(preview(client, *made)), "reason": reason}

    page = client.post(LISTED, form).content.decode()

    assert "Say why in a few words; the reason is kept with every entry." in page
    assert stages(*made) == ["raw", "candidate", "candidate", "candidate"]


@pytest.mark.parametrize("seen", ["", "1", "1:x", "1:1 ", "1:1,2:1", f"1:{'9' * 19}"])
def test_promote_takes_no_other_word_for_what_was_seen(client: Client, made: list[Entry], seen: str) -> None:
    log_in(client, "view_entry", "change_entry")

    assert promote(client, *made, seen=seen) == []
    assert stages(*made) == ["raw", "candidate", "candidate", "candidate"]


def test_promote_refuses_what_changed_since_the_preview(client: Client, made: list[Entry]) -> None:
    log_in(client, "view_entry", "change_entry")
    good = made[1]
    mina = make_user("mina", project=make_project())
    page = preview(client, good)
    withdraw_quote(quote_id=quotes_of(good)[0].pk, reason="no", seen_attempt=1, actor=mina)

    shown = promote(client, good, seen=seen_in(page))

    assert shown[0] == "0 entries were promoted · batch …"
    assert shown[1].startswith("Refused: Somebody changed this a moment ago.")
    told = Event.objects.latest("pk")
    assert (told.event_type, told.body["reasons"]) == ("promotion_refused", ["conflict"])
    assert re.fullmatch("[0-9a-f]{32}", told.body["batch"])


def test_promote_moves_nothing_that_was_not_shown(client: Client, made: list[Entry]) -> None:
    log_in(client, "view_entry", "change_entry")
    raw, good = made[:2]

    assert promote(client, raw, good, seen=f"{raw.pk}:1") == ["1 entry was promoted · batch …"]
    assert stages(raw, good) == ["working", "candidate"]


def test_promote_takes_a_bounded_number_at_once(
    client: Client, made: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(client, "view_entry", "change_entry")
    monkeypatch.setattr(bulk_promotion, "MAX_BATCH", 3)

    response = client.post(LISTED, chosen(*made), follow=True)

    told = [str(message) for message in response.context["messages"]]
    assert told == ["4 entries are chosen. Choose up to 3, for instance with a filter."]
    assert "The gate lets" in preview(client, *made[:3])


def test_the_preview_asks_as_little_for_many_as_for_few(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    log_in(client, "view_entry", "change_entry")
    session = make_session(WORDS)
    many = [make_entry(session, [FOUND], title=f"claim {number}") for number in range(12)]

    with django_assert_max_num_queries(40):
        page = preview(client, *many)

    assert "The gate lets 12 entries pass" in page


def test_promote_never_certifies(client: Client) -> None:
    log_in(client, "view_entry", "change_entry")
    entry = make_entry(make_session(WORDS), [FOUND])
    mina = make_user("mina", project=make_project())
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)

    page = preview(client, entry)

    assert ("The gate lets none" in page, reasons_in(page)) == (True, {"not_permitted": 1})
    assert promote(client, entry, seen=f"{entry.pk}:2")[0] == "0 entries were promoted · batch …"
    assert stages(entry) == ["verified"]


def test_promote_refuses_a_certified_entry(client: Client) -> None:
    log_in(client, "view_entry", "change_entry")
    entry = make_entry(make_session(WORDS), [FOUND])
    mina, jun = make_user("mina", project=make_project()), make_user("jun")
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    entry.refresh_from_db()
    certified = {"stage": "certified", "certified_by": jun, "certified_at": entry.verified_at}
    Entry.objects.filter(pk=entry.pk).update(**certified)

    assert reasons_in(preview(client, entry)) == {"wrong_stage": 1}


def test_promote_is_refused_to_staff_who_may_only_look(client: Client) -> None:
    log_in(client, "view_entry")
    entry = make_entry(make_session(WORDS), [FOUND])

    assert reasons_in(preview(client, entry)) == {"not_permitted": 1}
    assert promote(client, entry, seen=f"{entry.pk}:1")[0] == "0 entries were promoted · batch …"
    assert stages(entry) == ["candidate"]
    assert Event.objects.latest("pk").event_type == "promotion_refused"


def test_promote_is_not_available_to_anybody_else(client: Client) -> None:
    entry = make_entry(make_session(WORDS), [FOUND])
    form = chosen(entry) | {"seen": f"{entry.pk}:1", "reason": REASON}

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
    client.post(LISTED, chosen(entry) | {"seen": f"{entry.pk}:1", "reason": REASON})

    assert ('value="promote"' in page, 'value="recheck_evidence"' in page) == (False, True)
    assert stages(entry) == ["candidate"]


def test_promote_twice_promotes_step_by_step(client: Client) -> None:
    log_in(client, "view_entry", "change_entry")
    entry = make_entry(make_session(WORDS), [FOUND], stage="raw")

    promote(client, entry)
    promote(client, entry)

    assert stages(entry) == ["candidate"]


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


def test_an_entry_whose_event_cannot_be_read_is_shown(client: Client) -> None:
    log_in(client, "view_entry")
    entry = make_entry(make_session(WORDS), [FOUND])
    rewrite("review_event", "payload", "{", where="event_type = 'evidence_aligned'")

    assert "This event cannot be read." in page_of(client, entry)


def test_an_entry_that_is_not_there_is_not_found(client: Client) -> None:
    log_in(client, "view_entry")

    assert client.get(reverse("admin:review_entry_change", args=[1])).status_code == 302


def test_entries_tell_the_switches_that_were_off_and_filter_by_it(client: Client) -> None:
    log_in(client, "view_entry")
    entry, mina = make_entry(make_session(WORDS), [FOUND]), make_user("mina", project=make_project())
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    other = make_entry(make_session([*WORDS, "b"]), [FOUND])
    Project.objects.update(two_reviewers=True)

    page = client.get(LISTED, {"switches": "off"})

    assert [one.pk for one in page.context["cl"].result_list] == [entry.pk]
    assert "a switch was off" in page.content.decode()
    assert client.get(LISTED, {"switches": "x"}).context["cl"].result_count == 2
    assert "Off when it was verified, on today: Two reviewers for verified" in page_of(client, entry)
    assert "a switch was off" not in page_of(client, other)
