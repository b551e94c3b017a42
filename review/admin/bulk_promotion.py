"""Promote many entries at once: first what the gate would decide, then, with a reason, those that it lets pass."""

import uuid
from collections import Counter
from typing import TYPE_CHECKING, cast

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from review.admin.registers import Register
from review.domain.policy import Granted
from review.forms import BatchForm
from review.models import Entry
from review.selectors.promotion.forecast import NEXT_STAGES, Forecast, forecast
from review.services.promotion.stages import Batch, promote_in_batch
from review.wording import STAGES, refusal_words

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

MAX_BATCH = 100
"""How many entries are promoted by one request: each takes its own transaction, and people wait for the answer."""


@admin.action(description=_("Promote by one stage, through the gate…"))
def promote(modeladmin: Register, request: HttpRequest, queryset: QuerySet[Entry]) -> TemplateResponse | None:
    """Show what the gate would decide; once a reason is typed, promote what was shown as granted."""
    count = queryset.count()
    if count > MAX_BATCH:
        text = _("%(count)d entries are chosen. Choose up to %(limit)d, for instance with a filter.")
        modeladmin.message_user(request, text % {"count": count, "limit": MAX_BATCH}, messages.ERROR)
        return None
    form = BatchForm(request.POST if "seen" in request.POST else None)
    if form.is_valid():
        _promote(modeladmin, request, queryset, form)
        return None
    return _preview(modeladmin, request, queryset, form)


def _preview(
    modeladmin: Register, request: HttpRequest, queryset: QuerySet[Entry], form: BatchForm
) -> TemplateResponse:
    entries = list(queryset.select_related("session__project", "claim", "verified_by").order_by("pk"))
    expected = forecast(entries, actor=request.user)
    context = {
        **modeladmin.admin_site.each_context(request),
        "title": _("Promote by one stage"),
        "opts": modeladmin.opts,
        "form": form,
        "steps": [(STAGES[came_from], STAGES[to], count) for came_from, to, count in expected.steps],
        "reasons": [(refusal_words(reason), reason, count) for reason, count in expected.reasons],
        "granted": [entry for entry, _to in expected.granted],
        "refused": [(entry, map(refusal_words, no.reasons)) for entry, no in expected.refused],
        "seen": _seen(expected),
        "chosen": helpers.ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "admin/review/entry/promote.html", context)


def _seen(expected: Forecast) -> str:
    return " ".join(f"{entry.pk}:{entry.version}" for entry, _to in expected.granted)


def _promote(modeladmin: Register, request: HttpRequest, queryset: QuerySet[Entry], form: BatchForm) -> None:
    seen: dict[int, int] = form.cleaned_data["seen"]
    batch = Batch(name=uuid.uuid4().hex, reason=form.cleaned_data["reason"])
    promoted, refused = 0, Counter[str]()
    for entry in queryset.filter(pk__in=seen).order_by("pk"):
        decision = promote_in_batch(
            entry_id=entry.pk,
            to=NEXT_STAGES[entry.stage],
            seen_version=seen[entry.pk],
            actor=cast("AbstractBaseUser", request.user),
            batch=batch,
        )
        if isinstance(decision, Granted):
            promoted += 1
        else:
            refused.update(refusal_words(reason) for reason in decision.reasons)
    _report(modeladmin, request, promoted, refused, batch)


def _report(modeladmin: Register, request: HttpRequest, promoted: int, refused: Counter[str], batch: Batch) -> None:
    text = ngettext("%(count)d entry was promoted", "%(count)d entries were promoted", promoted) % {"count": promoted}
    told = _("%(promoted)s · batch %(name)s") % {"promoted": text, "name": batch.name}
    modeladmin.message_user(request, told, messages.SUCCESS if promoted else messages.WARNING)
    if refused:
        reasons = ", ".join(f"{reason} × {count}" for reason, count in refused.most_common())
        modeladmin.message_user(request, _("Refused: %(reasons)s") % {"reasons": reasons}, messages.ERROR)
