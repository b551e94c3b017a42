"""Whether a claim waits for a person: what raises the question, and the answers given."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from aligner_core import Judgement, Span, canonical_json, digest, fold, text_hash, whole_words
from review.aligner import config_of
from review.domain.events import EntryDemoted
from review.models import Alignment, ClaimConfirmation, ClaimVersion, Entry, Project, Quote, Standing
from review.selectors.promotion.claim_facts import ClaimFacts, claim_facts, judged_facts
from review.selectors.promotion.doubts import doubts_about
from review.selectors.promotion.stretches import Stretches
from review.selectors.quotes.diff_view import Comparison, compare_words
from review.selectors.quotes.quote_rows import read_attempts

ClaimAnswer = ClaimConfirmation | ClaimVersion


def quotes_asking(quotes: Sequence[Quote]) -> set[int]:
    """Return the keys of the quotes for which the claim has to be confirmed (specification 4.2).

    They are the withdrawn quotes, unless a person had added them, and those that count with words other than the
    extractor's own. Words are the extractor's own when they equal the uploaded quote after normalization, or the words
    of a message where that quote was found without a critical difference. How other words came in does not matter.
    """
    withdrawn = {one.pk for one in quotes if one.standing == Standing.WITHDRAWN and one.added_by_id is None}
    reworded = [quote for quote in quotes if quote.counts and _is_reworded(quote)]
    if not reworded:
        return withdrawn
    found = _words_found_for(reworded)
    return withdrawn | {quote.pk for quote in reworded if _current_words(quote) not in found.get(quote.pk, ())}


def asking_with(words: Mapping[Quote, Sequence[str]]) -> set[int]:
    """Return the keys of the quotes for which the claim would have to be confirmed with the given *words*.

    Several texts of one quote are the parts of a split, which are never the extractor's own words.
    """
    reworded = [one for one, texts in words.items() if [*map(fold, texts)] != [fold(one.text)] or not one.is_uploaded]
    found = _words_found_for(reworded) if reworded else {}
    return {one.pk for one in reworded if not {*map(fold, words[one])} <= found.get(one.pk, set())}


def _is_reworded(quote: Quote) -> bool:
    """Return whether an aligned quote has another text than the extractor's; a text that was cut counts as such."""
    if quote.current is None or not quote.current.aligned:
        return False
    if not quote.is_uploaded or quote.is_cut:
        return True
    return quote.current.text != quote.text and _current_words(quote) != fold(quote.text)


def _current_words(quote: Quote) -> str:
    return "" if quote.current is None else fold(quote.current.text)


def _words_found_for(quotes: Iterable[Quote]) -> dict[int, set[str]]:
    """Return, for each quote, the words that the extractor's own text was aligned to without a critical difference."""
    whole = [quote for quote in quotes if quote.is_uploaded and not quote.is_cut]
    read_attempts(whole)
    found: dict[int, set[str]] = {}
    for quote in whole:
        for attempt in quote.alignments.all():
            if attempt.text == quote.text and attempt.found_evidence is not None and not attempt.critical_differences:
                found.setdefault(quote.pk, set()).update(_words_at(attempt))
    return found


def _words_at(attempt: Alignment) -> Iterator[str]:
    """Yield the words at a span, and those of the span extended to whole words."""
    if attempt.message is None or attempt.span_start is None or attempt.span_end is None:
        return
    span, content = Span(start=attempt.span_start, end=attempt.span_end), attempt.message.content
    for one in (span, whole_words(content, span)):
        yield fold(content[one.start : one.end])


def is_claim_open(entry: Entry) -> bool:
    """Return whether the claim of an entry still has to be confirmed by a person."""
    quotes = _quotes_of(entry)
    return is_asked_about(entry, quotes) and claim_answer(entry, quotes) is None


def is_claim_asked_about(entry: Entry) -> bool:
    """Return whether the claim of an entry needs an answer, given or not."""
    return is_asked_about(entry, _quotes_of(entry))


def is_asked_about(entry: Entry, quotes: Sequence[Quote]) -> bool:
    """Return whether the words that count are not the extractor's, or lack facts in a project that requires them."""
    return bool(quotes_asking(quotes)) or waits_for_facts(entry, quotes)


def required_facts(entry: Entry, quotes: Sequence[Quote], stretches: Stretches | None = None) -> Judgement | None:
    """Return whether the evidence has the facts of the claim, in a project that requires them; None in others."""
    return judged_facts(entry, quotes, stretches) if entry.session.project.claim_facts else None


def waits_for_facts(entry: Entry, quotes: Sequence[Quote], stretches: Stretches | None = None) -> bool:
    """Return whether it is not known that the evidence has the facts of the claim, in a project that requires them."""
    judgement = required_facts(entry, quotes, stretches)
    return judgement is not None and not judgement


def _quotes_of(entry: Entry) -> list[Quote]:
    return list(entry.quotes.select_related("current__message").order_by("position"))


def claim_answer(entry: Entry, quotes: Sequence[Quote]) -> ClaimAnswer | None:
    """Return the answer given for the current claim and the words of *quotes* that count; None without one."""
    return claim_answers([entry], quotes)[entry.pk]


def claim_answers(entries: Sequence[Entry], quotes: Sequence[Quote]) -> dict[int, ClaimAnswer | None]:
    """Return the current answers for the claims of entries, by their keys; the number of queries is constant.

    All quotes of the entries are among *quotes*.
    """
    fingerprints = _fingerprints({entry: entry.claim_version for entry in entries}, quotes)
    answers: dict[int, ClaimAnswer | None] = dict.fromkeys(fingerprints)
    confirmations = ClaimConfirmation.objects.filter(entry__in=entries, fingerprint__in=fingerprints.values())
    for confirmation in confirmations.select_related("actor").order_by("-pk"):
        if confirmation.fingerprint == fingerprints[confirmation.entry_id]:
            answers[confirmation.entry_id] = confirmation
    corrected = (entry for entry in entries if entry.claim and entry.claim.fingerprint == fingerprints[entry.pk])
    return answers | {entry.pk: entry.claim for entry in corrected}


def claim_fingerprint(entry: Entry, *, version: int) -> str:
    """Return a digest of the words that count, for version *version* of the claim.

    Each quote is identified with the first attempt of its current run of equal words of one speaker: choosing an
    occurrence or moving to another message of theirs keeps them, but words that return after others are new. A demotion
    voids earlier answers; so does a withdrawal, even if the quote counts again.
    """
    return _fingerprints({entry: version}, list(entry.quotes.order_by("position")))[entry.pk]


def _fingerprints(versions: Mapping[Entry, int], among: Iterable[Quote]) -> dict[int, str]:
    """Return a digest for a version of the claim of each entry, whose quotes are *among* these in their order."""
    entries = list(versions)
    quotes: dict[int, list[Quote]] = {entry.pk: [] for entry in entries}
    for quote in among:
        if quote.entry_id in quotes:
            quotes[quote.entry_id].append(quote)
    read_attempts([one for some in quotes.values() for one in some if one.standing == Standing.COUNTS])
    demotions = doubts_about(entries, EntryDemoted)
    return {
        entry.pk: digest(
            canonical_json(
                {
                    "claim": version,
                    "words": [
                        [quote.position, *_run_of_words(quote.alignments.all())]
                        for quote in quotes[entry.pk]
                        if quote.standing == Standing.COUNTS
                    ],
                    "quotes": len(quotes[entry.pk]),
                    "demotions": demotions[entry.pk],
                }
            )
        )
        for entry, version in versions.items()
    }


def _run_of_words(attempts: Iterable[Alignment]) -> list[object]:
    """Return the first of the latest attempts that have the same words of the same speaker, and digests of these."""
    current, first = list[object](), 0
    for attempt in sorted(attempts, key=lambda one: -one.attempt):
        words = _digests(attempt)
        if words != (current := current or words):
            break
        first = attempt.attempt
    return [first, *current]


def _digests(attempt: Alignment) -> list[object]:
    """Return digests of the words that were searched, of the words of the message, and of who said them."""
    words, message = next(_words_at(attempt), None), attempt.message
    if words is None or message is None:
        return [text_hash(fold(attempt.text)), None, None]
    return [text_hash(fold(attempt.text)), text_hash(words), digest(canonical_json([message.speaker, message.name]))]


class ClaimQuestions:
    """What the claims of some entries are asked about, and the answers: each is looked up once, whoever needs it."""

    def __init__(self, quotes: Sequence[Quote]) -> None:
        self._quotes = quotes
        self._answers: dict[int, ClaimAnswer | None] = {}
        self.stretches = Stretches(quotes)

    @cached_property
    def asking(self) -> set[int]:
        """The keys of the quotes for which a claim has to be confirmed."""
        return quotes_asking(self._quotes)

    def answer(self, entry: Entry) -> ClaimAnswer | None:
        """Return the answer given for the current claim of an entry; None without one."""
        return self.answers([entry])[entry.pk]

    def answers(self, entries: Sequence[Entry]) -> dict[int, ClaimAnswer | None]:
        """Return the answers for the claims of entries, by their keys."""
        unknown = [entry for entry in entries if entry.pk not in self._answers]
        self._answers |= claim_answers(unknown, self._quotes) if unknown else {}
        return {entry.pk: self._answers[entry.pk] for entry in entries}


@dataclass(frozen=True, slots=True)
class ReplacedWords:
    """A quote and the words that count in its place: none if it was withdrawn; its own if a person added it."""

    quote: Quote
    words: tuple[str, ...] = ()
    comparison: Comparison | None = None

    @property
    def number(self) -> int:
        """The number of the quote in its entry, counted from one."""
        return self.quote.position + 1

    @property
    def is_added(self) -> bool:
        """Whether a person added the quote, and no model wrote it."""
        return self.quote.added_by_id is not None


@dataclass(frozen=True)
class ClaimPanel:
    """The corrections of a claim, its facts, the replaced words it was written from, and the answer given.

    The facts are looked for when they are first shown, or asked about.
    """

    entry: Entry
    quotes: Sequence[Quote]
    questions: ClaimQuestions
    versions: tuple[ClaimVersion, ...]
    replaced: tuple[ReplacedWords, ...]

    @cached_property
    def facts(self) -> ClaimFacts | None:
        """The facts of the claim, and which of them the evidence lacks."""
        return claim_facts(self.entry, self.quotes, self.questions.stretches)

    @cached_property
    def answer(self) -> ClaimAnswer | None:
        """The answer that a person gave; None where nothing is asked."""
        return self.questions.answer(self.entry) if self.replaced or self.waits_for_facts else None

    @property
    def is_open(self) -> bool:
        """Whether the claim still has to be confirmed by a person."""
        return (bool(self.replaced) or self.waits_for_facts) and self.answer is None

    @property
    def waits_for_facts(self) -> bool:
        """Whether its project requires facts that its evidence lacks, or that were not judged to the end."""
        is_required = self.entry.session.project.claim_facts
        return is_required and self.facts is not None and not self.facts.report.ok

    @property
    def is_corrected(self) -> bool:
        """Whether the answer is a correction of the claim."""
        return isinstance(self.answer, ClaimVersion)

    @property
    def change(self) -> tuple[str, str] | None:
        """The first replaced words: those of the model, and those of the message."""
        changes = (one.comparison.first_change for one in self.replaced if one.comparison)
        return next((change for change in changes if change), None)

    @property
    def suggested_title(self) -> str:
        """The title of the claim with these words replaced, to start a correction from."""
        return self._with_change(self.entry.claim_title)

    @property
    def suggested_body(self) -> str:
        """The body of the claim with these words replaced."""
        return self._with_change(self.entry.claim_body)

    def _with_change(self, text: str) -> str:
        return text.replace(*self.change) if self.is_open and self.change else text


def claim_panel(entry: Entry, quotes: Sequence[Quote], questions: ClaimQuestions) -> ClaimPanel:
    """Return the panel of the claim of an entry with these *quotes*, and the *questions* about them."""
    return ClaimPanel(
        entry=entry,
        quotes=quotes,
        questions=questions,
        versions=() if entry.claim is None else tuple(entry.claimversions.select_related("actor").order_by("number")),
        replaced=tuple(_replaced(quotes, questions.asking, entry.session.project)),
    )


def _replaced(quotes: Sequence[Quote], asking: set[int], project: Project) -> Iterator[ReplacedWords]:
    """Yield each quote of the extractor with the words that count in its place, parts of a split together."""
    by_key = {quote.pk: quote for quote in quotes}
    families: dict[int, list[Quote]] = {}
    for quote in quotes:
        if quote.pk in asking:
            families.setdefault(_original(quote, by_key).pk, []).append(quote)
    for key, family in families.items():
        words = tuple(_words(quote) for quote in family if quote.standing != Standing.WITHDRAWN)
        is_compared = len(words) == 1 and by_key[key].added_by_id is None
        comparison = compare_words(by_key[key].text, words[0], config_of(project)) if is_compared else None
        yield ReplacedWords(by_key[key], words, comparison)


def _original(quote: Quote, by_key: dict[int, Quote]) -> Quote:
    """Return the quote of the extractor that a part was split from, over any number of splits."""
    while quote.split_from_id is not None:
        quote = by_key[quote.split_from_id]
    return quote


def _words(quote: Quote) -> str:
    """Return the words of the message where a quote that counts was found."""
    current = quote.current
    if current is None or current.message is None:
        return ""
    return current.message.content[current.span_start : current.span_end]
