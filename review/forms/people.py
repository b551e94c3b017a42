"""The forms of managers for people and policy, and the form of invited people."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AdminUserCreationForm, UserCreationForm
from django.contrib.auth.models import User
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from aligner_core import AlignerConfig, has_confusables
from aligner_core.evidence import MIN_FUZZY_SIMILARITY
from review.domain.limits import MAX_STALE_DAYS, MAX_WEIGHT
from review.domain.roles import Role
from review.domain.switches import SWITCHES, switch_named
from review.domain.turns import TURNS
from review.models import Event, Project
from review.selectors.promotion.below_bar import HeldBack, held_back
from review.wording import held_back_sentence

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


class ConfirmationForm(forms.Form):
    """The name of the account that waits for a role, as it was seen."""

    account = forms.CharField(max_length=150, strip=False)


class PolicyForm(forms.Form):
    """A switch of a project, and whether to turn it on."""

    policy = forms.TypedChoiceField(choices=[(policy.value, policy.value) for policy in SWITCHES], coerce=switch_named)
    on = forms.BooleanField(required=False)


class StaleLimitForm(forms.Form):
    """The number of days after which sources are stale, and the number that was seen."""

    days = forms.IntegerField(min_value=0, max_value=MAX_STALE_DAYS)
    seen_days = forms.IntegerField(min_value=0)


class AlignerForm(forms.Form):
    """The aligner settings of a project, and the settings that were seen."""

    fuzzy_threshold = forms.FloatField(min_value=MIN_FUZZY_SIMILARITY, max_value=1)
    max_quote_length = forms.IntegerField(min_value=1)
    seen_threshold = forms.FloatField(min_value=MIN_FUZZY_SIMILARITY, max_value=1)
    seen_length = forms.IntegerField(min_value=1)
    seen_held = forms.IntegerField(min_value=0, required=False)

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        self.project = project
        self.held: HeldBack | None = None

    def clean(self) -> dict[str, Any]:
        """Refuse a higher bar until the number of entries that it holds back was seen."""
        given = super().clean() or self.cleaned_data
        bar = given.get("fuzzy_threshold")
        if bar is not None and bar > self.project.fuzzy_threshold:
            held = held_back(self.project, bar)
            if held.entries != (given.get("seen_held") or 0):
                self.held = held
                raise forms.ValidationError(held_back_sentence(held))
        return given

    def clean_max_quote_length(self) -> int:
        """Return the length, which may not exceed the limit for stored quotes."""
        length: int = self.cleaned_data["max_quote_length"]
        if length > settings.REVIEW_MAX_QUOTE_CHARS:
            text = _("Longer quotes are cut: the limit is %(limit)s characters.")
            raise forms.ValidationError(text, params={"limit": settings.REVIEW_MAX_QUOTE_CHARS})
        return length

    def configs(self) -> dict[str, AlignerConfig]:
        """Return the wanted and the seen configuration."""
        given = self.cleaned_data
        return {
            "config": AlignerConfig(given["fuzzy_threshold"], given["max_quote_length"]),
            "seen": AlignerConfig(given["seen_threshold"], given["seen_length"]),
        }


class QueueWeightsForm(forms.Form):
    """The weights of the turns of the queue in a project, and the weights that were seen."""

    seen = forms.CharField(max_length=500)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        for turn in TURNS:
            self.fields[turn] = forms.IntegerField(min_value=0, max_value=MAX_WEIGHT)

    def clean_seen(self) -> dict[str, int]:
        """Return the weights that were seen, as `seen_weights` wrote them."""
        words = self.cleaned_data["seen"].split()
        given = dict(zip(words[::2], words[1::2], strict=False))
        if set(given) != set(TURNS) or not all(value.isdecimal() for value in given.values()):
            raise forms.ValidationError(_("The page was not sent whole. Load it again."))
        return {turn: int(given[turn]) for turn in TURNS}

    def weights(self) -> dict[str, dict[str, int]]:
        """Return the wanted and the seen weights."""
        wanted = {turn: self.cleaned_data[turn] for turn in TURNS}
        return {"weights": wanted, "seen": self.cleaned_data["seen"]}


class JoinForm(UserCreationForm):  # type: ignore[type-arg]
    """The name and the password of a new account."""

    def clean_username(self) -> str:
        """Return the name, which nobody could take for the system's."""
        return unmistakable_name(super().clean_username())

    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username",)


class AccountForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """The name and the password of an account that staff create."""

    def clean_username(self) -> str:
        """Return the name, which nobody could take for the system's."""
        return unmistakable_name(super().clean_username())


def unmistakable_name(name: str) -> str:
    """Return a name unless it could be mistaken for another person's, or for the system's in any language."""
    taken = {Event.SYSTEM}
    for code, _name in settings.LANGUAGES:
        with override(code):
            taken.add(gettext("system"))
    if name and name.casefold() in taken:
        raise forms.ValidationError(_("The journal uses this name for the system. Choose another name."))
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


class SingleKeysForm(forms.Form):
    """Whether single-key shortcuts are on."""

    keys = forms.ChoiceField(choices=[("on", ""), ("off", "")])
