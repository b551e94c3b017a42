"""Places that may support a claim, for a program."""

import pytest

from review.models import Event
from tests.factories import make_project, make_session, make_user
from tests.review.api.conftest import Program, Programs

pytestmark = pytest.mark.django_db
WORDS = ["🙂 Hello. We ship the beta on 4 May. The price is 12 euros.", "Is it warm there?"]


@pytest.fixture
def bot(program: Programs) -> Program:
    return program(make_user("mina", project=make_project()))


def test_places_of_a_claim_are_words_to_quote(bot: Program) -> None:
    session = make_session(WORDS, project=make_project())
    events = Event.objects.count()

    found = bot.get(f"sessions/{session.pk}/proposals?claim=The+beta+ships+in+May")

    [first, *_] = found.body["items"]
    assert (found.status, first["messageIndex"], first["quote"]) == (200, 0, "We ship the beta on 4 May.")
    assert WORDS[0][first["spanStart"] : first["spanEnd"]] == first["quote"]
    assert {"beta", "4 May"} <= set(first["shared"])
    assert 0 < first["score"] <= 1
    assert Event.objects.count() == events


def test_a_claim_that_no_address_holds_is_sent(bot: Program) -> None:
    session = make_session(WORDS, project=make_project())
    path = f"sessions/{session.pk}/proposals"
    long = f"The beta ships in May. {'It is so. ' * 2_000}"

    same = bot.post(path, {"claim": "The beta ships in May", "limit": 1, "offsets": "utf16"})

    assert same.body == bot.get(f"{path}?claim=The+beta+ships+in+May&limit=1&offsets=utf16").body
    assert bot.post(path, {"claim": long}).status == 200
    for wrong in ({}, {"claim": ""}, {"claim": "a", "limit": 0}, {"claim": "a", "more": 1}):
        assert bot.post(path, wrong).status == 422


def test_places_are_counted_and_bounded_as_asked(bot: Program) -> None:
    session = make_session(WORDS, project=make_project())
    path = f"sessions/{session.pk}/proposals?claim=The+beta+ships+in+May"

    [points] = bot.get(f"{path}&limit=1").body["items"]
    [units] = bot.get(f"{path}&limit=1&offsets=utf16").body["items"]

    assert (units["spanStart"], units["offsets"]) == (points["spanStart"] + 1, "utf16")
    assert bot.get(f"sessions/{session.pk}/proposals?claim=zebra").body["items"] == []
    for query in ("", "?claim=", "?claim=a&limit=21"):
        assert bot.get(f"sessions/{session.pk}/proposals{query}").status == 422
