"""Extractions by a scripted model over HTTP: what is wrong is asked for again, and nothing gets worse by it."""

import random
from itertools import pairwise
from threading import Event
from typing import Any, Literal

import pytest

from aligner_core import SessionUpload, check, extractor_schema, parse_extraction
from aligner_core.errors import ExtractionError, InvalidValueError
from aligner_core.extraction import (
    Answer,
    AskError,
    Counts,
    Extracted,
    ExtractorConfig,
    Question,
    Tokens,
    Watch,
    Window,
    WindowDone,
    extract,
    prompt_version,
)
from tests.aligner_core.extraction.asked import PROTOCOLS, WAYS, Spoken, asking, extracted, spoken

each_protocol = pytest.mark.parametrize("protocol", PROTOCOLS)
each_language = pytest.mark.parametrize("language", ["en", "ko"])
Protocol = Literal["openai", "anthropic"]
SAID = ["The cache lives for one hour.", "We measure on Monday, 12 May."]


def entry(name: str, index: int, quote: str, title: str = "") -> dict[str, Any]:
    evidence = [{"messageIndex": index, "quote": quote}]
    return {"entryId": name, "type": "fact", "title": title or quote, "evidence": evidence}


def answering(*answers: object) -> tuple[list[Question], Any]:
    """Return the questions that were asked, and what asks a model with these answers, one after another."""
    questions, left = list[Question](), list(answers)

    def ask(question: Question) -> Answer:
        questions.append(question)
        value = left.pop(0)
        return value if isinstance(value, Answer) else Answer({"entries": value})

    return questions, ask


def assert_never_worse(found: Extracted) -> None:
    """Hold that no attempt has fewer quotes that are ok, or more that fail, than the one before."""
    for before, after in pairwise(found.attempts):
        assert after.ok >= before.ok
        assert after.quotes - after.ok <= before.quotes - before.ok
        assert after.clean >= before.clean


@each_protocol
@each_language
def test_extract_asks_once_where_all_is_clean(protocol: Protocol, language: Spoken) -> None:
    found = extracted(spoken(language, random.Random(1)), "ok", protocol)

    assert (found.requests, found.attempts) == (1, (Counts(5, 5, 5, 5),))
    assert (found.repaired, found.withdrawn, found.given_up, found.lost) == (0, 0, 0, ())
    assert found.tokens.input > 0 < found.tokens.output
    assert (found.is_whole, found.has_read) == (True, True)


@each_protocol
@each_language
@pytest.mark.parametrize("way", [way for way in WAYS if way != "ok"])
def test_extract_has_every_fault_mended(way: str, language: Spoken, protocol: Protocol) -> None:
    messages = spoken(language, random.Random(2))

    found = extracted(messages, f"{way}>mend", protocol)

    first, last = found.attempts[0], found.attempts[-1]
    assert first.clean == 0
    assert (last.quotes, last.clean) == (last.ok, last.entries)
    assert found.repaired + found.withdrawn == first.entries
    assert found.withdrawn == (5 if way == "invent" else found.withdrawn)
    assert found.given_up == 0
    assert found.upload["entries"] == [] or check(found.upload, messages).ok
    assert_never_worse(found)


@each_language
def test_extract_keeps_what_a_model_that_always_invents_gave_and_gives_it_up(language: Spoken) -> None:
    found = extracted(spoken(language, random.Random(3)), "invent")

    assert found.requests == 3
    assert (found.given_up, found.repaired, found.withdrawn) == (5, 0, 0)
    assert len(found.upload["entries"]) == 5


@pytest.mark.parametrize("count", [10, pytest.param(100, marks=pytest.mark.exhaustive)])
@each_language
def test_many_sessions_are_mended_attempt_by_attempt_and_none_gets_worse(language: Spoken, count: int) -> None:
    """The share of quotes that are ok rises with every attempt; what was best stays."""
    chance = random.Random(language)
    shares = list[list[float]]()
    with asking("ok") as (ask, _):
        for _ in range(count):
            ask.model = f"{','.join(chance.choices(WAYS, k=5))}>mend70>mend70"
            found = extract(spoken(language, chance), ask, config=ExtractorConfig(language))
            assert_never_worse(found)
            counts = [*found.attempts, *[found.attempts[-1]] * (3 - len(found.attempts))]
            shares.append([one.ok / one.quotes if one.quotes else 1.0 for one in counts])
            assert found.requests == len(found.attempts)
            assert (found.requests == 1) == (found.attempts[0].clean == found.attempts[0].entries)

    first, second, third = (sum(some) / len(some) for some in zip(*shares, strict=True))
    assert first < 0.5 < second < third
    assert third > 0.8


def test_extract_keeps_the_best_whatever_is_answered_later() -> None:
    questions, ask = answering(
        [entry("a", 0, "lives for one hour"), entry("b", 1, "We measure on Tuesday")],
        [entry("a", 0, "lives for two days"), entry("b", 1, "on Friday we measure it all")],
        [entry("b", 1, "We measure on Monday")],
    )

    found = extract(SAID, ask)

    assert [one["evidence"][0]["quote"] for one in found.upload["entries"]] == [
        "lives for one hour",
        "We measure on Monday",
    ]
    assert found.repaired == 1
    assert "a: " not in questions[1].asked
    assert "b: " in questions[1].asked
    assert_never_worse(found)


def test_extract_keeps_a_near_miss_before_an_invention_that_is_answered_later() -> None:
    invented = [entry("b", 1, "nobody ever said this about anything")]
    _, ask = answering(
        [entry("a", 0, "lives for one hour"), entry("b", 1, "We measure on Tuesday")], invented, invented
    )

    found = extract(SAID, ask)

    assert [one["evidence"][0]["quote"] for one in found.upload["entries"]] == [
        "lives for one hour",
        "We measure on Tuesday",
    ]
    assert found.repaired == 0
    assert_never_worse(found)


def test_extract_takes_what_is_new_only_if_it_is_clean() -> None:
    _, ask = answering(
        [entry("a", 0, "nobody ever said this about anything")],
        [entry("b", 0, "lives for one hour"), entry("c", 1, "We measure on Tuesday")],
    )

    found = extract(SAID, ask, config=ExtractorConfig(reasks=1))

    assert [one["title"] for one in found.upload["entries"]] == ["lives for one hour"]
    assert found.withdrawn == 1


def test_extract_withdraws_nothing_that_has_a_quote_that_is_ok() -> None:
    half = entry("a", 0, "lives for one hour")
    half["evidence"].append({"messageIndex": 1, "quote": "the moon is made of green cheese"})
    _, ask = answering([half], [])

    found = extract(SAID, ask, config=ExtractorConfig(reasks=1))

    assert (found.withdrawn, found.given_up) == (0, 1)
    assert found.attempts == (Counts(2, 1, 1, 0), Counts(2, 1, 1, 0))


def test_extract_keeps_what_an_answer_without_any_quote_leaves_out() -> None:
    """An answer of which nothing is right says nothing about what it leaves out."""
    _, ask = answering([entry("a", 0, "invented words of a model")], [entry("b", 0, "other invented words of it")])

    found = extract(SAID, ask, config=ExtractorConfig(reasks=1))

    assert [one["title"] for one in found.upload["entries"]] == ["invented words of a model"]


def test_extract_asks_again_for_a_claim_that_says_more_than_its_quotes() -> None:
    more = entry("a", 1, "We measure on Monday, 12 May", "They measure on 21 May")
    questions, ask = answering([more], [entry("a", 1, "We measure on Monday, 12 May", "They measure on 12 May")])

    found = extract(SAID, ask)

    assert "21 May" in questions[1].asked
    assert "its quotes say" in questions[1].asked
    assert (found.repaired, found.given_up) == (1, 0)


def test_extract_says_what_a_claim_has_that_no_quote_has_instead() -> None:
    questions, ask = answering([entry("a", 0, "The cache lives", "Mina measures the cache")], [])

    extract(SAID, ask, config=ExtractorConfig("en", reasks=1))

    assert "“Mina”, its quotes do not" in questions[1].asked


def test_extract_asks_for_a_quote_where_an_entry_has_none() -> None:
    questions, ask = answering([{"entryId": "a", "title": "The cache lives."}], [entry("a", 0, "The cache lives")])

    found = extract(SAID, ask)

    assert "it has no quote" in questions[1].asked
    assert found.repaired == 1


def test_extract_tells_a_model_what_to_copy_and_what_to_leave_out() -> None:
    questions, ask = answering(
        [
            entry("a", 0, "We measure on Monday"),
            entry("b", 0, "zeppelins were bought for nine million"),
            entry("c", 1, ""),
        ],
        [],
    )

    extract(SAID, ask, config=ExtractorConfig("en", reasks=1))

    told = questions[1].asked
    assert 'is in another message. Copy instead: [{"messageIndex": 1, "quote": "We measure on Monday"}]' in told
    assert "is in no message. Nobody said this" in told
    assert "cannot be checked. Copy the words of one message" in told


def test_extract_tells_of_so_many_entries_at_a_time() -> None:
    many = [entry(f"e{n}", 0, f"invented number {n} of a model") for n in range(25)]
    questions, ask = answering(many, many, many)

    extract(SAID, ask, config=ExtractorConfig("en"))

    assert questions[1].asked.count("\ne") == 20
    assert questions[1].asked.endswith("There are more, which can wait.")


def test_extract_gives_entries_names_of_their_own_and_keeps_only_what_was_asked_for() -> None:
    given: list[object] = [
        {**entry("ent_2", 0, "lives for one hour"), "stage": "verified", "mood": "fine"},
        {**entry("ent_2", 1, "We measure on Monday")},
        {"title": 3},
        "no entry",
        {**entry("", 1, "We measure"), "entryId": None},
        entry("ent_4", 0, "The cache"),
        {**entry("ent_3", 0, "for one hour")},
        entry("ent_3", 0, "for one"),
    ]
    questions, ask = answering(given)

    found = extract(SAID, ask)

    assert len(questions) == 1
    assert [one["entryId"] for one in found.upload["entries"]] == [f"ent_{n}" for n in range(1, 7)]
    assert {key for one in found.upload["entries"] for key in one} == {"entryId", "type", "title", "evidence"}


def test_extract_is_an_upload_with_its_run_and_what_it_took() -> None:
    messages = spoken("en", random.Random(4))
    with asking("invent,ok>mend") as (ask, _):
        found = extract(messages, ask, run={"model": "scripted", "runId": "job-1", "createdAt": ""})

    parsed = parse_extraction(found.upload)

    assert parsed.run.model_dump(exclude_defaults=True) == {
        "extractor": "evidence-review",
        "model": "scripted",
        "run_id": "job-1",
        "prompt_version": prompt_version("en"),
    }
    assert [note.code for note in parsed.notes] == ["made_by_asking"]
    assert parsed.notes[0].params["requests"] == 2
    assert parsed.notes[0].params["withdrawn"] == 3
    assert not parsed.notes[0].is_left_out


def test_extract_asks_in_the_language_of_the_conversation_by_one_prompt_each() -> None:
    korean, english = answering([]), answering([])

    extract(["캐시는 한 시간 동안 유지합니다."], korean[1])
    extract(SAID, english[1])

    assert korean[0][0].instruction.startswith("대화를")
    assert english[0][0].instruction.startswith("You read")
    assert english[0][0].schema == extractor_schema()
    assert prompt_version("ko") != prompt_version("en")


def test_extract_reads_a_long_session_in_windows_whose_indices_are_those_of_the_session() -> None:
    messages = spoken("en", random.Random(5), count=30)
    seen = list[WindowDone]()
    counted = list[int]()

    with asking("ok") as (ask, _):
        config = ExtractorConfig(window_chars=700)
        found = extract(messages, ask, config=config, watch=Watch(on_start=counted.append, on_window=seen.append))

    assert found.windows == counted[0] == len(seen) > 2
    assert [one.window.first for one in seen[1:]] == [one.window.end - 2 for one in seen[:-1]]
    assert seen[-1].window.end == 30
    assert check(found.upload, messages).ok
    assert [one["evidence"][0]["messageIndex"] for one in found.upload["entries"]] == list(range(30))
    assert found.merged == 2 * (found.windows - 1)
    assert sum(one.tokens.total for one in seen) == found.tokens.total


@pytest.mark.exhaustive
def test_extract_of_two_thousand_messages_loses_no_message() -> None:
    messages = spoken("ko", random.Random(6), count=2_000)

    found = extracted(messages, "ok", config=ExtractorConfig(window_chars=600))

    assert found.is_whole
    assert {q["messageIndex"] for one in found.upload["entries"] for q in one["evidence"]} == set(range(2_000))
    assert_never_worse(found)


def test_extract_merges_each_claim_with_the_one_most_like_it() -> None:
    """Two claims on the same words are two, in one window as in two."""
    first = [entry("a", 1, "measure on Monday", "Monday"), entry("b", 1, "measure on Monday", "Measuring")]
    second = [entry("a", 1, "measure on Monday", "measuring"), entry("b", 1, "measure on Monday", "monday!")]
    third = [entry("c", 1, "measure on Monday", "Measures"), {"entryId": "d", "title": "Without a quote"}]

    def ask(question: Question) -> Answer:
        return Answer({"entries": first if "[0]" in question.asked else third if "[4]" in question.asked else second})

    said = [*SAID, "Fine.", "Good.", "Well then, that is all there is to it for today."]
    found = extract(said, ask, config=ExtractorConfig(window_chars=60, overlap=2, reasks=0, at_once=1))

    assert found.windows == 3
    assert [one["title"] for one in found.upload["entries"]] == ["Monday", "Measuring", "Without a quote"]
    assert found.merged == 3


def test_extract_tells_which_window_was_not_read_and_keeps_the_others() -> None:
    def ask(question: Question) -> Answer:
        if "[0]" in question.asked:
            code, text = "timeout", "it did not answer"
            raise AskError(code, text)
        return Answer({"entries": [entry("a", 1, "We measure on Monday")]}, Tokens(5, 7))

    found = extract(SAID, ask, config=ExtractorConfig(window_chars=10, overlap=0))

    assert [(one.window, one.code, one.text) for one in found.lost] == [(Window(0, 1), "timeout", "it did not answer")]
    assert len(found.upload["entries"]) == 1
    assert (found.is_whole, found.has_read, found.tokens) == (False, True, Tokens(5, 7))
    note = parse_extraction(found.upload).notes[1]
    assert (note.code, note.where, note.params["first"]) == ("window_lost", "making.lost[0]", 0)
    assert note.is_left_out


def test_extract_keeps_a_first_answer_though_the_next_question_has_none() -> None:
    given = [entry("a", 0, "lives for one hour"), entry("b", 0, "invented by a model")]

    def ask(question: Question) -> Answer:
        if question.before:
            code, text = "server_error", "busy"
            raise AskError(code, text)
        return Answer({"entries": given})

    found = extract(SAID, ask)

    assert found.is_whole
    assert (len(found.upload["entries"]), found.given_up) == (2, 1)


def test_extract_asks_nothing_more_once_no_answer_can_come() -> None:
    asked = list[Question]()

    def ask(question: Question) -> Answer:
        asked.append(question)
        code, text = "not_authorized", "the key is wrong"
        raise AskError(code, text, is_final=True)

    found = extract(SAID, ask, config=ExtractorConfig(window_chars=10, overlap=0, at_once=1))

    assert len(asked) == 1
    assert [one.code for one in found.lost] == ["not_authorized"] * 2
    assert not found.has_read


def test_extract_reads_halves_of_a_window_whose_answers_are_cut_off() -> None:
    def ask(question: Question) -> Answer:
        first = question.before[0].asked if question.before else question.asked
        if first.count("[") > 1:
            return Answer(None, Tokens(1, 1), is_cut=True)
        index = int(first[1])
        return Answer({"entries": [entry("a", index, SAID[index])]}, Tokens(1, 1))

    found = extract(SAID, ask)

    assert found.is_whole
    assert [one["evidence"][0]["messageIndex"] for one in found.upload["entries"]] == [0, 1]
    assert (found.requests, found.tokens) == (5, Tokens(5, 5))


def test_extract_tells_what_is_cut_off_to_the_last_message() -> None:
    cut = extracted(["One message, whose answer is too long."], "cut")

    assert [(one.window, one.code) for one in cut.lost] == [(Window(0, 1), "cut_off")]
    assert cut.requests == 3


def test_extract_keeps_what_it_has_when_a_later_answer_cannot_be_read() -> None:
    questions, ask = answering(
        [entry("a", 0, "lives for one hour"), entry("b", 1, "We measure on Tuesday")],
        Answer("nonsense"),
        Answer(None, is_cut=True),
    )

    found = extract(SAID, ask, config=ExtractorConfig("en"))

    assert questions[2].asked.startswith("That was no answer by the schema.")
    assert "b: " in questions[2].asked
    assert [counts.ok for counts in found.attempts] == [1, 1, 1]


def test_extract_spends_no_more_tokens_than_it_may() -> None:
    messages = spoken("en", random.Random(7), count=40)
    whole = extracted(messages, "ok", config=ExtractorConfig(window_chars=300, at_once=1))

    most = whole.tokens.total // 2
    found = extracted(messages, "ok", config=ExtractorConfig(window_chars=300, at_once=1, most_tokens=most))

    assert found.tokens.total <= most + whole.tokens.total // whole.windows
    assert {one.code for one in found.lost} == {"budget"}
    assert 0 < len(found.lost) < found.windows


def test_extract_stops_when_others_have_spent_what_was_left() -> None:
    """What is left is asked for after each window, and holds for every window that is not asked for yet."""
    told, are_two_told, questions = list[WindowDone](), Event(), list[Question]()

    def ask(question: Question) -> Answer:
        questions.append(question)
        if not question.asked.startswith(("[0]", "[1]")):
            are_two_told.wait(10)
        return Answer({"entries": []}, Tokens(5, 5))

    def tell(done: WindowDone) -> None:
        told.append(done)
        if len(told) == 2:
            are_two_told.set()

    config = ExtractorConfig(window_chars=10, overlap=0, at_once=2, most_tokens=1_000_000)
    found = extract(SAID * 5, ask, config=config, watch=Watch(on_window=tell, tokens_left=lambda: 0))

    assert 2 <= len(questions) <= 4
    assert [one.code for one in found.lost] == ["budget"] * (10 - len(questions))
    assert found.tokens.total == 10 * len(questions)


def test_extract_asks_on_while_something_is_left() -> None:
    """What the windows up to now have taken is not counted against what is left again."""
    questions, ask = answering(*[Answer({"entries": []}, Tokens(5_000, 5_000))] * 10)
    config = ExtractorConfig("en", window_chars=10, overlap=0, at_once=1, most_tokens=100_000)
    told = list[WindowDone]()

    watch = Watch(on_window=told.append, tokens_left=lambda: 100_000 - 10_000 * len(told))
    found = extract(SAID * 5, ask, config=config, watch=watch)

    assert (found.lost, len(questions)) == ((), 10)


def test_extract_ends_with_what_its_watch_raises_and_asks_nothing_more() -> None:
    class StoppedError(Exception):
        pass

    def stop(_done: WindowDone) -> None:
        raise StoppedError

    questions, ask = answering(*[[]] * 50)

    with pytest.raises(StoppedError):
        extract(SAID * 25, ask, config=ExtractorConfig(window_chars=10, overlap=0), watch=Watch(on_window=stop))

    assert len(questions) < 50


@pytest.mark.parametrize("wrong", [{"reasks": -1}, {"window_chars": 0}, {"overlap": -1}, {"at_once": 0}])
def test_extractor_config_refuses_numbers_out_of_range(wrong: dict[str, int]) -> None:
    with pytest.raises(InvalidValueError, match="at least"):
        ExtractorConfig(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("said", ["The cache lives for one hour.", "캐시는 한 시간 동안 유지합니다."])
def test_a_scripted_model_turns_what_has_no_number_and_may_find_nothing(said: str) -> None:
    flipped, empty = extracted([said], "flip>mend"), extracted([said], "empty")

    assert (flipped.attempts[0].ok, flipped.attempts[-1].ok) == (0, 1)
    assert (empty.requests, empty.attempts, empty.upload["entries"]) == (1, (Counts(0, 0, 0, 0),), [])


def test_extract_of_a_session_without_messages_asks_nothing() -> None:
    found = extract(SessionUpload(messages=()), answering()[1])

    assert (found.requests, found.windows, found.upload["entries"], found.is_whole) == (0, 0, [], True)


def test_what_is_told_of_an_extraction_is_read_leniently() -> None:
    making = {"tokens": 3, "requests": True, "lost": ["x", {"first": "0", "code": 4}]}

    notes = parse_extraction({"entries": [], "making": making}).notes
    others = parse_extraction({"entries": [], "making": "by hand", "tokens": 3}).notes

    assert [(note.code, note.params.get("requests"), note.params.get("reason")) for note in notes] == [
        ("made_by_asking", 0, None),
        ("window_lost", None, "4"),
    ]
    assert [note.code for note in others] == ["text_ignored", "unknown_field"]


def test_extract_refuses_what_is_no_conversation() -> None:
    with pytest.raises(ExtractionError):
        extract([], answering()[1])
