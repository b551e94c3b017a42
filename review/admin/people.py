"""Projects, memberships and accounts, which staff create and change; services record the changes in the journal."""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from review.admin.access import StaffOnly, is_staff
from review.admin.general_filters import OccurringFilter, PeriodFilter, named
from review.admin.registers import Register
from review.domain.policy import PolicyItem
from review.domain.roles import Role, Unchanged
from review.domain.switches import SWITCHES, switch_named
from review.forms import AccountForm
from review.models import AccountOrigin, Invitation, Membership, Project
from review.selectors.access import appoints_people
from review.services.people import staff_actions
from review.services.people.confirmations import confirm_account
from review.services.people.invitations import confirm_invitation
from review.wording import FIELDS, OBSTACLES, POLICY_SWITCHES, member_role, project_decision_sentence

POLICIES = tuple(policy.value for policy in SWITCHES)
MANAGED = ("fuzzy_threshold", "max_quote_length", "queue_weights", "extractor", "mappings")
"""The fields that the managers of a project set on its page, which records changes in the journal."""


class NamedRows(BaseInlineFormSet):  # type: ignore[type-arg]
    """Rows with a label for every field, for screen readers: Django labels only the head of the table."""

    def add_fields(self, form: Any, index: int | None) -> None:  # noqa: ANN401
        """Label the fields of a row, including the one for deleting it."""
        super().add_fields(form, index)
        for field in form.fields.values():
            getattr(field.widget, "widget", field.widget).attrs["aria-label"] = field.label


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]
    """The members of a project, on its page."""

    model = Membership
    formset = NamedRows
    extra = 1
    autocomplete_fields = ("user",)


@admin.register(Project)
class ProjectAdmin(StaffOnly):
    """Projects with their members. The journal refers to a project by its slug: it never changes, and stays."""

    list_display = ("name", "slug", *POLICIES, "created_at")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}  # noqa: RUF012 - Django's declaration
    inlines = (MembershipInline,)

    class Media:
        """The script that labels the search boxes of members."""

        js = ("admin.js",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:  # noqa: ANN401, ARG002
        """Make the slug of an existing project read-only, and the fields that its managers set on its page."""
        return MANAGED if obj is None else ("slug", *MANAGED)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Ask in a new project why words count that the user did not say, unless staff turn that off."""
        return {**super().get_changeform_initial_data(request), PolicyItem.EXPLAIN_SOURCES.value: True}

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse: the journal refers to the project."""
        return False

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:  # noqa: ANN401
        """Return the field; switches are worded as on the page of a project."""
        if db_field.name in POLICIES:
            kwargs["label"], kwargs["help_text"] = POLICY_SWITCHES[switch_named(db_field.name)]
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, Sequence[str]]:  # noqa: ANN401
        """Suggest a slug for a new project only."""
        return super().get_prepopulated_fields(request, obj) if obj is None else {}

    def save_model(self, request: HttpRequest, obj: Project, form: Any, change: bool) -> None:  # noqa: ANN401, FBT001
        """Save a project; record changes of its policy and of its limit for stale sources."""
        super().save_model(request, obj, form, change)
        for policy in (switch_named(name) for name in POLICIES if name in form.changed_data):
            staff_actions.set_policy(project_id=obj.pk, policy=policy, on=getattr(obj, policy), actor=_staff(request))
        if "stale_after_days" in form.changed_data:
            staff_actions.set_stale_limit(project_id=obj.pk, days=obj.stale_after_days, actor=_staff(request))

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:  # noqa: ANN401, ARG002, FBT001
        """Save the members; changing the person of a row removes one member and adds another."""
        rows = formset.save(commit=False)
        for membership in formset.deleted_objects:
            staff_actions.remove_member(membership=membership, actor=_staff(request))
        for membership in rows:
            _save_member(membership, request)


@admin.action(description=_("Confirm the account in the role, as the second person"))
def confirm(modeladmin: Register, request: HttpRequest, queryset: QuerySet[Invitation]) -> None:
    """Confirm the accounts that wait for the role of the chosen invitations, and report why others cannot be."""
    for invitation in queryset.select_related("accepted_by").order_by("pk"):
        name = "" if invitation.accepted_by is None else invitation.accepted_by.get_username()
        confirmed = confirm_invitation(invitation_id=invitation.pk, account=name, actor=_staff(request))
        if isinstance(confirmed, Unchanged):
            modeladmin.message_user(request, f"{invitation}: {OBSTACLES[confirmed.obstacle]}", messages.ERROR)
        else:
            modeladmin.message_user(request, f"{invitation}: {project_decision_sentence(confirmed)}")


@admin.register(Invitation)
class InvitationAdmin(Register):
    """Every invitation with its outcome; managers make and revoke them, and staff may confirm who followed them."""

    list_display = (
        "project",
        "role",
        "made_by",
        "made_at",
        "expires_at",
        "accepted_by",
        "accepted_at",
        "is_waiting",
        "confirmed_by",
        "revoked_at",
    )
    list_filter = (
        ("made_at", PeriodFilter),
        ("made_by", OccurringFilter),
        ("confirmed_by", OccurringFilter),
        ("accepted_by", OccurringFilter),
        ("project", OccurringFilter),
        ("role", named(member_role)),
    )
    list_select_related = ("project", "made_by", "confirmed_by", "accepted_by")
    exclude = ("token_hash",)
    project_path = "project"
    actions = (confirm,)

    def get_actions(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's value
        """Return the actions: people who may only read cannot confirm anything."""
        return super().get_actions(request) if is_staff(request) else {}


@admin.action(description=_("Confirm as another person than those who invited or made it"))
def confirm_person(modeladmin: "AccountAdmin", request: HttpRequest, queryset: QuerySet[User]) -> None:
    """Confirm the chosen accounts, and report why others cannot be confirmed."""
    for account in queryset.order_by("pk"):
        confirmed = confirm_account(account=account, actor=_staff(request))
        if isinstance(confirmed, Unchanged):
            modeladmin.message_user(request, f"{account}: {OBSTACLES[confirmed.obstacle]}", messages.ERROR)
        else:
            modeladmin.message_user(request, project_decision_sentence(confirmed))


class AccountAdmin(StaffOnly, UserAdmin):  # type: ignore[type-arg]
    """Accounts. The journal refers to people by name, so accounts are deactivated, never renamed or deleted.

    Groups and permissions are plain lists, as Django's pairs of boxes have no labels for screen readers. Staff cannot
    edit the time of the last log-in.
    """

    add_form = AccountForm
    filter_horizontal = ()
    list_display = ("username", "is_active", "is_staff", "invited_by", "confirmed_by")
    list_select_related = ("origin__invited_by", "origin__confirmed_by")
    readonly_fields = ("last_login", "date_joined", "invited_by", "confirmed_by")
    actions = (confirm_person,)

    @admin.display(description=FIELDS["invited_by"])
    def invited_by(self, account: User) -> str:
        """Return who invited or made an account; empty for those made by a command."""
        return _name(_origin(account), "invited_by")

    @admin.display(description=_("another person, says"))
    def confirmed_by(self, account: User) -> str:
        """Return who of the staff confirmed that an account is another person."""
        return _name(_origin(account), "confirmed_by")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ANN401 - Django's value
        """Return the fields; those of an existing account say where it comes from."""
        fieldsets = super().get_fieldsets(request, obj)
        return fieldsets if obj is None else (*fieldsets, (None, {"fields": ("invited_by", "confirmed_by")}))

    def get_actions(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's value
        """Return the actions; only who may appoint people confirms them."""
        actions = super().get_actions(request)
        return actions if appoints_people(_staff(request)) else {}

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:  # noqa: ANN401
        """Make the name of an existing account read-only."""
        fields = tuple(super().get_readonly_fields(request, obj))
        return fields if obj is None else (*fields, "username")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse: the journal refers to the account."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:  # noqa: ANN401, FBT001
        """Save an account; deactivating it ends its log-ins at once."""
        if change and "is_active" in form.changed_data:
            staff_actions.set_active(user=obj, active=obj.is_active, actor=_staff(request))
        super().save_model(request, obj, form, change)


class GroupsAdmin(StaffOnly, GroupAdmin):
    """Groups of accounts with the same permissions."""

    filter_horizontal = ()


for model, page in ((User, AccountAdmin), (Group, GroupsAdmin)):
    admin.site.unregister(model)
    admin.site.register(model, page)


def _save_member(membership: Membership, request: HttpRequest) -> None:
    stored = Membership.objects.filter(pk=membership.pk).first()
    role, actor = Role(membership.role), _staff(request)
    if stored is not None and stored.user_id == membership.user_id:
        staff_actions.change_role(membership=stored, to=role, actor=actor)
        return
    if stored is not None:
        staff_actions.remove_member(membership=stored, actor=actor)
    staff_actions.add_member(project_id=membership.project_id, user=membership.user, role=role, actor=actor)


def _origin(account: User) -> AccountOrigin | None:
    """Return where an account comes from; None where only the database made it."""
    return getattr(account, "origin", None)


def _name(origin: AccountOrigin | None, column: str) -> str:
    person = None if origin is None else getattr(origin, column)
    return "" if person is None else str(person)


def _staff(request: HttpRequest) -> User:
    return cast("User", request.user)
