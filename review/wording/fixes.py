"""The fixes that are offered for a quote: what each does, and the words of its button."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from aligner_core import AlignedEvidence
from review.selectors.quotes.quote_rows import OfferedFix, QuoteRow
from review.wording.faces import taken_words

Change = tuple[str, str]


def fix_act(fix: OfferedFix, *, change: Change | None = None) -> str:
    """Return the words of the button for a fix: it names those of the message that it takes.

    Of a *change* of words it names the message's side.
    """
    match fix.kind:
        case "move":
            return _("Move to #%(index)s") % {"index": fix.message_index}
        case "use_words":
            words = change[1] if change and all(change) else fix.text
            return _("Take “%(words)s”") % {"words": taken_words(words)}
        case "rewrite":
            return _("Cut to these words")
        case "split":
            parts = len(fix.outcomes)
            return ngettext("Split into %(count)s", "Split into %(count)s", parts) % {"count": parts}
        case "extend":
            return _("Extend")
        case "align":
            return _("Look for the words")


def fix_sentence(fix: OfferedFix, *, message_index: int | None) -> str:
    """Return the effect of a fix on a quote that was searched in a message; the resulting words may follow."""
    match fix.kind:
        case "move":
            sentence = _("The words are in message %(index)s.")
        case "use_words" if fix.message_index == message_index:
            sentence = _("Take the words of the message instead of the model’s:")
        case "use_words":
            sentence = _("Take the words of message %(index)s instead of the model’s:")
        case "rewrite":
            sentence = _("This part of the quote is in message %(index)s:")
        case "split":
            sentence = _("Each part is a quote of its own:")
        case "align" | "extend":
            sentence = _("Look for the words in message %(index)s.")
    return sentence % {"index": fix.message_index}


def repair_act(row: QuoteRow) -> str:
    """Return the action for a quote that waits for a person."""
    if row.state == "failed":
        return _("Repair")
    is_ambiguous = isinstance(row.evidence, AlignedEvidence) and row.evidence.ambiguous
    return _("Choose") if is_ambiguous else _("Decide")
