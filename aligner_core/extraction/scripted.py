"""A scripted model for tests: a server on this machine that speaks both protocols, and misbehaves by a script.

It is no model: it quotes messages to the letter, and spoils the quotes as the script says. The name of the model is the
script. Its attempts are separated by `>`: the first answer, then what it answers when it is asked again; the last one
stays. An attempt is one or more ways to spoil entries, in turn, separated by commas:

- `ok`: quoted to the letter · `invent`, `paraphrase`, `flip` (numbers, or a denial), `elide` (an ellipsis)
- `shift` (the index of the next message) · `offsets` (with positions) · `overclaim` (a claim that says more)
- `mend`: the words that it was told to copy, and without what it was told to leave out; `mend70` mends 70 of a hundred
- `empty` (no entries) · `prose` (no JSON) · `cut` (cut off in the middle)

Before them stand faults of the connection, each once for each question: `429`, `500`, `slow`, `drop`. So
`429+drop+invent,flip>mend70>mend` is asked four times at least.

    with ScriptedModel() as model:
        ask = HttpAsk("openai", "invent,ok>mend", base_url=model.openai_url, key="none")
"""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, Final, Self

Json = dict[str, Any]
FAULTS: Final = ("429", "500", "slow", "drop")
WHOLE: Final = ("empty", "prose", "cut")
"""The ways that are about a whole answer."""
MAX_ENTRIES = 20
MAX_QUOTE_CHARS = 80
CHARS_A_TOKEN = 4
_LINE = re.compile(r"^\[(\d+)\] (?:[^:\n]{1,40}: )?(.+)$", re.MULTILINE)
_HANGUL = re.compile("[가-힣]")
_TOLD = re.compile(r"^(\S+): .*\n((?:- .*\n?)+)", re.MULTILINE)
_FIX = re.compile(r"(\[\{\"messageIndex\".*\}\])")


class ScriptedModel:
    """A server on this machine that answers as a script says; see the module.

    `requests` is how many it was asked. With *slow* it waits so many seconds before it answers, as a step `slow`.
    """

    def __init__(self, *, slow: float = 1.0) -> None:
        self._slow, self._faults, self._lock = slow, Counter[str](), Lock()
        self.requests = 0
        handler = type("_Handler", (_Handler,), {"model": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    def __enter__(self) -> Self:
        """Begin to answer."""
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """The address for `anthropic`."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def openai_url(self) -> str:
        """The address for `openai`."""
        return f"{self.url}/v1"

    def next_fault(self, asked: Json) -> str:
        """Return the fault that a question meets now, "" if it is answered; each fault comes once for a question."""
        steps = _attempt(asked).split("+")
        name = sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        with self._lock:
            self.requests += 1
            count = self._faults[name]
            self._faults[name] += 1
        fault = steps[count] if count < len(steps) - 1 else ""
        if fault == "slow":
            time.sleep(self._slow)
        return fault


def _attempt(asked: Json) -> str:
    """Return the step of the script for a question: attempts are counted by the answers before it."""
    steps = str(asked["model"]).split(">")
    count = len([turn for turn in asked["messages"] if turn["role"] == "assistant"])
    return steps[min(count, len(steps) - 1)]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: ScriptedModel

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def do_POST(self) -> None:
        """Answer a question."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        fault = self.model.next_fault(asked)
        if fault == "drop":
            self.close_connection = True
            return
        if fault in {"429", "500"}:
            kind = "rate_limit_error" if fault == "429" else "api_error"
            error = {"type": "error", "error": {"type": kind, "message": f"scripted {fault}"}}
            self._send(int(fault), error, {"Retry-After": "0.01"})
            return
        said = _said(asked)
        self._send(200, (_as_anthropic if self.path.endswith("/messages") else _as_openai)(asked, said), {})

    def _send(self, status: int, value: Json, headers: Mapping[str, str]) -> None:
        body = json.dumps(value, ensure_ascii=False).encode()
        self.send_response(status)
        for name, one in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, one)
        with suppress(OSError):  # who asked did not wait
            self.end_headers()
            self.wfile.write(body)


def _said(asked: Json) -> str:
    """Return the answer to a question, as JSON or what is left of it."""
    ways = _attempt(asked).split("+")[-1].split(",")
    text = json.dumps({"entries": _entries(asked, ways)}, ensure_ascii=False)
    if "prose" in ways:
        return "I have read the conversation."
    return text[: len(text) // 2] if "cut" in ways else text


def _entries(asked: Json, ways: Sequence[str]) -> list[Json]:
    if "empty" in ways:
        return []
    texts = [_text(turn["content"]) for turn in asked["messages"] if turn["role"] == "user"]
    chance = next((way for way in ways if way.startswith("mend")), "")
    if chance and len(texts) > 1:
        return list(_mended(texts, _before(asked), int(chance.removeprefix("mend") or "100")))
    lines = _LINE.findall(texts[0])[:MAX_ENTRIES]
    return [_entry(int(index), text, ways[place % len(ways)]) for place, (index, text) in enumerate(lines)]


def _text(content: object) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content)
    return str(content)


def _before(asked: Json) -> dict[str, Json]:
    """Return the entries of the answers before, by their ids; of one that was given again the newest."""
    found = dict[str, Json]()
    for turn in asked["messages"]:
        inputs = [json.loads(call["function"]["arguments"]) for call in turn.get("tool_calls") or ()]
        inputs += [part["input"] for part in turn["content"] or () if isinstance(part, dict) and "input" in part]
        found |= {one["entryId"]: one for given in inputs for one in given.get("entries", ())}
    return found


def _mended(texts: Sequence[str], before: Mapping[str, Json], percent: int) -> Iterator[Json]:
    """Yield the entries that were asked for again: with the words to copy, and a claim that says no more than they do.

    Those that are not mended come as they were.
    """
    for name, faults in _TOLD.findall(texts[-1]):
        is_mended = int(sha256(f"{len(texts)}{name}{faults}".encode()).hexdigest(), 16) % 100 < percent
        copied = [one for fix in _FIX.findall(faults) for one in json.loads(fix)]
        if not is_mended:
            yield before[name]
        elif copied or "- {" not in faults:
            evidence = copied or before[name]["evidence"]
            yield {**before[name], "title": " ".join(one["quote"] for one in evidence), "evidence": evidence}


def _entry(index: int, text: str, way: str) -> Json:
    """Return an entry that quotes a message, spoiled in one way."""
    quote = text[:MAX_QUOTE_CHARS].strip()
    given: Json = {"messageIndex": index, "quote": _SPOILED.get(way, str)(quote)}
    if way == "shift":
        given["messageIndex"] = index + 1
    if way == "offsets":
        given |= {"spanStart": 0, "spanEnd": 5}
    title = quote + _more(quote) if way == "overclaim" else quote
    return {"entryId": f"e{index}", "type": "fact", "title": title, "evidence": [given]}


def _more(quote: str) -> str:
    return " 예산은 7,777만 원이다." if _HANGUL.search(quote) else " It costs 7,777 euros."


def _invented(quote: str) -> str:
    if _HANGUL.search(quote):
        return "비행선을 사는 데 구억 원을 쓰기로 모두 합의했습니다"
    return "We all agreed to spend nine million on the zeppelin"


def _flipped(quote: str) -> str:
    turned = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), quote)
    if turned != quote:
        return turned
    return f"{quote} 아니다" if _HANGUL.search(quote) else f"not {quote}"


def _elided(quote: str) -> str:
    return f"{quote[: len(quote) // 3]} ... {quote[-len(quote) // 3 :]}"


_SPOILED: Mapping[str, Callable[[str], str]] = {
    "invent": _invented,
    "paraphrase": lambda quote: " ".join(reversed(quote.split())),
    "flip": _flipped,
    "elide": _elided,
}


def _as_openai(asked: Json, said: str) -> Json:
    ways = _attempt(asked)
    call = {"id": "call", "type": "function", "function": {"name": "extraction", "arguments": said}}
    told = {"content": said} if "prose" in ways else {"content": None, "tool_calls": [call]}
    reason = "length" if "cut" in ways else "stop" if "prose" in ways else "tool_calls"
    read, written = _used(asked, said)
    return {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": asked["model"],
        "choices": [{"index": 0, "message": {"role": "assistant", **told}, "finish_reason": reason}],
        "usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written},
    }


def _as_anthropic(asked: Json, said: str) -> Json:
    """Return an answer of Anthropic, which gives half of an input where it is cut off."""
    ways = _attempt(asked)
    is_cut = "cut" in ways
    use = {
        "type": "tool_use",
        "id": "toolu",
        "name": "extraction",
        "input": {} if is_cut or "prose" in ways else json.loads(said),
    }
    block = {"type": "text", "text": said} if "prose" in ways else use
    read, written = _used(asked, said)
    return {
        "id": "scripted",
        "type": "message",
        "role": "assistant",
        "model": asked["model"],
        "content": [block],
        "stop_reason": "max_tokens" if is_cut else "end_turn" if "prose" in ways else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": read, "output_tokens": written},
    }


def _used(asked: Json, said: str) -> tuple[int, int]:
    return len(json.dumps(asked, ensure_ascii=False)) // CHARS_A_TOKEN, len(said) // CHARS_A_TOKEN
