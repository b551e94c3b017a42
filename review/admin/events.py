"""The journal in the admin: events, the reasons for refused promotions, and a link to the page of each event."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from review.admin.filters import RefusalFilter
from review.admin.general_filters import ActorFilter, OccurringFilter, PeriodFilter, named
from review.admin.registers import Register, spelled
from review.models import Event
from review.presentation.hidden import spell_out
from review.selectors.audit.event_log import is_audited
from review.wording import actor_name, event_details, event_name, event_title


@admin.register(Event)
class EventAdmin(Register):
    """The journal."""

    in_words: ClassVar = {"event_type": event_name, "actor": actor_name}
    list_display = (
        "created_at",
        "what",
        "details",
        "actor",
        spelled("entry"),
        spelled("session"),
        "chain",
        "seq",
        "hash",
        "page",
    )
    list_filter = (
        ("created_at", PeriodFilter),
        ActorFilter,
        ("event_type", named(event_name)),
        RefusalFilter,
        "entry__stage",
        ("session__project", OccurringFilter),
    )
    list_select_related = ("chain", "entry__claim", "session")
    ordering = ("-pk",)
    search_fields = ("payload", "event_id", "hash")
    csv_columns = (
        "created_at",
        "chain",
        "seq",
        "event_id",
        "event_type",
        "actor",
        spelled("session"),
        spelled("entry"),
        "details",
        "payload",
        "prev_hash",
        "hash",
    )

    def audited(self, rows: QuerySet[Event], request: HttpRequest) -> QuerySet[Event]:
        """Narrow events to those that the audit pages show a person, those of no session included."""
        return rows.filter(is_audited(request.user))

    def get_view_on_site_url(self, obj: Any = None) -> str | None:  # noqa: ANN401
        """Return the page where the event can be read."""
        return None if obj is None else reverse("review:event_detail", args=[obj.pk])

    @admin.display(description=_("event"), ordering="event_type")
    def what(self, event: Event) -> str:
        """Show what happened."""
        return event_title(event)

    @admin.display(description=_("reasons and details"))
    def details(self, event: Event) -> str:
        """Show the reasons for a refused promotion, or the details of other events in one line."""
        return details_of(event)

    @admin.display(description=_("to read"))
    def page(self, event: Event) -> str:
        """Link to the page where the event can be read."""
        where = reverse("review:event_detail", args=[event.pk])
        return format_html('<a href="{}">{} {}</a>', where, _("Event"), event.seq)


def details_of(event: Event) -> str:
    """Return the details of an event in one line; one that was tampered with is reported, without an error."""
    try:
        return spell_out(event_details(event))
    except (ValueError, LookupError, TypeError):
        return gettext("This event cannot be read.")
