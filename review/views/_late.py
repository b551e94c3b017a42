"""A decision that came too late, as it was sent: the action, the text and the page. Private to the views."""

from dataclasses import dataclass

from django.http import QueryDict

from review.acts.act import Decision
from review.models import Entry
from review.selectors.entries.entry_page import REFUSED, EntryPage
from review.views._requests import SignedInRequest, queue_of

NEVER_AGAIN = frozenset({"csrfmiddlewaretoken", "seen_version", "password"})


@dataclass(frozen=True, slots=True)
class Late:
    """The decision that a person wanted, with what they sent; `queue` is the query string of its queue.

    `is_own` is whether the change that came before was theirs, as with a second window, and `is_done` whether it was
    this very decision, as with a second click.
    """

    decision: Decision
    to: str
    address: str
    written: tuple[tuple[str, str], ...]
    chosen: tuple[tuple[str, str], ...]
    queue: str | None
    is_own: bool
    is_done: bool

    @property
    def wanted(self) -> str:
        """The decision, in words."""
        return self.decision.wanted_at(self.to)

    def may_repeat(self, page: EntryPage) -> bool:
        """Return whether the decision is still possible in the current state of the entry."""
        return self.decision.may_repeat(page, self.to)


def late_decision(request: SignedInRequest, entry: Entry, wanted: Decision, *, to: str) -> Late:
    """Return the decision that a request wanted on an entry that has changed since; *to* is the requested stage."""
    before = entry.events.exclude(event_type__in=REFUSED).order_by("-seq").first()
    is_own = before is not None and before.actor == request.user.get_username()
    sent = {name: value for name, value in request.POST.items() if name not in NEVER_AGAIN}
    texts, query = wanted.texts, queue_of(request)
    return Late(
        decision=wanted,
        to=to,
        address=request.path,
        written=tuple((name, str(sent[name])) for name in texts if name in sent),
        chosen=tuple((name, str(value)) for name, value in sent.items() if name not in texts),
        queue=None if query is None else _without_skip(query),
        is_own=is_own,
        is_done=is_own and before is not None and before.event_type == wanted.event.event_type and entry.stage == to,
    )


def _without_skip(query: QueryDict) -> str:
    kept = query.copy()
    kept.pop("skipped", None)
    return kept.urlencode()
