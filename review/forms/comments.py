"""Comments on an entry: plain text, with its line ends."""

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from review.domain.limits import MAX_COMMENT_CHARS
from review.forms.acts import ActForm


class CommentField(forms.CharField):
    """Multi-line text; browsers send other line ends than they count."""

    def to_python(self, value: object) -> str:
        """Return the text with normalized line ends."""
        return str(super().to_python(value)).replace("\r\n", "\n").replace("\r", "\n")


class CommentForm(ActForm):
    """A comment on an entry, or a reply to the comment with a number."""

    text = CommentField(
        max_length=MAX_COMMENT_CHARS,
        error_messages={
            "required": _("Write what you want to say."),
            "max_length": format_lazy(
                ngettext_lazy(
                    "A comment has {count} character at most.",
                    "A comment has {count} characters at most.",
                    MAX_COMMENT_CHARS,
                ),
                count=f"{MAX_COMMENT_CHARS:,}",
            ),
        },
    )
    reply_to = forms.IntegerField(required=False, min_value=1)
