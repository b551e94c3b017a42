"""Where the numbers of the home page lead, and what the navigation says of the page that is shown."""

import re

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from review.domain.tokens import Scope
from review.models import ApiToken, Project
from review.services.people.tokens import issue_token
from tests.factories import make_entry, make_project, make_session, make_user


def test_home_leads_readers_to_lists_of_what_it_counts(guest: Client, project: Project) -> None:
    session = make_session(["Then we went home early."], project=project)
    make_entry(session, ["Then we went home early"])
    make_entry(session, ["never said in any message"])

    page = guest.get("/").content.decode()

    headings = ("Ready to verify", "Critical differences", "Ambiguous quotes")
    boxes = [
        page[page.index(f'id="inbox-{name}"') :].partition("</div>")[0]
        for name in ("ready", "differences", "ambiguous")
    ]
    for box, number, heading, method in zip(
        boxes, (1, 0, 0), headings, ("ready", "differences", "ambiguous"), strict=True
    ):
        assert f'<p class="big">{number}</p>' in box
        assert f'href="/entries/?method={method}">{heading}</a>' in re.sub(r"\s+>", ">", box)
    assert ("Start with the entries that quote words nobody said there" in page, 'id="begin"' in page) == (True, False)


def test_the_navigation_marks_the_page_that_is_shown(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(["Then we went home early."], project=project), ["Then we went home early"])
    listed = {page: page for page in ("/entries/", "/sessions/", "/failed/")} | {entry.get_absolute_url(): "/entries/"}

    marked = {
        address: re.findall(r'<li><a href="([^"]+)" aria-current="page">', mina.get(address).content.decode())
        for address in listed
    }

    assert marked == {address: [place] for address, place in listed.items()}


def test_home_names_the_projects_of_the_person_alone(mina: Client, project: Project) -> None:
    other = make_project("secret")

    page = mina.get("/")

    assert page.context["projects"] == (project,)
    assert other.get_absolute_url() not in page.content.decode()


def test_home_says_which_of_ones_own_tokens_end_soon(mina: Client, project: Project) -> None:
    owner = User.objects.get(username="mina")
    for name, days in (("near", 10), ("far", 90)):
        issue_token(project_id=project.pk, name=name, scopes=[Scope.READ], days=days, actor=owner)
    other = make_user("jun", project=project)
    issue_token(project_id=project.pk, name="foreign", scopes=[Scope.READ], days=1, actor=other)

    page = mina.get("/").content.decode()

    assert "Your token near in" in page
    assert [name for name in ("far", "foreign") if f"token {name} in" in page] == []
    assert f"/projects/{project.slug}/api/" in page
    ApiToken.objects.filter(name="near").update(expires_at=timezone.now())
    assert "ending-tokens" not in mina.get("/").content.decode()
