"""The reasons for turns of the queue, and the results of decisions, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

TURN_REASONS: Mapping[str, object] = {
    "certifiable": gettext_lazy("Verified by somebody else: it waits for certification."),
    "approvable": gettext_lazy("It waits for your approval, so that another person may verify it."),
    "claim": gettext_lazy("The evidence changed after this claim was written."),
    "differences": gettext_lazy("A quote may state another fact than its message."),
    "ambiguous": gettext_lazy("A quote is in more than one place: say which is meant."),
    "drifted": gettext_lazy("A message changed after the quote was found in it."),
    "below_bar": gettext_lazy("A quote is less similar to its message than the project asks for now."),
    "failed": gettext_lazy("A quote was not found in the message that it names."),
    "ready": gettext_lazy("Nothing is missing: read the quotes, then verify."),
    "filtered": gettext_lazy("It matches the filter that you started from."),
    "assigned": gettext_lazy("It was assigned to you."),
    "elsewhere": gettext_lazy("It was assigned to somebody else."),
    "change": gettext_lazy("A change was requested: settle it, or decide."),
}
"""The reason for the turn of an entry, by the name of the turn."""
TURN_NAMES: Mapping[str, object] = {
    "certifiable": gettext_lazy("Waiting for certification"),
    "approvable": gettext_lazy("Waiting for your approval"),
    "claim": gettext_lazy("Claims to confirm"),
    "differences": gettext_lazy("Critical differences"),
    "ambiguous": gettext_lazy("Ambiguous quotes"),
    "drifted": gettext_lazy("Drifted quotes"),
    "below_bar": gettext_lazy("Quotes below the bar"),
    "failed": gettext_lazy("Failed quotes"),
    "ready": gettext_lazy("Ready to verify"),
    "assigned": gettext_lazy("Assigned to you"),
    "elsewhere": gettext_lazy("Assigned to somebody else"),
    "change": gettext_lazy("Changes requested"),
}
"""The names of waiting work, by turn or filter."""
INBOXES: Mapping[str, tuple[object, object]] = {
    "certifiable": (gettext_lazy("verified by somebody else, every proof holds"), gettext_lazy("Certify")),
    "assigned": (gettext_lazy("entries that somebody asked you to decide on"), gettext_lazy("Decide")),
    "approvable": (gettext_lazy("entries that another person may then verify"), gettext_lazy("Approve")),
    "ready": (gettext_lazy("entries with nothing left to repair, decide or choose"), gettext_lazy("Review them")),
    "differences": (
        gettext_lazy("entries with a quote that may state another fact than its message"),
        gettext_lazy("Decide"),
    ),
    "ambiguous": (
        gettext_lazy("entries with a quote found in more than one place: say which is meant"),
        gettext_lazy("Choose"),
    ),
    "claim": (
        gettext_lazy("entries written from words that no longer count, or with facts that the evidence lacks"),
        pgettext_lazy("act", "Answer"),
    ),
    "drifted": (gettext_lazy("entries that rest on a message that has changed since"), gettext_lazy("Confirm")),
    "below_bar": (
        gettext_lazy("entries with a quote that is less similar than the project asks for now"),
        gettext_lazy("Repair"),
    ),
    "change": (gettext_lazy("entries that wait until the requested change is settled"), gettext_lazy("Settle them")),
}
"""The contents of an inbox of the home page and its action, by filter."""
STARTS: Mapping[str, object] = {
    "differences": gettext_lazy("Start with the entries that may state another fact than their message"),
    "claim": gettext_lazy("Start with the claims that wait for an answer"),
    "failed": gettext_lazy("Start with the entries that quote words nobody said there"),
    "ambiguous": gettext_lazy("Start with the entries whose words are in several places"),
    "drifted": gettext_lazy("Start with the entries whose message has changed"),
    "below_bar": gettext_lazy("Start with the entries that the project now asks to be more similar"),
    "assigned": gettext_lazy("Start with the entries that were assigned to you"),
    "approvable": gettext_lazy("Start with the entries that wait for your approval"),
    "certifiable": gettext_lazy("Start with the entries that wait for certification"),
    "change": gettext_lazy("Start with the changes that were requested"),
    "ready": gettext_lazy("Nothing is in question: read the entries that are ready, and verify them"),
    "": gettext_lazy("Nothing waits for you"),
}
"""The sentence at the head of the home page, by what to start with."""
SITTING: Mapping[str, object] = {
    "verified": gettext_lazy("%(count)s verified"),
    "certified": gettext_lazy("%(count)s certified"),
    "approved": gettext_lazy("%(count)s approved"),
    "rejected": gettext_lazy("%(count)s rejected"),
    "change": gettext_lazy("%(count)s with a change requested"),
    "assigned": gettext_lazy("%(count)s assigned to others"),
    "skipped": gettext_lazy("%(count)s skipped"),
}
"""The results counted in a sitting of the queue, in display order."""


CHANGE_REASONS: Mapping[str, object] = {
    "wrong_words": gettext_lazy("Other words should be quoted"),
    "claim_unclear": gettext_lazy("The claim is unclear"),
    "needs_context": gettext_lazy("It needs more context"),
    "other": gettext_lazy("Something else"),
}
"""The reasons for requesting a change, by code."""


def turn_reason(name: str, *, by: str) -> str:
    """Return the reason for the turn of an entry; for an assigned one, *by* whom."""
    if name == "assigned" and by:
        return _("Assigned to you by %(name)s.") % {"name": by}
    return str(TURN_REASONS[name])


def sitting_sentence(counts: Mapping[str, int], skipped: int) -> str:
    """Return the numbers of entries decided on in a sitting, by decision."""
    done = {**counts, "skipped": skipped}
    return " · ".join(str(text) % {"count": done[kind]} for kind, text in SITTING.items() if done.get(kind))


def progress_total(seen: int, left: str) -> tuple[int, str]:
    """Return how many entries of a sitting there are, seen and *left*, as a number and in words.

    >>> progress_total(2, "29"), progress_total(2, "500+")
    ((31, '31'), (502, '502+'))
    """
    total = seen + int(left.rstrip("+").replace(",", ""))
    return total, f"{total}+" if left.endswith("+") else str(total)


def progress_sentence(seen: int, left: str) -> str:
    """Return the place of an entry in a sitting, behind those that were seen and among those that are *left*."""
    return _("%(number)s of %(total)s") % {"number": seen + 1, "total": progress_total(seen, left)[1]}


def next_sentence(done: str, claim: str) -> str:
    """Return the announcement of a decision and of the next claim for screen readers; the last has none."""
    if not claim:
        return _("%(done)s Nothing is left in the queue.") % {"done": done}
    return _("%(done)s Next: %(claim)s") % {"done": done, "claim": claim}
