"""Filters of the registers that need more than a column."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from aligner_core.evidence import MIN_FUZZY_SIMILARITY
from review.models import FIRST_VERSION, Acknowledgement, Alignment, Entry, Provenance, Quote, Standing
from review.selectors.promotion.gate_facts import span_authors
from review.selectors.promotion.readiness import LACKS_NOTHING, SHARED, lacking
from review.selectors.promotion.statements import IS_MANUAL
from review.selectors.quotes.critical_differences import IS_CRITICAL
from review.selectors.quotes.quote_rows import DRIFTED
from review.wording import MISSING


class FourEyesFilter(admin.SimpleListFilter):
    """Entries without a second pair of eyes: the verifier or certifier also selected words by hand."""

    title = _("four eyes")
    parameter_name = "eyes"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401, ARG002
        """Return the choices."""
        return (("same", _("promoted by who selected its words")), ("manual", _("verified past the policy")))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> QuerySet[Entry]:  # noqa: ARG002
        """Select the entries of the chosen kind."""
        match self.value():
            case "same":
                return queryset.filter(pk__in=_promoted_by_span_author())
            case "manual":
                return queryset.filter(IS_MANUAL)
            case _:
                return queryset


class MissingFilter(admin.SimpleListFilter):
    """Entries by what their evidence lacks for everybody, as the gate found it."""

    title = _("missing")
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


def _promoted_by_span_author() -> set[int]:
    """Return the keys of the entries that a person promoted who selected words of a quote that counts."""
    by_hand = Alignment.objects.filter(provenance=Provenance.SELECTED_BY_HAND)
    promoted = Entry.objects.filter(quotes__alignments__in=by_hand, verified_by__isnull=False)
    quotes = list(Quote.objects.filter(entry__in=promoted).select_related("entry", "current"))
    authors = span_authors(quotes)
    return {
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
            ("0.95", "0.95"),
            ("0.90", "0.90 – 0.9499"),
            (str(MIN_FUZZY_SIMILARITY), f"{MIN_FUZZY_SIMILARITY} – 0.90"),
            ("0", _("0 (failed)")),
        )

    def queryset(self, request: HttpRequest, queryset: QuerySet[Alignment]) -> QuerySet[Alignment]:  # noqa: ARG002
        """Select the alignments of the chosen band; confidence follows from method and similarity."""
        bands = {
            "1": Q(method="exact"),
            "0.95": Q(method="normalized"),
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
        differing = Alignment.objects.filter(evidence_json__contains=IS_CRITICAL)
        return self.among(queryset, differing.filter(~accepted if self.value() == "open" else accepted))

    def among(self, queryset: QuerySet[Any], differing: QuerySet[Alignment]) -> QuerySet[Any]:
        """Narrow the rows to the differing alignments."""
        return queryset.filter(pk__in=differing.values("pk"))


class EntryDifferenceFilter(AttemptDifferenceFilter):
    """Entries with a quote that counts and has critical differences."""

    def among(self, queryset: QuerySet[Entry], differing: QuerySet[Alignment]) -> QuerySet[Entry]:
        """Narrow the entries to those with a differing quote."""
        counting = Quote.objects.filter(entry=OuterRef("pk"), standing=Standing.COUNTS)
        return queryset.filter(Exists(counting.filter(current__in=differing.values("pk"))))


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
        return queryset.filter(pk__in=drifted.values("pk"))


class EntryDriftFilter(DriftFilter):
    """Entries with such a quote."""

    def among(self, queryset: QuerySet[Entry], drifted: QuerySet[Quote]) -> QuerySet[Entry]:
        """Narrow the entries to those with a drifted quote."""
        return queryset.filter(pk__in=drifted.values("entry"))
