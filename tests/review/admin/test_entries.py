"""Promoting in the admin: the same gate as everywhere."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from review.domain.policy import Stage
from review.models import Entry, Event
from review.services.promotion.stages import promote_entry
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]
FOUND = (0, "keep the raw text of every event")
INVENTED = (0, "nobody has ever said anything like it here")


def log_in(client: Client, *codenames: str) -> User:
    person = User.objects.create(username="staff", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client.force_login(person)
    return person


def promote(client: Client, *entries: Entry) -> list[str]:
    selected = {"action": "promote", "_selected_action": [str(entry.pk) for entry in entries]}
    response = client.post(reverse("admin:review_entry_changelist"), selected, follow=True)
    return [str(message) for message in response.context["messages"]]


def stages(*entries: Entry) -> list[str]:
    return [Entry.objects.get(pk=entry.pk).stage for entry in entries]


def test_promote_asks_the_gate_for_every_entry(client: Client) -> None:
    person = log_in(client, "view_entry", "change_entry")
    session = make_session(WORDS)
    raw = make_entry(session, [INVENTED], stage="raw")
    good, bad, bare = make_entry(session, [FOUND]), make_entry(session, [FOUND, INVENTED]), make_entry(session)

    shown = promote(client, raw, good, bad, bare)

    assert shown == ["2 entries were promoted", "Refused: evidence_not_aligned × 1, no_evidence × 1"]
    assert stages(raw, good, bad, bare) == ["working", "verified", "candidate", "candidate"]
    good.refresh_from_db()
    assert good.verified_by == person
    recorded = Event.objects.filter(actor="staff").order_by("seq").values_list("event_type", flat=True)
    assert list(recorded) == ["entry_promoted", "entry_promoted", "promotion_refused", "promotion_refused"]


def test_promote_never_certifies(client: Client) -> None:
    log_in(client, "view_entry", "change_entry")
    entry = make_entry(make_session(WORDS), [FOUND])
    mina = make_user("mina", project=make_project())
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)

    assert promote(client, entry) == ["0 entries were promoted", "Refused: not_permitted × 1"]


def test_promote_refuses_a_certified_entry(client: Client) -> None:
    log_in(client, "view_entry", "change_entry")
    entry = make_entry(make_session(WORDS), [FOUND])
    mina, jun = make_user("mina", project=make_project()), make_user("jun")
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    entry.refresh_from_db()
    certified = {"stage": "certified", "certified_by": jun, "certified_at": entry.verified_at}
    Entry.objects.filter(pk=entry.pk).update(**certified)

    assert promote(client, entry) == ["0 entries were promoted", "Refused: wrong_stage × 1"]


def test_promote_is_refused_to_staff_who_may_only_look(client: Client) -> None:
    log_in(client, "view_entry")
    entry = make_entry(make_session(WORDS), [FOUND])

    assert promote(client, entry) == ["0 entries were promoted", "Refused: not_permitted × 1"]
    assert stages(entry) == ["candidate"]
    assert Event.objects.latest("pk").event_type == "promotion_refused"


def test_promote_is_not_available_to_anybody_else(client: Client) -> None:
    entry = make_entry(make_session(WORDS), [FOUND])
    selected = {"action": "promote", "_selected_action": [str(entry.pk)]}
    where = reverse("admin:review_entry_changelist")

    assert client.post(where, selected).status_code == 302
    client.force_login(make_user("mina", project=make_project()))
    assert client.post(where, selected).status_code == 302
    log_in(client)
    assert client.post(where, selected).status_code == 403
    assert stages(entry) == ["candidate"]


def test_promote_twice_promotes_step_by_step(client: Client) -> None:
    log_in(client, "view_entry", "change_entry")
    entry = make_entry(make_session(WORDS), [FOUND], stage="raw")

    promote(client, entry)
    promote(client, entry)

    assert stages(entry) == ["candidate"]


def test_an_entry_says_what_blocks_it_which_quotes_failed_and_what_made_it(client: Client) -> None:
    log_in(client, "view_entry")
    entry = make_entry(make_session(WORDS), [FOUND, INVENTED])
    rewrite("review_extraction", "model", "m-1")

    page = client.get(reverse("admin:review_entry_change", args=[entry.pk])).content.decode()

    assert "Evidence alignment failed. Cannot promote to Verified." in page
    assert INVENTED[1] in page
    assert "m-1" in page
