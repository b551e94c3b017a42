"""Registers of what connects programs: tokens, webhooks, and what became of their deliveries. No secret is shown."""

from typing import ClassVar

from django.contrib import admin

from review.admin.general_filters import OccurringFilter, PeriodFilter, named
from review.admin.registers import Register, spelled
from review.domain.tokens import Scope
from review.models import ApiToken, Delivery, Webhook
from review.wording import SCOPES, event_name
from review.wording.webhooks import answer_text, delivery_state, silence_name


def scope_names(scopes: str) -> str:
    """Return the names of scopes as they are stored."""
    return " · ".join(str(SCOPES[Scope(one)][0]) for one in scopes.split())


def type_names(types: list[str]) -> str:
    """Return the names of types of events."""
    return " · ".join(map(event_name, types))


@admin.register(ApiToken)
class ApiTokenAdmin(Register):
    """Every token, without what would let anybody use it."""

    in_words: ClassVar = {"scopes": scope_names}
    exclude = ("digest",)
    list_display = (
        spelled("name"),
        "start",
        "owner",
        "project",
        "scopes",
        "made_at",
        "expires_at",
        "revoked_at",
        "revoked_by",
        "last_used_at",
    )
    list_filter = (
        ("expires_at", PeriodFilter),
        ("revoked_at", PeriodFilter),
        ("owner", OccurringFilter),
        ("project", OccurringFilter),
    )
    project_path = "project"
    list_select_related = ("owner", "project", "revoked_by")
    search_fields = ("name", "start")


@admin.register(Webhook)
class WebhookAdmin(Register):
    """Every webhook, without its secrets."""

    in_words: ClassVar = {"types": type_names, "silence": silence_name}
    exclude = ("secret", "previous")
    list_display = (spelled("url"), "project", "types", "silence", "cursor", "made_by", "made_at")
    list_filter = (("silence", named(silence_name)), ("project", OccurringFilter), ("made_at", PeriodFilter))
    project_path = "project"
    list_select_related = ("project", "made_by")
    search_fields = ("url",)


@admin.register(Delivery)
class DeliveryAdmin(Register):
    """Every notice to a webhook, and what came of it."""

    in_words: ClassVar = {"state": delivery_state, "answer": answer_text}
    list_display = (spelled("webhook"), "number", "state", "tries", "answer", "made_at", "tried_at", "due")
    list_filter = (
        ("state", named(delivery_state)),
        ("made_at", PeriodFilter),
        ("webhook__project", OccurringFilter),
    )
    project_path = "webhook__project"
    list_select_related = ("webhook",)
