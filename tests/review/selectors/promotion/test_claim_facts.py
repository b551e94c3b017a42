"""The facts of a claim: which words of it are marked, and which quote each of them leads to."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from aligner_core import ClaimFact, EvidenceAligner, Speaker
from review.models import Alignment, Entry, Message, Quote, Standing
from review.selectors.promotion.claim_facts import (
    ClaimFacts,
    ClaimSegment,
    claim_facts,
    claim_text,
    facts_elsewhere,
    report_on,
)
from review.selectors.promotion.gate_facts import quotes_of as gate_quotes
from review.selectors.promotion.stretches import Stretches
from tests.factories import make_entries, make_entry, make_retrieval, make_session, quotes_of

ALIGNER = EvidenceAligner()
PETS = "Pets are allowed if the neighbours agree."
REFUND = "Grace will refund everybody within 90 days."
MESSAGES = [PETS, REFUND, "We used to refund within 30 days.", "Daniel left in May. Refunds took 30 days then."]


def marks(segments: tuple[ClaimSegment, ...]) -> str:
    """Return a text with [what is missing] and {what is found:in which quote}."""
    parts = []
    for one in segments:
        place = one.fact.place if one.fact else None
        if place is not None:
            parts.append(f"{{{one.text}:{place.quote.position}}}")
        else:
            parts.append(f"[{one.text}]" if one.fact else one.text)
    return "".join(parts)


def held(title: str, body: str, *words: str) -> ClaimFacts | None:
    """Return the facts of a claim held against quotes of these words, each in a message of its own; no database."""
    quotes = []
    for position, content in enumerate(words):
        current = Alignment(
            method="exact",
            message=Message(index=position + 4, content=content),
            message_index=position + 4,
            evidence_json=ALIGNER.align_quote(content, content).model_dump_json(by_alias=True),
        )
        quotes.append(Quote(pk=position + 1, position=position, current=current))
    return claim_facts(Entry(title=title, body=body), quotes)


DECOMPOSED = unicodedata.normalize("NFD", "환불은 30일 안에 한다")
DAYS = unicodedata.normalize("NFD", "30일")


@pytest.mark.parametrize(
    ("title", "body", "words", "drawn"),
    [
        pytest.param(
            "Grace refunds within 30 days",
            "",
            [PETS, REFUND],
            ("{Grace:1} refunds {within:1} [30 days]", ""),
            id="a number is missing, others are in the second quote",
        ),
        pytest.param(
            "Refund within 90 days", "Daniel pays.", [REFUND], ("Refund {within:0} {90 days:0}", "[Daniel] pays."),
            id="the body is marked by itself",
        ),
        pytest.param("", "Refund within 30 days", [REFUND], ("", "Refund {within:0} [30 days]"), id="only a body"),
        pytest.param(
            "30\u200b days 😀 & 30 days", "", [REFUND], ("[30\u200b days] 😀 & [30 days]", ""),
            id="hidden characters, an emoji and markup",
        ),
        pytest.param("within\r\n30 days", "\r\n30 days", [REFUND], ("{within:0}\r\n[30 days]", "\r\n[30 days]"),
            id="line ends of two characters",
        ),
        pytest.param(
            DECOMPOSED, "", ["환불은 90일 안에 한다."], (DECOMPOSED.replace(DAYS, f"[{DAYS}]"), ""), id="decomposed"
        ),
        pytest.param(
            "The lease ends in May", "", ["The lease does not end in May."], ("[The lease ends in May]", ""),
            id="what is denied is one mark, the found month within it too",
        ),
        pytest.param(
            "환불은 30일 안에", "", ["환불은 30일 안에 한다."], ("환불은 {30일:0} 안에", ""), id="a number, Korean"
        ),
    ],
)  # fmt: skip
def test_claim_facts_mark_the_words_of_the_claim(
    title: str, body: str, words: list[str], drawn: tuple[str, str]
) -> None:
    facts = held(title, body, *words)

    assert facts is not None
    assert (marks(facts.title), marks(facts.body)) == drawn


@given(
    st.lists(
        st.sampled_from(
            ["30 days", "Daniel", "never", "90", "환불", "\u200b", "\r\n", "😀", "<b>", " ", "e\u0301", "5%"]
        )
    ),
    st.lists(st.sampled_from(["90 days", "Grace", "not", "30", "환불은", "\n", "  ", "all", "5 %"])),
)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_a_claim_is_drawn_whole_and_each_mark_covers_its_fact(title: list[str], body: list[str]) -> None:
    facts = held("".join(title), "".join(body), "Grace does not refund all within 90 days.")

    assert facts is not None
    assert ("".join(one.text for one in facts.title), "".join(one.text for one in facts.body)) == (
        "".join(title),
        "".join(body),
    )
    between = [None] * bool(any(title) and any(body))
    drawn = [*_drawn(facts.title), *between, *_drawn(facts.body)]
    for at, fact in enumerate(drawn):
        over = [one.fact for one in facts.facts if one.fact.start <= at < one.fact.end]
        assert (fact is None) == (not over) or claim_text(facts.entry)[at] == "\n"
        assert fact is None or fact.found == all(one.found for one in over)


def _drawn(segments: tuple[ClaimSegment, ...]) -> list[ClaimFact | None]:
    """Return for every character of a text the fact that is drawn there."""
    return [one.fact.fact if one.fact else None for one in segments for _ in one.text]


def test_claim_facts_show_what_stands_there_instead_once() -> None:
    facts = held("Refund within 30 days, that is 30 days", "", REFUND, f"{REFUND} 60 days.")

    assert facts is not None
    [missing] = facts.missing
    places = [(place.text, place.quote.position, place.index) for place in missing.places]
    assert (missing.reason.text, places) == ("30 days", [("90 days", 0, 4), ("90 days", 1, 5), ("60 days", 1, 5)])
    assert [(one.fact.text, one.place.index) for one in facts.found if one.place] == [("within", 4)]


def test_many_found_facts_are_folded() -> None:
    text = "Ann, Ben, Cara, Dan, Eve and Finn pay 1, 2, 3 and 4 won."

    few, many = held("Ann pays 1 won", "", text), held(text, "", text)

    assert few is not None
    assert many is not None
    assert (few.are_many_found, many.are_many_found) == (False, True)


@pytest.mark.django_db
def test_only_quotes_that_count_and_were_found_are_evidence() -> None:
    session = make_session(MESSAGES)
    entry = make_entry(session, [(2, MESSAGES[2]), (1, REFUND), (0, "no such words anywhere, ever")], title="30 days")
    quotes = quotes_of(entry)

    before = claim_facts(entry, quotes)
    quotes[0].standing = Standing.WITHDRAWN
    after = claim_facts(entry, quotes)

    assert before is not None
    assert after is not None
    assert (marks(before.title), marks(after.title)) == ("{30 days:0}", "[30 days]")
    assert claim_facts(entry, quotes[2:]) is None


@pytest.mark.django_db
def test_the_words_are_those_of_the_message_and_not_of_the_model() -> None:
    message = "We agreed with the landlord to give notice 90 days before the lease ends."
    entry = make_entry(make_session([message]), [message.replace("90", "30")], title="Notice is given 30 days before")

    facts = claim_facts(entry, quotes_of(entry))

    assert facts is not None
    assert [one.reason.text for one in facts.missing] == ["30 days"]


@pytest.mark.django_db
def test_an_answer_is_no_claim_but_an_entry_called_so_in_a_conversation_is() -> None:
    words = "The cache lives for one hour, then it is read again."
    evidence = {"evidence": [{"messageIndex": 0, "quote": words}]}
    retrieval = make_retrieval([{"content": words}], answer="The cache lives for two days.", extraction=evidence)
    entry = make_entry(make_session([words]), [words], type="answer", title="The cache lives for two days")
    answer = retrieval.entries.get()

    facts = claim_facts(entry, quotes_of(entry))

    assert claim_facts(answer, quotes_of(answer)) is None
    assert facts is not None
    assert not facts.report.ok


@pytest.mark.django_db
def test_facts_elsewhere_lists_the_messages_that_have_them() -> None:
    """A name in a message near the evidence is not missing."""
    entry = make_entry(make_session(MESSAGES), [(1, REFUND)], title="Daniel refunds within 30 days, Otto in 7 weeks")

    found = [(one.fact.text, one.messages) for one in facts_elsewhere(entry)]

    assert found == [
        ("30 days", ((2, "30 days"), (3, "30 days"))),
        ("Otto", ()),
        ("7 weeks", ()),
    ]


@pytest.mark.django_db
def test_facts_elsewhere_names_the_messages_that_are_nearest_to_the_evidence() -> None:
    messages = [f"Message {letter} says 30 days." for letter in "ABCDEFGHIJ"]
    session = make_session([*messages[:8], REFUND, *messages[8:]])
    entry = make_entry(session, [(8, REFUND)], title="Refund within 30 days")

    [fact] = facts_elsewhere(entry)

    assert [index for index, _ in fact.messages] == [6, 7, 9]


@pytest.mark.django_db
def test_facts_elsewhere_looks_for_nothing_where_nothing_is_missing() -> None:
    whole, bare = make_entries(
        make_session(MESSAGES),
        [{"title": "Within 90 days", "evidence": [{"messageIndex": 1, "quote": REFUND}]}, {"title": "30 days"}],
    )

    assert (facts_elsewhere(whole), facts_elsewhere(bare)) == ((), ())


TALK = [
    {"role": "user", "name": "Ana", "content": "We are 14, Mina included."},
    {"role": "user", "name": "Ana", "content": "I signed the lease on Friday."},
    {"role": "assistant", "content": "Congratulations!"},
    {"role": "assistant", "content": "When do you move?"},
    *[{"role": "user", "name": name, "content": f"{name} has 77 cats."} for name in ("Cleo", "Dan")],
]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("title", "missing", "advice"),
    [
        pytest.param("Ana signed the lease", [], [], id="who said it"),
        pytest.param("The user signed the lease", [], [], id="by role, as nobody else has it so far"),
        pytest.param("The assistant signed the lease", ["speaker"], [], id="who answered"),
        pytest.param("Ana signed the lease with Mina", [], ["nearby"], id="a name in a message before"),
        pytest.param("Ana signed the lease with 77 others", ["missing"], [], id="a number behind the stretch"),
    ],
)
def test_a_claim_is_held_against_who_said_its_words_and_the_messages_around(
    title: str, missing: list[str], advice: list[str]
) -> None:
    entry = make_entry(make_session(TALK), [(1, "I signed the lease")], title=title)

    facts = claim_facts(entry, quotes_of(entry))

    assert facts is not None
    kinds = ["speaker" if one.reason.kind == "speaker" else one.reason.level for one in facts.missing]
    assert (kinds, [one.reason.level for one in facts.advice]) == (missing, advice)
    assert facts.report.ok == (not missing)


@pytest.mark.django_db
def test_reports_are_kept_by_all_that_they_judge() -> None:
    session = make_session(TALK)
    entry = make_entry(session, [(1, "I signed the lease")], title="Ana signed it")
    quotes = quotes_of(entry)
    spoken = Stretches(quotes).of(quotes)

    said = spoken.said[0]
    others = [
        replace(spoken, around={**spoken.around, 0: "else"}),
        *(
            replace(spoken, said=(said._replace(**change),))
            for change in (
                {"speaker": Speaker("Ben")},
                {"to": ()},
                {"message": "else"},
                {"start": 1},
                {"at": 0},
                {"when": "2026"},
            )
        ),
    ]

    assert len({one.digest_with("Ana signed it") for one in (spoken, *others)} | {spoken.digest_with("else")}) == 9
    assert report_on("Ana signed it", spoken) is report_on("Ana signed it", Stretches(quotes).of(quotes))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("written", "lacking"), [("2023-05-08T09:00:00Z", []), ("2023-06-08T09:00:00Z", ["7 May 2023"])]
)
def test_a_day_is_told_by_the_time_of_its_message(written: str, lacking: list[str]) -> None:
    message = {"role": "user", "content": "I signed the lease yesterday", "timestamp": written}
    entry = make_entry(
        make_session([message]), ["signed the lease yesterday"], title="The lease was signed on 7 May 2023"
    )

    facts = claim_facts(entry, quotes_of(entry))

    assert facts is not None
    assert [one.text for one in facts.report.missing] == lacking


@pytest.mark.django_db
def test_many_claims_are_judged_with_two_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    session = make_session([f"I paid {number} euros" for number in range(40)])
    entries = [make_entry(session, [(at, f"paid {at} euros")], title=f"{at} euros") for at in (0, 20, 39)]
    quotes = gate_quotes(entries)
    stretches = Stretches(quotes)

    with django_assert_num_queries(2):
        found = [claim_facts(entry, [quote], stretches) for entry, quote in zip(entries, quotes, strict=True)]

    assert [one.report.ok for one in found if one is not None] == [True] * 3


@pytest.mark.django_db
def test_no_more_reports_are_kept_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("review.selectors.promotion.claim_facts.MAX_KEPT", 1)
    quotes = quotes_of(make_entry(make_session(TALK), [(1, "I signed the lease")], title="Ana signed it"))
    spoken = Stretches(quotes).of(quotes)
    first = report_on("Ana signed it", spoken)

    assert report_on("Ben signed it", spoken) != first
    assert report_on("Ana signed it", spoken) is not first
