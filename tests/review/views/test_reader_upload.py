"""The session page offers to add an extraction to those who may."""

import pytest
from django.test import Client

from review.models import Role
from review.payloads import check_extraction
from review.services.ingest.receive import receive_extraction
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("role", "is_offered"), [(Role.REVIEWER, True), (Role.VIEWER, False)])
def test_session_page_offers_to_add_an_extraction(client: Client, *, role: Role, is_offered: bool) -> None:
    session = make_session(["The cache lives for one hour."])
    client.force_login(make_user("hana", project=make_project(), role=role))

    page = client.get(session.get_absolute_url()).content.decode()

    assert (f'id="add-extraction" href="/upload/?session={session.pk}"' in page) is is_offered


def test_session_page_leads_to_entries_that_have_no_quotes_yet(client: Client) -> None:
    session = make_session(["The cache lives for one hour."])
    receive_extraction(session=session, checked=check_extraction({"entries": [{"title": "One hour"}]}), actor=None)
    client.force_login(make_user("hana", project=make_project(), role=Role.REVIEWER))

    page = client.get(session.get_absolute_url()).content.decode()

    assert "Its 1 entry has no quote yet." in page
    assert "No evidence in this session yet" not in page
