"""Splitting a quote into separate parts, and undoing it."""

from collections.abc import Sequence

import pytest
from django.contrib.auth.models import User

from aligner_core import text_hash
from review.domain.policy import Granted, Reason, Stage
from review.models import Quote, Role
from review.selectors.promotion.gate_facts import entry_facts
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import Declined, retry_quote, withdraw_quote
from review.services.repair.splitting import Split, split_quote, undo_split
from tests import later
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of
from tests.worked import found_codes

pytestmark = pytest.mark.django_db

WORDS = [
    "JSONB를 쓰지 않기로 했다. 그 사이에 여러 이야기가 오갔다. DuckDB가 지원하지 않기 때문이다.",
    "The cache lives for one hour. The cache lives for one hour.",
]
FIRST, SECOND = "JSONB를 쓰지 않기로 했다", "DuckDB가 지원하지 않기"
ELIDED = f"{FIRST} ... {SECOND}"
PARTS = [(FIRST, 0), (SECOND, 0)]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def quote() -> Quote:
    return quotes_of(make_entry(make_session(WORDS), [ELIDED, (1, "for an hour or two at most")]))[0]


def split(quote: Quote, actor: User, parts: Sequence[tuple[str, int]] = PARTS, *, attempt: int = 1) -> Split | Declined:
    return split_quote(quote_id=quote.pk, parts=parts, seen_attempt=attempt, actor=actor)


def undo(quote: Quote, actor: User, *, attempt: int = 1) -> Quote | Declined:
    return undo_split(quote_id=quote.pk, seen_attempt=attempt, actor=actor)


def listed(quote: Quote) -> list[tuple[int, str, str]]:
    quotes = quotes_of(quote.entry)
    return [(one.position, one.standing, one.current.method if one.current else "") for one in quotes]


def test_split_quote_makes_linked_quotes_of_the_parts(mina: User, quote: Quote) -> None:
    result = split(quote, mina)

    original, other, first, second = quotes_of(quote.entry)
    assert result == Split(original, (first, second))
    assert [(one.text, one.text_hash) for one in (first, second)] == [(part, text_hash(part)) for part, _ in PARTS]
    assert (first.split_from, second.split_from, other.split_from) == (original, original, None)
    assert [one.current and one.current.attempt for one in (first, second)] == [1, 1]
    assert [one.current and one.current.provenance for one in (first, second)] == ["split_part"] * 2
    assert [one.current and one.current.actor for one in (first, second)] == [mina, mina]
    assert listed(quote) == [
        (0, "split", "none"),
        (1, "counts", "none"),
        (2, "counts", "exact"),
        (3, "counts", "exact"),
    ]


def test_split_quote_keeps_the_original_as_it_was(mina: User, quote: Quote) -> None:
    split(quote, mina)

    fresh = Quote.objects.get(pk=quote.pk)
    assert (fresh.text, fresh.current, fresh.counts) == (ELIDED, quote.current, False)


def test_split_quote_writes_to_the_journal(mina: User, quote: Quote) -> None:
    split(quote, mina)

    event = quote.entry.events.latest("seq")
    assert (event.event_type, event.actor) == ("quote_split", "mina")
    outcomes = [
        one.current.evidence.model_dump(by_alias=True, mode="json") for one in quotes_of(quote.entry)[2:] if one.current
    ]
    parts = [{"quote": position, "outcome": outcome} for position, outcome in enumerate(outcomes, start=2)]
    made_with = quotes_of(quote.entry)[2].alignments.get().made_with
    assert event.body == {
        "quote": 0,
        "attempt": 1,
        "evidence_aligned": False,
        "parts": parts,
        "made_with": made_with,
    }
    assert found_codes() == set()


def test_split_quote_opens_the_gate(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [ELIDED])
    split(quotes_of(entry)[0], mina)

    entry.refresh_from_db()
    assert (entry.evidence_aligned, entry.version) == (True, 2)
    assert [one.counts for one in entry_facts(entry).quotes] == [False, True, True]
    confirm(entry, mina)
    assert promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=3, actor=mina) == Granted(Stage.VERIFIED)
    [promoted] = entry.events.filter(event_type="entry_promoted")
    assert [proof["quoteHash"] for proof in promoted.body["proofs"]] == [text_hash(FIRST), text_hash(SECOND)]


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        pytest.param([(FIRST, 0), ("nobody ever said this", 0)], Reason.EVIDENCE_NOT_ALIGNED, id="a part not found"),
        pytest.param([(FIRST, 0), (SECOND, 1)], Reason.EVIDENCE_NOT_ALIGNED, id="a part in another message"),
        pytest.param([(FIRST, 0), ("", 0)], Reason.EVIDENCE_NOT_ALIGNED, id="an empty part"),
        pytest.param([(FIRST, 0), (SECOND, 7)], Reason.EVIDENCE_NOT_ALIGNED, id="no such message"),
        pytest.param([(FIRST, 0)], Reason.CONFLICT, id="one part"),
        pytest.param([], Reason.CONFLICT, id="no part"),
    ],
)
def test_split_quote_stores_nothing_unless_all_parts_align(
    mina: User, quote: Quote, parts: list[tuple[str, int]], reason: Reason
) -> None:
    assert split(quote, mina, parts) == Declined(reason)
    assert quote.entry.quotes.count() == 2
    assert quote.entry.events.latest("seq").event_type == "evidence_aligned"


def test_split_quote_takes_a_part_that_stands_in_two_places(mina: User, quote: Quote) -> None:
    split(quote, mina, [(FIRST, 0), ("The cache lives for one hour.", 1)])

    assert [one.ambiguous for one in entry_facts(quote.entry).quotes] == [False, False, False, True]


def test_split_quote_declines_words_that_changed_meanwhile(
    mina: User, quote: Quote, monkeypatch: pytest.MonkeyPatch
) -> None:
    later.revise_before_lock(quote.entry.session, 0, monkeypatch)

    assert split(quote, mina) == Declined(Reason.CONFLICT)


def test_undo_split_makes_it_failed_again(mina: User, quote: Quote) -> None:
    split(quote, mina)

    result = undo(quote, mina)

    assert result == Quote.objects.get(pk=quote.pk)
    assert listed(quote) == [
        (0, "counts", "none"),
        (1, "counts", "none"),
        (2, "undone", "exact"),
        (3, "undone", "exact"),
    ]
    event = quote.entry.events.latest("seq")
    assert (event.event_type, event.actor) == ("split_undone", "mina")
    assert event.body == {"quote": 0, "evidence_aligned": False, "parts": [2, 3]}
    assert found_codes() == set()


def test_undo_split_leaves_what_was_done_to_the_parts(mina: User, quote: Quote) -> None:
    """A withdrawn part stays withdrawn; a part that was split is undone with its own parts."""
    split(quote, mina, [(WORDS[0], 0), (SECOND, 0)])
    _, _, first, second = quotes_of(quote.entry)
    split(first, mina)
    withdraw_quote(quote_id=second.pk, reason="doubled", seen_attempt=1, actor=mina)

    undo(quote, mina)

    standings = [standing for _, standing, _ in listed(quote)]
    assert standings == ["counts", "counts", "undone", "withdrawn", "undone", "undone"]
    assert quote.entry.events.latest("seq").body["parts"] == [2, 4, 5]
    assert found_codes() == set()


def test_undo_split_of_a_part_leaves_the_whole_split(mina: User, quote: Quote) -> None:
    split(quote, mina, [(WORDS[0], 0), (SECOND, 0)])
    split(quotes_of(quote.entry)[2], mina)

    undo(quotes_of(quote.entry)[2], mina)

    assert [standing for _, standing, _ in listed(quote)] == ["split", *["counts"] * 3, "undone", "undone"]


def test_a_quote_can_be_split_again(mina: User, quote: Quote) -> None:
    split(quote, mina)
    undo(quote, mina)

    split(quote, mina)

    assert [standing for _, standing, _ in listed(quote)] == ["split", "counts", *["undone"] * 2, *["counts"] * 2]
    assert found_codes() == set()


def test_a_part_is_mended_like_any_quote(mina: User, quote: Quote) -> None:
    split(quote, mina)
    part = quotes_of(quote.entry)[2]

    retry_quote(quote_id=part.pk, text="JSONB를 쓰지 않기로", message_index=0, seen_attempt=1, actor=mina)

    assert [one.attempt for one in part.alignments.all()] == [1, 2]
    assert found_codes() == set()


@pytest.mark.parametrize("role", [Role.VIEWER, None])
def test_quotes_are_split_by_reviewers_only(mina: User, quote: Quote, role: Role | None) -> None:
    guest = make_user("guest", project=make_project() if role else make_project("other"), role=role or Role.REVIEWER)

    assert split(quote, guest) == Declined(Reason.NOT_PERMITTED)
    split(quote, mina)
    assert undo(quote, guest) == Declined(Reason.NOT_PERMITTED)


def test_quotes_changed_meanwhile_are_a_conflict(mina: User, quote: Quote) -> None:
    assert undo(quote, mina) == Declined(Reason.CONFLICT)
    assert split(quote, mina, attempt=2) == Declined(Reason.CONFLICT)
    split(quote, mina)
    assert split(quote, mina) == Declined(Reason.CONFLICT)
    assert undo(quote, mina, attempt=2) == Declined(Reason.CONFLICT)
    assert undo(quotes_of(quote.entry)[2], mina) == Declined(Reason.CONFLICT)


def test_quotes_of_a_verified_or_rejected_entry_stay(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [ELIDED, (0, WORDS[0])])
    elided, whole = quotes_of(entry)
    split(elided, mina)
    confirm(entry, mina)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=3, actor=mina)

    assert split(whole, mina) == Declined(Reason.WRONG_STAGE)
    assert undo(elided, mina) == Declined(Reason.WRONG_STAGE)
    reject_entry(entry_id=entry.pk, reason="no", seen_version=4, actor=mina)
    assert undo(elided, mina) == Declined(Reason.WRONG_STAGE)
