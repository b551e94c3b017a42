"""Batches in words: their changes, the entries that stay or are blocked and why, and the progress."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from review.domain.bulk import BatchKind, Held
from review.domain.limits import MAX_BATCH_ITEMS
from review.domain.policy import Reason
from review.wording.codes import MISSING

BATCH_KINDS = {
    BatchKind.VERIFY: gettext_lazy("Verify"),
    BatchKind.CANDIDATE: gettext_lazy("Make candidates"),
    BatchKind.PROMOTE: gettext_lazy("Promote by one stage"),
    BatchKind.REJECT: gettext_lazy("Reject"),
    BatchKind.FIX: gettext_lazy("Repair"),
}
WILL: dict[str, object] = {
    BatchKind.VERIFY: gettext_lazy("will be verified"),
    BatchKind.CANDIDATE: gettext_lazy("will become candidates"),
    BatchKind.PROMOTE: gettext_lazy("will be promoted by one stage"),
    BatchKind.REJECT: gettext_lazy("will be rejected"),
    BatchKind.FIX: gettext_lazy("will be repaired"),
}
DONE: dict[str, object] = {
    BatchKind.VERIFY: gettext_lazy("verified"),
    BatchKind.CANDIDATE: gettext_lazy("made candidates"),
    BatchKind.PROMOTE: gettext_lazy("promoted by one stage"),
    BatchKind.REJECT: gettext_lazy("rejected"),
    BatchKind.FIX: gettext_lazy("repaired"),
}
WHY: dict[str, object] = {
    **{str(reason): text for reason, text in MISSING.items()},
    Reason.WRONG_STAGE: gettext_lazy("Not at this stage"),
    Reason.NOT_PERMITTED: gettext_lazy("Not yours to decide"),
    Reason.CONFLICT: gettext_lazy("Changed since the preview"),
    Held.UNREAD: gettext_lazy("Not read yet"),
    Held.LEASED: gettext_lazy("Somebody else is looking at it"),
    Held.CHANGE: gettext_lazy("A change was requested"),
}
EXPLAINED: dict[str, object] = {
    Held.UNREAD: gettext_lazy("Open each one first: nothing unread is verified with others"),
    Held.LEASED: gettext_lazy("It is theirs in the review queue for some minutes"),
    Reason.CONFLICT: gettext_lazy("It was left as it is; look at it again"),
}


DETAILS: dict[str, Callable[[int], str]] = {
    "allowed_unread": lambda count: ngettext(
        "%(count)d of them not read, with every quote exact or normalized",
        "%(count)d of them not read, with every quote exact or normalized",
        count,
    ),
    "asks_claim": lambda count: ngettext(
        "for %(count)d of them the claim is asked about next: it was written from other words",
        "for %(count)d of them the claim is asked about next: it was written from other words",
        count,
    ),
}


def detail_of(code: str, count: int) -> str:
    """Return the explanation of a detail of the changed entries."""
    return DETAILS[code](count) % {"count": count}


def why(code: str) -> str:
    """Return why a batch leaves an entry as it is, in a few words."""
    return str(WHY.get(code, code))


def explained(code: str) -> str:
    """Return the explanation of such a reason; empty if there is none."""
    return str(EXPLAINED.get(code, ""))


def too_many_sentence(count: int) -> str:
    """Return why there are too many entries for a batch."""
    text = _("%(count)d entries are chosen, and one batch takes up to %(limit)d. Choose fewer with a filter.")
    return text % {"count": count, "limit": MAX_BATCH_ITEMS}


_BUTTONS: dict[str, Callable[[int], str]] = {
    BatchKind.VERIFY: lambda count: ngettext("Verify %(count)d", "Verify %(count)d", count),
    BatchKind.CANDIDATE: lambda count: ngettext("Make %(count)d a candidate", "Make %(count)d candidates", count),
    BatchKind.PROMOTE: lambda count: ngettext("Promote %(count)d", "Promote %(count)d", count),
    BatchKind.REJECT: lambda count: ngettext("Reject %(count)d", "Reject %(count)d", count),
    BatchKind.FIX: lambda count: ngettext("Repair %(count)d", "Repair %(count)d", count),
}


def batch_button(kind: str, count: int) -> str:
    """Return the text of the button: the change, and the number of entries."""
    return _BUTTONS[kind](count) % {"count": count}
