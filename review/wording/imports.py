"""Why something of an import was refused, as sentences that say what to do."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from review.domain.errors import Problem
from review.services.imports.records import Imported, NotImported, Refused, Untold
from review.wording.problems import problem_sentence

NOT_IMPORTED = {
    NotImported.NOT_PERMITTED: _("Only managers import decisions of another store. Ask one of your project."),
}
UNTOLD: Mapping[Untold, object] = {
    Untold.UNKNOWN_EVENT: _("An event of it is of no known form. Export it again with this version of the program."),
    Untold.NAME_TAKEN: _("Somebody here has the name of one of its people. Rename that account, then import again."),
    Untold.CONTRADICTION: _("Its events do not lead to what the file says of it. It is here as it was extracted."),
    Untold.UNPROVEN: _("Its evidence does not hold here, so it is not verified. It is here as it was extracted."),
    Untold.DECIDED_HERE: _("People here have decided on it since. Nothing is overwritten: it stays as it is."),
}


COUNTS: Mapping[str, Callable[[int], str]] = {
    "sessions": lambda count: ngettext("%(count)d new session", "%(count)d new sessions", count),
    "sessions_there": lambda count: ngettext("%(count)d session known", "%(count)d sessions known", count),
    "extractions": lambda count: ngettext("%(count)d new extraction", "%(count)d new extractions", count),
    "extractions_there": lambda count: ngettext("%(count)d extraction known", "%(count)d extractions known", count),
    "entries": lambda count: ngettext("%(count)d new entry", "%(count)d new entries", count),
    "entries_there": lambda count: ngettext("%(count)d entry known", "%(count)d entries known", count),
    "decided": lambda count: ngettext("%(count)d entry with decisions", "%(count)d entries with decisions", count),
}
"""What an import counts, as sentences of a number."""


def import_counts(done: Imported) -> list[str]:
    """Return what an import has added and what was there, without what there was none of."""
    return [
        words(done.counts[name]) % {"count": done.counts[name]} for name, words in COUNTS.items() if done.counts[name]
    ]


def refused_sentence(refused: Refused) -> str:
    """Return the place of something that was not imported, and why."""
    why = problem_sentence(refused.why) if isinstance(refused.why, Problem) else str(UNTOLD[refused.why])
    return f"{refused.where}: {why}"
