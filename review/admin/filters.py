"""Filters of the registers that need more than a column. They ignore quotes that no longer count."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from aligner_core.evidence import MAX_FUZZY_CONFIDENCE, MIN_FUZZY_SIMILARITY, NORMALIZED_CONFIDENCE
from review.domain.events import PromotionRefused
from review.domain.policy import Reason
from review.models import FIRST_VERSION, Acknowledgement, Alignment, Entry, Event, Provenance, Quote, Standing
from review.selectors.promotion.gate_facts import span_authors
from review.selectors.promotion.readiness import LACKS_NOTHING, SHARED, lacking
from review.selectors.promotion.statements import IS_MANUAL
from review.selectors.promotion.switches import WAS_OFF
from review.selectors.quotes.critical_differences import IS_CRITICAL
from review.selectors.quotes.quote_rows import DRIFTED
from review.wording import FAILURES, FIELDS, METHODS, MISSING, PROVENANCES, refusal_words


class FourEyesFilter(admin.SimpleListFilter):
    """Entries without a second pair of eyes: the verifier or certifier also selected words by hand."""

    title = _("four eyes")
    parameter_name = "eyes"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401, ARG002
        """Return the choices."""
        return (("same", _("promoted by the person who selected its words")), ("manual", _("verified past the policy")))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> QuerySet[Entry]:  # noqa: ARG002
        """Select the entries of the chosen kind."""
        match self.value():
            case "same":
                return queryset.filter(pk__in=_promoted_by_span_author(queryset))
            case "manual":
                return queryset.filter(IS_MANUAL)
            case _:
                return queryset


class SwitchesFilter(admin.SimpleListFilter):
    """Entries that were verified with fewer requirements than their project has now."""

    title = FIELDS["verified_under"]
    parameter_name = "switches"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401, ARG002
        """Return the choice."""
        return (("off", _("verified while a switch was off")),)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> QuerySet[Entry]:  # noqa: ARG002
        """Select the entries that were."""
        return queryset.filter(WAS_OFF) if self.value() == "off" else queryset


class QuoteColumnFilter(admin.SimpleListFilter):
    """Quotes that count, by a column of their current attempt; if a standing is chosen, quotes with that one."""

    column = ""
    names: ClassVar[Mapping[str, Any]] = {}

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401, ARG002
        """Return the values of the column."""
        return tuple((code, _name_of(name)) for code, name in self.names.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Select the rows with the chosen value."""
        if not self.value():
            return queryset
        quotes = Quote.objects.filter(**{f"current__{self.column}": self.value()})
        has_standing = any(name.startswith("standing") for name in request.GET)
        return self.among(queryset, quotes if has_standing else quotes.filter(standing=Standing.COUNTS))

    def among(self, queryset: QuerySet[Any], quotes: QuerySet[Quote]) -> QuerySet[Any]:
        """Narrow the quotes to those."""
        return queryset.filter(Exists(quotes.filter(pk=OuterRef("pk"))))


class QuoteMethodFilter(QuoteColumnFilter):
    """Quotes that count, by how they were found."""

    title, parameter_name, column, names = FIELDS["method"], "method", "method", METHODS


class QuoteReasonFilter(QuoteColumnFilter):
    """Quotes that count, by why they were not found."""

    title, parameter_name, column, names = FIELDS["reason"], "reason", "reason", FAILURES


class QuoteProvenanceFilter(QuoteColumnFilter):
    """Quotes that count, by where their words come from."""

    title, parameter_name, column, names = FIELDS["provenance"], "provenance", "provenance", PROVENANCES


class EntryMethodFilter(QuoteMethodFilter):
    """Entries with a quote that counts, by how it was found."""

    def among(self, queryset: QuerySet[Entry], quotes: QuerySet[Quote]) -> QuerySet[Entry]:
        """Narrow the entries to those with such a quote."""
        return queryset.filter(Exists(quotes.filter(entry=OuterRef("pk"))))


class EntryReasonFilter(QuoteReasonFilter):
    """Entries with a quote that counts, by why it was not found."""

    def among(self, queryset: QuerySet[Entry], quotes: QuerySet[Quote]) -> QuerySet[Entry]:
        """Narrow the entries to those with such a quote."""
        return queryset.filter(Exists(quotes.filter(entry=OuterRef("pk"))))


def _name_of(name: Any) -> Any:  # noqa: ANN401 - a text, or a text and what it means
    return name[0] if isinstance(name, tuple) else name


class RefusalFilter(admin.SimpleListFilter):
    """Refused promotions, by the reason."""

    title = _("refused because of")
    parameter_name = "refused"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401, ARG002
        """Return the reasons."""
        return tuple((reason.value, refusal_words(reason)) for reason in Reason)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Event]) -> QuerySet[Event]:  # noqa: ARG002
        """Select the refusals with the chosen reason, matched in quotation marks, as the payload is canonical JSON."""
        if self.value() not in set(Reason):
            return queryset
        return queryset.filter(event_type=PromotionRefused.event_type, payload__contains=f'"{self.value()}"')


class MissingFilter(admin.SimpleListFilter):
    """Entries by what their evidence lacks for everybody, as computed by the gate."""

    title = FIELDS["missing"]
    parameter_name = "missing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401, ARG002
        """Return what evidence can lack."""
        return (("nothing", pgettext("missing", "nothing")), *((reason, MISSING[reason]) for reason in SHARED))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> QuerySet[Entry]:  # noqa: ARG002
        """Select the entries that lack what is chosen."""
        match self.value():
            case None:
                return queryset
            case "nothing":
                return queryset.filter(LACKS_NOTHING)
            case reason:
                return queryset.filter(lacking(reason))


def _promoted_by_span_author(entries: QuerySet[Entry]) -> set[int]:
    """Return the keys of the entries promoted by a person who added them or selected words that count."""
    own = Q(added_by=F("verified_by")) | Q(added_by=F("certified_by"))
    written = set(entries.filter(own).order_by().values_list("pk", flat=True))
    by_hand = Alignment.objects.filter(quote__entry=OuterRef("pk"), provenance=Provenance.SELECTED_BY_HAND)
    promoted = entries.filter(Exists(by_hand), verified_by__isnull=False).order_by().values_list("pk", flat=True)
    quotes = list(Quote.objects.filter(entry__in=list(promoted)).select_related("entry", "current"))
    authors = span_authors(quotes)
    return written | {
        quote.entry_id
        for quote in quotes
        if quote.counts and {quote.entry.verified_by_id, quote.entry.certified_by_id} & authors.get(quote.pk, set())
    }


class ConfidenceFilter(admin.SimpleListFilter):
    """Alignments by the band of their confidence."""

    title = _("confidence")
    parameter_name = "confidence"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401, ARG002
        """Return the bands of confidence."""
        return (
            ("1", "1.0"),
            (str(NORMALIZED_CONFIDENCE), str(NORMALIZED_CONFIDENCE)),
            ("0.90", f"0.90 – {MAX_FUZZY_CONFIDENCE}"),
            (str(MIN_FUZZY_SIMILARITY), f"{MIN_FUZZY_SIMILARITY} – 0.90"),
            ("0", _("0 (failed)")),
        )

    def queryset(self, request: HttpRequest, queryset: QuerySet[Alignment]) -> QuerySet[Alignment]:  # noqa: ARG002
        """Select the alignments of the chosen band; confidence follows from method and similarity."""
        bands = {
            "1": Q(method="exact"),
            str(NORMALIZED_CONFIDENCE): Q(method="normalized"),
            "0.90": Q(method="fuzzy", similarity__gte=0.90),
            str(MIN_FUZZY_SIMILARITY): Q(method="fuzzy", similarity__lt=0.90),
            "0": Q(method="none"),
        }
        band = bands.get(self.value() or "")
        return queryset if band is None else queryset.filter(band)


class AttemptDifferenceFilter(admin.SimpleListFilter):
    """Alignments with critical differences, by whether somebody has acknowledged them."""

    title = _("critical difference")
    parameter_name = "differences"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401, ARG002
        """Return the choices."""
        return (("open", _("nobody has acknowledged")), ("acknowledged", _("acknowledged")))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        """Select the rows of the chosen kind."""
        if self.value() not in {"open", "acknowledged"}:
            return queryset
        claim_version = Coalesce(OuterRef("quote__entry__claim__number"), FIRST_VERSION)
        accepted = Exists(Acknowledgement.objects.filter(alignment=OuterRef("pk"), claim_version=claim_version))
        differing = Alignment.objects.filter(evidence_json__contains=IS_CRITICAL).exclude(method="none")
        return self.among(queryset, differing.filter(~accepted if self.value() == "open" else accepted))

    def among(self, queryset: QuerySet[Any], differing: QuerySet[Alignment]) -> QuerySet[Any]:
        """Narrow the rows to the differing alignments."""
        return queryset.filter(Exists(differing.filter(pk=OuterRef("pk"))))


class EntryDifferenceFilter(AttemptDifferenceFilter):
    """Entries with a quote that counts and has critical differences."""

    def among(self, queryset: QuerySet[Entry], differing: QuerySet[Alignment]) -> QuerySet[Entry]:
        """Narrow the entries to those with a differing quote."""
        standing = Quote.objects.filter(current=OuterRef("pk"), standing=Standing.COUNTS)
        counting = differing.filter(Exists(standing), quote__entry=OuterRef("pk"))
        return queryset.filter(Exists(counting))


class DriftFilter(admin.SimpleListFilter):
    """Quotes that count and were found in an old version of their message."""

    title = _("drift")
    parameter_name = "drifted"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401, ARG002
        """Return the choices."""
        return (("yes", _("the message has changed since")),)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        """Select the drifted rows."""
        drifted = Quote.objects.filter(DRIFTED, standing=Standing.COUNTS)
        return self.among(queryset, drifted) if self.value() == "yes" else queryset

    def among(self, queryset: QuerySet[Any], drifted: QuerySet[Quote]) -> QuerySet[Any]:
        """Narrow the quotes to the drifted ones."""
        return queryset.filter(Exists(drifted.filter(pk=OuterRef("pk"))))


class EntryDriftFilter(DriftFilter):
    """Entries with such a quote."""

    def among(self, queryset: QuerySet[Entry], drifted: QuerySet[Quote]) -> QuerySet[Entry]:
        """Narrow the entries to those with a drifted quote."""
        return queryset.filter(Exists(drifted.filter(entry=OuterRef("pk"))))
