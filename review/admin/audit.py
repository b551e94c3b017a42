"""Read-only registers for audits: sessions, messages, extractions, quotes, alignments, acknowledgements."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from aligner_core.evidence import three_digits
from review.admin.filters import (
    AttemptDifferenceFilter,
    ConfidenceFilter,
    DriftFilter,
    QuoteMethodFilter,
    QuoteProvenanceFilter,
    QuoteReasonFilter,
)
from review.admin.general_filters import OccurringFilter, PeriodFilter, ValuesFilter, named
from review.admin.registers import Register, spelled
from review.models import Acknowledgement, Alignment, Extraction, Message, Quote, ReviewSession
from review.presentation.hidden import spell_out
from review.selectors.quotes.quote_rows import human_choices, with_choices
from review.services.audit.audit_store import recheck_proofs
from review.wording import (
    FIELDS,
    choice_sentence,
    failure_name,
    finding_sentence,
    method_name,
    speaker_name,
    verdict_name,
)


@admin.action(description=_("Re-check proofs"))
def recheck(modeladmin: Register, request: HttpRequest, queryset: QuerySet[Any]) -> None:
    """Re-check the proofs of the chosen rows, and report the findings."""
    alignments = queryset if queryset.model is Alignment else Alignment.objects.filter(quote__in=queryset)
    findings = [found for found in recheck_proofs(alignments) if not found.is_note]
    for finding in findings[:20]:
        params = {"key": finding.pk, "finding": finding_sentence(finding.code)}
        modeladmin.message_user(request, _("Attempt with the key %(key)d: %(finding)s") % params, messages.ERROR)
    count = alignments.count()
    checked = ngettext("%(count)d attempt was checked", "%(count)d attempts were checked", count) % {"count": count}
    level = messages.ERROR if findings else messages.SUCCESS
    text = _("%(checked)s · findings: %(found)d") % {"checked": checked, "found": len(findings)}
    modeladmin.message_user(request, text, level)


@admin.register(Alignment)
class AlignmentAdmin(Register):
    """Every attempt at finding a quote."""

    in_words: ClassVar = {"method": method_name, "reason": failure_name, "verdict": verdict_name}
    list_display = (
        spelled("quote"),
        "attempt",
        "method",
        "confidence",
        "similarity",
        "reason",
        "ambiguous",
        "provenance",
        "message",
        "actor",
        "created_at",
    )
    list_filter = (
        ("method", named(method_name)),
        "provenance",
        ConfidenceFilter,
        AttemptDifferenceFilter,
        ("reason", named(failure_name)),
        "ambiguous",
        "quote__entry__stage",
        ("created_at", PeriodFilter),
        ("actor", OccurringFilter),
        ("quote__entry__session__project", OccurringFilter),
    )
    project_path = "quote__entry__session__project"
    list_select_related = ("quote", "message", "actor")
    search_fields = ("text",)
    actions = (recheck,)

    @admin.display(description=_("confidence"))
    def confidence(self, alignment: Alignment) -> str:
        """Show the confidence that follows from the method and the similarity."""
        return three_digits(alignment.confidence)


@admin.register(Quote)
class QuoteAdmin(Register):
    """Every quote with its current alignment."""

    list_display = (
        "text_start",
        spelled("entry"),
        "method",
        "confidence",
        "chosen",
        "reason",
        "standing",
        spelled("split_from"),
        "added_by",
        "withdrawn_at",
        "withdrawn_by",
    )
    list_filter = (
        QuoteMethodFilter,
        QuoteProvenanceFilter,
        QuoteReasonFilter,
        "standing",
        DriftFilter,
        "entry__stage",
        ("withdrawn_at", PeriodFilter),
        ("withdrawn_by", OccurringFilter),
        ("entry__session__project", OccurringFilter),
    )
    project_path = "entry__session__project"
    search_fields = ("text",)
    actions = (recheck,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Quote]:
        """Prefetch the choices of people about each quote."""
        quotes = with_choices(super().get_queryset(request), attempt="current__")
        return quotes.select_related("entry__claim", "split_from", "added_by", "withdrawn_by")

    @admin.display(description=_("chosen by people"))
    def chosen(self, quote: Quote) -> str:
        """Show the choices of people about it, and who made them."""
        return spell_out(" · ".join(choice_sentence(choice) for choice in human_choices(quote)))

    @admin.display(description=FIELDS["quote"])
    def text_start(self, quote: Quote) -> str:
        """Show the beginning of the quote, or a dash for an empty one."""
        return spell_out(quote.text[:80]) or "–"

    @admin.display(description=FIELDS["method"])
    def method(self, quote: Quote) -> str:
        """Show the method that found it."""
        return method_name(quote.current.method) if quote.current else ""

    @admin.display(description=_("confidence"))
    def confidence(self, quote: Quote) -> str:
        """Show the confidence of its current alignment."""
        return three_digits(quote.current.confidence) if quote.current else ""

    @admin.display(description=FIELDS["reason"])
    def reason(self, quote: Quote) -> str:
        """Show why it was not found."""
        return failure_name(quote.current.reason) if quote.current else ""


@admin.register(Message)
class MessageAdmin(Register):
    """Every message as it came."""

    in_words: ClassVar = {"role": speaker_name}
    list_display = (
        spelled("session"),
        "index",
        "version",
        "role",
        "start",
        "length",
        "content_hash",
    )
    list_filter = (("role", named(speaker_name)), ("version", ValuesFilter), ("session__project", OccurringFilter))
    list_select_related = ("session",)
    search_fields = ("content", "content_hash")

    @admin.display(description=FIELDS["content"])
    def start(self, message: Message) -> str:
        """Show the beginning of the message."""
        return spell_out(message.content[:80])


@admin.register(ReviewSession)
class ReviewSessionAdmin(Register):
    """Every session."""

    list_display = (spelled("session_id"), spelled("title"), "project", "created_at", "created_by")
    list_filter = (("created_at", PeriodFilter), ("created_by", OccurringFilter), ("project", OccurringFilter))
    project_path = "project"
    list_select_related = ("project", "created_by")
    search_fields = ("session_id", "title")


@admin.register(Extraction)
class ExtractionAdmin(Register):
    """Every extraction as it came."""

    list_display = (
        "digest",
        spelled("session"),
        spelled("model"),
        spelled("extractor"),
        spelled("prompt_version"),
        spelled("run_id"),
        "received_at",
        "received_by",
    )
    list_filter = (
        ("model", ValuesFilter),
        ("extractor", ValuesFilter),
        ("prompt_version", ValuesFilter),
        ("received_at", PeriodFilter),
        ("received_by", OccurringFilter),
        ("session__project", OccurringFilter),
    )
    list_select_related = ("session", "received_by")
    search_fields = ("digest", "model", "extractor", "run_id")


@admin.register(Acknowledgement)
class AcknowledgementAdmin(Register):
    """Every critical difference that somebody accepted, and why."""

    list_display = ("created_at", "session", "entry", "quote", "attempt", "actor", "why", "undone_at")
    list_filter = (
        ("created_at", PeriodFilter),
        ("actor", OccurringFilter),
        "alignment__quote__entry__stage",
        ("alignment__quote__entry__session__project", OccurringFilter),
    )
    project_path = "alignment__quote__entry__session__project"
    list_select_related = ("alignment__quote__entry__session", "alignment__quote__entry__claim", "actor")
    search_fields = ("reason", "alignment__text")

    @admin.display(description=FIELDS["session"])
    def session(self, acknowledgement: Acknowledgement) -> str:
        """Show the title of the session."""
        return spell_out(str(acknowledgement.alignment.quote.entry.session))

    @admin.display(description=FIELDS["entry"])
    def entry(self, acknowledgement: Acknowledgement) -> str:
        """Show the title of the entry."""
        return spell_out(str(acknowledgement.alignment.quote.entry))

    @admin.display(description=FIELDS["quote"])
    def quote(self, acknowledgement: Acknowledgement) -> str:
        """Show the beginning of the words that differ."""
        return spell_out(acknowledgement.alignment.text[:80])

    @admin.display(description=FIELDS["attempt"])
    def attempt(self, acknowledgement: Acknowledgement) -> int:
        """Show the attempt it applies to; a later attempt voids it."""
        return acknowledgement.alignment.attempt

    @admin.display(description=FIELDS["reason"])
    def why(self, acknowledgement: Acknowledgement) -> str:
        """Show the reason."""
        return spell_out(acknowledgement.reason)
