"""Why an entry is in the queue, and what may be said when its turn is over."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TURN_REASONS: Mapping[str, object] = {
    "certifiable": gettext_lazy("Verified by somebody else: it waits for certification."),
    "approvable": gettext_lazy("It waits for your approval, so that another person may verify it."),
    "claim": gettext_lazy("The claim was written from other words than those that count now."),
    "differences": gettext_lazy("A quote may state another fact than its message."),
    "ambiguous": gettext_lazy("A quote is in more than one place: say which is meant."),
    "drifted": gettext_lazy("A message changed after the quote was found in it."),
    "failed": gettext_lazy("A quote was not found in the message that it names."),
    "ready": gettext_lazy("Nothing is missing: read the quotes, then verify."),
    "filtered": gettext_lazy("It matches the filter that you started from."),
}
"""Why it is the turn of an entry, by the name of the turn."""


CHANGE_REASONS: Mapping[str, object] = {
    "wrong_words": gettext_lazy("Other words should be quoted"),
    "claim_unclear": gettext_lazy("The claim is unclear"),
    "needs_context": gettext_lazy("It needs more context"),
    "other": gettext_lazy("Something else"),
}
"""What is to be changed, by the code of the reason."""


def next_sentence(done: str, claim: str) -> str:
    """Return what a screen reader says of a decision and of what follows it; no claim follows the last one."""
    if not claim:
        return _("%(done)s Nothing is left in the queue.") % {"done": done}
    return _("%(done)s Next: %(claim)s") % {"done": done, "claim": claim}
