"""The texts of notifications."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from review.domain.notices import NoticeKind
from review.selectors.notices import NoticeRow
from review.wording.events import event_details

SETTLED: Mapping[str, object] = {
    NoticeKind.MENTION: gettext_lazy("resolved"),
    NoticeKind.REPLY: gettext_lazy("resolved"),
    NoticeKind.CHANGE: gettext_lazy("settled"),
    NoticeKind.DEMOTION: gettext_lazy("decided again"),
}
"""The texts for settled notifications, by kind."""


def notice_sentence(row: NoticeRow) -> str:
    """Return the sentence for the event and its actor."""
    who = {"who": row.event.actor}
    match row.notice.kind:
        case NoticeKind.MENTION:
            return _("%(who)s mentioned you") % who
        case NoticeKind.REPLY:
            return _("%(who)s replied where you wrote") % who
        case NoticeKind.CHANGE:
            return _("%(who)s requested a change to your entry") % who
        case _ if row.event.body["drifted"]:
            return _("A message changed, so what you vouched for is a candidate again")
        case _:
            return _("%(who)s returned to candidate what you vouched for") % who


def notice_words(row: NoticeRow) -> str:
    """Return the text of the event: the comment, or the reason for the requested change or the demotion."""
    if row.notice.kind == NoticeKind.DEMOTION:
        return "" if row.event.body["drifted"] else str(row.event.body["reason"])
    return event_details(row.event)


def settled_text(row: NoticeRow) -> str:
    """Return why the notification is settled; empty if it is not."""
    return str(SETTLED[row.notice.kind]) if row.is_settled else ""
