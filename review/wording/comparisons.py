"""The number of edits between a quote and its source, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from review.selectors.quotes.diff_view import Comparison


def edits_sentence(comparison: Comparison) -> str:
    """Return how many insertions and deletions turn a quote into its source."""
    inserted, deleted = comparison.inserted, comparison.deleted
    insertions = ngettext("%(count)s insertion", "%(count)s insertions", inserted[0]) % {"count": inserted[0]}
    deletions = ngettext("%(count)s deletion", "%(count)s deletions", deleted[0]) % {"count": deleted[0]}
    return f"{_with_characters(insertions, inserted[1])}, {_with_characters(deletions, deleted[1])}"


def _with_characters(edits: str, count: int) -> str:
    if not count:
        return edits
    characters = ngettext("%(count)s character", "%(count)s characters", count) % {"count": count}
    return _("%(edits)s (%(characters)s)") % {"edits": edits, "characters": characters}
