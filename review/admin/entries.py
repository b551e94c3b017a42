"""Entries in the admin: read-only, but promoted through the same gate as everywhere."""

from collections import Counter
from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from review.admin.audit import Register, recheck, spelled
from review.admin.filters import EntryDifferenceFilter, EntryDriftFilter, FourEyesFilter, MissingFilter
from review.domain.policy import Granted, Stage
from review.models import Alignment, Entry
from review.presentation.hidden import spell_out
from review.selectors.promotion.blocks import promotion_block
from review.selectors.promotion.readiness import stored_reasons
from review.selectors.promotion.statements import IS_MANUAL
from review.services.promotion.stages import promote_entry
from review.wording import MISSING

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

NEXT_STAGES = {
    Stage.RAW: Stage.WORKING,
    Stage.WORKING: Stage.CANDIDATE,
    Stage.CANDIDATE: Stage.VERIFIED,
    Stage.VERIFIED: Stage.CERTIFIED,
}


@admin.action(description=_("Promote by one stage, through the gate"))
def promote(modeladmin: Register, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
    """Promote each chosen entry that the gate allows; report how many were promoted and why others were not."""
    promoted, refused = 0, Counter[str]()
    for entry in queryset.order_by("pk"):
        to = NEXT_STAGES.get(Stage(entry.stage), Stage.CERTIFIED)
        actor = cast("AbstractBaseUser", request.user)
        decision = promote_entry(entry_id=entry.pk, to=to, seen_version=entry.version, actor=actor)
        if isinstance(decision, Granted):
            promoted += 1
        else:
            refused.update(decision.reasons)
    text = ngettext("%(count)d entry was promoted", "%(count)d entries were promoted", promoted) % {"count": promoted}
    modeladmin.message_user(request, text, messages.SUCCESS if promoted else messages.WARNING)
    if refused:
        reasons = ", ".join(f"{reason} × {count}" for reason, count in refused.most_common())
        modeladmin.message_user(request, _("Refused: %(reasons)s") % {"reasons": reasons}, messages.ERROR)


@admin.register(Entry)
class EntryAdmin(Register):
    """Every entry with its stage."""

    list_display = (
        spelled("claim_title", ordering="title"),
        spelled("type"),
        "stage",
        "evidence_aligned",
        "claim_open",
        "lacks",
        spelled("session"),
        "verified_by",
        "verified_at",
        "certified_by",
        "is_manual",
        "rejected_at",
    )
    list_filter = (
        "stage",
        "evidence_aligned",
        "claim_open",
        "type",
        "extraction__model",
        "extraction__extractor",
        "extraction__prompt_version",
        "quotes__current__method",
        "quotes__current__reason",
        MissingFilter,
        EntryDifferenceFilter,
        EntryDriftFilter,
        FourEyesFilter,
        "verified_by",
        "certified_by",
        "session__project",
    )
    list_select_related = ("session", "claim", "verified_by", "certified_by")
    search_fields = ("title", "body", "entry_id", "claim__title", "claim__body")
    actions = (promote, "recheck_evidence")
    readonly_fields = ("promotion_blocked", "promotion_block_reason", "failed_quotes", "made_by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        """Annotate whether an entry was ever verified by overriding the policy."""
        entries: QuerySet[Entry] = super().get_queryset(request)
        return entries.annotate(is_manual=IS_MANUAL)

    @admin.display(description=_("manual"), boolean=True, ordering="is_manual")
    def is_manual(self, entry: Entry) -> bool:
        """Return whether an entry was ever verified by overriding the policy."""
        return bool(getattr(entry, "is_manual", False))

    @admin.display(description=_("missing"))
    def lacks(self, entry: Entry) -> str:
        """Return what the evidence of an entry lacks, a critical difference included that some people accepted."""
        return ", ".join(str(MISSING[reason]) for reason in stored_reasons(entry))

    @admin.display(description=_("promotion blocked"), boolean=True)
    def promotion_blocked(self, entry: Entry) -> bool:
        """Return whether the gate would refuse to verify the entry."""
        return promotion_block(entry).blocked

    @admin.display(description=_("why it is blocked"))
    def promotion_block_reason(self, entry: Entry) -> str:
        """Return the text of the refusal."""
        return promotion_block(entry).reason or "–"

    @admin.display(description=_("failed quotes"))
    def failed_quotes(self, entry: Entry) -> str:
        """Show the quotes that were not found, or withdrawn, one a line."""
        return "\n".join(map(spell_out, promotion_block(entry).failed_quotes)) or "–"

    @admin.display(description=_("made by"))
    def made_by(self, entry: Entry) -> str:
        """Show the run that the entry came from."""
        run = entry.extraction.run
        return spell_out(" · ".join(text for text in run.model_dump().values() if text)) or "–"

    @admin.action(description=_("Re-check proofs"))
    def recheck_evidence(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Re-check every attempt of the chosen entries."""
        recheck(self, request, Alignment.objects.filter(quote__entry__in=queryset))
