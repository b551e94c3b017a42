"""Filters of the registers that need more than a column. They ignore quotes that no longer count."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from aligner_core.evidence import MAX_FUZZY_CONFIDENCE, MIN_FUZZY_SIMILARITY, NORMALIZED_CONFIDENCE
from review.domain.events import PromotionRefused
from review.domain.policy import Reason
from review.domain.quotes import WORDS_CHOSEN
from review.models import FIRST_VERSION, Acknowledgement, Alignment, Entry, Event, Quote, Standing
from review.selectors.lineage import lineage_of
from review.selectors.promotion.readiness import LACKS_NOTHING, SHARED, lacking
from review.selectors.promotion.span_authors import span_authors
from review.selectors.promotion.statements import IS_MANUAL
from review.selectors.promotion.switches import WAS_OFF
from review.selectors.quotes.critical_differences import IS_CRITICAL
from review.selectors.quotes.quote_rows import DRIFTED
from review.wording import FAILURES, FIELDS, METHODS, MISSING, PROVENANCES, refusal_words


class FourEyesFilter(admin.SimpleListFilter):
    """Entries without a second pair of eyes: the verifier or certifier also chose words or wrote the claim."""

    title = _("four eyes")
    parameter_name = "eyes"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401, ARG002
        """Return the choices."""
        return (
            ("same", _("promoted by the person who chose its words or wrote it")),
            ("manual", _("verified past the policy")),
        )

    def queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> QuerySet[Entry]:  # noqa: ARG002
        """Select the entries of the chosen kind."""
        match self.value():
            case "same":
                return queryset.filter(pk__in=_promoted_by_author(queryset))
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


def _promoted_by_author(entries: QuerySet[Entry]) -> set[int]:
    """Return the keys of the entries promoted by a person who wrote the claim, added them or chose words that count.

    Accounts that count as one person are that person.
    """
    chosen = Exists(Alignment.objects.filter(quote__entry=OuterRef("pk"), provenance__in=WORDS_CHOSEN))
    written = Q(added_by__isnull=False) | Q(claim__isnull=False)
    promoted = entries.filter(Q(chosen) | written, verified_by__isnull=False).order_by()
    rows = Entry.objects.filter(pk__in=promoted.values("pk")).values_list(
        "pk", "added_by", "claim__actor", "verified_by", "certified_by"
    )
    authors = {pk: {added_by, writer} - {None} for pk, added_by, writer, *_promoters in rows}
    promoters = {pk: set(some) - {None} for pk, _added_by, _writer, *some in rows}
    quotes = list(Quote.objects.filter(entry__in=authors).select_related("current"))
    found = span_authors(quotes)
    for quote in quotes:
        authors[quote.entry_id] |= found.get(quote.pk, set()) if quote.counts else set()
    lineage = lineage_of({key for pk, some in authors.items() for key in some | promoters[pk]})
    return {
        pk for pk, some in authors.items() if any(lineage.is_one_person(*pair) for pair in product(some, promoters[pk]))
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
