"""The keys of what a person does to an entry, in the order of the list of keys."""

from enum import Enum

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from review.domain.limits import UNDO_WINDOW
from review.wording.quantities import lazy_duration

_ANSWERS = _("the claim is still true, correct it, reject the entry")


class Key(Enum):
    """A key, and what it does: it presses the control of the page that bears it."""

    DECIDE = "a", _("verify, approve or certify the entry; if it is blocked, go to what is missing")
    REJECT = "x", _("reject the entry, with a reason")
    CHANGE = "c", _("request a change to the entry, with a reason")
    BACK = (
        "z",
        format_lazy(_("undo the last decision; after {time}, demote or reopen"), time=lazy_duration(UNDO_WINDOW)),
    )
    SKIP = "s", _("skip the entry in the queue")
    BEFORE = "b", _("the entry that you saw before, in the queue")
    STILL_TRUE = "1", _ANSWERS
    OTHER_WORDS = "2", _ANSWERS
    UNTRUE = "3", _ANSWERS
    TAKE = "r", _("take what the card of a quote offers")
    ACCEPT = "i", _("accept a difference of a quote, with a reason")
    EDIT = "e", _("write other words for a quote; Ctrl+Enter looks for them")
    WITHDRAW = "w", _("withdraw a quote that the model invented, with a reason")
    COMMENT = "t", _("write a comment on the entry; Ctrl+Enter sends it")

    def __init__(self, letter: str, does: str | Promise) -> None:
        self.letter = letter
        self.does = does
