"""Where a claim without a quote may have been said."""

import pytest
from hypothesis import given as cases
from hypothesis import settings
from hypothesis import strategies as st

from aligner_core import Corpus, ProposedPlace, Span, propose_places
from aligner_core._repair import proposals
from aligner_core._repair.proposals import MAX_PLACE_CHARS, MAX_READ_CHARS, MIN_SCORE

TALK = [
    "I am planning the summer.",
    "Good. Do you fly? I always take the window seat. The aisle is for my brother.",
    "Noted: 2 seats, then.",
    "저는 지난 5월에 부산으로 이사했어요. 회사는 아직 서울에 있어요.",
]
HOSTILE = st.text(alphabet=st.sampled_from("a서울 5.?\n\r\0\ud83d\u200b\u0301\u1100\u1161ﬁİ好我=:🙂"), max_size=60)
SENTENCES = st.lists(st.one_of(HOSTILE, st.text(max_size=40), st.sampled_from(TALK)), max_size=6)


def texts(claim: str, messages: list[str] | Corpus, limit: int = 3) -> list[tuple[int, str]]:
    return [(place.message_index, place.text) for place in propose_places(claim, messages, limit=limit)]


def words(place: ProposedPlace, messages: list[str]) -> list[str]:
    return [messages[place.message_index][span.start : span.end] for span in place.words]


def test_propose_places_returns_the_sentence_and_the_words_that_led_there() -> None:
    (place,) = propose_places("The user prefers window seats", TALK[:2])

    assert (place.message_index, place.span, place.text) == (1, Span(start=18, end=48), TALK[1][18:48])
    assert words(place, TALK) == ["window", "seat"]


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        pytest.param("부산으로 이사함", "저는 지난 5월에 부산으로 이사했어요.", id="another ending"),
        pytest.param("The user moved to Busan in May", "저는 지난 5월에 부산으로 이사했어요.", id="an English claim"),
        pytest.param("two seats", "Noted: 2 seats, then.", id="a value in words"),
        pytest.param("seat = 2", "Noted: 2 seats, then.", id="the name of a field says less than its value"),
        pytest.param("회사 위치: 서울", "회사는 아직 서울에 있어요.", id="a label before a colon"),
    ],
)
def test_propose_places_puts_first_where_the_claim_was_said_in_other_words(claim: str, said: str) -> None:
    assert texts(claim, TALK, 1)[0][1] == said


def test_propose_places_shows_general_words_where_there_are_no_others() -> None:
    (place,) = propose_places("I could not do it", ["We could not do it.", "Fine."])

    assert words(place, ["We could not do it."]) == ["could", "not", "do", "it"]


def test_propose_places_reads_scripts_without_spaces_by_letters() -> None:
    messages = ["我们明天见。", "好的, 我们决定改用新的数据库", "天气很好"]

    assert texts("用户决定使用数据库", messages) == [(1, messages[1])]


def test_propose_places_knows_a_name_by_its_sound_in_another_script() -> None:
    assert texts("DuckDB를 골랐다", ["점심은 뭐죠?", "우리는 덕디비로 갑니다."]) == [(1, "우리는 덕디비로 갑니다.")]


def test_propose_places_counts_rare_words_more() -> None:
    messages = ["the plan for the cache", "the plan for the tokenizer", "the plan for us", "the plan for lunch"]

    assert texts("the plan of the tokenizer", messages, 1) == [(1, messages[1])]


def test_propose_places_prefers_the_same_letters() -> None:
    messages = ["Removing staging caches helps.", "Remove the staging cache."]

    assert texts("Remove the staging cache", messages) == [(1, messages[1]), (0, messages[0])]


def test_propose_places_puts_the_earliest_of_equal_places_first() -> None:
    assert texts("on March 9th", ["See you on March 9th.", "Hm.", "See you on March 9th."]) == [
        (0, "See you on March 9th."),
        (2, "See you on March 9th."),
    ]


def test_propose_places_takes_sentences_together_that_share_a_claim() -> None:
    messages = ["I bought a telescope. It cost 900 euros. It rains.", "A telescope."]

    assert texts("User bought a telescope for 900 euros", messages)[0] == (
        0,
        "I bought a telescope. It cost 900 euros.",
    )


def test_propose_places_takes_no_sentences_together_that_are_long() -> None:
    messages = [f"I bought a telescope {'again and ' * 15}once. It cost 900 euros {'and so on ' * 15}."]

    assert all(len(text) <= MAX_PLACE_CHARS for _, text in texts("bought a telescope for 900 euros", messages))


def test_propose_places_cuts_a_long_sentence_between_words() -> None:
    message = f"{'lorem ipsum ' * 40}the telescope costs 900 euros {'dolor sit ' * 40}"

    (index, text), *_ = texts("The telescope costs 900 euros", [message])

    assert (index, "the telescope costs 900 euros" in text, len(text) <= MAX_PLACE_CHARS) == (0, True, True)
    assert f" {text} " in f" {message}"


def test_propose_places_passes_over_blank_lines() -> None:
    assert texts("red kite", [" \n \nA red kite.\n \n"]) == [(0, "A red kite.")]


def test_propose_places_cuts_a_long_word_between_characters() -> None:
    syllable = "\u1100\u1161"
    message = syllable * 400

    assert all(len(text) % 2 == 0 for _, text in texts(syllable * 150, [message]))


def test_propose_places_proposes_nothing_that_shares_too_little() -> None:
    assert texts("The tenant keeps a parrot and a python", ["The weather is fine."]) == []


@pytest.mark.parametrize("claim", ["", " \n", "!?", "여름"])
def test_propose_places_returns_nothing_where_nothing_is_shared(claim: str) -> None:
    assert propose_places(claim, TALK) == ()


def test_propose_places_returns_no_more_than_asked_for() -> None:
    messages = ["the red kite", "a red kite", "red kite", "his red kite"]

    assert [len(texts("red kite", messages, limit)) for limit in (-1, 0, 1, 2, 9)] == [0, 0, 1, 2, 4]


def test_propose_places_takes_prepared_messages() -> None:
    assert texts("window seats", Corpus(TALK)) == texts("window seats", TALK)


def test_propose_places_reads_what_is_similar_of_a_long_session() -> None:
    messages = [f"Message number {number} is about something else entirely." for number in range(20_000)]
    messages[17_171] = f"{'filler and ' * 10_000}. I always take the window seat. {'more filler ' * 10_000}"

    (place, *_) = propose_places("I always take the window seat", messages)

    assert sum(map(len, messages)) > MAX_READ_CHARS
    assert (place.message_index, place.text) == (17_171, "I always take the window seat.")
    assert messages[17_171][place.span_start : place.span_end] == place.text
    assert words(place, messages) == ["window", "seat"]


def test_propose_places_of_a_long_message_do_not_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "MAX_READ_CHARS", 300)
    messages = ["We keep one red kite. " * 20, "We sold the red kite. " * 20]

    places = propose_places("red kite", messages, limit=9)

    found = {(place.message_index, place.span_start, place.span_end) for place in places}
    assert len(found) == len(places) > 0


@settings(deadline=None)
@cases(claim=st.one_of(HOSTILE, st.text(max_size=60), st.sampled_from(TALK)), messages=SENTENCES)
def test_propose_places_returns_slices_that_do_not_overlap_best_first(claim: str, messages: list[str]) -> None:
    """A place is words of a message; the score orders them; the same call gives the same places."""
    places = propose_places(claim, messages)

    assert places == propose_places(claim, messages)
    assert [place.score for place in places] == sorted((place.score for place in places), reverse=True)
    for number, place in enumerate(places):
        assert place.text == messages[place.message_index][place.span_start : place.span_end] == place.text.strip()
        assert 0 < len(place.text) <= MAX_PLACE_CHARS
        assert place.score >= MIN_SCORE
        assert list(place.words) == sorted(place.words, key=lambda span: span.start)
        assert all(place.span_start <= span.start < span.end <= place.span_end for span in place.words)
        assert not any(
            place.message_index == other.message_index
            and place.span_start < other.span_end
            and other.span_start < place.span_end
            for other in places[:number]
        )


@settings(deadline=None)
@cases(messages=st.lists(st.sampled_from([*TALK, "Something else.", "다른 말."]), min_size=1, max_size=8))
def test_propose_places_finds_a_sentence_by_its_own_words(messages: list[str]) -> None:
    """What was said word for word is first, wherever it stands."""
    assert texts("I always take the window seat.", [*messages, TALK[1]], 1)[0][1] == "I always take the window seat."


def test_a_proposed_place_covers_text() -> None:
    with pytest.raises(ValueError, match="at least one character"):
        ProposedPlace(message_index=0, span_start=3, span_end=3, text="", score=0.5, words=())
