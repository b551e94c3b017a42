"""What people prefer."""

from django import forms


class ThemeForm(forms.Form):
    """The choice between light, dark and what the system says."""

    theme = forms.ChoiceField(choices=[("auto", ""), ("light", ""), ("dark", "")])
