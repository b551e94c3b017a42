"""The line of an answer that names its sources: where it stands, and what it names."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from aligner_core.source_labels import SourceLabels

_NAME = r"(?:(?:참고|인용) ?출처|출처|sources used|sources?)"
_MARKS = "[*_~]{0,3}"
_COLON = rf" ?{_MARKS} ?[:\uff1a]{_MARKS}"
_AT_START = rf"^(?:(?![\n`])[\W_])*{_NAME}(?:\]?{_COLON}|\](?=[ \t]|$))"
_WITHIN = rf"(?<![^\s(\uff08])(?:[*_]{{1,3}}{_NAME}{_COLON}|{_NAME}{_COLON} ?(?=`))"
_HEADING = rf"^(?:#{{1,6}}[ \t]+|\*\*){_NAME}{_MARKS}[ \t]*(?=\n\s*[-*+•])"
_LINE = re.compile(rf"(?:{_AT_START}|{_WITHIN}|{_HEADING})(?P<rest>[^\n]*)", re.IGNORECASE | re.MULTILINE)
_BULLET = r"[ \t]*(?:[-*+•]|\d+[.)])[ \t]+"
_LIST = re.compile(rf"(?:[ \t]*\n)?(?:\n{_BULLET}[^\n]*)+")
_ITEM = re.compile(rf"^{_BULLET}(.*)$", re.MULTILINE)
_FENCED = re.compile(r"^[ \t]*+(`{3,}+|~{3,}+)[^\n]*+\n.*?^[ \t]*+\1[`~]*+[ \t]*+$", re.MULTILINE | re.DOTALL)
_OLD = re.compile(
    r"오래(?:된|되어|되었|됨|됐|돼|전)|현재와는? 다를|최신이 아닐|최신 (?:정보|내용)[가이]? ?아닐"
    r"|\b(?:out ?dated|out[- ]of[- ]date|stale|obsolete|(?:may|might) (?:no longer|not) be (?:current|up[- ]to[- ]date)"
    r"|(?:may|might|could) (?:have changed|be old|differ from (?:the )?(?:current|present)))\b"
    r"|\bold (?:sources?|documents?|data|information)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SourceLines:
    """What the source lines of an answer say, all together."""

    count: int
    at_end: bool
    labels: tuple[str, ...]
    model_knowledge: bool


def read_source_lines(answer: str, known: Collection[str]) -> SourceLines:
    r"""Find the source lines of an answer and what they name; *known* labels are told whatever stands in them.

    A list right below a line that names nothing is its rest. What stands in fenced code is no line.

    >>> read_source_lines("라벨을 뗀다.\n\n*출처:* `a.md` · b", ["a.md"])
    SourceLines(count=1, at_end=True, labels=('a.md', 'b'), model_knowledge=False)
    """
    text = _FENCED.sub(lambda fenced: re.sub(r"[^\n]", " ", fenced[0]), answer)
    reader = SourceLabels(known)
    named: list[str] = []
    count, at_end = 0, False
    for line in _LINE.finditer(text):
        rests, end = _rests(line, text)
        named += [label for rest in rests for label in reader.read(rest)]
        count += 1
        at_end = re.search(r"\w", answer[end:]) is None and not (rests and reader.ends_in_prose(rests[-1]))
    labels = [label for label in dict.fromkeys(named) if not reader.is_model_knowledge(label)]
    return SourceLines(count, at_end, tuple(labels), any(map(reader.is_model_knowledge, named)))


def admits_age(answer: str) -> bool:
    """Say whether an answer tells that a source is old.

    >>> admits_age("출처가 오래되어 현재와 다를 수 있음"), admits_age("오래 보관하세요")
    (True, False)
    """
    return _OLD.search(answer) is not None


def _rests(line: re.Match[str], text: str) -> tuple[list[str], int]:
    """Give what a source line says, and where it ends: with the list below when it says nothing itself."""
    if re.search(r"[\w`]", line["rest"]):
        return [line["rest"]], line.end()
    items = _LIST.match(text, line.end())
    end = items.end() if items else line.end()
    return _ITEM.findall(text, line.end(), end), end
