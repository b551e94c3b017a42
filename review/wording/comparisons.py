"""Say in one sentence how far a quote is from the words it was aligned to."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from review.selectors.comparing import Comparison


def edits_sentence(comparison: Comparison) -> str:
    """Count what the source has and the quote lacks, and the other way round."""
    inserted, deleted = comparison.inserted, comparison.deleted
    insertions = ngettext("%(count)s insertion", "%(count)s insertions", inserted[0]) % {"count": inserted[0]}
    deletions = ngettext("%(count)s deletion", "%(count)s deletions", deleted[0]) % {"count": deleted[0]}
    return f"{_with_characters(insertions, inserted[1])}, {_with_characters(deletions, deleted[1])}"


def _with_characters(edits: str, count: int) -> str:
    if not count:
        return edits
    characters = ngettext("%(count)s character", "%(count)s characters", count) % {"count": count}
    return _("%(edits)s (%(characters)s)") % {"edits": edits, "characters": characters}
