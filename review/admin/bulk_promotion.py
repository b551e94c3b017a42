"""Promote many entries at once, with the same preview, parts and undo as in the list of entries."""

from typing import TYPE_CHECKING, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from review.acts.batches import choose_entries
from review.admin.registers import Register
from review.domain.bulk import BatchKind
from review.models import Entry

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser


@admin.action(description=_("Promote by one stage, through the gate…"))
def promote(modeladmin: Register, request: HttpRequest, queryset: QuerySet[Entry]) -> HttpResponseRedirect | None:
    """Show the decisions the gate would make on the chosen entries, or on all that match; nothing is changed yet."""
    page = choose_entries(BatchKind.PROMOTE, queryset, actor=cast("AbstractBaseUser", request.user))
    if isinstance(page, str):
        modeladmin.message_user(request, page, messages.ERROR)
        return None
    return redirect(page)
