"""Template filters about files: their formats, the rules that detected them, and the numbering of messages."""

from itertools import zip_longest

from django import template
from django.utils.html import format_html, format_html_join

from aligner_core.formats import FoundFields
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


@register.filter
def question_title(kind: str) -> str:
    """Return what is asked of a file of an unknown shape."""
    return str(wording.QUESTIONS[kind])


@register.filter
def question_heading(code: str) -> str:
    """Return what a file of an unknown shape is seen to be."""
    return str(wording.UNKNOWN_FILES[code])


@register.filter
def question_act(code: str) -> str:
    """Return what a person does with a file of an unknown shape."""
    return str(wording.MAPPING_ACTS[code])


@register.filter
def purpose_name(purpose: str) -> str:
    """Return what a key may be for."""
    return str(wording.PURPOSE_NAMES[purpose])


@register.filter
def found_sentence(found: FoundFields) -> str:
    """Return what was found in a file of an unknown shape."""
    return wording.found_sentence(found)


@register.filter
def sample_rows(found: FoundFields) -> list[tuple[str, ...]]:
    """Return the values of keys as rows, with nothing where a key has fewer."""
    return list(zip_longest(*(field.values for field in found.fields), fillvalue=""))
