"""Whether the facts of a claim stand in its evidence: what is judged, and what bounds the work."""

from collections.abc import Iterator, Sequence
from itertools import islice

from aligner_core._claims.coverage import Coverage
from aligner_core._claims.denials import JUDGED
from aligner_core._claims.facts import AffirmationFact, Fact, Range, ValueFact, value_facts, word_facts
from aligner_core._claims.models import ClaimFact, ClaimReport, FactPlace, NotJudged
from aligner_core._claims.names import names_of
from aligner_core._claims.reading import Reading, read
from aligner_core._claims.values import values_of
from aligner_core._language import english
from aligner_core.errors import require_sequence, require_type

MAX_CLAIM_CHARS = 10_000
"""How much of a claim is read."""
MAX_EVIDENCE_CHARS = 100_000
"""How much of the evidence is read, in order, and of the texts elsewhere."""
MAX_FACTS = 500
"""How many facts of a claim are looked for."""
MAX_PLACES = 3
"""How many places are reported of a fact elsewhere, and of what the evidence has instead."""
MIN_KNOWN_SHARE = 0.6
"""The share of listed words above which a short claim is English if its evidence is."""

Texts = Sequence[tuple[int, Reading]]


def check_claim(claim: str, evidence: Sequence[str], *, elsewhere: Sequence[str] = ()) -> ClaimReport:
    """Return the facts of a claim, each with its place in the evidence: numbers, dates, names, negations and more.

    Values are compared by value, names by their letters in either script, and words by their meaning; the claim may be
    a paraphrase, and in the other language. *elsewhere* are other texts, such as all messages of the session: the
    places of missing facts in them are reported. `where` counts the texts of each list from 0.

    Raises:
        InvalidTypeError: the claim is not a string, or the evidence is not a sequence of strings.

    >>> report = check_claim("Everyone is refunded within 30 days", ["We refund everybody within 90 days."])
    >>> [(fact.kind, fact.text, [place.text for place in fact.instead]) for fact in report.missing]
    [('number', '30 days', ['90 days'])]

    """
    require_type(claim, str, "claim")
    require_sequence(evidence, str, "evidence")
    require_sequence(elsewhere, str, "elsewhere")
    reading, texts = read(claim[:MAX_CLAIM_CHARS]), _within_limit(evidence)
    language = _language_of(reading, texts)
    wanted = list(islice(_facts(reading, language, texts), MAX_FACTS + 1))
    is_cut = len(claim) > MAX_CLAIM_CHARS or len(wanted) > MAX_FACTS or sum(map(len, evidence)) > MAX_EVIDENCE_CHARS
    reason: NotJudged | None = "too_long" if is_cut else _not_judged(reading, language, texts)
    placed = [(fact, _place_of(fact, reading, texts)) for fact in wanted[:MAX_FACTS]]
    if reason == "evidence_language":
        placed = [(fact, place) for fact, place in placed if place or isinstance(fact, ValueFact)]
    missing = [fact for fact, place in placed if place is None]
    others = dict(zip(missing, _places_elsewhere(missing, elsewhere), strict=True))
    facts = [_reported(fact, place, reading, texts, others.get(fact, ())) for fact, place in placed]
    return ClaimReport(
        ok=not missing,
        judged=reason is None,
        reason=reason,
        language=language,
        facts=tuple(sorted(facts, key=lambda fact: (fact.start, fact.end, fact.kind))),
    )


def _within_limit(texts: Sequence[str]) -> Texts:
    """Return the texts with their indices, as far as the limit goes."""
    return list(_read_within_limit(texts))


def _read_within_limit(texts: Sequence[str]) -> Iterator[tuple[int, Reading]]:
    left = MAX_EVIDENCE_CHARS
    for where, text in enumerate(texts):
        if left <= 0:
            return
        yield where, read(text[:left])
        left -= len(text)


def _language_of(claim: Reading, evidence: Texts) -> str | None:
    """Return the language of a claim; a short one is English if its evidence and most of its words are."""
    if claim.language is None and any(text.language == "en" for _, text in evidence):
        words = [word for word, _, _ in claim.pieces if len(word) > 1]
        if words and sum(map(english.is_word, words)) >= MIN_KNOWN_SHARE * len(words):
            return "en"
    return claim.language


def _not_judged(claim: Reading, language: str | None, evidence: Texts) -> NotJudged | None:
    """Return why words cannot be judged; None when they can be, or there are none."""
    if language not in JUDGED and _has_words(claim):
        return "claim_language"
    return None if all(_is_readable(text) for _, text in evidence) else "evidence_language"


def _is_readable(text: Reading) -> bool:
    """Return whether a text is in a language that is judged; one of few words may be in English."""
    if text.language in JUDGED or not _has_words(text):
        return True
    return text.language is None and any(english.is_word(word) for word, _, _ in text.pieces if len(word) > 1)


def _has_words(text: Reading) -> bool:
    """Return whether a text has words beside names and values, so that its language matters."""
    values, names = values_of(text.source), names_of(text.source)
    taken = Coverage([*((one.start, one.end) for one in values), *((one.start, one.end) for one in names)])
    return any(len(word) > 1 and not taken.overlaps(start, end) for word, start, end in text.pieces)


def _facts(claim: Reading, language: str | None, evidence: Texts) -> Iterator[Fact]:
    readings = [text for _, text in evidence]
    yield from value_facts(claim, readings)
    if language in JUDGED or not _has_words(claim):
        yield from word_facts(claim, readings)


def _place_of(fact: Fact, claim: Reading, evidence: Texts) -> FactPlace | None:
    """Return the first place in the evidence that states a fact; None if it was found to be denied.

    A claim that occurs there verbatim has all of its facts there, but the words beside it may deny it.
    """
    for where, text in evidence:
        at = text.text.find(claim.text)
        if at != -1 and (text.text == claim.text or not isinstance(fact, AffirmationFact)):
            return _place(where, text, (at + fact.span[0], at + fact.span[1]))
    if isinstance(fact, AffirmationFact):
        return None
    found = ((where, text, fact.place_in(text)) for where, text in evidence)
    return next((_place(where, text, place) for where, text, place in found if place), None)


def _places_elsewhere(facts: Sequence[Fact], texts: Sequence[str]) -> list[tuple[FactPlace, ...]]:
    """Return where each of some facts stands in other texts; each text is read once."""
    found: list[list[FactPlace]] = [[] for _ in facts]
    for where, text in _read_within_limit(texts) if facts else ():
        for fact, places in zip(facts, found, strict=True):
            if len(places) < MAX_PLACES and (place := fact.place_in(text)):
                places.append(_place(where, text, place))
    return list(map(tuple, found))


def _place(where: int, text: Reading, found: Range) -> FactPlace:
    start, end = text.span(*found)
    return FactPlace(where=where, start=start, end=end, text=text.source[start:end])


def _reported(
    fact: Fact, place: FactPlace | None, claim: Reading, evidence: Texts, elsewhere: tuple[FactPlace, ...]
) -> ClaimFact:
    """Return a fact as it is reported; a missing one with what stands instead of it, and where it stands elsewhere."""
    start, end = claim.span(*fact.span)
    others = (_place(where, text, one) for where, text in evidence for one in fact.others_in(text)[:MAX_PLACES])
    return ClaimFact(
        kind=fact.kind,
        text=claim.source[start:end],
        start=start,
        end=end,
        found=place is not None,
        where=place.where if place else None,
        place=place,
        instead=() if place else tuple(islice(others, MAX_PLACES)),
        elsewhere=elsewhere,
    )
