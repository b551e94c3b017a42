"""Several people at one claim at the same time: one answer, and none to words that nobody saw."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User

from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import ClaimConfirmation, ClaimVersion, Entry
from review.services.audit.audit_store import audit_store
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.stages import promote_entry
from review.services.repair.quotes import retry_quote
from tests.factories import make_entries, make_project, make_session, make_user, quotes_of
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = ["We keep the raw text of every event."]
INVENTED = {"messageIndex": 0, "quote": "nobody ever said this here"}
RACERS, ENTRIES, SEEN = 4, 8, 2
Runner = Callable[[], object]
ANSWERED = Granted(Stage.CANDIDATE)
CONFLICT = Refused(Stage.CANDIDATE, (Reason.CONFLICT,))


@pytest.fixture
def people() -> list[User]:
    return [make_user(f"reviewer-{number}", project=make_project()) for number in range(RACERS)]


def asked(actor: User) -> list[Entry]:
    entries = make_entries(make_session(WORDS), [{"evidence": [INVENTED]} for _ in range(ENTRIES)])
    for entry in entries:
        retry(entry, actor, "keep the raw text", 1)
    return entries


def retry(entry: Entry, actor: User, text: str, seen: int) -> object:
    [quote] = quotes_of(entry)
    return retry_quote(quote_id=quote.pk, text=text, message_index=0, seen_attempt=seen, actor=actor)


def confirm(entry: Entry, actor: User) -> Decision:
    return confirm_claim(entry_id=entry.pk, seen_version=SEEN, actor=actor)


def correct(entry: Entry, actor: User) -> Decision:
    return correct_claim(entry_id=entry.pk, title=f"By {actor}", body="", seen_version=SEEN, actor=actor)


def verify(entry: Entry, actor: User) -> Decision:
    version = Entry.objects.get(pk=entry.pk).version
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version, actor=actor)


@pytest.mark.parametrize("answer", [confirm, correct])
def test_an_answer_by_four_at_once_is_given_once(people: list[User], answer: Callable[[Entry, User], Decision]) -> None:
    for entry in asked(people[0]):
        decisions = race([partial(answer, entry, actor) for actor in people])

        assert Counter(decisions) == {ANSWERED: 1, CONFLICT: RACERS - 1}
    assert ClaimConfirmation.objects.count() + ClaimVersion.objects.count() == ENTRIES
    assert list(audit_store()) == []


def test_confirm_against_correct_is_one_of_them(people: list[User]) -> None:
    for entry in asked(people[0]):
        decisions = race([partial(confirm, entry, people[0]), partial(correct, entry, people[1])])

        assert sorted(map(repr, decisions)) == sorted(map(repr, [ANSWERED, CONFLICT]))
    assert list(audit_store()) == []


@pytest.mark.parametrize("answer", [confirm, correct])
def test_an_answer_against_other_words_never_answers_for_what_nobody_saw(
    people: list[User], answer: Callable[[Entry, User], Decision]
) -> None:
    for entry in asked(people[0]):
        runners: list[Runner] = [
            partial(answer, entry, people[0]),
            partial(retry, entry, people[1], "the raw text of every event", 2),
        ]
        race(runners)

        assert verify(entry, people[2]) == Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED,))
    assert list(audit_store()) == []


def test_an_answer_against_verifying_is_one_before_the_other(people: list[User]) -> None:
    for entry in asked(people[0]):
        confirm(entry, people[0])
        late = partial(correct_claim, entry_id=entry.pk, title="Late", body="", seen_version=SEEN + 1, actor=people[1])
        verifying = partial(promote_entry, entry_id=entry.pk, to=Stage.VERIFIED, seen_version=SEEN + 1, actor=people[2])
        corrected, verified = race([late, verifying])

        assert isinstance(corrected, Granted) is not isinstance(verified, Granted)
        entry.refresh_from_db()
        assert (entry.stage, entry.claim_version) in {("verified", 1), ("candidate", 2)}
    assert list(audit_store()) == []
