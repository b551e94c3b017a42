"""The line of an answer that names its sources: where it stands, and what it names."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

from aligner_core._text.normalized_text import fold
from aligner_core.citations.numbered import separated
from aligner_core.errors import require_type

_DOTS = "[·•‧・ㆍ∙⋅]"
_CODE = re.compile(r"(?<!`)(?P<ticks>`++)(?P<label>.{1,1000}?)(?<!`)(?P=ticks)(?!`)")
_WEAK_MARKS = r"[,;|、\uff0c]|\s(?:및|그리고|and|&)(?=\s)"
"""Other separators of labels than dots; titles have them too."""
_FILE = re.compile(r"[^/\\]+\.[A-Za-z]\w{0,4}")
_NAMES_SOMETHING = re.compile(r"[\w`]")
_AROUND = "*_~ \t\"'“”\u2018\u2019«»「」『』<>"
_ASIDE = re.compile(r"(?<!\s)\s*(?:[(\uff08][^()\uff08\uff09]*[)\uff09]|⚠.*)\s*$")
_LINK = re.compile(r"\[+(?P<label>[^\[\]]+)\]+(?:\([^)]*\))?")
_NUMBERED = re.compile(r"^(?:\[\w{1,3}\]|\(\d+\)|\d+[.)])\s*")
_MODEL = re.compile(
    r"(?:(?:일반(?:적인)? ?)?(?:ai ?)?모델(?:의| 자체)? ?(?:일반 ?)?지식|일반 ?지식|(?:해당 ?)?없음"
    r"|(?:general |the )?(?:ai )?(?:model|llm)(?:'s)? (?:own |general )?knowledge|general knowledge|none|n/a)"
    r"(?:만| only)?\s*(?:\(.*)?\.?"
)
_MAX_CACHED = 1024
"""How many folded labels are cached: each is needed several times in a row."""


class SourceLabels:
    """Reads source lines by the labels that are known, which are recognized whatever separators they have."""

    def __init__(self, known: Collection[str]) -> None:
        self._fold = lru_cache(maxsize=_MAX_CACHED)(fold)
        self._folded = {self._fold(label) for label in known}
        whole = rf"{_CODE.pattern}|(?<![^\W_])\L<known>(?![^\W_])"
        with_separators = [label for label in known if re.search(f"{_DOTS}|{_WEAK_MARKS}", label)]
        self._dot = regex.compile(rf"{whole}|(?P<cut>{_DOTS})", regex.IGNORECASE, known=with_separators)
        self._weak_mark = regex.compile(rf"{whole}|(?P<cut>{_WEAK_MARKS})", regex.IGNORECASE, known=with_separators)

    def read(self, line: str) -> list[str]:
        """Return the labels of a line, in order; a mention of the model's own knowledge is one of them.

        >>> SourceLabels(["3·1운동, 그 후"]).read("3·1운동, 그 후 · `없는 문서` (2쪽)")
        ['3·1운동, 그 후', '없는 문서']
        """
        return [
            label for part in _split(line, self._dot) for piece in self._pieces(part) for label in self._labels(piece)
        ]

    def ends_in_prose(self, line: str) -> bool:
        """Return whether a line goes on after its last label, which is in code."""
        pieces = self._pieces(_split(line, self._dot)[-1])
        last = pieces[-1] if pieces else ""
        return "`" in last and re.search(r"\w", _ASIDE.sub("", last.rpartition("`")[2])) is not None

    def is_model_knowledge(self, label: str) -> bool:
        """Return whether a label states instead that the model answered from its own knowledge."""
        return self._fold(label) not in self._folded and _MODEL.fullmatch(self._fold(label)) is not None

    def _pieces(self, part: str) -> list[str]:
        """Return a part split at weaker separators, if one of the pieces is then certainly a label."""
        if self._known(part) is not None:
            return [part]
        pieces = [piece for piece in _split(part, self._weak_mark) if _NAMES_SOMETHING.search(piece)]
        if any("`" in piece or self._is_label(piece) for piece in pieces):
            return pieces
        return [part] if pieces else []

    def _is_label(self, piece: str) -> bool:
        return self._known(piece) is not None or _FILE.fullmatch(_bare(piece)) is not None

    def _labels(self, piece: str) -> Iterator[str]:
        codes = [code["label"] for code in _CODE.finditer(piece)]
        if not codes:
            yield self._known(piece) or _bare(piece)
        for code in codes:
            inner = re.split(_DOTS, code)
            if self._known(code) is None and any(self._known(one) for one in inner):
                yield from (self._known(one) or one.strip() for one in inner)
            else:
                yield self._known(code) or code.strip()

    def _known(self, text: str) -> str | None:
        """Return the known label that a text is once its decoration is removed, or None."""
        stripped = dict.fromkeys(_undecorated(text))
        return next((label for label in stripped if label and self._fold(label) in self._folded), None)


def _split(text: str, mark: "regex.Pattern[str]") -> list[str]:
    """Return the pieces between the cuts of a pattern, which passes over what must stay whole."""
    cuts = [found.span() for found in mark.finditer(text) if found["cut"]]
    starts = (0, *(end for _, end in cuts))
    return [text[start:end] for start, end in zip(starts, (*(start for start, _ in cuts), None), strict=True)]


def _undecorated(text: str) -> Iterator[str]:
    yield text.strip()
    yield text.strip(_AROUND)
    yield (bare := _bare(text))
    yield (plain := _ASIDE.sub("", bare))
    yield _NUMBERED.sub("", plain)


def _bare(text: str) -> str:
    """Return a label without its decoration: emphasis, quotation marks, a link, half of a bracket."""
    bare = text.strip(_AROUND).rstrip(_AROUND + ".。")
    if bare.endswith((")", "\uff09")) and not re.search("[(\uff08]", bare):
        bare = bare[:-1].strip(_AROUND)
    link = _LINK.fullmatch(bare)
    return link["label"] if link else bare


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
    """The content of all source lines of an answer."""

    count: int
    at_end: bool
    labels: tuple[str, ...]
    model_knowledge: bool


def read_source_lines(answer: str, known: Collection[str]) -> SourceLines:
    r"""Return the source lines of an answer and what they name; *known* labels may have separators in them.

    A list right below a line that names nothing belongs to it. Fenced code has no source lines.

    >>> read_source_lines("라벨을 뗀다.\n\n*출처:* `a.md` · b", ["a.md"])
    SourceLines(count=1, at_end=True, labels=('a.md', 'b'), model_knowledge=False)
    """
    text = _masked(answer)
    reader = SourceLabels(known)
    named: list[str] = []
    count, at_end = 0, False
    for line in _LINE.finditer(text):
        rests, end = _rests(line, text)
        named += [label for rest in rests for label in reader.read(separated(rest))]
        count += 1
        at_end = re.search(r"\w", answer[end:]) is None and not (rests and reader.ends_in_prose(rests[-1]))
    labels = [label for label in dict.fromkeys(named) if not reader.is_model_knowledge(label)]
    return SourceLines(count, at_end, tuple(labels), any(map(reader.is_model_knowledge, named)))


def without_source_lines(answer: str) -> str:
    r"""Return an answer with blanks in the place of its source lines, so that every other position stays.

    >>> without_source_lines("Peel it off.\n*Source:* `a.md`")
    'Peel it off.\n                '
    """
    text, pieces, at = _masked(answer), list[str](), 0
    for line in _LINE.finditer(text):
        end = _rests(line, text)[1]
        pieces += [answer[at : line.start()], re.sub(r"[^\n]", " ", answer[line.start() : end])]
        at = end
    return "".join((*pieces, answer[at:]))


def prose_of(answer: str) -> str:
    r"""Return an answer with blanks in the place of its source lines and of fenced code.

    >>> prose_of("Peel it off [S1].\n```\n[S2]\n```\n*Source:* [S3]").split()
    ['Peel', 'it', 'off', '[S1].']
    """
    return without_source_lines(_masked(answer))


def _masked(answer: str) -> str:
    """Return an answer with blanks in the place of fenced code."""
    return _FENCED.sub(lambda fenced: re.sub(r"[^\n]", " ", fenced[0]), answer)


def admits_age(answer: str) -> bool:
    """Return whether an answer warns that a source is old.

    Raises:
        InvalidTypeError: *answer* is not a string.

    >>> admits_age("출처가 오래되어 현재와 다를 수 있음"), admits_age("오래 보관하세요")
    (True, False)

    """
    require_type(answer, str, "answer")
    return _OLD.search(answer) is not None


def _rests(line: re.Match[str], text: str) -> tuple[list[str], int]:
    """Return the content of a source line, and where it ends: with the list below it when it is empty itself."""
    if re.search(r"[\w`]", line["rest"]):
        return [line["rest"]], line.end()
    items = _LIST.match(text, line.end())
    end = items.end() if items else line.end()
    return _ITEM.findall(text, line.end(), end), end
