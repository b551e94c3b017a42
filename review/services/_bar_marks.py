"""Store which entries of a project a new bar of similarity holds back. Private; the gate does not rely on it."""

from review.models import Project
from review.selectors.promotion.below_bar import entries_with_fuzzy_quotes
from review.services._stages import lock_sessions
from review.services.derived.refresh import refresh


def mark_below_bar(project: Project) -> None:
    """Store what the entries of a locked project lack after its bar was changed; each keeps its stage and its version.

    Sessions and entries are locked, so that nothing is stored or verified in the meantime under the old bar.
    """
    lock_sessions(project)
    entries = entries_with_fuzzy_quotes(project)
    list(entries.select_for_update(of=("self",)).values_list("pk"))
    refresh(entries)
