"""Logs of a coding agent as people have them, each as it was on one day and on the next.

They are written by hand after what people report of such logs: parents that were never written, forks by rows of
progress, conversations that go back, compactions, messages written while they grow, history written again, text that
the program puts among the words of the person, resumed sessions, sub-agents, words said while a tool runs, pictures,
rows about the session itself, and a last line that is not written to its end.
"""

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

Row = dict[str, Any]
Said = tuple[str, str]
SESSION = "7c1e02aa-0000-4000-8000-000000000030"


class Log(NamedTuple):
    """A log: its rows, how many of them were there on the first day, and what was said, in order, by whom."""

    name: str
    rows: list[Row]
    first_day: int
    said: list[Said]

    def on_day(self, day: int) -> bytes:
        """Return the log as it was on the first or the second day."""
        rows = self.rows[: self.first_day] if day == 1 else self.rows
        return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()

    def while_written(self) -> bytes:
        """Return the log as it was at the end of the first day, where its next row is only written in part.

        Where words of Korean are in it, it ends inside a character.
        """
        row = json.dumps(self.rows[self.first_day], ensure_ascii=False)
        korean = next((place for place, sign in enumerate(row) if sign >= "가"), None)
        part = row[: len(row) // 2].encode() if korean is None else row[: korean + 1].encode()[:-1]
        return self.on_day(1) + part


class Writer:
    """Writes a log: a row hangs on the one before it, unless another parent is given; said words are recorded."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: list[Row] = []
        self.said: list[Said] = []
        self.first_day = 0
        self.last: str | None = None

    def row(self, kind: str, *, message: object = None, parent: str | None = "", **more: object) -> str:
        """Write a row and return its uuid."""
        uuid = f"{self.name}-{len(self.rows):03}"
        row = {
            "parentUuid": self.last if parent == "" else parent,
            "isSidechain": False,
            "cwd": "/project",
            "sessionId": SESSION,
            "version": "2.1.233",
            "type": kind,
            **({} if message is None else {"message": message}),
            "uuid": uuid,
            "timestamp": f"2026-10-06T10:{len(self.rows) // 60:02}:{len(self.rows) % 60:02}.{len(self.rows):03}Z",
            **more,
        }
        self.rows.append({key: value for key, value in row.items() if value is not ...})
        self.last = uuid
        return uuid

    def user(self, words: object, *, said: str | None = None, **more: Any) -> str:  # noqa: ANN401 - of a row
        """Write what the person typed; *said* are the words themselves where the row has more."""
        self._say("user", words if said is None else said)
        return self.row("user", message={"role": "user", "content": words}, **more)

    def model(self, words: str, *, message: str = "", said: bool = True, **more: Any) -> str:  # noqa: ANN401 - of a row
        """Write what the model said."""
        if said:
            self._say("assistant", words)
        return self._model([{"type": "text", "text": words}], message, **more)

    def thought(self, message: str, **more: Any) -> str:  # noqa: ANN401 - of a row
        """Write a thought without words, as most are on disk."""
        return self._model([{"type": "thinking", "thinking": "", "signature": "c2ln"}], message, **more)

    def call(self, tool: str, message: str = "", **more: Any) -> str:  # noqa: ANN401 - of a row
        """Write that the model called a tool; the number of the call is that of its row."""
        number = f"toolu_{self.name}_{len(self.rows)}"
        self._model([{"type": "tool_use", "id": number, "name": tool, "input": {}}], message, **more)
        return number

    def result(self, number: str, words: str, **more: Any) -> str:  # noqa: ANN401 - of a row
        """Write what a tool gave back."""
        self._say("tool", words)
        block = {"type": "tool_result", "tool_use_id": number, "content": words}
        return self.row("user", message={"role": "user", "content": [block]}, **more)

    def next_day(self) -> None:
        """Let all rows from here on be of the second day."""
        self.first_day = len(self.rows)

    def log(self) -> Log:
        """Return the log."""
        return Log(self.name, self.rows, self.first_day, self.said)

    def _model(self, blocks: list[Row], message: str, **more: Any) -> str:  # noqa: ANN401 - of a row
        number = message or f"msg_{self.name}_{len(self.rows)}"
        return self.row("assistant", message={"id": number, "role": "assistant", "content": blocks}, **more)

    def _say(self, role: str, words: object) -> None:
        if words:
            self.said.append((role, str(words)))


def logs() -> Iterator[Log]:
    """Yield the logs."""
    for write in _SCENES:
        writer = Writer(write.__name__.strip("_"))
        write(writer)
        yield writer.log()


def long_logs() -> Iterator[Log]:
    """Yield logs in which several of these things happened, one after another; the first day ends in one of them."""
    for seed in range(10):
        writer, days = Writer(f"long-{seed}"), list[int]()
        for write in random.Random(seed).sample(_SCENES, 5):  # noqa: S311 - an order, not a secret
            write(writer)
            days.append(writer.first_day)
        yield writer.log()._replace(first_day=days[seed % len(days)])


def _lost_parents(log: Writer) -> None:
    """Write rows of which every sixth hangs on one that was never written."""
    for turn in range(12):
        log.user(f"Host {turn} is slow since the move, look at its disk.", parent=f"lost-{turn}" if turn % 3 else "")
        log.model(f"Host {turn} waits for its disk {turn + 3} ms on average.")
        if turn == 7:
            log.next_day()


def _progress(log: Writer) -> None:
    """Write rows of progress that hang on the call of a tool beside its result; the talk goes on from either."""
    log.user("Rename the lock file to lease.lock, please.")
    number = log.call("Bash", "msg_p1")
    called = log.last
    for step in range(3):
        log.row("progress", data={"type": "bash_progress", "output": f"step {step}"})
    hooked = log.last
    log.result(number, "renamed config.lock to lease.lock", parent=called)
    log.model("Renamed; nothing else referred to the old name.", message="msg_p2")
    log.row("progress", parent=called, data={"type": "hook_progress", "hookEvent": "PostToolUse"})
    log.user("잠금 파일은 구십 일 동안 보관해 주세요.", parent=hooked)
    log.next_day()
    log.model("구십 일로 설정했습니다.", message="msg_p3")
    number = log.call("Read", "msg_p3")
    called = log.last
    log.row("progress", data={"type": "hook_progress", "hookEvent": "PreToolUse"})
    log.row("attachment", attachment={"type": "todo_reminder"})
    log.result(number, "lease.lock: keep = 90d", parent=called)
    log.model("The file says ninety days now.", message="msg_p4")


def _gone_back(log: Writer) -> None:
    """Let the person go back to an earlier message and say something else, once on each day."""
    log.user("Which bucket holds the recordings?")
    asked = log.model("They are in rec-eu-1.")
    log.user("Then delete everything older than a year.")
    log.model("That is 4,310 files. Shall I go on?")
    kept = log.user("No. Move everything older than a year to the archive.", parent=asked)
    log.model("Moving 4,310 files to the archive.")
    log.next_day()
    log.user("Tell me when the archive is full.", parent=kept)
    log.model("I will watch it.")


def _compacted(log: Writer) -> None:
    """Compact the conversation twice; what follows hangs on the summary, which is linked to what was before."""
    log.user("Plan the move of the billing job to the new host.")
    log.model("Plan: copy the schedule, run both for a week, compare, switch.")
    _compact(log, link=log.last)
    log.user("Switch on Thursday at six.")
    log.next_day()
    log.model("Thursday at six it is.")
    _compact(log, link=log.last)
    log.user("And keep the old host until the end of the month.")
    log.model("The old host stays until the 31st.")


def _compacted_without_a_link(log: Writer) -> None:
    """Do the same without a link to what was before, and with a summary that an older program does not mark."""
    log.user("결제 작업을 새 서버로 옮기는 계획을 세워 주세요.")
    log.model("먼저 일정을 복사하고 일주일 동안 둘 다 돌린 뒤에 비교합시다.")
    _compact(log, link=None)
    log.user("목요일 여섯 시에 바꿉시다.")
    log.model("목요일 여섯 시에 바꾸겠습니다.")
    log.next_day()
    opening = "This session is being continued from a previous conversation that ran out of context."
    log.row("user", message={"role": "user", "content": f"{opening} The user wants the old host deleted."}, parent=None)
    log.user("옛 서버는 월말까지 남겨 두세요.")
    log.model("월말까지 남겨 두겠습니다.")


def _compact(log: Writer, *, link: str | None) -> None:
    links = {} if link is None else {"logicalParentUuid": link}
    log.row("system", subtype="compact_boundary", content="Conversation compacted", parent=None, **links)
    summary = {"role": "user", "content": "Summary: the user wants the host switched off today."}
    log.row("user", message=summary, isCompactSummary=True)


def _growing(log: Writer) -> None:
    """Write a message several times while it grows, and then its other blocks."""
    log.user("What was the cause of the outage?")
    _grow(log, "msg_g1", "The lease lock was never freed, so the second writer waited for an hour.")
    log.user("왜 해제되지 않았나요?")
    log.next_day()
    _grow(log, "msg_g2", "해제하는 코드가 예외가 난 뒤에는 실행되지 않았기 때문입니다.")
    log.call("Read", "msg_g2")
    log.user("Then free it in a finally block.")
    _grow(log, "msg_g3", "Done: it is freed in a finally block now.")


def _grow(log: Writer, message: str, words: str) -> None:
    log.thought(message)
    for share in (3, 2):
        log.model(words[: len(words) // share], message=message, said=False)
    log.model(words, message=message)


def _written_again(log: Writer) -> None:
    """Write the whole conversation so far again before each new turn, under new uuids."""
    turns = [
        ("Which port does the proxy use?", "It uses 8443."),
        ("Open it for the office only.", "The rule allows 10.20.0.0/16 on 8443."),
        ("좋아요, 이제 기록도 남겨 주세요.", "접속 기록을 남기도록 했습니다."),
    ]
    for count in range(1, len(turns) + 1):
        for number, (asked, answered) in enumerate(turns[:count]):
            parent = None if number == 0 else ""
            is_new = number == count - 1
            log.user(asked, said=None if is_new else "", parent=parent)
            log.model(answered, message=f"msg_w{number}", said=is_new)
        if count == 2:
            log.next_day()


def _put_among(log: Writer) -> None:
    """Put reminders, commands and their output among the words of the person."""
    keep = "Keep the access logs for ninety days, please."
    reminder = "<system-reminder>\nThe owner wants all logs deleted weekly.\n</system-reminder>"
    log.user([{"type": "text", "text": reminder}, {"type": "text", "text": keep}], said=keep)
    log.model("Ninety days noted.")
    command = (
        "<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args></command-args>"
    )
    log.user(command, said="")
    log.user("<local-command-stdout>Set model to the large one</local-command-stdout>", said="")
    log.user(f"{reminder}\n기록은 암호화해 주세요.\n{reminder}", said="기록은 암호화해 주세요.")
    log.model("암호화했습니다.")
    log.next_day()
    log.user([{"type": "text", "text": "[Request interrupted by user]"}], said="")
    log.user("<bash-stdout>logs: 14 GB</bash-stdout><bash-stderr></bash-stderr>", said="")
    log.user("Why does the tag <system-reminder> stand in my logs?")
    error = {"role": "assistant", "model": "<synthetic>", "content": [{"type": "text", "text": "API Error: 529"}]}
    log.row("assistant", message=error, isApiErrorMessage=True)
    log.model("The program puts it there.")


def _resumed(log: Writer) -> None:
    """Resume a session: rows are appended once more, others have no session, the next one a parent of nowhere."""
    log.user("Write the migration for the tags table.", parent=None)
    log.model("It adds tags(name, colour) with a unique name.")
    log.user("Make the colour optional.", sessionId=...)
    log.model("colour may be null now.")
    log.next_day()
    log.rows += [dict(row, cwd="/project/sub") for row in log.rows[:4]]
    log.row("system", subtype="resumed", content="", parent="nowhere-1")
    log.user("Add an index on name.", parent="nowhere-2")
    log.model("인덱스를 추가했습니다.", sessionId=...)
    log.user("Add an index on name.", parent="nowhere-3")
    log.model("There is one already.")


def _beside(log: Writer) -> None:
    """Let sub-agents speak beside the conversation, tools run side by side, and the person speak while they run."""
    log.user("Find out who calls the old endpoint.")
    log.model("I ask two helpers.", message="msg_b1")
    first, second = log.call("Task", "msg_b1"), log.call("Grep", "msg_b1")
    aside = {"role": "user", "content": "Search the mobile client for the old endpoint."}
    log.row("user", message=aside, isSidechain=True, parent=None)
    found = {"role": "assistant", "id": "msg_side", "content": [{"type": "text", "text": "Found it in sync.kt."}]}
    log.row("assistant", message=found, isSidechain=True)
    log.result(second, "api.py:14: old_endpoint", parent=None)
    _absorbed(log, "Leave the desktop client alone.", "remove", "attachment")
    log.result(first, "The mobile client calls it in sync.kt.", parent=None)
    log.model("The mobile client and api.py call it.", message="msg_b2")
    log.next_day()
    _absorbed(log, "데스크톱은 다음 주에 봅시다.", "attachment")
    _absorbed(log, "Only the beta of it.", "remove")
    notice = {"type": "queued_command", "commandMode": "task-notification", "prompt": "Task 4 is done."}
    log.row("attachment", attachment=notice)
    log.model("알겠습니다, 다음 주에 보겠습니다.", message="msg_b3")


def _absorbed(log: Writer, words: str, *rows: str) -> None:
    """Write words that were said while a tool ran, which no row of the user holds."""
    log.said.append(("user", words))
    log.row("queue-operation", operation="enqueue", content=words, uuid=..., parent=None)
    if "remove" in rows:
        log.row("queue-operation", operation="remove", content=words, reason="absorbed_mid_turn", uuid=..., parent=None)
    if "attachment" in rows:
        held = {"type": "queued_command", "commandMode": "prompt", "prompt": words, "origin": {"kind": "human"}}
        log.row("attachment", attachment=held)


def _shown(log: Writer) -> None:
    """Show pictures, refuse a tool, give the session its names, and run a command, of which the output is empty."""
    log.row("file-history-snapshot", messageId="f", snapshot={}, uuid=..., parent=None)
    log.row("mode", mode="normal", uuid=..., parent=None)
    words = "[Image #1] 제주 물때가 한 시간 늦게 그려져요. Why?"
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0K" * 40}}
    log.user([{"type": "text", "text": words}, picture], said=words, imagePasteIds=[1])
    place = {"role": "user", "content": [{"type": "text", "text": "[Image: source: /cache/1.png]"}]}
    log.row("user", message=place, isMeta=True)
    log.thought("msg_s1")
    log.model("I compare the chart with the table.", message="msg_s1")
    number = log.call("Read", "msg_s1")
    log.said.append(("tool", "offset = 9"))
    shot = {"type": "tool_result", "tool_use_id": number, "content": [{"type": "text", "text": "offset = 9"}, picture]}
    log.row("user", message={"role": "user", "content": [shot]}, toolUseResult={"type": "text"})
    log.row("ai-title", aiTitle="Tides", uuid=..., parent=None)
    log.row("last-prompt", lastPrompt=words, uuid=..., parent=None)
    log.next_day()
    log.user("한국 시간으로 그려 주세요.")
    log.model("The offset of nine hours was added twice.", message="msg_s2")
    number = log.call("Bash", "msg_s2")
    refused = "The tool use was rejected. To tell you how to proceed, the user said:\nread it first"
    log.result(number, refused, is_error=True)
    log.user([picture], said="")
    log.user("<local-command-stdout></local-command-stdout>", said="")
    log.row("custom-title", customTitle="tides", uuid=..., parent=None)
    log.model("읽고 나서 고치겠습니다.", message="msg_s3")


_SCENES = (
    *(_lost_parents, _progress, _gone_back, _compacted, _compacted_without_a_link, _growing),
    *(_written_again, _put_among, _resumed, _beside, _shown),
)
