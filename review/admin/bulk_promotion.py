"""Promote many entries at once, with the same preview, parts and undo as in the list of entries."""

from typing import TYPE_CHECKING, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from review.admin.registers import Register
from review.domain.bulk import BatchKind
from review.domain.limits import MAX_BATCH_ITEMS
from review.models import Entry
from review.services.bulk.previews import preview_entries
from review.wording import too_many_sentence

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser


@admin.action(description=_("Promote by one stage, through the gate…"))
def promote(modeladmin: Register, request: HttpRequest, queryset: QuerySet[Entry]) -> HttpResponseRedirect | None:
    """Show the decisions the gate would make on the chosen entries, or on all that match; nothing is changed yet."""
    count = queryset.count()
    if count > MAX_BATCH_ITEMS:
        modeladmin.message_user(request, too_many_sentence(count), messages.ERROR)
        return None
    page = preview_entries(BatchKind.PROMOTE, queryset, actor=cast("AbstractBaseUser", request.user))
    return redirect(page)
