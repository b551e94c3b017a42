"""The wording of a report, in the terminal and on the page: headline, places, reasons and fixes."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from aligner_core._repair.diagnosis import Diagnosis
from aligner_core.evidence.differences import Difference
from aligner_core.evidence.judgement import Unjudged
from aligner_core.evidence.models import FailureReason, Verdict
from aligner_core.grounding.report import VERDICTS, AnswerRow, Report, Row

_SAID_OF_MANY: Mapping[Verdict, tuple[str, str]] = {
    Verdict.DIFFERS: ("says something else", "say something else"),
    Verdict.MISSING: ("is in no source", "are in no source"),
    Verdict.ELSEWHERE: ("is in another one", "are in another one"),
    Verdict.UNCHECKED: ("could not be checked", "could not be checked"),
    Verdict.SLIP: ("is misspelled", "are misspelled"),
}
_UNCHECKED: Mapping[FailureReason, str] = {
    FailureReason.BUDGET_EXCEEDED: "the search was not finished: it takes more work than is allowed",
    FailureReason.QUOTE_TOO_LONG: "too long to be looked for by similarity: give its sentences one by one",
    FailureReason.EMPTY_QUOTE: "the quote is empty",
    FailureReason.INVALID_QUOTE: "the quote is not a text",
    FailureReason.OFFSETS_NOT_ALLOWED: "it came with positions, which are never believed",
}
_NOT_JUDGED: Mapping[Unjudged, str] = {
    Unjudged.TOO_LONG: "not judged: the sentence or its quotes are too long",
    Unjudged.TOO_MANY_FACTS: "not judged: the sentence has more facts than are looked for",
    Unjudged.UNKNOWN_LANGUAGE: "not judged: in its language only numbers, dates and identifiers are compared",
    Unjudged.BUDGET: "not judged: it takes more work than is allowed",
}
_UNJUDGED = "words differ, in a language in which it is not known what changes a fact"
_BY_HAND: Mapping[Diagnosis | None, str] = {
    Diagnosis.NO_TRACE: "drop it, nobody said it",
    Diagnosis.PARAPHRASED: "quote the words of a source, or drop it: no source says it like this",
    Diagnosis.CRITICAL_DIFFERENCE: "read it in its place: what stands beside the words turns them round",
    Diagnosis.EMPTY: "give the words of the quote",
    Diagnosis.NOT_A_TEXT: "give the quote as a text",
}
_READ_IT = "read it yourself"


class Advice(NamedTuple):
    """The action for a quote, the words to use then, and their verdict; None if a person has to look.

    `changes` says what the words change, by kind; "" where they change nothing but form.
    """

    act: str
    words: tuple[str, ...] = ()
    verdict: Verdict | None = None
    changes: str = ""


def headline(report: Report) -> str:
    """Return how a report ends: a sentence on its quotes, and one on an answer that is not ok."""
    return " ".join(filter(None, (_of_quotes(report), _of_answers(report))))


def _of_quotes(report: Report) -> str:
    total, many = len(report.rows), "quote" if len(report.rows) == 1 else "quotes"
    if not total:
        return "There is nothing to check: no quote was given."
    unchecked = report.counts["unchecked"]
    wrong = len(report.failed) - unchecked
    if not wrong and not unchecked:
        return f"{'The' if total == 1 else f'All {total}'} {many} {'is' if total == 1 else 'are'} in the sources."
    if not wrong:
        return f"{unchecked} of {total} {many} could not be checked."
    rest = f", and {unchecked} could not be checked" if unchecked else ""
    return f"{wrong} of {total} {many} {'is' if wrong == 1 else 'are'} not in the sources as quoted{rest}."


def _of_answers(report: Report) -> str:
    total = len(report.answers)
    wrong = sum(row.judgement.answer == "no" for row in report.answers)
    unjudged = sum(row.judgement.answer == "unjudged" for row in report.answers)
    says, its = ("says", "its") if wrong == 1 else ("say", "their")
    said = f"{wrong} of {total} cited sentences {says} something else than {its} quotes"
    if wrong:
        return said + (f", and {unjudged} could not be judged." if unjudged else ".")
    return f"{unjudged} of {total} cited sentences could not be judged." if unjudged else ""


def answer_reasons(row: AnswerRow) -> Iterator[str]:
    """Yield why a cited sentence is not ok: each value or denial with what its quotes have, or why it is unjudged."""
    for fact in row.facts:
        has = " · ".join(
            f"“{one.text}” in quote {one.quote}" + (f", {one.source}" if one.source else "") for one in fact.instead
        )
        yield f"{fact.kind}: “{fact.text}” in the answer, {has or 'not in its quotes'}"
    if row.judgement.reason is not None:
        yield _NOT_JUDGED[row.judgement.reason]


def tally(report: Report) -> str:
    """Return how many quotes are not ok, and why."""
    failed = [row.verdict for row in report.failed]
    counts = [(verdict, failed.count(verdict)) for verdict in VERDICTS if verdict in failed]
    return ", ".join(f"{count} {_SAID_OF_MANY[verdict][count > 1]}" for verdict, count in counts)


def numbered(row: Row) -> str:
    """Return a quote as people call it."""
    return f"quote {row.number}" + (f" of {row.entry_id}" if row.entry_id else "")


def claimed_place(row: Row) -> str:
    """Return where a quote claims to stand; the range of the indices where there is no such source."""
    claimed, sources = row.claimed, row.sources
    if isinstance(claimed, int) and 0 <= claimed < len(sources):
        return sources[claimed].name
    return f"source {claimed} of " + (f"0–{len(sources) - 1}" if sources else "none")


def reasons(row: Row) -> Iterator[str]:
    """Yield why a quote is not ok, or what differs: the facts first, then the slips."""
    if row.reason is not None and row.reason in _UNCHECKED:
        yield _UNCHECKED[row.reason]
    elif row.verdict is Verdict.UNCHECKED:
        yield _UNJUDGED
    yield from (_differing(one) for one in row.differences if one.severity == "critical")
    yield from (_differing(one) for one in row.differences if one.severity == "slip")


def slips(row: Row) -> str:
    """Return the slips of a quote, each with the word that is meant."""
    return ", ".join(f"{one.quote_text} → {one.source_text}" for one in row.differences if one.severity == "slip")


def _differing(difference: Difference) -> str:
    kind, quoted, original = difference.kind, difference.quote_text, difference.source_text
    if not quoted:
        return f"{kind}: the source has “{original}” as well"
    if not original:
        return f"{kind}: the source does not have “{quoted}”"
    return f"{kind}: {quoted} in the quote, {original} in the source"


def ambiguity(row: Row) -> str:
    """Return where else the words of a quote stand just as well; "" where they stand once."""
    here = row.other_places - len(row.also_in)
    again = [f"{here} more {'place' if here == 1 else 'places'} there"] if here else []
    names = [row.sources[place.message_index].name for place in row.also_in]
    return ", ".join([*again, *names[:3], *([f"{len(names) - 3} more"] if len(names) > 3 else [])])  # noqa: PLR2004


def advice(row: Row) -> Advice:
    """Return what to do about a quote that is not ok, or has a slip."""
    if row.fix is None:
        if row.verdict is Verdict.UNCHECKED and row.diagnosis not in {Diagnosis.EMPTY, Diagnosis.NOT_A_TEXT}:
            return Advice(_READ_IT)
        return Advice(_BY_HAND.get(row.diagnosis, _READ_IT))
    target = row.sources[row.fix.evidence[0].message_index].name
    act = {
        "align": "leave the positions out",
        "move": f"point it at {target}",
        "use_words": "use the closest words" if row.place is None else "use the source text",
        "rewrite": "use this part of it",
        "split": f"make it {len(row.fix.evidence)} quotes",
    }[row.fix.kind]
    worst = min((one.verdict for one in row.fix.evidence), key=tuple(Verdict).index)
    words = () if row.fix.kind in {"align", "move"} else tuple(one.quote for one in row.fix.evidence)
    kinds = dict.fromkeys("spelling" if one.severity == "slip" else one.kind for one in row.fix.changes)
    return Advice(act, words, worst, f"changes {', '.join(kinds)}" if kinds else "")
