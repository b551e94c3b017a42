"""The facts that the gate gets about an entry: checked again, in few queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from aligner_core import text_hash
from review.domain.policy import EntryFacts, QuoteFacts, Stage
from review.models import Alignment, Entry, Message, Quote
from review.selectors.promotion.gate_facts import drifted_messages, entry_facts, is_proven
from review.services.promotion.stages import reject_entry
from review.services.repair.quotes import withdraw_quote
from tests.behind import lifted, rewrite
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = [
    "We keep the raw text of every event.",
    "The cache lives for one hour. The cache lives for one hour.",
]
FOUND = (0, "keep the raw text of every event")
INVENTED = (0, "nobody has ever said anything like it here")
AMBIGUOUS = (1, "The cache lives for one hour.")
NOT_FOUND = QuoteFacts(0, aligned=False, proven=False)


def revise(index: int) -> Message:
    old = Message.objects.get(index=index)
    row = {"content": "New.", "content_hash": text_hash("New."), "length": 4}
    return Message.objects.create(session=old.session, index=index, version=2, **row)


def facts_of(*quotes: tuple[int, str]) -> tuple[QuoteFacts, ...]:
    return entry_facts(make_entry(make_session(WORDS), quotes)).quotes


def test_entry_facts_reports_the_state_of_every_quote() -> None:
    entry = make_entry(make_session(WORDS), [FOUND, INVENTED, AMBIGUOUS], stage="working")

    assert entry_facts(entry) == EntryFacts(
        stage=Stage.WORKING,
        rejected=False,
        quotes=(
            QuoteFacts(0),
            QuoteFacts(1, aligned=False, proven=False),
            QuoteFacts(2, ambiguous=True),
        ),
    )


def test_entry_facts_of_an_entry_without_quotes() -> None:
    assert facts_of() == ()


def test_entry_facts_reports_rejection_and_withdrawal() -> None:
    mina = make_user("mina", project=make_project())
    entry = make_entry(make_session(WORDS), [FOUND, INVENTED])
    for quote in quotes_of(entry):
        withdraw_quote(quote_id=quote.pk, reason="invented", seen_attempt=1, actor=mina)
    reject_entry(entry_id=entry.pk, reason="no", seen_version=3, actor=mina)

    facts = entry_facts(Entry.objects.get(pk=entry.pk))

    assert facts.rejected
    assert facts.quotes == (
        QuoteFacts(0, counts=False, asks_claim=True),
        QuoteFacts(1, counts=False, aligned=False, asks_claim=True, proven=False),
    )


def test_entry_facts_reports_drift() -> None:
    entry = make_entry(make_session(WORDS), [FOUND, AMBIGUOUS])
    revise(0)

    assert [quote.drifted for quote in entry_facts(entry).quotes] == [True, False]


def test_drifted_messages_returns_the_old_ones() -> None:
    entry = make_entry(make_session(WORDS), [FOUND, INVENTED])
    old = Message.objects.get(index=0)
    assert drifted_messages(quotes_of(entry)) == set()

    revise(0)

    assert drifted_messages(quotes_of(entry)) == {old.pk}


def test_entry_facts_of_a_quote_without_an_attempt() -> None:
    entry = make_entry(make_session(WORDS), [FOUND])
    Quote.objects.update(current=None)

    assert entry_facts(entry).quotes == (NOT_FOUND,)


def test_entry_facts_does_not_trust_evidence_it_cannot_read() -> None:
    entry = make_entry(make_session(WORDS), [FOUND])
    rewrite("review_alignment", "evidence_json", "no JSON")

    assert entry_facts(entry).quotes == (QuoteFacts(0, proven=False),)


def test_entry_facts_reports_critical_differences_in_the_evidence() -> None:
    entry = make_entry(make_session(WORDS), [(0, "keep the raw texts of every event")])
    alignment = Alignment.objects.get(method="fuzzy")
    other = alignment.evidence.model_dump(by_alias=True) | {
        "differences": [{"kind": "number", "quoteText": "1", "sourceText": "2", "severity": "critical"}]
    }
    wire = type(alignment.evidence).model_validate(other).model_dump_json(by_alias=True)
    rewrite("review_alignment", "evidence_json", wire)

    assert entry_facts(entry).quotes == (QuoteFacts(0, open_differences=True),)


@pytest.mark.parametrize("count", [1, 20])
def test_entry_facts_takes_two_queries_however_many_quotes(count: int) -> None:
    made = make_entry(make_session(WORDS), [FOUND] * count)
    entry = Entry.objects.select_related("session__project").get(pk=made.pk)

    with CaptureQueriesContext(connection) as captured:
        facts = entry_facts(entry)

    assert len(captured) == 2
    assert facts.quotes == tuple(QuoteFacts(position) for position in range(count))


def only_alignment() -> Alignment:
    return Alignment.objects.select_related("message").get()


@pytest.mark.parametrize(
    "quote",
    [FOUND[1], "KEEP the\nraw  text", "keep the raw texts of every event"],
    ids=["exact", "normalized", "fuzzy"],
)
def test_is_proven_reads_the_words(quote: str) -> None:
    make_entry(make_session(WORDS), [(0, quote)])

    assert is_proven(only_alignment())


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("text", "keep the raw texts"),
        ("message_index", 1),
        ("span_start", 4),
        ("span_end", 34),
        ("similarity", 0.99),
        ("ambiguous", 1),
        ("evidence_json", "{}"),
    ],
)
def test_is_proven_compares_every_column(column: str, value: str | float) -> None:
    make_entry(make_session(WORDS), [(0, "keep the raw texts of every event")])
    with lifted("review_alignment"):
        Alignment.objects.update(**{column: value})

    assert not is_proven(only_alignment())


def test_is_proven_is_false_when_the_message_changed() -> None:
    make_entry(make_session(WORDS), [FOUND])
    rewrite("review_message", "content", "We keep the raw text of no event.")

    assert not is_proven(only_alignment())


def test_is_proven_is_false_for_the_same_words_in_another_message() -> None:
    make_entry(make_session([WORDS[0], WORDS[0]]), [FOUND])
    rewrite("review_alignment", "message_id", Message.objects.get(index=1).pk)

    assert not is_proven(only_alignment())


def test_is_proven_is_false_for_a_failure() -> None:
    make_entry(make_session(WORDS), [INVENTED])

    assert not is_proven(only_alignment())


def test_is_proven_is_false_for_a_failure_dressed_up_as_evidence() -> None:
    make_entry(make_session(WORDS), [FOUND, INVENTED])
    found, failed = Alignment.objects.order_by("pk")
    rewrite("review_alignment", "evidence_json", failed.evidence_json, where=f"id = {found.pk}")

    assert not is_proven(Alignment.objects.get(pk=found.pk))


def test_is_proven_is_false_without_a_message() -> None:
    make_entry(make_session(WORDS), [FOUND])
    alignment = only_alignment()
    alignment.message = None

    assert not is_proven(alignment)
