"""Say what the source line of an answer looks like."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from review.selectors.answers import Answer


def source_line_sentence(answer: Answer) -> str:
    """Say whether there is one source line and where; anything but one at the end is not as it should be."""
    line = answer.line
    if answer.is_too_long:
        return _("too long for its source line to be read")
    if not line.present:
        return _("no source line")
    if line.model_knowledge:
        return _("says that it uses no source")
    if line.count > 1:
        return ngettext("%(count)s source line", "%(count)s source lines", line.count) % {"count": line.count}
    return _("source line at the end") if line.position == "end" else _("source line in the middle")
