"""Who said a message, and by which words before a quote they are named."""

from itertools import product

import pytest

from aligner_core import EvidenceAligner, check
from aligner_core._language.speakers import NOBODY, Speaker, participants_of
from aligner_core._matching.cascade import PreparedSource, prepared_messages
from aligner_core.evidence.models import AlignedEvidence

SAID = {
    "Caroline": "I moved to Utrecht in the spring and I'd rather stay.",
    "Omar Diaz": "Sounds great, let me know when you come over.",
    "김민수": "저는 오늘 반차 썼어요.",
    "이영희 대리": "회의록은 제가 정리했어요.",
    "Jürgen": "Ich habe die Kisten am Montag nicht gesehen und bin dann gegangen.",
    "Chloé": "Je ne sais pas où est la clé de la maison de mon frère.",
    "Лена": "Мы не приняли это решение, потому что клиент не ответил.",
    "王伟": "我们决定从九月一日起不再支持旧版客户端。",
    "田中": "会議は9時に始まりますので、資料を送ってください。",
    "Nuria": "No puedo ir a la reunión porque tengo que terminar esto para el viernes.",
}
WRITTEN = (
    "{}: {}",
    "**{}:** {}",
    "**{}**: {}",
    "[{}]: {}",
    "{} : {}",
    "- {}: {}",
    "> {}: {}",
    "{}: {}…",
    "_{}_: {}",
    "{}:\n{}",
    "1. {}: {}",
    "[10:05] {}: {}",
    "## {}: {}",
)
MESSAGES = [{"role": "user", "name": name, "content": text} for name, text in SAID.items()]


def verdict(quote: str, at: int) -> tuple[bool, list[str]]:
    [row] = check([{"quote": quote, "messageIndex": at}], MESSAGES).rows
    return row.ok, [one.kind for one in row.differences if one.critical]


@pytest.mark.parametrize("written", WRITTEN)
def test_the_name_of_who_said_it_is_a_decoration(written: str) -> None:
    quotes = [written.format(name, text.rstrip(".。")) for name, text in SAID.items()]

    assert [quote for at, quote in enumerate(quotes) if verdict(quote, at) != (True, [])] == []


@pytest.mark.parametrize("written", WRITTEN)
def test_the_name_of_another_participant_is_critical(written: str) -> None:
    """Each text with the name of the next in the list, and of the one after: 200 in all."""
    names = list(SAID)
    said = [
        (at, text, names[(at + step) % len(names)]) for step, (at, text) in product((1, 2), enumerate(SAID.values()))
    ]
    outcomes = {(at, other): verdict(written.format(other, text.rstrip(".。")), at) for at, text, other in said}

    assert [place for place, found in outcomes.items() if found != (False, ["speaker"])] == []


def test_a_name_of_nobody_is_words() -> None:
    assert verdict("Peter: I moved to Utrecht in the spring", 0) == (False, ["word"])


@pytest.mark.parametrize(
    ("quote", "kinds"),
    [
        ("User: we keep the cache for an hour", []),
        ("사용자: we keep the cache for an hour", []),
        ("Assistant: we keep the cache for an hour", ["speaker"]),
        ("AI: we keep the cache for an hour", ["speaker"]),
    ],
)
def test_a_role_says_who_speaks_too(quote: str, kinds: list[str]) -> None:
    messages = [
        {"role": "user", "content": "we keep the cache for an hour"},
        {"role": "assistant", "content": "Noted."},
    ]
    [row] = check([quote], messages).rows

    assert (row.ok, [one.kind for one in row.differences if one.critical]) == (not kinds, kinds)


def test_align_knows_who_said_a_message() -> None:
    extraction = {"evidence": [{"messageIndex": 1, "quote": "Caroline: Sounds great, let me know when"}]}
    [found] = EvidenceAligner().align(MESSAGES, extraction).outcomes

    assert isinstance(found, AlignedEvidence)
    assert [(one.kind, one.quote_text, one.source_text) for one in found.differences if one.critical] == [
        ("speaker", "caroline", "Omar Diaz")
    ]


def test_a_message_that_names_a_speaker_itself_is_quoted_with_the_name() -> None:
    [source] = prepared_messages([("Omar: fine with me then", Speaker("Dana", "user"))])

    assert EvidenceAligner().align_quote("Omar: fine with me then", source)


def test_participants_are_those_who_have_a_name_of_their_own() -> None:
    dana, both = Speaker("Dana Roth", "user"), [Speaker("Dana Roth", "user"), Speaker("Dana Kim", "user")]

    assert participants_of(dana, both).others == {"dana kim"}
    assert PreparedSource("hello").participants == participants_of(NOBODY, [])
    assert Speaker("Dana", "user").shown == "Dana"
    assert Speaker(role="user").shown == "user"
