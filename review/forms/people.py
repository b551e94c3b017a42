"""What a manager decides about people and policy, and what an invited person fills in."""

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User

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

    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username",)
