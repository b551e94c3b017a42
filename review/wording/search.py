"""The kinds, facets and orders of a search, and the pages that the palette goes to, in words."""

from collections.abc import Mapping
from datetime import timedelta

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from review.domain.limits import MAX_SAVED_VIEWS, MAX_VIEW_NAME_CHARS
from review.selectors.search.facets import BOUNDS, CERTAIN, FAILED, HIGH, LOW
from review.services.search.saved_views import Kept
from review.wording.codes import ENTRY_TYPES, FAILURES, METHODS, MISSING, SPEAKER_ROLES, STAGES
from review.wording.quantities import lazy_duration

KINDS = {
    "entries": _("Entries"),
    "quotes": _("Quotes"),
    "messages": _("Messages"),
    "sessions": _("Sessions"),
    "people": _("People"),
}
SORTS = {"newest": _("Newest first"), "oldest": _("Oldest first"), "unsure": _("Least confident first")}
FACETS = {
    "stage": _("Stage"),
    "missing": _("Missing"),
    "method": _("Method"),
    "confidence": _("Confidence"),
    "reason": _("Failed because"),
    "speaker": _("Said by"),
    "type": _("Type"),
    "run": _("Run"),
    "model": _("Model"),
    "origin": _("Origin"),
    "reviewer": _("Verified by"),
    "age": _("Imported"),
}
BANDS = {CERTAIN: CERTAIN, HIGH: HIGH, LOW: f"{LOW}–{HIGH}", FAILED: pgettext_lazy("confidence", "none")}
AGES = {
    age: format_lazy(_("in the last {time}"), time=lazy_duration(timedelta(days=until)))
    if until
    else pgettext_lazy("received", "earlier")
    for age, (_least, until) in BOUNDS.items()
}
VALUES: Mapping[str, Mapping[str, object]] = {
    "stage": STAGES,
    "missing": {"nothing": pgettext_lazy("missing", "nothing")} | {str(code): name for code, name in MISSING.items()},
    "method": METHODS,
    "confidence": BANDS,
    "reason": {code: name for code, (name, _sentence) in FAILURES.items()},
    "speaker": SPEAKER_ROLES | {"other": _("others")},
    "type": ENTRY_TYPES,
    "origin": {"extractor": _("extracted"), "person": _("added by people")},
    "age": AGES,
}
PAGES = {
    "home": _("Home"),
    "failed": _("Failed"),
    "session_list": _("Sessions"),
    "entry_list": _("Entries"),
    "notice_list": _("Notifications"),
    "upload": _("Upload"),
    "project_list": _("Projects"),
    "audit": _("Audit"),
    "own_password": _("Change password"),
    "help": _("Help"),
}
"""The pages that the palette goes to, by the names of their addresses."""

KEPT = {
    Kept.SAVED: _("The view is saved."),
    Kept.REPLACED: _("The view replaces the one of the same name."),
    Kept.TOO_MANY: format_lazy(
        ngettext_lazy(
            "You have {count} saved view of this page. Delete it first.",
            "You have {count} saved views of this page. Delete one first.",
            MAX_SAVED_VIEWS,
        ),
        count=f"{MAX_SAVED_VIEWS:,}",
    ),
}
UNKEPT = format_lazy(
    ngettext_lazy(
        "The view needs a name of up to {count} character.",
        "The view needs a name of up to {count} characters.",
        MAX_VIEW_NAME_CHARS,
    ),
    count=f"{MAX_VIEW_NAME_CHARS:,}",
)


def view_sentence(outcome: Kept | None) -> str:
    """Return the sentence for saving a view; None stands for an invalid name or address."""
    return str(UNKEPT if outcome is None else KEPT[outcome])


def facet_value(facet: str, value: str) -> str:
    """Return the name of a value of a facet; values from uploads and people are their own names."""
    return str(VALUES.get(facet, {}).get(value, value))
