"""Template tags for text: marks at hidden characters, words for codes, badges, the language of a text, the theme."""

import re
from collections.abc import Hashable, Mapping
from functools import lru_cache
from unicodedata import is_normalized

from django import template
from django.template.context import RequestContext
from django.template.defaultfilters import truncatechars
from django.template.loader import render_to_string
from django.utils.html import escape, format_html, format_html_join
from django.utils.translation import get_language, gettext

from aligner_core import AlignedEvidence, FailedEvidence, Note, Unjudged, hidden_runs
from aligner_core.citations import to_fixed
from aligner_core.evidence import confidence_of, three_digits, two_digits
from review import wording
from review.domain.policy import Requirement
from review.models import Alignment, Entry, Quote, Standing
from review.models.sessions import speaker_of
from review.presentation.badges import DRIFTED_BADGE, METHOD_BADGES, PROVENANCE_SIGNS, badge, card_badge
from review.presentation.hidden import Piece, pieces, pieces_with_spaces, spell_out
from review.presentation.highlights import Segment
from review.selectors.promotion.claim_facts import Mark
from review.selectors.promotion.stored_facts import Reasons
from review.selectors.quotes.quote_rows import HumanChoice, has_drifted, human_choices
from review.selectors.reader.windows import MessageWindow
from review.selectors.retrievals.answers import RetrievalPanel
from review.selectors.retrievals.retrieval import ShownChunk

register = template.Library()
HANGUL = re.compile(r"[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
LATIN = re.compile(r"[A-Za-z]")
LANGUAGE_SAMPLE = 2000
"""How many characters of a text are examined to guess its language."""
MAX_KEPT = 4_096
"""How many rendered fragments are kept: badges have a few hundred bytes each."""
THEMES = ("auto", "light", "dark")
UNFOUND = frozenset(("failed", *Standing)) - {Standing.COUNTS}
register.filter("speaker", speaker_of)
register.filter("two_digits", two_digits)
register.filter("three_digits", three_digits)
register.filter("event_title", wording.event_title)
register.filter("event_details", wording.event_details)
register.filter("problem_text", wording.problem_sentence)
register.filter("choice_text", wording.choice_sentence)
register.filter("edits_text", wording.edits_sentence)
register.filter("source_line_text", wording.source_line_sentence)
register.filter("to_fixed", to_fixed)
register.filter("question_text", wording.question_sentence)
register.filter("answer_text", wording.answer_sentence)
register.filter("source_state", wording.source_state)
register.filter("type_name", wording.type_name)
register.filter("role_name", wording.speaker_name)


@register.filter
def note_text(note: Mapping[str, object]) -> str:
    """Return the sentence for a stored note of an upload."""
    return wording.problem_sentence(Note.model_validate(note))


@register.filter("language")
def language_of(text: str) -> str:
    """Return ``ko`` or ``en``, or an empty text if unclear; screen readers and line breaking need it."""
    sample = text[:LANGUAGE_SAMPLE]
    hangul, latin = len(HANGUL.findall(sample)), len(LATIN.findall(sample))
    if hangul * 3 >= latin and hangul:
        return "ko"
    return "en" if latin and sample.isascii() else ""


@register.filter
def reveal(text: object, most: int | None = None) -> str:
    """Return text as HTML with a mark at every hidden character; the text content stays what is stored.

    A text of more than *most* characters is cut.
    """
    words = _cut(str(text), most)
    if next(hidden_runs(words), None) is None:
        return _written(words)
    return format_html_join("", "{}", ((_revealed(piece),) for piece in pieces(words)))


@register.filter
def reveal_spaces(text: str) -> str:
    """Return text as HTML with a mark at every hidden character and every white space, for differences."""
    return format_html_join("", "{}", ((_revealed(piece),) for piece in pieces_with_spaces(text)))


@register.filter
def reveal_edit(text: str) -> str:
    """Return text as HTML with a mark at every hidden character, and at white space where it is all that differs."""
    return reveal(text) if text.strip() else reveal_spaces(text)


def _revealed(piece: Piece) -> str:
    words = _written(piece.text)
    if not piece.letters:
        return words
    mark = '<span class="inv" role="img" data-inv="{}" title="{names}" aria-label="{names}">{}</span>'
    return format_html(mark, piece.letters, words, names=piece.names)


def _written(text: str) -> str:
    """Escape text; a carriage return becomes a character reference, or a browser would read it as a line feed."""
    first, *others = text.split("\r")
    if not others:
        return escape(first)
    return format_html("{}{}", first, format_html_join("", "&#13;{}", ((other,) for other in others)))


def _cut(words: str, most: int | None) -> str:
    if most is None or (len(words) <= most and is_normalized("NFC", words)):  # as Django cuts it, which takes longer
        return words
    return truncatechars(words, most)


@register.filter
def spelled_out(text: object, most: int | None = None) -> str:
    """Return text with hidden characters as letters in brackets, for places that allow no markup.

    A text of more than *most* characters is cut.
    """
    return spell_out(_cut(str(text), most))


@register.filter
def messages_name(window: MessageWindow) -> str:
    """Return the label of a window; a page of a long session has a hundred of them."""
    return gettext("Messages %(first)s–%(last)s") % {"first": window.first, "last": window.last}


@register.filter
def thousands(number: int) -> str:
    """Return a number with separators between thousands."""
    return f"{number:,}"


@register.filter
def difference_name(code: str) -> str:
    """Return the name of a kind of difference."""
    return str(wording.DIFFERENCES[code])


@register.filter
def mark_sentence(mark: Mark) -> str:
    """Return what is wrong with a claim."""
    return wording.mark_sentence(mark)


@register.filter
def not_judged_text(code: Unjudged) -> str:
    """Return the reason why a claim was not fully judged."""
    return str(wording.NOT_JUDGED[code])


@register.filter
def method_name(code: str) -> str:
    """Return the name of a method, or of the state of a quote without one."""
    return wording.method_name(code)


@register.filter
def stage_name(code: str) -> str:
    """Return the name of a stage."""
    return str(wording.STAGES.get(code, code))


@register.filter
def failure_name(code: str) -> str:
    """Return the name of a reason for failing."""
    return wording.failure_name(code)


@register.filter
def diagnosis_name(code: str) -> str:
    """Return the name of a diagnosis."""
    return str(wording.DIAGNOSES[code][0])


@register.filter
def diagnosis_text(code: str) -> str:
    """Return the explanation of a diagnosis."""
    return str(wording.DIAGNOSES[code][1])


@register.filter
def provenance_name(code: str) -> str:
    """Return the name of an attempt's provenance."""
    return str(wording.PROVENANCES[code])


@register.filter
def provenance_sign(code: str) -> str:
    """Return the sign of an attempt's provenance."""
    return PROVENANCE_SIGNS[code]


@register.filter
def choice_sign(choice: HumanChoice) -> str:
    """Return the sign of a person's choice."""
    return PROVENANCE_SIGNS[choice.provenance]


@register.filter
def entry_choices(entry: Entry) -> list[HumanChoice]:
    """Return the choices of people in the quotes of an entry that count, each once; quotes have to be prefetched."""
    counting = (quote for quote in entry.quotes.all() if quote.counts)
    return list(dict.fromkeys(choice for quote in counting for choice in human_choices(quote)))


@register.filter
def missing_of(missing: Mapping[int, Reasons], entry: Entry) -> tuple[str, ...]:
    """Return what an entry lacks, in words."""
    return tuple(str(wording.MISSING[reason]) for reason in missing[entry.pk])


@register.filter
def requirement_text(requirement: Requirement) -> str:
    """Return the sentence for a requirement of the gate."""
    if requirement.item is not None:
        return str(wording.POLICY_REQUIREMENTS[requirement.item])
    return str(wording.REQUIREMENTS[requirement.reason])


@register.filter
def warning_text(code: str) -> str:
    """Return the sentence for a warning."""
    return str(wording.WARNINGS.get(code, code))


@register.filter
def relevance_name(code: str) -> str:
    """Return the name of a relevance."""
    return str(wording.RELEVANCES[code])


@register.filter
def search_name(code: str) -> str:
    """Return the name of a search strategy."""
    return str(wording.SEARCHES[code])


@register.filter
def search_outcome(code: str) -> str:
    """Return the name of the outcome of a search."""
    return str(wording.SEARCH_OUTCOMES[code])


@register.filter
def chunk_at(retrieval: RetrievalPanel | None, index: int) -> ShownChunk | None:
    """Return the chunk of a message; None in a conversation."""
    return retrieval.chunks.get(index) if retrieval else None


@register.simple_tag
def kept(template_name: str, **values: Hashable) -> str:
    """Return a template rendered with these values and nothing else, which is kept for each of them and language."""
    return _kept(get_language(), template_name, tuple(values.items()))


@register.simple_tag(name="badge")
def shown_badge(
    state: str, letters: str = "", confidence: str = "", *, in_words: bool = False, alone: bool = False
) -> str:
    """Return the badge of a state, with its confidence beside it; a badge that stands *alone* has it inside."""
    if alone:
        letters = card_badge(state, letters, confidence)
    values = {"state": state, "letters": letters, "confidence": confidence, "in_words": in_words, "alone": alone}
    return kept("review/shared/_badge.html", **values)


@lru_cache(maxsize=MAX_KEPT)
def _kept(_language: str | None, template_name: str, values: tuple[tuple[str, Hashable], ...]) -> str:
    return render_to_string(template_name, dict(values))


@register.filter
def plain_badge(state: str) -> str:
    """Return the badge of a state, without a similarity."""
    return METHOD_BADGES.get("none" if state in UNFOUND else state, "")


@register.filter
def badge_of(method: str, similarity: float | None) -> str:
    """Return the badge of a method with its figure, if it has one."""
    return badge(method, similarity=similarity)


@register.filter
def evidence_badge(evidence: AlignedEvidence | FailedEvidence) -> str:
    """Return the badge of an outcome that is not stored; that of a failed one has the figure of the closest words."""
    if isinstance(evidence, AlignedEvidence):
        return badge(evidence.match_method, similarity=evidence.similarity)
    return badge("none", similarity=None if evidence.closest is None else evidence.closest.similarity)


@register.filter
def confidence_by(method: str, similarity: float | None) -> str:
    """Return the confidence that follows from a method and a similarity."""
    return three_digits(confidence_of(method, similarity))


@register.filter
def badge_title(segment: Segment) -> str:
    """Return the methods and confidences of the quotes that the badge of a segment stands for, in words."""
    text = gettext("%(method)s, confidence %(confidence)s")
    return "; ".join(
        text % {"method": method_name(method), "confidence": three_digits(confidence)}
        for method, confidence in segment.confidences
    )


@register.filter
def entry_states(entry: Entry) -> list[tuple[str, str, str]]:
    """Return the state, badge and confidence of every quote of an entry; its quotes have to be prefetched."""
    states = []
    for quote in entry.quotes.all():
        current = quote.current
        if current is not None and quote.counts:
            confidence = "" if has_drifted(quote) else three_digits(current.confidence)
            states.append((current.method if current.aligned else "failed", _letters(quote, current), confidence))
        else:
            states.append((quote.standing, METHOD_BADGES["none"], ""))
    return states


def _letters(quote: Quote, current: Alignment) -> str:
    if has_drifted(quote):
        return DRIFTED_BADGE
    return "◆" if current.ambiguous else badge(current.method, similarity=current.similarity)


@register.simple_tag(takes_context=True)
def theme(context: RequestContext) -> str:
    """Return the theme that the browser has chosen."""
    request = context.get("request")
    chosen = request.COOKIES.get("theme", "") if request is not None else ""
    return chosen if chosen in THEMES else "auto"
