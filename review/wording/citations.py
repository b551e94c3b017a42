"""The state of the source line of an answer and of its sources, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from review.selectors.retrievals.answers import Answer, NamedSource


def source_line_sentence(answer: Answer) -> str:
    """Return whether an answer has one source line, and where; it should have one, at the end."""
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


def source_state(source: NamedSource) -> str:
    """Return the state of a source that an answer names: real, invented or corrected."""
    if source.row.is_real:
        return _("real")
    if source.is_open:
        return _("invented")
    return _("struck") if source.is_struck else _("corrected")
