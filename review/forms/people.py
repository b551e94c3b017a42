"""What a manager decides about people and policy, and what an invited person fills in."""

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AdminUserCreationForm, UserCreationForm
from django.contrib.auth.models import User
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from aligner_core.confusables import has_confusables
from review.models import Event
from review.policy import PolicyItem
from review.roles import Role

LONGEST_LIMIT = 36_500
"""A hundred years, in days."""
ROLE_CHOICES = [(role.value, role.value) for role in Role]


class MemberForm(forms.Form):
    """Something done to a member, who had the role that was seen."""

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
    """After how many days sources should be stale, instead of the number that was seen."""

    days = forms.IntegerField(min_value=0, max_value=LONGEST_LIMIT)
    seen_days = forms.IntegerField(min_value=0)


class JoinForm(UserCreationForm):  # type: ignore[type-arg]
    """The name and the password of a new account."""

    def clean_username(self) -> str:
        """Give the name, which nobody could take for the machine's."""
        return person_name(super().clean_username())

    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username",)


class AccountForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """The name and the password of an account that staff make."""

    def clean_username(self) -> str:
        """Give the name, which nobody could take for the machine's."""
        return person_name(super().clean_username())


def person_name(name: str) -> str:
    """Give a name back, unless pages show the machine so, in whatever language. Of one that is taken none is left."""
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
    """Say whether a name mixes scripts that look alike, or differs from a taken one in nothing that one sees."""
    others = User.objects.exclude(username=name).values_list("username", flat=True)
    plain = (other for other in others.iterator() if not has_confusables(other, other))
    return has_confusables(name, name) or any(has_confusables(name, other) for other in plain)
