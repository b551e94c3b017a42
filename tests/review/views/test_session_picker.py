"""Choosing a session by searching: with scripts from a few hits, without by the words themselves."""

import pytest
from django.http import QueryDict
from django.test import Client

from review.forms import EntryFilterForm
from review.models import Project, ReviewSession, Role
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def mina(project: Project) -> Client:
    client = Client()
    client.force_login(make_user("mina", project=project))
    return client


def test_session_pick_offers_sessions_with_the_words_and_no_others(mina: Client, project: Project) -> None:
    lease = make_session(["a"], project=project, title="The lease of the flat", session_id="one")
    make_session(["b"], project=project, title="The cache", session_id="two")
    make_session(["c"], project=make_project("other"), title="The lease of others", session_id="three")

    page = mina.get("/sessions/pick/?among=read&session_find=LEASE").content.decode()

    assert page.count("<label>") == 1
    assert f'<input type="radio" name="session" value="{lease.pk}">' in page
    assert "No session has these words" in mina.get("/sessions/pick/?session_find=nowhere").content.decode()


def test_session_pick_offers_twenty(mina: Client, project: Project) -> None:
    for number in range(22):
        make_session(["a"], project=project, title=f"Talk {number}", session_id=f"talk-{number}")

    assert mina.get("/sessions/pick/?session_find=talk").content.decode().count("<label>") == 20


def test_session_pick_offers_an_auditor_nothing_that_they_may_not_add_to(project: Project) -> None:
    make_session(["a"], project=project, title="Talk")
    sora = Client()
    sora.force_login(make_user("sora", project=project, role=Role.AUDITOR))

    counts = [
        sora.get(f"/sessions/pick/?among={among}&session_find=talk").content.decode().count("<label>")
        for among in ("read", "audit", "upload", "nonsense")
    ]

    assert counts == [1, 1, 0, 1]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("session={new}", "{new}"),
        ("session={old}&session={new}", "{new}"),
        ("session={old}&session_find=cache", "{old}"),
        ("session_find=cache", "{new}"),
        ("session_find=old-id", "{old}"),
        ("session_find=nowhere", ""),
        ("session=99999999999999999999", ""),
        ("", ""),
    ],
)
def test_the_session_of_a_form_is_the_chosen_one_or_the_newest_with_the_words(
    project: Project, sent: str, expected: str
) -> None:
    keys = {
        name: make_session(["a"], project=project, title="The cache", session_id=f"{name}-id").pk
        for name in ("old", "new")
    }
    form = EntryFilterForm(QueryDict(sent.format(**keys)), user=make_user("mina", project=project))

    assert form.active_filters().get("session", "") == expected.format(**keys)


def test_a_page_names_the_chosen_session_alone(mina: Client, project: Project) -> None:
    chosen, other = (make_session(["a"], project=project, title=name, session_id=name) for name in ("One", "Other"))

    page = mina.get(f"/entries/?session={chosen.pk}").content.decode()

    assert f'value="{chosen.pk}" checked> <bdi hx-ignore>One</bdi>' in page
    assert other.title not in page


def test_session_pick_takes_single_signs_among_the_newest_sessions_alone(mina: Client, project: Project) -> None:
    pages = []
    for number in range(20 * 20 + 1):
        title = "秋" if number in {0, 20 * 20} else "Talk"
        ReviewSession.objects.create(project=project, title=title, session_id=f"talk-{number:03}")
        if number in {0, 20 * 20}:
            pages.append(mina.get("/sessions/pick/?session_find=秋").content.decode().count("<label>"))

    assert pages == [1, 1]
