"""What the page of an entry says of a claim that nobody asked about, and of one that was not judged to the end."""

import re

import pytest
from django.test import Client

from review.domain.policy import PolicyItem, Reason, Refused, Stage
from review.models import Entry, Project
from review.services.promotion.stages import promote_entry
from tests.factories import confirm, make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

COSTS = "The launch of part 1 costs 7 euros in total."


@pytest.fixture
def project() -> Project:
    project = make_project()
    make_user("mina", project=project)
    return project


def waiting(project: Project) -> Project:
    setattr(project, PolicyItem.CLAIM_FACTS, True)
    project.save()
    return project


def page_of(entry: Entry, language: str = "en") -> str:
    client = Client(headers={"accept-language": language})
    client.force_login(make_user("mina"))
    return " ".join(client.get(f"/entries/{entry.pk}/").content.decode().split())


def line(page: str, words: str) -> str:
    """Return the line of the checklist with these words."""
    found = [str(one) for one in re.findall(r"<li.*?</li>", page) if words in one and "data-is" in one]
    return found[0] if found else ""


def test_a_claim_that_nobody_asked_about_has_a_dash(project: Project) -> None:
    entry = make_entry(make_session([COSTS], project=project), [COSTS], title="It costs 900 euros")

    english, korean = page_of(entry), page_of(entry, "ko")

    assert 'data-is="unasked" title="Nobody has asked this."' in line(english, "The claim still holds")
    assert 'data-is="unasked" title="아직 아무도 확인하지 않았습니다."' in line(korean, "주장이 여전히 맞음")


def test_a_claim_whose_facts_were_asked_for_and_are_there_has_a_tick(project: Project) -> None:
    entry = make_entry(make_session([COSTS], project=waiting(project)), [COSTS], title="It costs 7 euros")

    assert line(page_of(entry), "The claim still holds") == ""


def test_no_requirement_of_found_words_has_a_tick_where_none_are_found(project: Project) -> None:
    entry = make_entry(make_session([COSTS], project=project), ["never said in here"], title="x")

    page = page_of(entry)

    for words in (
        "Every proof holds",
        "Each quote has one place",
        "No source has changed",
        "Critical differences are resolved",
    ):
        assert 'data-is="unasked"' in line(page, words)


SAYS_ANOTHER = "The claim says “900 euros”, its words “7 euros”."


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        pytest.param("\n" * 10_001 + "It costs 900 euros.", SAYS_ANOTHER, id="line ends"),
        pytest.param("\u200b" * 10_001 + "It costs 900 euros.", SAYS_ANOTHER, id="hidden signs"),
        pytest.param("Yes. " * 3_000 + "It costs 7 euros.", "too long to be read to the end", id="too long"),
        pytest.param("It costs 7 euros. " * 501, "more facts than are looked for", id="too many facts"),
        pytest.param("Es kostet ja nicht mehr als das hier.", "Words are judged in Korean and English", id="language"),
    ],
)
def test_a_padded_or_unjudged_claim_waits_and_says_why(project: Project, claim: str, words: str) -> None:
    entry = make_entry(make_session([COSTS], project=waiting(project)), [COSTS], title="", body=claim)

    mina = make_user("mina")
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina)

    assert decision == Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED,))
    entry.refresh_from_db()
    assert (entry.claim_open, entry.missing) == (True, "claim_unconfirmed")
    assert words in page_of(entry)
    confirm(entry, mina)
    assert line(page_of(entry), "The claim still holds") == ""
