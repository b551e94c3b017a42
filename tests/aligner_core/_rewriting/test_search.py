"""Quotes that say what their message says in another form: what is found, what never is, and the proof of both."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner_core import AlignedEvidence, EvidenceAligner, FailedEvidence, ProofError, fold, reclassify, verify
from aligner_core._matching.cascade import PreparedQuote, PreparedSource
from aligner_core._rewriting import search
from aligner_core._rewriting.search import find_equal
from aligner_core._text.short_quotes import may_be_meant_at
from tests.calls import calls_of

CASES = Path(__file__).parent / "cases"
ALIGNER = EvidenceAligner()
PIECES = (
    *(
        "you",
        "know",
        "the",
        "we",
        "would",
        "'d",
        "1",
        "[",
        "]",
        "-",
        "*",
        ",",
        ".",
        "?",
        "not",
        "안",
        "해요",
        "합니다",
        "3시",
    ),
    *("\\u0041", "&amp;", " "),
)
LANGUAGES = ("en", "ko", "others")
MIN_HARMLESS, MIN_SHORT, MAX_SILENT = 0.95, 0.88, 0.005


def cases(name: str) -> list[tuple[str, str]]:
    lines = (CASES / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [(quote, source) for quote, source in (line.split("\t") for line in lines)]


HARMLESS = [pair for language in LANGUAGES for pair in cases(f"harmless_{language}")]
CHANGED = [pair for language in LANGUAGES for pair in cases(f"changed_{language}")]
SHORT = cases("short_korean")


def aligned(quote: str, source: str) -> AlignedEvidence | FailedEvidence:
    return ALIGNER.align_quote(quote, source)


REWRITTEN = [
    (source, found)
    for quote, source in (*HARMLESS, *SHORT)
    if isinstance(found := aligned(quote, source), AlignedEvidence) and found.rewrites
]


def test_harmless_changes_are_ok() -> None:
    good = sum(bool(aligned(*pair)) for pair in HARMLESS)

    assert good >= MIN_HARMLESS * len(HARMLESS)


def test_short_korean_quotes_with_another_ending_are_ok() -> None:
    good = sum(bool(aligned(*pair)) for pair in SHORT)

    assert good >= MIN_SHORT * len(SHORT)


def test_changed_facts_are_never_rewritten() -> None:
    silent = [quote for quote, source in CHANGED if aligned(quote, source)]

    assert len(silent) <= MAX_SILENT * len(CHANGED)
    assert silent == []


def find_equal_places(quote: str, source: str) -> list[tuple[int, int]]:
    prepared = PreparedQuote(quote).cut
    return [
        (one.start, one.end) for one in find_equal(prepared.text, prepared.folded, PreparedSource(source).rewritable)
    ]


def test_every_rewritten_quote_is_normalized_and_proven_without_tables() -> None:
    """The folded quote with the rewrites in place is what stands at the span, folded: no table is asked."""
    assert len(REWRITTEN) > 300
    for source, found in REWRITTEN:
        words, at = list[str](), 0
        folded = fold(found.quote)
        for one in found.rewrites:
            words += (folded[at : one.quote_start], one.source_text)
            at = one.quote_end
        assert "".join((*words, folded[at:])) == fold(source[found.span_start : found.span_end])
        assert (found.match_method, found.similarity, found.confidence) == ("normalized", 1.0, 0.95)
        verify(found, source)
        verify(found.model_dump(by_alias=True), source)
        assert AlignedEvidence.from_wire(found.model_dump(by_alias=True)) == found
        assert reclassify(found, source) == found


@settings(max_examples=5_000, deadline=None)
@given(st.integers(0, 2**32))
def test_verify_refuses_rewrites_that_say_anything_else(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - no secret
    source, found = random.choice(REWRITTEN)
    wire = found.model_dump(by_alias=True)
    places = [at for at, one in enumerate(wire["differences"]) if "quoteStart" in one]
    one = wire["differences"][random.choice(places)]
    match random.randrange(6):
        case 0:
            wire["differences"].remove(one)
        case 1:
            one["sourceText"] += random.choice("x 1안")
        case 2:
            one["quoteStart"], one["quoteEnd"] = one["quoteStart"] + 1, one["quoteEnd"] + 1
        case 3:
            wire["differences"].insert(0, dict(one))
        case 4:
            wire["spanEnd"] = min(len(source), wire["spanEnd"] + 1) - 2 * (wire["spanEnd"] == len(source))
        case 5:
            one["sourceText"], one["quoteText"] = one["quoteText"], one["sourceText"]

    try:
        verify(wire, source)
    except ProofError:
        return
    tampered = AlignedEvidence.from_wire(wire)
    assert fold(tampered.quote) == fold(found.quote)
    assert fold(source[tampered.span_start : tampered.span_end]) == fold(source[found.span_start : found.span_end])


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("We would keep a cache in the office", "We'd keep the cache in the office"),
        ("We'd keep the cache for one hour", "We would keep a cache for one hour, I think"),
    ],
)
def test_an_article_is_not_rewritten_to_another(quote: str, source: str) -> None:
    assert aligned(quote, source).match_method != "normalized"


def test_a_short_quote_is_not_rewritten_inside_a_word_that_is_decoded() -> None:
    quote, source = "1 you would", "\\u00411 you'd go"

    assert find_equal_places(quote, source)
    assert aligned(quote, source).match_method != "normalized"


@settings(max_examples=500, deadline=None)
@given(st.integers(0, 2**32))
def test_a_short_quote_is_not_rewritten_inside_a_word(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - no secret
    source = "".join(random.choices(PIECES, k=random.randrange(4, 12)))
    at = random.randrange(len(source))
    words = source[at : at + random.randrange(3, 9)]
    place = random.randrange(len(words) + 1)
    quote = f"{words[:place]}{random.choice([' ', ',', '를'])}{words[place:]}"

    found = aligned(quote, source)

    if isinstance(found, AlignedEvidence) and found.match_method == "normalized":
        assert may_be_meant_at(PreparedQuote(quote).cut.length, source, found.span_start, found.span_end)


@pytest.mark.parametrize("before", ["- ", "> ", "> - ", "> > ", "- 3. ", "2) ", "> 1. **", "- - "])
def test_bullets_before_words_are_decorations(before: str) -> None:
    assert aligned(f"{before}We ship on Monday", "Well. We ship on Monday").match_method == "normalized"


@pytest.mark.parametrize("before", ["- ", "> - ", "3. - ", "> 3. "])
def test_bullets_before_an_amount_may_be_a_part_of_it(before: str) -> None:
    assert aligned(f"{before}5 boxes were left over", "5 boxes were left over").match_method != "normalized"


def test_verify_refuses_rewrites_of_a_quote_that_stands_there_word_for_word() -> None:
    source = "We ship it on Friday."
    [rewritten] = [found for _, found in [REWRITTEN[0]]]
    forged = rewritten.model_copy(
        update={
            "quote": "we ship it",
            "span_start": 0,
            "span_end": 10,
            "source_hash": PreparedSource(source).hash,
            "differences": (rewritten.differences[0].model_copy(update={"quote_start": 0, "quote_end": 2}),),
        }
    )

    with pytest.raises(ProofError):
        verify(forged, source)


def test_reclassify_judges_rewrites_that_the_tables_do_not_allow() -> None:
    """One rewrite of a whole quote is a proof, too; that it is harmless is judged again, not believed."""
    source, quote = "We ship it on Friday.", "we ship it on monday"
    found = aligned("we'd ship it on friday", "We would ship it on Friday.")
    assert isinstance(found, AlignedEvidence)
    forged = found.model_copy(
        update={
            "quote": quote,
            "span_start": 0,
            "span_end": 20,
            "source_hash": PreparedSource(source).hash,
            "differences": (
                found.differences[0].model_copy(
                    update={"quote_start": 14, "quote_end": 20, "quote_text": "monday", "source_text": "friday"}
                ),
            ),
        }
    )

    verify(forged, source)
    assert not reclassify(forged, source)


NEVER = [
    ("We do not ship it on Friday, I think.", "We ship it on Friday, I think."),
    ("It costs 40 euros in the old shop.", "It costs 50 euros in the old shop."),
    ("It costs 40 euros in the old shop.", "It costs 40 dollars in the old shop."),
    ("It was -5 degrees on the old roof.", "It was 5 degrees on the old roof."),
    ("She must sign the lease by Monday.", "She may sign the lease by Monday."),
    ("She signed the lease by Monday.", "She signs the lease by Monday."),
    ("Is the lease signed by Monday?", "The lease is signed by Monday."),
    ("The lease is signed by Monday.", "The lease is signed by Monday?"),
    ("A lease was signed on the old desk.", "The lease was signed on an old desk."),
    ("Few people paid the fee this year.", "A few people paid the fee this year."),
    ("No we can keep it here for now.", "No, we can keep it here for now!"),
    ("민수가 지연이를 추천했습니다.", "민수를 지연이가 추천했어요."),
    ("회의에 참석하세요 내일은", "회의에 참석합니다 내일은"),
    ("약속이 없습니다 오늘은", "약속이 있어요 오늘은"),
    ("아침을 안 먹었습니다", "아침을 먹지 않습니다"),
    ("아침을 못 먹습니다", "아침을 먹지 않습니다"),
    (
        "Mi papa come en la casa de los abuelos y no de los primos.",
        "Mi papá come en la casa de los abuelos y no de los primos.",
    ),
    ("Все приехали в офис, и мы не знали что делать.", "Всё приехали в офис, и мы не знали что делать."),
    ("won by a scoreline of 2–.", "They won by a scoreline of 2–1. He scored."),
    ("x = a - b * c + d", "x = a - b * (c + d"),
]


@pytest.mark.parametrize(("quote", "source"), NEVER)
def test_numbers_negations_names_roles_and_moods_are_never_rewritten(quote: str, source: str) -> None:
    for one, other in ((quote, source), (source, quote)):
        assert not aligned(one, f"So. {other}")
        assert not aligned(f"- {one}", other)


@pytest.mark.parametrize(
    ("quote", "source", "words"),
    [
        (
            "**The** lease ends in May.",
            "He says both landlords agree. The lease ends in May, I hear.",
            "The lease ends in May",
        ),
        ("- the lease ends in May :", "Both landlords agree. The lease ends in May.", "The lease ends in May"),
        ("User: the lease ends in May", "Both agree: the lease ends in May.", "the lease ends in May"),
        ("9시에 본관에서 시작합니다", "회의는 오전 9시에 본관에서 시작해요.", "9시에 본관에서 시작해요"),
    ],
)
def test_the_window_begins_and_ends_with_the_words_of_the_quote(quote: str, source: str, words: str) -> None:
    found = aligned(quote, source)

    assert isinstance(found, AlignedEvidence)
    assert source[found.span_start : found.span_end] == words


def test_several_places_are_ambiguous_each_with_its_own_rewrites() -> None:
    source = "저는 오늘 반차 썼어요. 네, 오늘 반차를 썼습니다."
    found = aligned("오늘 반차 썼습니다", source)

    assert isinstance(found, AlignedEvidence)
    assert (found.ambiguous, found.alternative_count) == (True, 1)
    assert found.rewrites != found.alternatives[0].rewrites
    verify(found, source)


def test_a_quote_with_a_word_that_is_not_there_costs_no_tokens() -> None:
    source = PreparedSource("We moved to Utrecht in the spring, and I'd rather stay here.")
    quote = PreparedQuote("we moved to rotterdam in the spring")
    find_equal(quote.text, quote.folded, source.rewritable)

    assert "units_of" not in calls_of(lambda: find_equal(quote.text, quote.folded, source.rewritable))


def test_a_long_quote_is_matched_by_what_differs_alone() -> None:
    words = " ".join(f"word{at} lies on the table" for at in range(60))
    source, quote = PreparedSource(f"{words} and I'd go. {words}"), PreparedQuote(f"{words} and I would go. {words}")
    calls = calls_of(lambda: find_equal(quote.text, quote.folded, source.rewritable))

    assert calls["are_same"] + calls["are_forms"] < 60


def test_a_name_is_never_spelled_otherwise() -> None:
    assert find_equal_places("We asked Mr Grey to sign the lease.", "We asked Mr Gray to sign the lease.") == []


@pytest.mark.parametrize("end", ["you know", "by the way", "really", "[1]", "the", "!"])
def test_a_filler_may_end_a_quote(end: str) -> None:
    [place] = find_equal_places(f"we would ship it {end}", "Sure, we'd ship it.")

    assert place == (6, 18)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.lists(st.sampled_from(PIECES), max_size=12))
def test_any_texts_are_matched_with_a_proof_or_not_at_all(quote: list[str], source: list[str]) -> None:
    found = aligned(" ".join(quote), " ".join(source))
    if isinstance(found, AlignedEvidence):
        verify(found, " ".join(source))


@settings(max_examples=5_000, deadline=None)
@given(st.integers(0, 2**32))
def test_what_is_kept_rules_out_no_match(seed: int) -> None:
    """A quote is found by its kept parts wherever it is matched when every place of the message is tried."""
    random = Random(seed)  # noqa: S311 - no secret
    quote, source = random.choice([*HARMLESS, *SHORT])
    words = quote.split(" ")
    for _ in range(random.randrange(3)):
        words[random.randrange(len(words))] = random.choice((*PIECES, *source.split(" ")))
    prepared, message = PreparedQuote(" ".join(words)).cut, PreparedSource(source).rewritable
    everywhere = search._Region(0, 0, 0, len(message.folded.text))

    tried = search._equal_in(everywhere, prepared.folded, message)
    allowed = [one for one in tried if search._is_allowed(one, prepared.text, prepared.folded, message)]

    assert bool(allowed) <= bool(find_equal(prepared.text, prepared.folded, message))


def test_code_is_rewritten_in_its_spaces_alone() -> None:
    code = "for (i = 0; i < n; i++) { total += a[i]; return total; }"

    assert find_equal_places("for (i = 0; i < n; i++) { total += a[i] return total; }", code) == []


@pytest.mark.parametrize("quote", ["a", "!!! ???", "1. 2. 3.", "- - -", "[1] [2]", "the a an", "\\u0041" * 300])
def test_what_holds_no_words_is_found_nowhere(quote: str) -> None:
    assert find_equal_places(quote, "The lease ends in May [1], and the shop in June.") == []
