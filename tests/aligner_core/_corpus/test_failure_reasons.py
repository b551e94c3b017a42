"""Why a quote failed, what it is similar to, and where else it is."""

import random
import time

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner, FailedEvidence, Place
from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.failure_reasons import align_or_explain
from aligner_core._matching.cascade import PreparedQuote, PreparedSource, align_in_source
from aligner_core._matching.edit_distance import Budget, last_row
from aligner_core._text.normalized_text import fold
from aligner_core.formats.quotes import read_quote

ALIGNER = EvidenceAligner()
ALPHABETS = ("ab ", "abc 1", "가나다 ", "a㎏kg ", "ﬁfi㈜Aa", "e\u0301é \u200b", "가\u1100\u1161\u11a8ㅋ ")
METHODS = ("exact", "normalized", "fuzzy")
PROSE = "we keep the raw text of every event and measure the delay again on monday 우리는 원문을 그대로 보관 배포"
WORDS = PROSE.split()


def dice(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - the same cases every time, no secret


def by_loop(quote: str, messages: list[str], claimed: int) -> list[tuple[int, str, float, int, int]]:
    """Return where a quote aligns, by a search of every other message, one after the other."""
    found = [(index, ALIGNER.align_quote(quote, message)) for index, message in enumerate(messages) if index != claimed]
    places = [
        (index, one.match_method, one.similarity, one.span_start, one.span_end)
        for index, one in found
        if isinstance(one, AlignedEvidence)
    ]
    return sorted(places, key=lambda one: (METHODS.index(one[1]), -one[2], abs(one[0] - claimed), one[0]))


def listed(places: tuple[Place, ...]) -> list[tuple[int, str, float, int, int]]:
    return [(one.message_index, one.match_method, one.similarity, one.span_start, one.span_end) for one in places]


def test_a_near_miss_is_judged_as_an_alignment_is() -> None:
    """Inside and at its edges; form among it (specification 3.7)."""
    found = ALIGNER.diagnose("We will  ship 12", ["So we will not ship 21 % of all."], 0)

    assert isinstance(found, FailedEvidence)
    assert (found.failure_reason, found.verdict) == ("below_threshold", "differs")
    assert {one.kind for one in found.differences if one.critical} == {"negation", "number"}


def test_what_is_not_found_at_all_has_no_differences() -> None:
    found = ALIGNER.diagnose("We will ship 12", ["Hello."], 0)

    assert isinstance(found, FailedEvidence)
    assert (found.closest, found.differences, found.verdict) == (None, (), "missing")


def test_found_in_equals_the_loop_over_all_messages() -> None:
    """`foundIn`: all other messages where the quote aligns, in the order of specification 3.7."""
    chance = dice("found in")
    filled = 0
    for _ in range(1_500):
        alphabet = chance.choice(ALPHABETS)
        messages = ["".join(chance.choices(alphabet, k=chance.randint(0, 30))) for _ in range(chance.randint(1, 8))]
        source = chance.choice(messages) or "a"
        start = chance.randrange(len(source))
        quote = list(source[start : start + chance.randint(1, 25)])
        quote[chance.randrange(len(quote))] = chance.choice(alphabet)
        claimed = chance.randrange(len(messages))

        found = ALIGNER.diagnose("".join(quote), messages, claimed)

        if isinstance(found, FailedEvidence) and found.failure_reason != "empty_quote":
            assert listed(found.found_in) == by_loop("".join(quote), messages, claimed)
            filled += bool(found.found_in)
    assert filled > 300


def test_found_in_of_a_quote_without_an_index_is_that_of_all_messages() -> None:
    found = ALIGNER.diagnose("We keep it", ["we keep it", "no", "We keep it", "we keep it"], None)

    assert isinstance(found, FailedEvidence)
    assert [place.message_index for place in found.found_in] == [2, 0, 3]


def test_found_in_never_reads_across_messages() -> None:
    quote = "we keep the raw text of every event"

    found = ALIGNER.diagnose(quote, ["nothing", quote[:17], quote[17:], quote[:17] + "\n"], 0)

    assert isinstance(found, FailedEvidence)
    assert (found.failure_reason, found.found_in) == ("not_found", ())


def test_closest_is_the_best_window_of_the_claimed_message_only() -> None:
    quote = "we keep the raw text of every event"

    found = ALIGNER.diagnose(quote, ["they keep the old text of each event", "we keep raw text"], 0)

    assert isinstance(found, FailedEvidence)
    assert found.failure_reason == "below_threshold"
    assert found.closest is not None
    assert (found.closest.message_index, found.closest.match_method) == (0, "none")
    assert 0.6 <= found.closest.similarity < 0.85


def test_diagnose_takes_prepared_sources() -> None:
    sources: list[str | PreparedSource] = [ALIGNER.prepare("nothing"), "we keep it"]

    found = ALIGNER.diagnose("we keep it", sources, 1)

    assert isinstance(found, AlignedEvidence)
    assert found.message_index == 1


def test_found_in_equals_the_loop_over_longer_messages() -> None:
    """One filter over all messages, clipped at their ends, finds what the loop finds."""
    chance = dice("found in longer messages")
    filled = filtered = 0
    for _ in range(150):
        messages = ["".join(chance.choices("abcdefghijklm 가나다라마바", k=chance.randint(0, 150))) for _ in range(12)]
        joined = "".join(messages)
        start = chance.randrange(len(joined) - 100)
        quote = list(joined[start : start + chance.randint(20, 100)])
        for _ in range(chance.randint(0, 8)):
            quote[chance.randrange(len(quote))] = chance.choice("xyz")
        wanted = "".join(quote).strip()

        found = ALIGNER.diagnose(wanted, messages, 0)

        if isinstance(found, FailedEvidence):
            assert listed(found.found_in) == by_loop(wanted, messages, 0), (wanted, messages)
            filled += bool(found.found_in)
            corpus = Corpus([PreparedSource(text) for text in messages])
            filtered += corpus.ngrams.regions(fold(wanted), ALIGNER._settings.max_ratio) is not None
    assert filled > 50
    assert filtered > 50


def test_align_or_explain_leaves_out_what_the_budget_does_not_allow() -> None:
    """Fuzzy work is bounded (specification 3.7): what is exact or normalized elsewhere is still listed."""
    quote = "we keep the raw text of every event"
    long = "a" * 11_000_000
    corpus = Corpus(
        [
            PreparedSource(text)
            for text in ("nothing", quote.upper(), quote + "s", "we keep the row text of every", long)
        ]
    )

    found = align_or_explain(read_quote({"messageIndex": 0, "quote": quote * 13}), corpus, ALIGNER._settings)
    assert isinstance(found, FailedEvidence)
    assert (found.failure_reason, found.found_in) == ("not_found", ())
    assert last_row(quote * 13, corpus.folded.text, Budget()) is None
    assert corpus.messages_that_may_hold(PreparedQuote("a" * 400 + "b" * 55), ALIGNER._settings, Budget()) == (
        set(),
        False,
    )
    assert align_in_source(quote, corpus.sources[4], ALIGNER._settings, budget=Budget(left=0)) == "budget_exceeded"


@pytest.mark.parametrize("kept", ["nothing like it", "a" * 300 + "b" * 40])
def test_diagnose_reports_a_budget_that_ended_before_all_messages_were_searched(kept: str) -> None:
    """`budget_exceeded` comes before `below_threshold` and `not_found`; what is closest is kept (specification 3.7)."""
    quote, long = "a" * 400 + "b" * 55, ALIGNER.prepare("a" * 11_000_000)

    found = ALIGNER.diagnose(quote, [kept, long], 0)
    elsewhere = ALIGNER.diagnose(quote, [kept, long, quote.upper()], 0)

    assert isinstance(found, FailedEvidence)
    assert (found.failure_reason, found.found_in) == ("budget_exceeded", ())
    assert (found.closest is not None) == kept.startswith("a")
    assert isinstance(elsewhere, FailedEvidence)
    assert (elsewhere.failure_reason, elsewhere.found_in[0].message_index) == ("wrong_message", 2)


@pytest.mark.parametrize("index", [None, "3", True, 7])
def test_diagnose_says_of_a_wrong_index_too_that_not_all_messages_were_searched(index: object) -> None:
    """Where nothing was found, that comes first: a quote is missing only if every message was searched."""
    words, long = "a" * 400 + "b" * 55, PreparedSource("a" * 11_000_000)
    ended, finished = Corpus(["nothing like it", long]), Corpus(["nothing like it"])
    elsewhere = Corpus([words.upper(), long])

    quote = read_quote({"quote": words, "messageIndex": index})
    found = [align_or_explain(quote, one, ALIGNER._settings) for one in (ended, finished, elsewhere)]

    reason = "index_out_of_range" if index == 7 else "invalid_index"
    assert [one.failure_reason for one in found if isinstance(one, FailedEvidence)] == [
        "budget_exceeded",
        reason,
        reason,
    ]
    assert [one.verdict for one in found] == ["unchecked", "missing", "elsewhere"]


def test_closest_is_the_best_so_far_when_the_budget_ends() -> None:
    found = ALIGNER.diagnose("ab" * 40 + "c" * 40, ["ab" * 500_000], 0)

    assert isinstance(found, FailedEvidence)
    assert found.failure_reason == "below_threshold"
    assert found.closest is not None
    assert (found.closest.similarity, found.closest.text) == (80 / 120, "ab" * 60)


@pytest.mark.parametrize(
    ("messages", "quote"),
    [
        pytest.param(
            [f"{WORDS[at % 20]} " * 20 + str(at) for at in range(5_000)],
            "nothing of the kind was ever said by us",
            id="it is nowhere",
        ),
        pytest.param(
            ["we keep the raw text of every event"] * 5_000,
            "we keep the row text of every event",
            id="it is everywhere, nearly",
        ),
        pytest.param(["we keep the raw text of every event"] * 5_000, "we keep  the raw text", id="it is everywhere"),
        pytest.param(["ab" * 100] * 5_000, "ab" * 40 + "c" * 12, id="copies of a hard case"),
    ],
)
def test_diagnose_in_a_session_of_five_thousand_messages_is_fast(messages: list[str], quote: str) -> None:
    started = time.process_time()

    found = ALIGNER.diagnose(quote, ["-", *messages], 0)

    assert isinstance(found, FailedEvidence)
    assert time.process_time() - started < 20


@pytest.mark.parametrize("size", [10_000, 100_000])
def test_closest_words_of_a_long_message_are_found_fast(size: int) -> None:
    chance = dice("closest")
    text = " ".join(chance.choices(WORDS, k=size // 5))[:size]
    started = time.process_time()

    found = ALIGNER.diagnose(" ".join(chance.choices(WORDS, k=20)), [text], 0)

    assert isinstance(found, FailedEvidence)
    assert time.process_time() - started < 15
