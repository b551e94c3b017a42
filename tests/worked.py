"""A store in which people have done everything once, for tests of audits and tampering."""

from review.domain.policy import Stage
from review.models import Alignment, Entry, Quote, ReviewSession
from review.services.audit.audit_store import audit_store
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import choose_occurrence, retry_quote, withdraw_quote
from tests.factories import make_entries, make_project, make_session, make_user, quotes_of

WORDS = [
    "We keep the raw text of every event.",
    "The cache lives for one hour. The cache lives for one hour.",
    "모든 이벤트의 원문은 그대로 보관합니다.",
]


def make_worked_session() -> ReviewSession:
    """Return a session: entry 1 is verified, entry 2 repaired and rejected, entry 3 left as it was received."""
    mina = make_user("mina", project=make_project())
    session = make_session(WORDS, session_id="talk")
    evidence = [
        {"messageIndex": 0, "quote": "keep the raw text of every event"},
        {"messageIndex": 2, "quote": "이벤트의  원문은"},
    ]
    repaired = [
        {"messageIndex": 0, "quote": "nobody ever said this here"},
        {"messageIndex": 1, "quote": "The cache lives for one hour."},
        {"messageIndex": 2, "quote": "모든 이벤트의 원문은 그데로 보관합니다."},
        {"messageIndex": 0, "quote": "neither did anyone say this"},
    ]
    one, two, _ = make_entries(session, [{"evidence": evidence}, {"evidence": repaired}, {"evidence": evidence[:1]}])
    promote_entry(entry_id=one.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    first, second, _, last = quotes_of(two)
    retry_quote(quote_id=first.pk, text="the raw text", message_index=0, seen_attempt=1, actor=mina)
    choose_occurrence(quote_id=second.pk, start=30, seen_attempt=1, actor=mina)
    withdraw_quote(quote_id=last.pk, reason="invented", seen_attempt=1, actor=mina)
    reject_entry(entry_id=two.pk, reason="not worth keeping", seen_version=4, actor=mina)
    return session


def nth_entry(number: int) -> Entry:
    """Return entry *number*."""
    return Entry.objects.get(entry_id=f"e-{number}")


def nth_quote(number: int, position: int = 0) -> Quote:
    """Return one quote of entry *number*."""
    return Quote.objects.get(entry=nth_entry(number), position=position)


def nth_attempt(number: int, position: int = 0, attempt: int = 1) -> Alignment:
    """Return one attempt at one quote of entry *number*."""
    return Alignment.objects.get(quote=nth_quote(number, position), attempt=attempt)


def found_codes() -> set[str]:
    """Return the codes of everything the audit finds."""
    return {finding.code for finding in audit_store() if not finding.is_note}
