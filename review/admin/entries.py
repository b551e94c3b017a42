"""Entries in the admin: read-only, but promoted through the same gate as everywhere."""

from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from review.admin.access import is_staff
from review.admin.audit import recheck
from review.admin.bulk_promotion import promote
from review.admin.columns import marked
from review.admin.events import details_of
from review.admin.filters import (
    EntryDifferenceFilter,
    EntryDriftFilter,
    EntryMethodFilter,
    EntryReasonFilter,
    FourEyesFilter,
    MissingFilter,
    SwitchesFilter,
)
from review.admin.general_filters import OccurringFilter, PeriodFilter, ValuesFilter, named
from review.admin.registers import Register, spelled
from review.domain.policy import Refused, Stage
from review.models import Alignment, Entry, Event, Quote
from review.presentation.hidden import spell_out
from review.selectors.promotion.blocks import promotion_block
from review.selectors.promotion.claim_facts import claim_facts
from review.selectors.promotion.gate_facts import quotes_of
from review.selectors.promotion.second_persons import second_persons_on
from review.selectors.promotion.statements import IS_MANUAL
from review.selectors.promotion.stored_facts import stored_reasons
from review.selectors.promotion.switches import switches_then
from review.wording import (
    FIELDS,
    MISSING,
    actor_name,
    mark_sentence,
    refusal_sentences,
    second_person_sentence,
    switches_mark,
    switches_sentences,
    type_name,
)

MAX_LISTED = 200
"""The maximum number of attempts and of events that the page of an entry lists."""


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """The lists on the page of an entry: quotes, every attempt at them, and events with their details and actors."""

    quotes: tuple[Quote, ...]
    attempts: tuple[Alignment, ...]
    events: tuple[tuple[Event, str, str], ...]
    is_cut: bool


def _found(aligned: bool) -> str:  # noqa: FBT001 - the value of a column
    return gettext("all found") if aligned else gettext("not all found")


def _to_answer(is_open: bool) -> str:  # noqa: FBT001 - as above
    return gettext("to answer") if is_open else "–"


@admin.register(Entry)
class EntryAdmin(Register):
    """Every entry with its stage."""

    change_form_template = "admin/review/entry/change_form.html"
    in_words: ClassVar = {"type": type_name}
    marks: ClassVar = {"evidence_aligned": _found, "claim_open": _to_answer, "is_manual": marked}
    list_display = (
        spelled("claim_title", ordering="title"),
        "type",
        "stage",
        "evidence_aligned",
        "claim_open",
        "lacks",
        spelled("session"),
        "verified_by",
        "verified_at",
        "certified_by",
        "certified_at",
        "is_manual",
        "switches",
        "rejected_at",
        "rejected_by",
        spelled("rejected_reason"),
    )
    list_filter = (
        "stage",
        "evidence_aligned",
        "claim_open",
        ("type", named(type_name)),
        ("added_by", OccurringFilter),
        ("extraction__model", ValuesFilter),
        ("extraction__extractor", ValuesFilter),
        ("extraction__prompt_version", ValuesFilter),
        EntryMethodFilter,
        EntryReasonFilter,
        MissingFilter,
        EntryDifferenceFilter,
        EntryDriftFilter,
        FourEyesFilter,
        SwitchesFilter,
        ("verified_at", PeriodFilter),
        ("verified_by", OccurringFilter),
        ("certified_at", PeriodFilter),
        ("certified_by", OccurringFilter),
        ("rejected_at", PeriodFilter),
        ("rejected_by", OccurringFilter),
        ("session__project", OccurringFilter),
    )
    list_select_related = ("session__project", "claim", "verified_by", "certified_by", "rejected_by")
    search_fields = ("title", "body", "entry_id", "claim__title", "claim__body")
    actions = (promote, "recheck_evidence")
    exclude = ("missing", "verified_under")
    readonly_fields = (
        "lacks",
        "promotion_blocked",
        "promotion_block_reason",
        "failed_quotes",
        "claim_marks",
        "made_by",
        "switches_on_then",
        "second_persons",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        """Annotate whether an entry was ever verified by overriding the policy."""
        entries: QuerySet[Entry] = super().get_queryset(request)
        return entries.annotate(is_manual=IS_MANUAL)

    def get_actions(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's value
        """Return the actions: an auditor only reads here, whatever they may do on other pages."""
        actions = super().get_actions(request)
        return actions if is_staff(request) else {name: one for name, one in actions.items() if name != "promote"}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show an entry with its quotes, every attempt at them, and its events."""
        entry = self.get_object(request, object_id)
        record = {} if entry is None else {"record": _record_of(entry)}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **record})

    @admin.display(description=FIELDS["verified_under"])
    def switches(self, entry: Entry) -> str:
        """Return the mark of an entry that was verified while a switch that is on now was off."""
        return switches_mark(switches_then(entry))

    @admin.display(description=_("switches when verified"))
    def switches_on_then(self, entry: Entry) -> str:
        """Return which switches were on when an entry was verified, and which of the current ones were off."""
        return "\n".join(switches_sentences(switches_then(entry))) or "–"

    @admin.display(description=_("other people, and their lineage"))
    def second_persons(self, entry: Entry) -> str:
        """Return who else the verifier and the certifier of an entry judged, and how their accounts are related."""
        return (
            "\n".join(second_person_sentence(one.person, beside=one.beside) for one in second_persons_on(entry)) or "–"
        )

    @admin.display(description=_("manual"), ordering="is_manual")
    def is_manual(self, entry: Entry) -> bool:
        """Return whether an entry was ever verified by overriding the policy."""
        return bool(getattr(entry, "is_manual", False))

    @admin.display(description=FIELDS["missing"])
    def lacks(self, entry: Entry) -> str:
        """Return what the evidence of an entry lacks, including critical differences that only some people accepted."""
        return ", ".join(str(MISSING[reason]) for reason in stored_reasons(entry))

    @admin.display(description=_("promotion blocked"))
    def promotion_blocked(self, entry: Entry) -> str:
        """Return whether the gate would refuse to verify the entry."""
        return marked(promotion_block(entry).blocked)

    @admin.display(description=_("why it is blocked"))
    def promotion_block_reason(self, entry: Entry) -> str:
        """Return the sentences of the refusal, one a line."""
        return "\n".join(refusal_sentences(Refused(Stage.VERIFIED, promotion_block(entry).reasons))) or "–"

    @admin.display(description=_("failed quotes"))
    def failed_quotes(self, entry: Entry) -> str:
        """Show the quotes that were not found, or withdrawn, one a line."""
        return "\n".join(map(spell_out, promotion_block(entry).failed_quotes)) or "–"

    @admin.display(description=_("what is wrong with the claim"))
    def claim_marks(self, entry: Entry) -> str:
        """Return what the evidence of an entry lacks or says otherwise than its claim, a sentence a line."""
        facts = claim_facts(entry, quotes_of([entry]))
        return "\n".join(map(mark_sentence, () if facts is None else facts.marks)) or "–"

    @admin.display(description=_("made by"))
    def made_by(self, entry: Entry) -> str:
        """Show the run that the entry came from, or who added it."""
        if entry.extraction is None:
            return spell_out(str(entry.added_by))
        run = entry.extraction.run
        return spell_out(" · ".join(text for text in run.model_dump().values() if text)) or "–"

    @admin.action(description=_("Re-check proofs"))
    def recheck_evidence(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Re-check every attempt of the chosen entries."""
        recheck(self, request, Alignment.objects.filter(quote__entry__in=queryset))


def _record_of(entry: Entry) -> EntryRecord:
    attempts = Alignment.objects.filter(quote__entry=entry).select_related("quote", "actor")
    events = list(entry.events.order_by("-seq")[: MAX_LISTED + 1])
    return EntryRecord(
        quotes=tuple(entry.quotes.select_related("current", "withdrawn_by").order_by("position")[:MAX_LISTED]),
        attempts=tuple(attempts.order_by("quote__position", "attempt")[:MAX_LISTED]),
        events=tuple((event, details_of(event), actor_name(event.actor)) for event in events[:MAX_LISTED]),
        is_cut=len(events) > MAX_LISTED,
    )
