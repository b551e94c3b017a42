"""Entries in the admin: read, and promote through the same gate as everywhere."""

from collections import Counter
from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from review.admin.filters import EntryDifferenceFilter, EntryDriftFilter, FourEyesFilter
from review.admin.registers import Register, recheck, spelled
from review.models import Alignment, Entry
from review.policy import Granted, Stage
from review.selectors.statements import IS_MANUAL
from review.services.promotions import promote_entry

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

NEXT = {
    Stage.RAW: Stage.WORKING,
    Stage.WORKING: Stage.CANDIDATE,
    Stage.CANDIDATE: Stage.VERIFIED,
    Stage.VERIFIED: Stage.CERTIFIED,
}


@admin.action(description=_("Promote by one stage, through the gate"))
def promote(modeladmin: Register, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
    """Ask the gate for each chosen entry; say how many moved and why the others did not."""
    moved, refused = 0, Counter[str]()
    for entry in queryset.order_by("pk"):
        to = NEXT.get(Stage(entry.stage), Stage.CERTIFIED)
        actor = cast("AbstractBaseUser", request.user)
        decision = promote_entry(entry_id=entry.pk, to=to, seen_version=entry.version, actor=actor)
        if isinstance(decision, Granted):
            moved += 1
        else:
            refused.update(decision.reasons)
    text = ngettext("%(count)d entry was promoted", "%(count)d entries were promoted", moved) % {"count": moved}
    modeladmin.message_user(request, text, messages.SUCCESS if moved else messages.WARNING)
    if refused:
        reasons = ", ".join(f"{reason} × {count}" for reason, count in refused.most_common())
        modeladmin.message_user(request, _("Refused: %(reasons)s") % {"reasons": reasons}, messages.ERROR)


@admin.register(Entry)
class EntryAdmin(Register):
    """Every entry with its stage."""

    list_display = (
        spelled("title"),
        spelled("type"),
        "stage",
        "evidence_aligned",
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
        "type",
        "quotes__current__method",
        "quotes__current__reason",
        EntryDifferenceFilter,
        EntryDriftFilter,
        FourEyesFilter,
        "verified_by",
        "certified_by",
        "session__project",
    )
    list_select_related = ("session", "verified_by", "certified_by")
    search_fields = ("title", "body", "entry_id")
    actions = (promote, "recheck_evidence")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        """Tell of every entry whether it was once verified past the policy."""
        entries: QuerySet[Entry] = super().get_queryset(request)
        return entries.annotate(is_manual=IS_MANUAL)

    @admin.display(description=_("manual"), boolean=True, ordering="is_manual")
    def is_manual(self, entry: Entry) -> bool:
        """Say whether it was once verified past the policy."""
        return bool(getattr(entry, "is_manual", False))

    @admin.action(description=_("Re-check proofs"))
    def recheck_evidence(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Re-check every attempt of the chosen entries."""
        recheck(self, request, Alignment.objects.filter(quote__entry__in=queryset))
