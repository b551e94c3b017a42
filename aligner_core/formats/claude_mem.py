"""The export of claude-mem: what people asked, and what was observed in their sessions."""

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from aligner_core.formats.moments import iso_moment
from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Variant, part_of
from aligner_core.formats.shapes import LIST, TEXT, Having, Some, at
from aligner_core.formats.words import items_in, text_in

_OBSERVATION = Having({"title": TEXT, "memory_session_id|sdk_session_id": TEXT})
_PROMPT = Having({"prompt_text": TEXT, "content_session_id|claude_session_id": TEXT})
_TALK, _MEMORY = ("content_session_id", "claude_session_id"), ("memory_session_id", "sdk_session_id")


def _export(value: Mapping[str, Any], where: str) -> Parts:
    """Yield each session with what people asked in it, and its observations."""
    omissions = Omissions()
    for number, _ in enumerate(items_in(value, "summaries")):
        omissions.add("summaries", at(at(where, "summaries"), number))
    talks = {text_in(one, *_MEMORY): text_in(one, *_TALK) for one in _objects(value, "sessions")}
    messages: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    entries: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for prompt in sorted(_objects(value, "prompts"), key=_number):
        moment = iso_moment(prompt.get("created_at_epoch"))
        said = {"role": "user", "content": text_in(prompt, "prompt_text"), "timestamp": moment}
        messages[text_in(prompt, *_TALK)].append(said)
    for observation in _objects(value, "observations"):
        name = text_in(observation, *_MEMORY)
        entries[talks.get(name, name)].append(_entry(observation))
    notes = omissions.notes()
    for name in dict.fromkeys([*messages, *entries]):
        extraction = {"extractor": "claude-mem", "entries": entries[name]}
        whole = {"sessionId": name or None, "messages": messages[name], "extraction": extraction}
        yield part_of(whole if messages[name] else extraction, where=where, notes=notes)
        notes = ()


def _entry(observation: Mapping[str, Any]) -> dict[str, Any]:
    lines = [text_in(observation, "subtitle"), text_in(observation, "narrative", "text"), *_facts(observation)]
    name = observation.get("id")
    return {
        "entryId": str(name) if isinstance(name, int | str) and not isinstance(name, bool) else None,
        "type": text_in(observation, "type"),
        "title": text_in(observation, "title"),
        "body": "\n".join(filter(None, lines)),
        "evidence": [],
    }


def _facts(observation: Mapping[str, Any]) -> list[str]:
    """Return the facts of an observation, which is a list or the JSON of one."""
    held = observation.get("facts")
    if isinstance(held, str):
        try:
            held = json.loads(held)
        except (ValueError, RecursionError):
            return [str(held)]
    return [fact for fact in held if isinstance(fact, str)] if isinstance(held, list) else []


def _objects(value: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    return [one for one in items_in(value, key) if isinstance(one, Mapping)]


def _number(prompt: Mapping[str, Any]) -> int:
    number = prompt.get("prompt_number")
    return number if type(number) is int else 0


CLAUDE_MEM = Reader(
    name="claude_mem",
    title="claude-mem export",
    example='{"observations": [{"id": 7, "memory_session_id": "m1", "type": "decision", "title": "One hour"}], '
    '"sessions": [], "summaries": [], "prompts": [{"content_session_id": "c1", "prompt_text": "Keep it one hour"}]}',
    variants=(
        Variant(
            "`observations` and `prompts`",
            Having({"observations": LIST, "prompts": Some(_PROMPT)}),
            _export,
            Counting.MESSAGES,
        ),
        Variant(
            "`observations` with `title`",
            Having({"observations": Some(_OBSERVATION)}),
            _export,
            Counting.NO_NUMBERS,
        ),
    ),
)
