"""Registers of statements for the gate: reasons, approvals, overrides; and of confirmed and corrected claims."""

from typing import ClassVar

from django.contrib import admin

from review.admin.general_filters import OccurringFilter, PeriodFilter, named
from review.admin.registers import Register, spelled
from review.models import Approval, ClaimConfirmation, ClaimVersion, Explanation, Override, Statement
from review.presentation.hidden import spell_out
from review.wording import FIELDS, missed_names, missing_name

FILTERS = (
    ("created_at", PeriodFilter),
    ("actor", OccurringFilter),
    "entry__stage",
    ("entry__session__project", OccurringFilter),
)
SEARCHED = ("entry__title", "entry__entry_id", "fingerprint")


class StatementRegister(Register):
    """Statements about entries, with their authors and times."""

    project_path = "entry__session__project"
    list_select_related = ("entry__session", "entry__claim", "actor")

    @admin.display(description=FIELDS["session"])
    def session(self, statement: Statement) -> str:
        """Show the title of the session."""
        return spell_out(str(statement.entry.session))


@admin.register(Explanation)
class ExplanationAdmin(StatementRegister):
    """Every reason given for a requirement that was not met."""

    in_words: ClassVar = {"requirement": missing_name}
    list_display = ("created_at", "session", spelled("entry"), "actor", "requirement", spelled("reason"), "undone_at")
    list_filter = (("requirement", named(missing_name)), *FILTERS)
    search_fields = ("reason", *SEARCHED)


@admin.register(Approval)
class ApprovalAdmin(StatementRegister):
    """Every approval, which lets another person verify."""

    list_display = ("created_at", "session", spelled("entry"), "actor", "undone_at")
    list_filter = FILTERS
    search_fields = SEARCHED


@admin.register(Override)
class OverrideAdmin(StatementRegister):
    """Every override of the policy, with the requirements that were not met."""

    in_words: ClassVar = {"items": missed_names}
    list_display = ("created_at", "session", spelled("entry"), "actor", "items", spelled("reason"))
    list_filter = FILTERS
    search_fields = ("reason", *SEARCHED)


@admin.register(ClaimVersion)
class ClaimVersionAdmin(StatementRegister):
    """Every correction of a claim, with who wrote it; the extractor's text stays with the entry."""

    list_display = (
        "created_at",
        "session",
        spelled("entry"),
        "number",
        "actor",
        spelled("title"),
        spelled("body"),
        "undone_at",
    )
    list_filter = FILTERS
    search_fields = ("title", "body", *SEARCHED)


@admin.register(ClaimConfirmation)
class ClaimConfirmationAdmin(StatementRegister):
    """Every confirmation of a claim after words other than the extractor's own came to count."""

    list_display = ("created_at", "session", spelled("entry"), "claim_version", "actor", "undone_at")
    list_filter = FILTERS
    search_fields = SEARCHED
