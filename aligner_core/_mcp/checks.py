"""`check_quotes` and `check_claim`: what an agent asks before it writes a memory, on the core alone."""

from typing import Annotated, Literal

from pydantic import Field

from aligner_core._claims.check import check_claim as facts_of_claim
from aligner_core._claims.models import ClaimReport, FactKind
from aligner_core._matching.work_budget import WorkBudget
from aligner_core._mcp.wire import Answered, Asked, Index, Words, shown
from aligner_core.evidence.judgement import Unjudged
from aligner_core.grounding import Row, check
from aligner_core.grounding.wording import advice, headline, reasons

MAX_WORK = 50_000_000
"""The work units that one call may spend, about two seconds: what they do not suffice for is `unchecked`."""
MAX_QUOTES = 100
MAX_SOURCES = 20_000
"""How many sources a call may bring: as many as a session may have messages."""
MAX_MISSING = 50
"""How many missing facts are listed."""
READ_IT = "read it in its place, and quote more of it"
VerdictName = Literal["verbatim", "equal", "slip", "differs", "elsewhere", "missing", "unchecked"]
Sources = Annotated[
    list[str],
    Field(min_length=1, max_length=MAX_SOURCES, description="The texts, in order: messages, or retrieved chunks."),
]


class AskedQuote(Asked):
    """A quote to the letter, and the index of the source that it is from, counted from 0; never positions."""

    quote: str
    message_index: Index | None = None


class CheckedQuote(Answered):
    """A quote with its verdict: `why` it is not ok, what to `do`, and the words to `use` instead.

    `changes` are the kinds of facts that differ in these words: a claim that rests on them has to be read again.
    """

    quote: str
    ok: bool
    verdict: VerdictName
    message_index: int | None
    why: list[str]
    do: str
    use: list[Words]
    changes: list[str]
    other_places: int


class CheckedQuotes(Answered):
    """Whether every quote is ok, in a sentence and one by one."""

    ok: bool
    told: str
    quotes: list[CheckedQuote]


class MissingFact(Answered):
    """A fact of a claim that the evidence lacks, and what it has `instead`."""

    kind: FactKind
    text: str
    instead: list[str]


class CheckedClaim(Answered):
    """Whether the evidence has every fact of a claim; `judged` is false where nobody knows, which is never ok."""

    ok: bool
    judged: bool
    reason: Unjudged | None
    told: str
    facts: int
    missing: list[MissingFact]


def check_quotes(
    quotes: Annotated[list[AskedQuote], Field(min_length=1, max_length=MAX_QUOTES)],
    sources: Sources,
    *,
    strict: Annotated[bool, Field(description="Misspelled words are not ok either.")] = False,
) -> CheckedQuotes:
    """Check that quotes stand in the sources and say there what they say. Call it before you store or cite a quote.

    Of a quote that is not ok, copy the words in `use` to the letter, or drop it when `use` is empty. Korean, English
    and any other language. Nothing is stored or sent.
    """
    given = [
        {"quote": one.quote} if one.message_index is None else {"quote": one.quote, "messageIndex": one.message_index}
        for one in quotes
    ]
    report = check(given, sources, strict=strict, budget=WorkBudget(MAX_WORK))
    return CheckedQuotes(ok=report.ok, told=headline(report), quotes=[_checked(row) for row in report.rows])


def check_claim(
    claim: Annotated[str, Field(min_length=1)],
    evidence: Annotated[
        list[str], Field(max_length=MAX_SOURCES, description="The words that the claim rests on, as they were said.")
    ],
) -> CheckedClaim:
    """Check that every number, date, name, negation and condition of a claim is in its evidence.

    Claim and evidence may be in Korean or English, each in either. It finds what the words lack; it does not show that
    they support the claim. Nothing is stored or sent.
    """
    report = facts_of_claim(claim, evidence)
    return CheckedClaim(
        ok=report.ok,
        judged=report.judged,
        reason=report.reason,
        told=_told(report),
        facts=len(report.facts),
        missing=[
            MissingFact(kind=fact.kind, text=shown(fact.text), instead=[shown(place.text) for place in fact.instead])
            for fact in report.missing[:MAX_MISSING]
        ],
    )


def _checked(row: Row) -> CheckedQuote:
    wanted = None if row.ok else row.fix
    use = () if wanted is None or not all(one.verdict.ok for one in wanted.evidence) else wanted.evidence
    return CheckedQuote(
        quote=shown(row.quote),
        ok=row.ok,
        verdict=row.verdict.value,
        message_index=row.source_index,
        why=list(reasons(row)),
        do=_what_to_do(row, is_mended=bool(use)),
        use=[Words(quote=one.quote, message_index=one.message_index) for one in use],
        changes=[] if wanted is None else sorted({one.kind for one in wanted.changes if one.critical}),
        other_places=row.other_places,
    )


def _what_to_do(row: Row, *, is_mended: bool) -> str:
    """Return what to do about a quote; a fix whose words are not ok themselves is none."""
    if row.ok:
        return ""
    return advice(row).act if is_mended or row.fix is None else READ_IT


def _told(report: ClaimReport) -> str:
    missing = ", ".join(f"“{shown(fact.text)}” ({fact.kind})" for fact in report.missing[:MAX_MISSING])
    if missing:
        return f"The evidence lacks {missing}."
    if not report.judged:
        return f"Nobody can tell: the claim was not judged to the end ({report.reason})."
    return "The evidence has every fact of the claim." if report.facts else "The claim states no fact that is compared."
