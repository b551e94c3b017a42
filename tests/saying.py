"""Each kind of statement that can be taken back, made once on an entry that is ready for it."""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib.auth.models import User

from review.domain.changes import ChangeReason
from review.domain.policy import Granted, Reason
from review.models import Acknowledgement, Entry
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.queue.changes import request_change, resolve_change
from review.services.repair.quotes import acknowledge_differences, retry_quote
from tests.factories import MessageLike, make_entry, make_session, quotes_of, switch

WORDS: list[MessageLike] = [
    {"role": "user", "content": "The notice is 90 days before the lease ends in April."},
    {"role": "tool", "content": "All 312 tests passed."},
]
OTHER_DAYS = "The notice is 80 days before the lease ends in April."
FOUND = "The notice is 90 days"


class Kind(NamedTuple):
    """A kind of statement: what is there before, and how it is made."""

    prepare: Callable[[User], Entry]
    make: Callable[[Entry, User], object]


def version_of(entry: Entry) -> int:
    """Return the version that a person sees now."""
    return Entry.objects.get(pk=entry.pk).version


def _candidate(quote: tuple[int, str], **policy: bool) -> Entry:
    session = make_session(WORDS, session_id="lease")
    switch(**policy)
    return make_entry(session, [quote], stage="candidate", title="The notice", body="It is given in time.")


def _differing(user: User) -> Entry:
    return _candidate((0, OTHER_DAYS))


def _reworded(user: User) -> Entry:
    entry = _candidate((0, "nobody has ever said anything like it"))
    retry_quote(quote_id=quotes_of(entry)[0].pk, text=FOUND, message_index=0, seen_attempt=1, actor=user)
    return entry


def _corrected(user: User) -> Entry:
    entry = _reworded(user)
    correct(entry, user, "90 days")
    return entry


def _by_a_tool(user: User) -> Entry:
    return _candidate((1, "All 312 tests passed."), explain_sources=True)


def _for_two(user: User) -> Entry:
    return _candidate((0, FOUND), two_reviewers=True)


def _plain(user: User) -> Entry:
    return _candidate((0, FOUND))


def _asked(user: User) -> Entry:
    entry = _plain(user)
    ask(entry, user)
    return entry


def acknowledge(entry: Entry, user: User) -> None:
    """Accept the critical differences of the quote."""
    acknowledged = acknowledge_differences(quote_id=quotes_of(entry)[0].pk, reason="a slip", seen_attempt=1, actor=user)
    assert isinstance(acknowledged, Acknowledgement)


def confirm(entry: Entry, user: User) -> None:
    """Confirm that the claim holds."""
    assert isinstance(confirm_claim(entry_id=entry.pk, seen_version=version_of(entry), actor=user), Granted)


def correct(entry: Entry, user: User, title: str = "The notice is 90 days") -> None:
    """Write the claim anew."""
    seen = version_of(entry)
    assert isinstance(correct_claim(entry_id=entry.pk, title=title, body="", seen_version=seen, actor=user), Granted)


def explain(entry: Entry, user: User) -> None:
    """Explain why the words of a tool will do."""
    requirement, seen = Reason.SOURCE_ROLE_UNEXPLAINED, version_of(entry)
    explained = explain_requirement(
        entry_id=entry.pk, requirement=requirement, reason="the log", seen_version=seen, actor=user
    )
    assert isinstance(explained, Granted)


def approve(entry: Entry, user: User) -> None:
    """Approve the evidence."""
    assert isinstance(approve_entry(entry_id=entry.pk, seen_version=version_of(entry), actor=user), Granted)


def ask(entry: Entry, user: User) -> None:
    """Ask for a change."""
    seen, why = version_of(entry), ChangeReason.NEEDS_CONTEXT
    asked = request_change(entry_id=entry.pk, reason=why, comment="which lease?", seen_version=seen, actor=user)
    assert isinstance(asked, Granted)


def settle(entry: Entry, user: User) -> None:
    """Resolve the change: it is made."""
    assert isinstance(resolve_change(entry_id=entry.pk, seen_version=version_of(entry), actor=user), Granted)


KINDS = {
    "difference_acknowledged": Kind(_differing, acknowledge),
    "claim_confirmed": Kind(_reworded, confirm),
    "claim_corrected": Kind(_reworded, correct),
    "claim_corrected again": Kind(_corrected, correct),
    "requirement_explained": Kind(_by_a_tool, explain),
    "entry_approved": Kind(_for_two, approve),
    "change_requested": Kind(_plain, ask),
    "change_resolved": Kind(_asked, settle),
}
