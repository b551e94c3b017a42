"""What is wrong with a claim, for a program: of words that it sends, and of an entry."""

import pytest

from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.api.conftest import Program, Programs

pytestmark = pytest.mark.django_db
TALK = [
    {"role": "user", "name": "Ana", "content": "Mina is coming too."},
    {"role": "user", "name": "Ana", "content": "Maybe I signed the lease on Friday."},
    {"role": "user", "name": "Ben", "content": "great"},
]


@pytest.fixture
def bot(program: Programs) -> Program:
    return program(make_user("mina", project=make_project()))


def test_a_claim_is_checked_by_who_said_its_words(bot: Program) -> None:
    ana, ben = {"name": "Ana", "role": "user"}, {"name": "Ben", "role": "user"}
    said = {"text": "I pay 90 euros", "speaker": ana, "to": [ben], "message": "maybe I pay 90 euros", "start": 6}

    found = bot.post("claims/check", {"claim": "Ben pays 30 euros", "evidence": [said]})

    assert (found.status, found.body["ok"]) == (200, False)
    assert [(one["kind"], one["level"], one["sentence"]) for one in found.body["reasons"]] == [
        ("speaker", "missing", "Ana said this, not “Ben”."),
        ("amount", "missing", "The claim says “30 euros”, its words “90 euros”."),
        ("hedge", "said", "Said as a maybe: “maybe I pay 90 euros”."),
    ]
    plain = bot.post("claims/check", {"claim": "Ben pays 90 euros", "evidence": ["Ben pays 90 euros"]})
    assert (plain.body["ok"], plain.body["reasons"]) == (True, [])
    assert bot.post("claims/check", {"claim": "x", "evidence": [{"text": "x", "by": "Ana"}]}).status == 422


def test_a_day_of_a_claim_is_told_by_when_its_words_were_written(bot: Program) -> None:
    said = {"text": "I signed the lease yesterday", "when": "2023-05-08T09:00:00Z"}

    claims = ("The lease was signed on 7 May 2023", "The lease was signed on 6 May 2023")
    found = [bot.post("claims/check", {"claim": claim, "evidence": [said]}).body["ok"] for claim in claims]

    assert found == [True, False]


def test_an_entry_says_what_is_wrong_with_its_claim_where_that_is_asked(bot: Program) -> None:
    session = make_session(TALK, project=make_project())
    entry = make_entry(session, [(1, "I signed the lease on Friday")], title="Ben signed the lease with Mina")

    plain, marked = (bot.get(f"entries/{entry.pk}{query}").body for query in ("", "?marks=true"))

    assert plain["claimMarks"] is None
    assert [(one["kind"], one["level"], one["near"]) for one in marked["claimMarks"]] == [
        ("speaker", "missing", []),
        ("hedge", "said", []),
        ("name", "nearby", [0]),
    ]
    [words] = marked["claimMarks"][0]["words"]
    assert (words["messageIndex"], words["text"]) == (1, "I")
    failed = make_entry(session, ["nobody said any of this"], title="Ben")
    assert bot.get(f"entries/{failed.pk}?marks=true").body["claimMarks"] == []
