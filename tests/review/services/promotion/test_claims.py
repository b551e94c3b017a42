"""Whatever way other words come to count, the claim that was written from the model's has to be confirmed."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import ClaimConfirmation, ClaimVersion, Entry, Message, Quote, Role
from review.payloads import check_session
from review.selectors.promotion.gate_facts import entry_facts
from review.selectors.quotes.quote_rows import quote_row, with_current
from review.selectors.repair.diagnoses import with_diagnoses
from review.selectors.repair.selection import selection_of
from review.services.audit.audit_store import audit_store
from review.services.ingest.receive import receive_session
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry
from review.services.promotion.statements import approve_entry
from review.services.repair.anchoring import anchor_quote
from review.services.repair.drift import confirm_place
from review.services.repair.quotes import (
    acknowledge_differences,
    choose_occurrence,
    restore_attempt,
    retry_quote,
    withdraw_quote,
)
from review.services.repair.splitting import Split, split_quote, undo_split
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of, switch

pytestmark = pytest.mark.django_db

LEASE = "The lease ends on 30 April 2027, and we have to give notice 90 days before it ends."
KEYS = "열쇠는 이사 당일에 관리 사무소에 맡기지 않고 직접 넘기기로 했습니다."
SOUND = "The review meeting begins at nine on Monday morning."
MESSAGES = [f"I read the contract again. {LEASE} Nobody will remind us.", f"{KEYS} 잊지 마세요.", SOUND, f"> {LEASE}"]
CONFIRMED, REFUSED = Granted(Stage.CANDIDATE), (Reason.CLAIM_UNCONFIRMED,)
CASES = [
    pytest.param(0, LEASE.replace("April", "May"), LEASE, id="another month"),
    pytest.param(0, "The lease goes on for ever, nobody has to give any notice.", LEASE, id="a contradiction"),
    pytest.param(1, KEYS.replace("맡기지 않고", "맡기고"), KEYS, id="no negation, Korean"),
    pytest.param(1, "열쇠는 관리 사무소에 맡긴다.", KEYS, id="a contradiction, Korean"),
]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def entry_with(*quotes: tuple[int, str], messages: list[str] | None = None) -> Entry:
    return make_entry(make_session(messages or MESSAGES, session_id="lease"), quotes, title="The lease ends in May")


def now(entry: Entry) -> Entry:
    return Entry.objects.select_related("claim").get(pk=entry.pk)


def first(entry: Entry) -> Quote:
    return quotes_of(entry)[0]


def attempt(quote: Quote) -> int:
    current = Quote.objects.select_related("current").get(pk=quote.pk).current
    assert current is not None
    return current.attempt


def retry(quote: Quote, actor: User, text: str, index: int) -> None:
    retry_quote(quote_id=quote.pk, text=text, message_index=index, seen_attempt=attempt(quote), actor=actor)


def restore(quote: Quote, actor: User, earlier: int) -> None:
    restore_attempt(quote_id=quote.pk, attempt=earlier, seen_attempt=attempt(quote), actor=actor)


def select(quote: Quote, actor: User, text: str, index: int) -> None:
    message = Message.objects.get(session=quote.entry.session, index=index, version=1)
    start = message.content.index(text)
    selection = selection_of(message, start, start + len(text))
    assert selection is not None
    anchor_quote(quote_id=quote.pk, selection=selection, seen_attempt=attempt(quote), actor=actor)


def split(quote: Quote, actor: User, text: str, index: int) -> Split:
    middle = text.rindex(" ", 0, len(text) // 2)
    parts = [(text[:middle], index), (text[middle + 1 :], index)]
    made = split_quote(quote_id=quote.pk, parts=parts, seen_attempt=attempt(quote), actor=actor)
    assert isinstance(made, Split)
    return made


def withdraw(quote: Quote, actor: User) -> None:
    withdraw_quote(quote_id=quote.pk, reason="invented", seen_attempt=attempt(quote), actor=actor)


def verify(entry: Entry, actor: User) -> object:
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=now(entry).version, actor=actor)


def missed(entry: Entry, actor: User) -> tuple[Reason, ...]:
    decision = verify(entry, actor)
    assert isinstance(decision, Refused), decision
    return decision.reasons


def twice_edited(quote: Quote, actor: User, text: str, index: int) -> None:
    retry(quote, actor, text[: len(text) // 2], index)
    retry(quote, actor, text, index)


def edited_and_restored(quote: Quote, actor: User, text: str, index: int) -> None:
    retry(quote, actor, text, index)
    restore(quote, actor, 1)
    restore(quote, actor, 2)


def moved_and_edited(quote: Quote, actor: User, text: str, index: int) -> None:
    retry(quote, actor, quote.text, 2)
    retry(quote, actor, text, index)


def split_and_withdrawn(quote: Quote, actor: User, text: str, index: int) -> None:
    withdraw(split(quote, actor, text, index).parts[0], actor)


def withdrawn(quote: Quote, actor: User, _text: str, _index: int) -> None:
    withdraw(quote, actor)


PATHS = [retry, select, split, withdrawn, twice_edited, edited_and_restored, moved_and_edited, split_and_withdrawn]


@pytest.mark.parametrize(("index", "quote", "words"), CASES)
@pytest.mark.parametrize("path", PATHS)
def test_no_path_launders_a_claim(
    mina: User, index: int, quote: str, words: str, path: Callable[[Quote, User, str, int], object]
) -> None:
    entry = entry_with((index, quote), (2, SOUND))
    path(first(entry), mina, words, index)

    assert Reason.CLAIM_UNCONFIRMED in missed(entry, mina)
    assert now(entry).claim_open

    confirm(entry, mina)
    assert Reason.CLAIM_UNCONFIRMED not in getattr(verify(entry, mina), "reasons", ())
    assert [finding.code for finding in audit_store()] == []


@pytest.mark.parametrize(("index", "quote", "words"), CASES)
def test_no_fix_that_is_offered_launders_a_claim(mina: User, index: int, quote: str, words: str) -> None:
    [row] = with_diagnoses([quote_row(with_current(entry_with((index, quote)).quotes.all()).get())])

    for number, offered in enumerate(row.fixes):
        session = make_session(MESSAGES, session_id=f"again {number}")
        [again] = quotes_of(make_entry(session, [(index, quote)]))
        if offered.kind == "split":
            split_quote(quote_id=again.pk, parts=offered.resulting_quotes, seen_attempt=1, actor=mina)
        else:
            retry(again, mina, offered.text, offered.message_index)
        reasons = missed(again.entry, mina)
        assert {Reason.CLAIM_UNCONFIRMED, Reason.UNACKNOWLEDGED_DIFFERENCES} & set(reasons), offered
    assert words in MESSAGES[index]


def test_a_difference_that_was_acknowledged_stands_until_the_words_are_replaced(mina: User) -> None:
    entry = entry_with((0, LEASE.replace("April", "May")))
    acknowledge_differences(quote_id=first(entry).pk, reason="a slip of the tongue", seen_attempt=1, actor=mina)
    assert missed_claim(entry) == ()

    retry(first(entry), mina, LEASE, 0)

    assert missed(entry, mina) == REFUSED


def missed_claim(entry: Entry) -> tuple[int, ...]:
    return tuple(quote.position for quote in entry_facts(now(entry)).quotes if quote.asks_claim)


@pytest.mark.parametrize(
    ("messages", "index", "quote", "change"),
    [
        pytest.param(
            MESSAGES, 2, LEASE, lambda quote, actor: retry(quote, actor, LEASE, 0), id="moved to another message"
        ),
        pytest.param(
            MESSAGES, 2, LEASE, lambda quote, actor: retry(quote, actor, f" {LEASE.upper()} ", 0), id="moved, by form"
        ),
        pytest.param(
            [f"{SOUND} {SOUND}"],
            0,
            SOUND,
            lambda quote, actor: choose_occurrence(quote_id=quote.pk, start=53, seen_attempt=1, actor=actor),
            id="an occurrence chosen",
        ),
        pytest.param(MESSAGES, 2, SOUND, lambda quote, actor: retry(quote, actor, SOUND, 2), id="looked for again"),
        pytest.param(
            MESSAGES,
            2,
            SOUND.replace("morning", "mornign"),
            lambda quote, actor: retry(quote, actor, SOUND, 2),
            id="a misspelling mended",
        ),
    ],
)
def test_words_that_stay_the_model_s_ask_nothing(
    mina: User, messages: list[str], index: int, quote: str, change: Callable[[Quote, User], object]
) -> None:
    entry = entry_with((index, quote), messages=messages)

    change(first(entry), mina)

    assert (missed_claim(entry), now(entry).claim_open) == ((), False)
    assert verify(entry, mina) == Granted(Stage.VERIFIED)
    assert list(audit_store()) == []


def test_a_word_that_was_cut_asks_when_it_is_extended(mina: User) -> None:
    entry = entry_with((2, SOUND[:-4]))

    retry(first(entry), mina, SOUND[:-1], 2)

    assert missed_claim(entry) == (0,)


def test_a_quote_that_still_fails_asks_nothing_and_one_that_was_cut_always_does(mina: User) -> None:
    cut = " ".join(["그 회의에서 정한 대로 진행합니다."] * 150)
    entry = entry_with((0, "nobody ever said this here"), (1, cut), messages=[*MESSAGES[:1], cut])
    quote, long = quotes_of(entry)

    retry(quote, mina, "nor did anybody say that", 0)
    assert missed_claim(entry) == ()

    retry(long, mina, long.text, 1)
    assert missed_claim(entry) == (1,)


def test_words_of_a_newer_version_of_the_message_ask(mina: User) -> None:
    """The extractor's quote stood, then the message was changed: its new words are others than the claim's."""
    entry = entry_with((0, LEASE))
    changed = MESSAGES[0].replace("ends on", "does not end on")
    receive_session(
        project=make_project(),
        upload=check_session({"sessionId": "lease", "messages": [changed, *MESSAGES[1:]]}),
        actor=mina,
        accept_changes=True,
    )

    retry(first(entry), mina, LEASE.replace("ends on", "does not end on"), 0)

    assert missed(entry, mina) == REFUSED


def test_a_new_place_of_the_same_words_keeps_the_answer(mina: User) -> None:
    entry = entry_with((0, LEASE.replace("April", "May")))
    retry(first(entry), mina, LEASE, 0)
    confirm(entry, mina)
    longer = f"So. {MESSAGES[0]}"
    receive_session(
        project=make_project(),
        upload=check_session({"sessionId": "lease", "messages": [longer, *MESSAGES[1:]]}),
        actor=mina,
        accept_changes=True,
    )

    confirm_place(quote_id=first(entry).pk, seen_attempt=2, seen_version=2, actor=mina)

    assert verify(entry, mina) == Granted(Stage.VERIFIED)
    assert list(audit_store()) == []


@pytest.fixture
def repaired(mina: User) -> Entry:
    """Return an entry whose words were replaced, and whose claim was confirmed."""
    entry = entry_with((0, LEASE.replace("April", "May")), (2, SOUND))
    retry(first(entry), mina, LEASE, 0)
    confirm(entry, mina)
    return entry


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda entry, actor: retry(first(entry), actor, LEASE[:30], 0), id="other words"),
        pytest.param(lambda entry, actor: withdraw(quotes_of(entry)[1], actor), id="another quote withdrawn"),
        pytest.param(lambda entry, actor: split(quotes_of(entry)[1], actor, SOUND, 2), id="another quote split"),
        pytest.param(lambda entry, actor: edited_and_restored(first(entry), actor, LEASE[:30], 0), id="restored"),
    ],
)
def test_an_answer_is_void_for_other_words(
    mina: User, repaired: Entry, change: Callable[[Entry, User], object]
) -> None:
    change(repaired, mina)

    assert Reason.CLAIM_UNCONFIRMED in missed(repaired, mina)


def test_an_answer_does_not_come_back_with_the_words(mina: User, repaired: Entry) -> None:
    retry(first(repaired), mina, LEASE[:30], 0)
    retry(first(repaired), mina, LEASE, 0)
    assert missed(repaired, mina) == REFUSED

    confirm(repaired, mina)
    split(quotes_of(repaired)[1], mina, SOUND, 2)
    undo_split(quote_id=quotes_of(repaired)[1].pk, seen_attempt=1, actor=mina)
    assert missed(repaired, mina) == REFUSED
    assert list(audit_store()) == []


def test_an_answer_stays_where_the_words_do(mina: User, repaired: Entry) -> None:
    retry(first(repaired), mina, LEASE, 3)

    assert verify(repaired, mina) == Granted(Stage.VERIFIED)


def test_an_answer_is_void_after_a_demotion_and_not_after_a_rejection(mina: User, repaired: Entry) -> None:
    assert verify(repaired, mina) == Granted(Stage.VERIFIED)
    demote_entry(entry_id=repaired.pk, reason="doubts", seen_version=now(repaired).version, actor=mina)

    assert now(repaired).claim_open
    assert missed(repaired, mina) == REFUSED
    confirm(repaired, mina)
    reject_entry(entry_id=repaired.pk, reason="no", seen_version=now(repaired).version, actor=mina)
    assert not now(repaired).claim_open
    assert list(audit_store()) == []


def test_confirm_claim_writes_to_the_journal_and_counts_the_change(mina: User, repaired: Entry) -> None:
    row, event = ClaimConfirmation.objects.get(), repaired.events.latest("seq")

    assert (str(row), row.actor, row.claim_version) == ("mina", mina, 1)
    body = {"claim_version": 1, "fingerprint": row.fingerprint}
    assert (event.event_type, event.actor, event.body) == ("claim_confirmed", "mina", body)
    assert (now(repaired).version, now(repaired).claim_open) == (3, False)


def correct(entry: Entry, actor: User, title: str = "The lease ends in April", body: str = "") -> object:
    return correct_claim(entry_id=entry.pk, title=title, body=body, seen_version=now(entry).version, actor=actor)


def test_correct_claim_keeps_the_extractor_s_text_and_answers(mina: User) -> None:
    entry = entry_with((0, LEASE.replace("April", "May")))
    retry(first(entry), mina, LEASE, 0)

    assert correct(entry, mina) == CONFIRMED

    corrected = now(entry)
    assert (corrected.title, corrected.claim_title, str(corrected)) == (
        "The lease ends in May",
        "The lease ends in April",
        "The lease ends in April",
    )
    assert (corrected.claim_version, corrected.version, corrected.claim_open) == (2, 3, False)
    row, event = ClaimVersion.objects.get(), entry.events.latest("seq")
    body = {"claim_version": 2, "title": "The lease ends in April", "body": "", "fingerprint": row.fingerprint}
    assert (event.event_type, event.actor, event.body) == ("claim_corrected", "mina", body)
    assert (str(row), row.actor, row.number) == ("The lease ends in April", mina, 2)
    assert verify(entry, mina) == Granted(Stage.VERIFIED)
    assert entry.events.latest("seq").body["claim_version"] == 2
    assert list(audit_store()) == []


def test_correct_claim_again_follows_the_version_before(mina: User, repaired: Entry) -> None:
    assert correct(repaired, mina) == correct(repaired, mina, "It ends on 30 April", "2027") == CONFIRMED

    claim = now(repaired)
    assert (claim.claim_version, claim.claim_title, claim.claim_body) == (3, "It ends on 30 April", "2027")
    assert list(audit_store()) == []


def test_correct_claim_voids_statements_on_the_claim_before(mina: User) -> None:
    entry = entry_with((0, LEASE.replace("April", "May")))
    project = entry.session.project
    switch(two_reviewers=True)
    jun = make_user("jun", project=project)
    for person in (mina, jun):
        acknowledge_differences(quote_id=first(entry).pk, reason="a slip", seen_attempt=1, actor=person)
    assert approve_entry(entry_id=entry.pk, seen_version=now(entry).version, actor=jun) == CONFIRMED

    correct(entry, mina)

    assert missed(entry, mina) == (Reason.UNACKNOWLEDGED_DIFFERENCES, Reason.SAME_REVIEWER)
    for person in (mina, jun):
        acknowledge_differences(quote_id=first(entry).pk, reason="still a slip", seen_attempt=1, actor=person)
    assert approve_entry(entry_id=entry.pk, seen_version=now(entry).version, actor=jun) == CONFIRMED
    assert verify(entry, mina) == Granted(Stage.VERIFIED)
    assert list(audit_store()) == []


def answers(entry: Entry, actor: User, seen: int) -> list[object]:
    return [
        confirm_claim(entry_id=entry.pk, seen_version=seen, actor=actor),
        correct_claim(entry_id=entry.pk, title="Other", body="", seen_version=seen, actor=actor),
    ]


def test_who_may_not_review_answers_nothing_and_the_journal_records_it(mina: User, repaired: Entry) -> None:
    retry(first(repaired), mina, LEASE[:30], 0)
    viewer = make_user("hana", project=make_project(), role=Role.VIEWER)

    refused = Refused(Stage.CANDIDATE, (Reason.NOT_PERMITTED,))
    assert answers(repaired, viewer, now(repaired).version) == [refused, refused]
    recorded = [(event.event_type, event.actor, event.body) for event in repaired.events.order_by("-seq")[:2]]
    assert recorded == [
        ("claim_answer_refused", "hana", {"answer": answer, "reasons": ["not_permitted"]})
        for answer in ("corrected", "confirmed")
    ]


def test_answers_are_refused_at_another_stage(mina: User, repaired: Entry) -> None:
    assert verify(repaired, mina) == Granted(Stage.VERIFIED)

    refused = Refused(Stage.VERIFIED, (Reason.WRONG_STAGE,))
    assert answers(repaired, mina, now(repaired).version) == [refused, refused]
    reject_entry(entry_id=repaired.pk, reason="no", seen_version=now(repaired).version, actor=mina)
    assert answers(repaired, mina, now(repaired).version) == [refused, refused]


def test_answers_to_what_was_not_seen_are_a_conflict(mina: User, repaired: Entry) -> None:
    retry(first(repaired), mina, LEASE[:30], 0)
    refused = Refused(Stage.CANDIDATE, (Reason.CONFLICT,))

    assert answers(repaired, mina, now(repaired).version - 1) == [refused, refused]
    confirm(repaired, mina)
    assert confirm_claim(entry_id=repaired.pk, seen_version=now(repaired).version, actor=mina) == refused
    assert correct(repaired, mina, "The lease ends in May") == refused
    assert correct(repaired, mina, "") == refused


def test_a_claim_is_corrected_without_being_asked(mina: User) -> None:
    entry = entry_with((2, SOUND))

    assert correct(entry, mina, "The meeting begins at nine") == CONFIRMED
    assert verify(entry, mina) == Granted(Stage.VERIFIED)
