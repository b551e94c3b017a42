"""Files of an unknown shape, in words: what is asked of them, and what a key may be for."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from aligner_core.formats import FoundFields

QUESTIONS = {
    "table": gettext_lazy("What is in these columns?"),
    "rows": gettext_lazy("What is in these fields?"),
    "prose": gettext_lazy("How is this text read?"),
}
UNKNOWN_FILES = {
    "unknown_table": gettext_lazy("A table with columns of its own"),
    "unknown_rows": gettext_lazy("Rows with fields of their own"),
    "unknown_prose": gettext_lazy("A text in which nobody is seen to speak"),
}
MAPPING_ACTS = {
    "unknown_table": gettext_lazy("Name the columns"),
    "unknown_rows": gettext_lazy("Name the fields"),
    "unknown_prose": gettext_lazy("Choose how it is read"),
}
PURPOSE_NAMES = {
    "claim": pgettext_lazy("column", "Claim"),
    "quote": pgettext_lazy("column", "Quote"),
    "message": pgettext_lazy("column", "Message #"),
    "words": pgettext_lazy("column", "Words of a message"),
    "speaker": pgettext_lazy("column", "Speaker"),
    "role": pgettext_lazy("column", "Role"),
    "time": pgettext_lazy("column", "Time"),
    "session": pgettext_lazy("column", "Session"),
    "type": pgettext_lazy("column", "Type"),
    "id": pgettext_lazy("column", "ID of the entry"),
}


def found_sentence(found: FoundFields) -> str:
    """Return how many rows were looked at, and how many of their keys are recognized."""
    if found.kind == "prose":
        return _("Nothing is stored until you import it.")
    known = 0 if found.proposal is None else len(found.proposal.keys)
    rows = ngettext("%(count)s row was looked at.", "%(count)s rows were looked at.", found.row_count)
    recognised = ngettext(
        "%(count)s field is recognised: check it.", "%(count)s fields are recognised: check them.", known
    )
    return f"{rows % {'count': found.row_count}} {recognised % {'count': known}}"
