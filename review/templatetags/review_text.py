"""What templates ask for beside their context: badges, words for codes, the theme, the language of a text."""

from django import template
from django.template.context import RequestContext
from django.utils.html import escape, format_html, format_html_join
from django.utils.translation import gettext

from aligner_core.javascript import to_fixed
from review import wording
from review.badges import DRIFTED_BADGE, METHOD_BADGES, badge, three_digits, two_digits
from review.hidden import Piece, pieces, pieces_with_spaces, spell_out
from review.languages import language_of
from review.models import Alignment, Entry, Event, Quote, Standing
from review.policy import Requirement
from review.selectors.answers import Reading
from review.selectors.quotes import count_failed, has_drifted
from review.selectors.retrievals import ShownChunk
from review.selectors.windows import Window
from review.speakers import speaker_of

register = template.Library()
THEMES = ("auto", "light", "dark")
UNFOUND = frozenset(("failed", *Standing)) - {Standing.COUNTS}
register.filter("language", language_of)
register.filter("speaker", speaker_of)
register.filter("two_digits", two_digits)
register.filter("three_digits", three_digits)
register.filter("event_title", wording.event_title)
register.filter("event_details", wording.event_details)
register.filter("say", wording.say)
register.filter("edits_text", wording.edits_sentence)
register.filter("source_line_text", wording.source_line_sentence)
register.filter("to_fixed", to_fixed)


@register.filter
def reveal(text: object) -> str:
    """Write somebody's words with a mark at every hidden character; the text content stays what is stored."""
    return format_html_join("", "{}", ((_revealed(piece),) for piece in pieces(str(text))))


@register.filter
def reveal_spaces(text: str) -> str:
    """Write words that differ, with a mark at every white space too."""
    return format_html_join("", "{}", ((_revealed(piece),) for piece in pieces_with_spaces(text)))


def _revealed(piece: Piece) -> str:
    words = _written(piece.text)
    if not piece.letters:
        return words
    mark = '<span class="inv" role="img" data-inv="{}" title="{names}" aria-label="{names}">{}</span>'
    return format_html(mark, piece.letters, words, names=piece.names)


def _written(text: str) -> str:
    """Escape a text; a carriage return is written as a reference, else a browser reads it as a line feed."""
    first, *others = text.split("\r")
    if not others:
        return escape(first)
    return format_html("{}{}", first, format_html_join("", "&#13;{}", ((other,) for other in others)))


@register.filter
def spelled_out(text: object) -> str:
    """Write somebody's words where no mark can be drawn: the letters of hidden characters in brackets."""
    return spell_out(str(text))


@register.filter
def messages_name(window: Window) -> str:
    """Name the messages of a window; a long session has a hundred of them on one page."""
    return gettext("Messages %(first)s–%(last)s") % {"first": window.first, "last": window.last}


@register.filter
def thousands(number: int) -> str:
    """Write a count with its thousands apart."""
    return f"{number:,}"


@register.filter
def difference_name(code: str) -> str:
    """Say what kind of difference it is."""
    return str(wording.DIFFERENCES[code])


@register.filter
def method_name(code: str) -> str:
    """Say a matching method, or failed."""
    if code in wording.FAILURES:
        return failure_name(code)
    return str(wording.METHODS.get("none" if code == "failed" else code, code))


@register.filter
def stage_name(code: str) -> str:
    """Say a stage."""
    return str(wording.STAGES.get(code, code))


@register.filter
def role_name(code: str) -> str:
    """Say who spoke; an unknown role is said as it came."""
    return str(wording.ROLES.get(speaker_of(code), code))


@register.filter
def failure_name(code: str) -> str:
    """Name why a quote failed."""
    return str(wording.FAILURES[code][0]) if code in wording.FAILURES else code


@register.filter
def failure_text(code: str) -> str:
    """Say what a reason for failing means."""
    return str(wording.FAILURES[code][1]) if code in wording.FAILURES else ""


@register.filter
def diagnosis_name(code: str) -> str:
    """Name what is wrong with a quote."""
    return str(wording.DIAGNOSES[code][0])


@register.filter
def diagnosis_text(code: str) -> str:
    """Say what a diagnosis means."""
    return str(wording.DIAGNOSES[code][1])


@register.filter
def provenance_name(code: str) -> str:
    """Say where the words of an attempt come from."""
    return str(wording.PROVENANCES[code])


@register.filter
def requirement_text(requirement: Requirement) -> str:
    """Say what the gate asks for."""
    if requirement.item is not None:
        return str(wording.POLICY_ITEMS[requirement.item])
    return str(wording.REQUIREMENTS[requirement.reason])


@register.filter
def warning_text(code: str) -> str:
    """Say an advice that blocks nothing."""
    return str(wording.WARNINGS.get(code, code))


@register.filter
def relevance_name(code: str) -> str:
    """Say how relevant a retriever held a chunk to be."""
    return str(wording.RELEVANCES[code])


@register.filter
def search_name(code: str) -> str:
    """Say by which strategy chunks were looked for."""
    return str(wording.SEARCHES[code])


@register.filter
def search_outcome(code: str) -> str:
    """Say what became of a search."""
    return str(wording.SEARCH_OUTCOMES[code])


@register.filter
def chunk_at(retrieval: Reading | None, index: int) -> ShownChunk | None:
    """Give what a message came with as a chunk; nothing in a conversation."""
    return retrieval.chunks.get(index) if retrieval else None


@register.filter
def plain_badge(state: str) -> str:
    """Give the letters of a state without a number."""
    return METHOD_BADGES.get("none" if state in UNFOUND else state, "")


@register.filter
def attempt_badge(alignment: Alignment) -> str:
    """Give the letters of one attempt."""
    return badge(alignment.method, similarity=alignment.similarity)


@register.filter
def entry_states(entry: Entry) -> list[tuple[str, str]]:
    """Give state and letters of every quote of an entry whose quotes are read already."""
    states = []
    for quote in entry.quotes.all():
        current = quote.current
        if current is not None and quote.counts:
            states.append((current.method if current.aligned else "failed", _letters(quote, current)))
        else:
            states.append((quote.standing, METHOD_BADGES["none"]))
    return states


def _letters(quote: Quote, current: Alignment) -> str:
    if has_drifted(quote):
        return DRIFTED_BADGE
    return "◆" if current.ambiguous else badge(current.method, similarity=current.similarity)


@register.simple_tag(takes_context=True)
def theme(context: RequestContext) -> str:
    """Give the theme that was chosen."""
    request = context.get("request")
    chosen = request.COOKIES.get("theme", "") if request is not None else ""
    return chosen if chosen in THEMES else "auto"


@register.simple_tag(takes_context=True)
def failed_count(context: RequestContext) -> int:
    """Count the failed quotes of the person who is logged in, once a page."""
    request = context.get("request")
    return count_failed(request.user) if request is not None and request.user.is_authenticated else 0


@register.filter
def is_decision(event: Event) -> bool:
    """Say whether an event was a person's decision rather than the machine's work."""
    return event.actor != Event.MACHINE
