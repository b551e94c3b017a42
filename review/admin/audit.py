"""Read-only registers for audits: sessions, messages, quotes, alignments, acknowledgements, events."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from review.admin.filters import AttemptDifferenceFilter, ConfidenceFilter, DriftFilter
from review.hidden import spell_out
from review.models import Acknowledgement, Alignment, Event, Extraction, Message, Quote, ReviewSession
from review.services.audits import recheck_proofs


def spelled(name: str) -> Callable[[Model], str]:
    """Make a column of somebody's words: a list draws no marks, so hidden characters are spelled out."""

    @admin.display(description=name.replace("_", " "), ordering=name)
    def column(row: Model) -> str:
        value = getattr(row, name)
        return "" if value is None else spell_out(str(value))

    column.__name__ = name
    return column


class Register(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list of rows that nobody adds, changes or deletes here."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse: rows come from uploads and from people's work."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse: what happened stays."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse: what happened stays."""
        return False


@admin.action(description=_("Re-check proofs"))
def recheck(modeladmin: Register, request: HttpRequest, queryset: QuerySet[Any]) -> None:
    """Read the words behind the chosen rows again, and say what does not agree."""
    alignments = queryset if queryset.model is Alignment else Alignment.objects.filter(quote__in=queryset)
    findings = list(recheck_proofs(alignments))
    for finding in findings[:20]:
        modeladmin.message_user(request, f"{finding.code}: {finding.table} {finding.pk}", messages.ERROR)
    count = alignments.count()
    checked = ngettext("%(count)d alignment was checked", "%(count)d alignments were checked", count) % {"count": count}
    level = messages.ERROR if findings else messages.SUCCESS
    text = _("%(checked)s · findings: %(found)d") % {"checked": checked, "found": len(findings)}
    modeladmin.message_user(request, text, level)


@admin.register(Alignment)
class AlignmentAdmin(Register):
    """Every attempt at finding a quote."""

    list_display = (
        spelled("quote"),
        "attempt",
        "method",
        "similarity",
        "reason",
        "ambiguous",
        "provenance",
        "message",
        "actor",
        "created_at",
    )
    list_filter = (
        "method",
        "provenance",
        ConfidenceFilter,
        AttemptDifferenceFilter,
        "reason",
        "ambiguous",
        "quote__entry__stage",
        "actor",
        "quote__entry__session__project",
    )
    list_select_related = ("quote", "message", "actor")
    search_fields = ("text",)
    actions = (recheck,)


@admin.register(Quote)
class QuoteAdmin(Register):
    """Every quote with its current alignment."""

    list_display = (
        "text_start",
        spelled("entry"),
        "method",
        "reason",
        "standing",
        spelled("split_from"),
        "withdrawn_at",
        "withdrawn_by",
    )
    list_filter = (
        "current__method",
        "current__reason",
        "standing",
        DriftFilter,
        "entry__stage",
        "withdrawn_by",
        "entry__session__project",
    )
    list_select_related = ("entry", "current", "split_from", "withdrawn_by")
    search_fields = ("text",)
    actions = (recheck,)

    @admin.display(description=_("quote"))
    def text_start(self, quote: Quote) -> str:
        """Show the beginning of the quote, or a dash for an empty one."""
        return spell_out(quote.text[:80]) or "–"

    @admin.display(description=_("method"))
    def method(self, quote: Quote) -> str:
        """Show how it was found."""
        return quote.current.method if quote.current else ""

    @admin.display(description=_("reason"))
    def reason(self, quote: Quote) -> str:
        """Show why it was not found."""
        return quote.current.reason if quote.current else ""


@admin.register(Message)
class MessageAdmin(Register):
    """Every message as it came."""

    list_display = (spelled("session"), "index", "version", spelled("role"), "start", "length", "content_hash")
    list_filter = ("role", "version", "session__project")
    list_select_related = ("session",)
    search_fields = ("content", "content_hash")

    @admin.display(description=_("content"))
    def start(self, message: Message) -> str:
        """Show the beginning of the message."""
        return spell_out(message.content[:80])


@admin.register(Event)
class EventAdmin(Register):
    """The journal."""

    list_display = ("created_at", "chain", "seq", "event_type", "actor", spelled("entry"), "hash")
    list_filter = ("event_type", "actor", "entry__stage", "session__project")
    list_select_related = ("chain", "entry")
    search_fields = ("payload", "event_id", "hash")
    date_hierarchy = "created_at"


@admin.register(ReviewSession)
class ReviewSessionAdmin(Register):
    """Every session."""

    list_display = (spelled("session_id"), spelled("title"), "project", "created_at", "created_by")
    list_filter = ("project",)
    list_select_related = ("project", "created_by")
    search_fields = ("session_id", "title")


@admin.register(Extraction)
class ExtractionAdmin(Register):
    """Every extraction as it came."""

    list_display = ("digest", spelled("session"), "received_at", "received_by")
    list_filter = ("session__project",)
    list_select_related = ("session", "received_by")
    search_fields = ("digest",)


@admin.register(Acknowledgement)
class AcknowledgementAdmin(Register):
    """Every critical difference that somebody accepted, and why."""

    list_display = ("created_at", "session", "entry", "quote", "attempt", "actor", "why")
    list_filter = ("actor", "alignment__quote__entry__stage", "alignment__quote__entry__session__project")
    list_select_related = ("alignment__quote__entry__session", "actor")
    search_fields = ("reason", "alignment__text")
    date_hierarchy = "created_at"

    @admin.display(description=_("session"))
    def session(self, acknowledgement: Acknowledgement) -> str:
        """Show the title of the session."""
        return spell_out(str(acknowledgement.alignment.quote.entry.session))

    @admin.display(description=_("entry"))
    def entry(self, acknowledgement: Acknowledgement) -> str:
        """Show the title of the entry."""
        return spell_out(str(acknowledgement.alignment.quote.entry))

    @admin.display(description=_("quote"))
    def quote(self, acknowledgement: Acknowledgement) -> str:
        """Show the beginning of the words that differ."""
        return spell_out(acknowledgement.alignment.text[:80])

    @admin.display(description=_("attempt"))
    def attempt(self, acknowledgement: Acknowledgement) -> int:
        """Show which attempt it was about; a later one makes it void."""
        return acknowledgement.alignment.attempt

    @admin.display(description=_("reason"))
    def why(self, acknowledgement: Acknowledgement) -> str:
        """Show the reason."""
        return spell_out(acknowledgement.reason)
