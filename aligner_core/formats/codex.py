"""The rollouts of Codex CLI, one item a line, and the events of `codex exec --json`."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Row, RowVariant, conversation_of
from aligner_core.formats.shapes import OBJECT, TEXT, Having, Some, at, one_of
from aligner_core.formats.words import text_in, words_of

_ROLES = {"developer": "system"}
_PUT_IN = re.compile(
    r"\s*(?:# AGENTS\.md instructions|<(environment_context|user_instructions|permissions instructions|turn_aborted|"
    r"skills?|skills_instructions|subagent_notification|user_shell_command|user_action|collaboration_mode|"
    r"personality_spec|INSTRUCTIONS)>)"
)
"""How texts begin that the program sends under the name of the user."""
_ITEM = Having(
    {"type": one_of("session_meta", "response_item", "event_msg", "turn_context", "compacted"), "payload": OBJECT}
)
_EVENT = Having({"type": one_of("item.completed"), "item": Having({"type": TEXT})})
_PARTS = Some(Having({"type": one_of("input_text", "output_text")}))
_BARE = Having({"type": one_of("message"), "role": TEXT, "content": _PARTS}, lacking=("object", "status"))


class _Log:
    """The messages of a rollout, as far as it was read."""

    def __init__(self) -> None:
        self.name = ""
        self.messages: list[dict[str, str]] = []
        self.omissions = Omissions()
        self._tools: dict[str, str] = {}

    def say(self, role: str, words: str, moment: str, name: str = "") -> None:
        """Add a message, unless it is without words."""
        if words:
            self.messages.append({"role": role, "name": name, "content": words, "timestamp": moment})

    def take(self, item: Mapping[str, Any], moment: str, where: str) -> None:
        """Add an item of the conversation with the model."""
        kind = text_in(item, "type")
        if kind == "message":
            self._take_message(item, moment, where)
        elif kind.endswith("_call_output"):
            name = self._tools.get(text_in(item, "call_id"), "")
            self.say("tool", _output(item.get("output"), at(where, "output"), self.omissions), moment, name)
        else:
            self._tools[text_in(item, "call_id")] = text_in(item, "name")
            self.omissions.add(kind, where)

    def _take_message(self, item: Mapping[str, Any], moment: str, where: str) -> None:
        words = words_of(item.get("content"), at(where, "content"), self.omissions)
        role = text_in(item, "role")
        is_put_in = role == "user" and _PUT_IN.match(words) is not None
        self.say("system" if is_put_in else _ROLES.get(role, role), words, moment)

    def parts(self) -> Parts:
        """Yield the conversation."""
        upload = {"sessionId": self.name or None, "messages": self.messages}
        yield conversation_of(upload, notes=self.omissions.notes())


def _gather(rows: Iterator[Row]) -> Parts:
    log = _Log()
    for row in rows:
        given = row.value if isinstance(row.value, Mapping) else {}
        payload, kind = given.get("payload"), text_in(given, "type")
        held = payload if isinstance(payload, Mapping) else {}
        moment = text_in(given, "timestamp")
        if kind == "response_item" and held:
            log.take(held, moment, at(row.where, "payload"))
        elif kind == "session_meta" and not log.name:
            log.name = text_in(held, "id")
        elif kind == "compacted" and text_in(held, "message"):
            log.say("summary", text_in(held, "message"), moment)
        else:
            log.omissions.add(kind, row.where)
    yield from log.parts()


def _gather_bare(rows: Iterator[Row]) -> Parts:
    log = _Log()
    for row in rows:
        given = row.value if isinstance(row.value, Mapping) else {}
        if "type" in given:
            log.take(given, text_in(given, "timestamp"), row.where)
        elif not log.name:
            log.name = text_in(given, "id")
        else:
            log.omissions.add(given.get("record_type"), row.where)
    yield from log.parts()


def _gather_events(rows: Iterator[Row]) -> Parts:
    log = _Log()
    for row in rows:
        given = row.value if isinstance(row.value, Mapping) else {}
        item = given.get("item")
        held = item if isinstance(item, Mapping) else {}
        kind = text_in(held, "type")
        if given.get("type") != "item.completed":
            log.name = log.name or text_in(given, "thread_id")
            if "thread_id" not in given:
                log.omissions.add(given.get("type"), row.where)
        elif kind == "agent_message":
            log.say("assistant", text_in(held, "text"), "")
        elif kind == "command_execution":
            log.say("tool", text_in(held, "aggregated_output"), "", text_in(held, "command"))
        else:
            log.omissions.add(kind, at(row.where, "item"))
    yield from log.parts()


def _output(output: object, where: str, omissions: Omissions) -> str:
    """Return what a tool gave back: a text, which may be JSON with the text inside, or a list of parts."""
    given = output
    if isinstance(output, str) and output.startswith("{"):
        try:
            given = json.loads(output)
        except (ValueError, RecursionError):
            return output
    if isinstance(given, Mapping):
        return text_in(given, "output", "content") or (output if isinstance(output, str) else "")
    return words_of(output, where, omissions)


CODEX = Reader(
    name="codex",
    title="Codex CLI rollout",
    example='{"timestamp": "2026-03-02T09:00:00Z", "type": "response_item", "payload": {"type": "message", '
    '"role": "user", "content": [{"type": "input_text", "text": "How long?"}]}}',
    variants=(
        RowVariant("rows with `type` and `payload`", _ITEM, _gather, Counting.MESSAGES_OF_A_LOG),
        RowVariant("rows with `item.completed`", _EVENT, _gather_events, Counting.MESSAGES_OF_A_LOG),
        RowVariant("rows of `input_text` and `output_text`", _BARE, _gather_bare, Counting.MESSAGES_OF_A_LOG),
    ),
)
