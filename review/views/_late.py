"""A decision that came too late, as it was sent: the action, the text and the page. Private to the views."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from review.domain.policy import Stage
from review.models import ABOVE_CANDIDATE
from review.selectors.entries.entry_page import EntryPage
from review.views._requests import SignedInRequest, queue_of

TEXTS: Mapping[str, tuple[str, ...]] = {
    "entry_rejected": ("reason",),
    "entry_demoted": ("reason",),
    "change_requested": ("comment",),
    "claim_corrected": ("title", "body"),
    "requirement_explained": ("reason",),
    "policy_overridden": ("reason",),
}
"""The fields that a person filled in, by action; they are shown, to be sent again or copied."""
NEVER_AGAIN = frozenset({"csrfmiddlewaretoken", "seen_version", "password"})


@dataclass(frozen=True, slots=True)
class Late:
    """The decision that a person wanted, as the event it would have been; `queue` is the query string of its queue."""

    act: str
    to: str
    address: str
    written: tuple[tuple[str, str], ...]
    chosen: tuple[tuple[str, str], ...]
    queue: str | None


def late_decision(request: SignedInRequest, act: str, *, to: str) -> Late:
    """Return the decision that a request wanted on an entry that has changed since; *to* is the requested stage."""
    sent = {name: value for name, value in request.POST.items() if name not in NEVER_AGAIN}
    texts, query = TEXTS.get(act, ()), queue_of(request)
    return Late(
        act=act,
        to=to,
        address=request.path,
        written=tuple((name, str(sent[name])) for name in texts if name in sent),
        chosen=tuple((name, str(value)) for name, value in sent.items() if name not in texts),
        queue=None if query is None else _without_skip(query),
    )


def may_repeat(late: Late, page: EntryPage) -> bool:
    """Return whether the wanted decision is still possible in the current state of the entry."""
    entry = page.entry
    is_rejected, is_above = entry.rejected_at is not None, entry.stage in ABOVE_CANDIDATE
    allowed = {
        "entry_promoted": late.to in page.next_stages and not (page.is_blocked and late.to == Stage.VERIFIED),
        "entry_rejected": not is_rejected,
        "entry_demoted": is_above and not is_rejected,
        "entry_reopened": is_rejected,
        "entry_approved": page.checklist.may_approve,
        "policy_overridden": page.checklist.may_override,
        "claim_confirmed": not page.is_settled and page.claim.is_open,
        "change_requested": not page.is_settled and page.change is None,
        "change_resolved": page.change is not None,
        "assignment_ended": page.assignment is not None,
    }
    return allowed.get(late.act, not page.is_settled)


def _without_skip(query: QueryDict) -> str:
    kept = query.copy()
    kept.pop("skipped", None)
    return kept.urlencode()
