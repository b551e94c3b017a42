"""The samples of LoCoMo: long dialogues of two people, with observations that name the turns they rest on."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import Omissions, Parts, Reader, Variant, part_of
from aligner_core.formats.shapes import TEXT, Having, Some, SomeValue, at
from aligner_core.formats.words import items_in, text_in

_TURN = Having({"speaker": TEXT, "dia_id": TEXT})
_SESSION = re.compile(r"session_(\d+)")
_LEFT = ("event_summary", "session_summary")
_PICTURES = ("img_url", "img_file")


def _sample(value: Mapping[str, Any], where: str) -> Parts:
    omissions, messages, numbers = Omissions(), list[dict[str, str]](), dict[str, int]()
    for there, moment, turn in _turns(value["conversation"], at(where, "conversation")):
        numbers.setdefault(text_in(turn, "dia_id"), len(messages))
        for key in _PICTURES:
            if turn.get(key):
                omissions.add(key, at(there, key))
        messages.append({"name": text_in(turn, "speaker"), "content": text_in(turn, "text"), "timestamp": moment})
    for key in (key for key in _LEFT if value.get(key)):
        omissions.add(key, at(where, key))
    for number, _ in enumerate(items_in(value, "qa")):
        omissions.add("qa", at(at(where, "qa"), number))
    entries = list(_observations(value.get("observation"), messages, numbers))
    upload: dict[str, Any] = {"sessionId": text_in(value, "sample_id") or None, "messages": messages}
    if entries:
        upload["extraction"] = {"extractor": "LoCoMo", "entries": entries}
    yield part_of(upload, where=where, notes=omissions.notes())


def _turns(conversation: Mapping[str, Any], where: str) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield the turns of all sessions in their order, each with its place and the time of its session."""
    names = [name for name in conversation if _SESSION.fullmatch(name) and isinstance(conversation[name], list)]
    for name in sorted(names, key=lambda one: int(one.rpartition("_")[2])):
        moment = text_in(conversation, f"{name}_date_time")
        for place, turn in enumerate(conversation[name]):
            if isinstance(turn, Mapping):
                yield at(at(where, name), place), moment, turn


def _session_number(session: tuple[str, object]) -> tuple[int, str]:
    found = _SESSION.match(session[0])
    return (int(found[1]) if found is not None else 0), session[0]


def _observations(
    observation: object, messages: list[dict[str, str]], numbers: Mapping[str, int]
) -> Iterator[dict[str, Any]]:
    """Yield the observations of every session as entries, whose quotes are the turns that they name."""
    sessions = sorted(observation.items(), key=_session_number) if isinstance(observation, Mapping) else ()
    speakers = [held for _, one in sessions if isinstance(one, Mapping) for _, held in sorted(one.items())]
    for fact in (fact for held in speakers if isinstance(held, list) for fact in held):
        if not isinstance(fact, list) or not fact or not isinstance(fact[0], str):
            continue
        named = [name for one in fact[1:] for name in (one if isinstance(one, list) else [one])]
        places = [numbers[name] for name in named if isinstance(name, str) and name in numbers]
        evidence = [{"messageIndex": place, "quote": messages[place]["content"]} for place in places]
        yield {"type": "observation", "title": fact[0], "evidence": evidence}


LOCOMO = Reader(
    name="locomo",
    title="LoCoMo samples",
    example='[{"sample_id": "s1", "conversation": {"speaker_a": "Ana", "speaker_b": "Ben", "session_1": '
    '[{"speaker": "Ana", "dia_id": "D1:1", "text": "I move in May."}]}}]',
    variants=(
        Variant("`conversation` of turns with `dia_id`", Having({"conversation": SomeValue(Some(_TURN))}), _sample),
    ),
)
