"""What lists and the home page say is missing, and what waits for whom."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.domain.policy import Stage
from review.models import Entry, Project, Role
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_session, make_user, switch

pytestmark = pytest.mark.django_db

WORDS = ["We keep 21 builds of every branch. The cache lives for one hour."]
KEPT = "We keep 21 builds of every branch."


@pytest.fixture
def entries(project: Project) -> dict[str, Entry]:
    session = make_session(WORDS, project=project)
    quotes = {"clean": [KEPT], "differing": [KEPT.replace("21", "12")], "failed": [KEPT, "nobody ever said this"]}
    return {title: make_entry(session, quotes[title], title=title, stage="candidate") for title in quotes}


def listed(client: Client, query: str = "") -> dict[str, list[str]]:
    """Return the titles of the listed entries with what the column says of each."""
    page = client.get(f"/entries/?{query}").content.decode()
    rows = page.split("<tbody>")[-1].split("</tr>")[:-1] if "<tbody>" in page else []
    found = {}
    for row in rows:
        title = row.split("hx-ignore>")[1].split("<")[0]
        found[title] = [part.split("<")[0] for part in row.split('<span class="miss" data-is="')[1:]]
    return {title: [one.split('">')[1] for one in found[title]] for title in found}


def waiting(client: Client, *names: str) -> tuple[str, ...]:
    """Return how many entries the home page says wait, by the names of their filters."""
    counts = client.get("/").context["home"].waiting
    return tuple(counts[name] for name in names)


def test_the_list_says_what_each_entry_lacks(mina: Client, entries: dict[str, Entry]) -> None:
    assert listed(mina) == {"clean": ["nothing"], "differing": ["critical difference"], "failed": ["failed quote"]}
    assert listed(mina, "missing=evidence_not_aligned") == {"failed": ["failed quote"]}
    assert listed(mina, "stage=candidate&method=ready") == {"clean": ["nothing"]}


def test_the_newest_session_is_listed_first(mina: Client, project: Project) -> None:
    for name in ("older", "newer"):
        session = make_session(WORDS, project=project, session_id=name)
        for number in ("first", "second"):
            make_entry(session, [KEPT], title=f"{name} {number}")

    assert list(listed(mina)) == ["newer first", "newer second", "older first", "older second"]


def test_with_two_reviewers_what_waits_is_what_each_can_do(
    mina: Client, project: Project, entries: dict[str, Entry], as_person: Callable[[User], Client]
) -> None:
    switch(project, two_reviewers=True)
    jun = as_person(make_user("jun", project=project))

    assert waiting(mina, "ready", "approvable") == ("0", "1")
    assert listed(mina, "method=approvable") == {"clean": ["another reviewer"]}
    mina.post(f"/entries/{entries['clean'].pk}/approve/", {"seen_version": 1})

    assert waiting(mina, "ready", "approvable") == ("0", "0")
    assert waiting(jun, "ready", "approvable") == ("1", "1")
    assert listed(jun, "method=ready") == {"clean": ["nothing"]}


def test_a_certifier_finds_what_somebody_else_verified(
    mina: Client, project: Project, entries: dict[str, Entry], as_person: Callable[[User], Client]
) -> None:
    sora = as_person(make_user("sora", project=project, role=Role.CERTIFIER))
    promote_entry(entry_id=entries["clean"].pk, to=Stage.VERIFIED, seen_version=1, actor=make_user("mina"))

    assert waiting(mina, "certifiable") + waiting(sora, "certifiable") == ("0", "1")
    assert "Waiting for certification" in sora.get("/").content.decode()
    assert listed(sora, "method=certifiable") == {"clean": ["nothing"]}
    assert listed(mina, "method=certifiable") == {}


def test_the_register_filters_by_what_is_missing(admin_client: Client, entries: dict[str, Entry]) -> None:
    def found(query: str) -> set[str]:
        page = admin_client.get(f"/admin/review/entry/?{query}")
        return {entry.title for entry in page.context["cl"].result_list}

    assert found("") == {"clean", "differing", "failed"}
    assert found("missing=nothing") == {"clean"}
    assert found("missing=evidence_not_aligned") == {"failed"}
    assert "failed quote" in admin_client.get("/admin/review/entry/").content.decode()
