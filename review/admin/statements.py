"""Registers of what people said of entries for the gate: reasons, approvals, overrides."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from review.admin.registers import Register, spelled
from review.hidden import spell_out
from review.models import Approval, Explanation, Override, Statement
from review.policy import PolicyItem
from review.wording import POLICY_ITEMS

FILTERS = ("actor", "entry__stage", "entry__session__project")
SEARCHED = ("entry__title", "entry__entry_id", "fingerprint")


class StatementRegister(Register):
    """Who said something of which entry, and when."""

    list_select_related = ("entry__session", "actor")
    date_hierarchy = "created_at"

    @admin.display(description=_("session"))
    def session(self, statement: Statement) -> str:
        """Show the title of the session."""
        return spell_out(str(statement.entry.session))


@admin.register(Explanation)
class ExplanationAdmin(StatementRegister):
    """Every reason to verify though something that the project asks was missed."""

    list_display = ("created_at", "session", spelled("entry"), "actor", "requirement", spelled("reason"))
    list_filter = ("requirement", *FILTERS)
    search_fields = ("reason", *SEARCHED)


@admin.register(Approval)
class ApprovalAdmin(StatementRegister):
    """Every approval, for another person to verify."""

    list_display = ("created_at", "session", spelled("entry"), "actor")
    list_filter = FILTERS
    search_fields = SEARCHED


@admin.register(Override)
class OverrideAdmin(StatementRegister):
    """Every entry that was verified past the policy, and what was missed."""

    list_display = ("created_at", "session", spelled("entry"), "actor", "missed", spelled("reason"))
    list_filter = FILTERS
    search_fields = ("reason", *SEARCHED)

    @admin.display(description=_("missed"))
    def missed(self, override: Override) -> str:
        """Say what was missed."""
        return ", ".join(str(POLICY_ITEMS[PolicyItem(item)]) for item in override.items.split(","))
