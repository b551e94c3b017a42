"""What a manager decides about people and policy, and what an invited person fills in."""

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AdminUserCreationForm, UserCreationForm
from django.contrib.auth.models import User
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from aligner_core import has_confusables
from review.domain.policy import PolicyItem
from review.domain.roles import Role
from review.models import Event

MAX_STALE_DAYS = 36_500
"""A hundred years, in days."""
ROLE_CHOICES = [(role.value, role.value) for role in Role]


class MemberForm(forms.Form):
    """A change of a member, with the role that was seen."""

    seen_role = forms.TypedChoiceField(choices=ROLE_CHOICES, coerce=Role)


class RoleForm(MemberForm):
    """The role a member should have."""

    to = forms.TypedChoiceField(choices=ROLE_CHOICES, coerce=Role)


class InvitationForm(forms.Form):
    """The role somebody is invited to."""

    role = forms.TypedChoiceField(choices=ROLE_CHOICES, coerce=Role)


class PolicyForm(forms.Form):
    """A policy item, and whether it should hold."""

    policy = forms.TypedChoiceField(choices=[(policy.value, policy.value) for policy in PolicyItem], coerce=PolicyItem)
    on = forms.BooleanField(required=False)


class StaleLimitForm(forms.Form):
    """The number of days after which sources are stale, and the number that was seen."""

    days = forms.IntegerField(min_value=0, max_value=MAX_STALE_DAYS)
    seen_days = forms.IntegerField(min_value=0)


class JoinForm(UserCreationForm):  # type: ignore[type-arg]
    """The name and the password of a new account."""

    def clean_username(self) -> str:
        """Return the name, which nobody could take for the machine's."""
        return unmistakable_name(super().clean_username())

    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username",)


class AccountForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """The name and the password of an account that staff create."""

    def clean_username(self) -> str:
        """Return the name, which nobody could take for the machine's."""
        return unmistakable_name(super().clean_username())


def unmistakable_name(name: str) -> str:
    """Return a name unless it could be taken for another person's, or for the machine's in any language."""
    taken = {Event.MACHINE}
    for code, _name in settings.LANGUAGES:
        with override(code):
            taken.add(gettext("machine"))
    if name and name.casefold() in taken:
        raise forms.ValidationError(_("The journal calls the machine so. Choose another name."))
    if name and _looks_like_another(name):
        raise forms.ValidationError(_("This name could be taken for another one. Choose another name."))
    return name


def _looks_like_another(name: str) -> bool:
    """Return whether a name mixes look-alike scripts or looks like the name of another account."""
    others = User.objects.exclude(username=name).values_list("username", flat=True)
    plain = (other for other in others.iterator() if not has_confusables(other, other))
    return has_confusables(name, name) or any(has_confusables(name, other) for other in plain)


class ThemeForm(forms.Form):
    """The choice between light, dark and the setting of the system."""

    theme = forms.ChoiceField(choices=[("auto", ""), ("light", ""), ("dark", "")])
