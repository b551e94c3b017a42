"""Template tags of comments and notifications: the text of a comment with its mentions."""

from django import template
from django.utils.html import format_html, format_html_join

from review import wording
from review.domain.mentions import pieces
from review.models import Comment, Project
from review.templatetags.review_text import reveal

register = template.Library()
register.filter("notice_text", wording.notice_sentence)
register.filter("notice_words", wording.notice_words)
register.filter("settled_text", wording.settled_text)


@register.filter
def comment_text(comment: Comment, project: Project) -> str:
    """Return the text of a comment as HTML; its mentions link to the members of the project."""
    members = f"{project.get_absolute_url()}#members"
    return format_html_join(
        "",
        "{}",
        (
            (format_html('<a class="at-name" href="{}">{}</a>', members, reveal(one.text)),)
            if one.is_mention
            else (reveal(one.text),)
            for one in pieces(comment.text, comment.mentioned)
        ),
    )
