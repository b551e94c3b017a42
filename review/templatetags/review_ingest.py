"""Template filters about files: their formats, the rules that detected them, and the numbering of messages."""

from django import template
from django.utils.html import format_html, format_html_join

from review import wording

register = template.Library()
register.filter(wording.import_act)


@register.filter
def format_title(name: str) -> str:
    """Return the title of a format."""
    return str(wording.FORMAT_TITLES.get(name, name))


@register.filter
def counting_text(code: str) -> str:
    """Return how the quotes of a format name their messages."""
    return str(wording.COUNTINGS.get(code, code))


@register.filter
def numbering_text(code: str) -> str:
    """Return which message an extractor calls the first."""
    return str(wording.NUMBERINGS[code])


@register.filter
def rule_text(rule: str) -> str:
    """Return the rule that detected a format, with the names of keys as code."""
    return with_code(wording.rule_sentence(rule))


@register.filter
def with_code(sentence: str) -> str:
    """Return a sentence as HTML, with what stands between backticks as code."""
    pieces = (
        format_html("<code>{}</code>", piece) if place % 2 else piece for place, piece in enumerate(sentence.split("`"))
    )
    return format_html_join("", "{}", ((piece,) for piece in pieces))
