"""What a file of an unknown shape holds: its keys or columns with some values, and the mapping that is likely."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Literal

from aligner_core.errors import InvalidValueError, require_type
from aligner_core.formats.decoding import decoded
from aligner_core.formats.mapping import FieldMapping
from aligner_core.formats.reading import Row
from aligner_core.formats.unknown_rows import (
    MAX_COLUMNS,
    MAX_ROWS_LOOKED_AT,
    fields_in,
    first_rows,
    key_names,
    row_paths,
    text_of,
    value_at,
)
from aligner_core.spans import Value

_SAMPLES = 3
_SAMPLE_CHARS = 200
_NAMES = """
quote: quote quotes quoted quotedtext quotation said verbatim excerpt snippet span evidence evidencetext sourcequote
 supportingtext citation citedtext passage 인용 인용문 근거 발췌
claim: claim fact memory statement assertion observation insight note notes finding title summary decision
 주장 사실 기억 제목 요약
message: messageindex messagenumber messageno messageid msgindex msgno msgid msg message index turn turnid turnindex
 line 메시지번호 메시지 번호
words: words text content message utterance body said msg line transcript sourcetext messagetext
 말 내용 본문 원문 메시지 발화
speaker: speaker user username author sender from name who participant nick nickname speakername by
 화자 사용자 이름 작성자 보낸사람 발신자
role: role speakerrole authorrole 역할
time: timestamp time date datetime created createdat createat sentat sent ts at when utc 시간 날짜 일시 시각 보낸시간
session: session sessionid conversation conversationid convid thread threadid chat chatid dialog dialogue dialogid
 dialogueid channel room roomid 세션 대화 대화방 채널 방
type: type kind kindof class category label tag 종류 분류 유형
id: id entryid claimid factid memoryid uuid key 번호
"""
"""How people call what a key is for, the likeliest first; in lower case without what is no letter."""
_NO_LETTER = re.compile(r"[\W_]+")
_TIME = re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?[:/.]\d\d|\d{10}(?:\d{3})?(?:\.\d+)?$")
_NUMBER = re.compile(r"#?\d{1,6}$")
_SENTENCE_CHARS = 12


class FoundField(Value):
    """A key or column with how many rows have it, and some of its values."""

    name: str
    count: int
    values: tuple[str, ...]


class FoundFields(Value):
    """What a file of an unknown shape holds.

    `kind` is "rows" for objects, "table" for columns and "prose" for a text without either. `paths` are the keys under
    which lists of rows stand; `proposal` is the likeliest mapping, where there is one.
    """

    kind: Literal["rows", "table", "prose"]
    rows: str = ""
    paths: tuple[str, ...] = ()
    fields: tuple[FoundField, ...] = ()
    row_count: int = 0
    proposal: FieldMapping | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the keys or columns."""
        return tuple(field.name for field in self.fields)


def fields_of(data: bytes | str, *, rows: str | None = None) -> FoundFields:
    """Return the keys or columns of a file with some of their values, and the mapping that is likely.

    *rows* is the key under which the rows stand; without it the likeliest is taken.

    Raises:
        FormatError: it is no text, or too large.

    >>> found = fields_of('[{"fact": "One hour", "said": "lives for one hour", "score": 0.9}]')
    >>> found.names, found.proposal.keys
    (('fact', 'said', 'score'), {'claim': 'fact', 'quote': 'said'})

    """
    require_type(data, (bytes, str), "data")
    text = decoded(data)
    held = first_rows(text, MAX_ROWS_LOOKED_AT)
    if not any(isinstance(row.value, Mapping) for row in held):
        return FoundFields(kind="prose", proposal=FieldMapping(layout="text"))
    is_table = held[0].where.startswith("row ")
    paths = tuple(dict.fromkeys(path for row in held for path in row_paths(row.value)))
    path = _likeliest_path(held, paths) if rows is None else rows
    taken = [row.values for row in fields_in(held, path) if not isinstance(row, Row)]
    fields = tuple(_fields(taken))
    return FoundFields(
        kind="table" if is_table else "rows",
        rows=path,
        paths=paths,
        fields=fields,
        row_count=len(taken),
        proposal=proposed(fields, taken, path),
    )


def proposed(fields: Sequence[FoundField], rows: Sequence[Mapping[str, object]], path: str = "") -> FieldMapping | None:
    """Return the mapping that the names of keys and their values make likely; None where no key is a quote or words."""
    left = {field.name: field for field in fields}
    chosen: dict[str, str] = {}
    for purpose in ("quote", "claim", "message", "words", "speaker", "role", "time", "session", "type", "id"):
        name = next((name for name in _called(purpose, left) if _FITS[purpose](left[name].values)), None)
        if name is not None:
            chosen[purpose] = name
            del left[name]
    if "quote" in chosen and "claim" not in chosen:
        chosen |= _claim_beside(chosen, rows)
    elif "words" in chosen and _called("quote", [path]):
        chosen["quote"] = chosen.pop("words")
    if not {"quote", "claim", "words"} & chosen.keys():
        longest = max(left.values(), key=lambda field: _length(field.values), default=None)
        if longest is None or _length(longest.values) < _SENTENCE_CHARS:
            return None
        chosen["words"] = longest.name
    try:
        return FieldMapping(rows=path, **_consistent(chosen))
    except InvalidValueError:
        return None


def _consistent(chosen: dict[str, str]) -> dict[str, str]:
    """Return what was chosen, without claims and quotes where rows are what people say."""
    is_chat = "words" in chosen and ("speaker" in chosen or "role" in chosen) and "quote" not in chosen
    dropped = {"claim", "message", "type", "id"} if is_chat else set()
    if "quote" not in chosen and "claim" not in chosen:
        dropped |= {"message", "type", "id"}
    return {purpose: key for purpose, key in chosen.items() if purpose not in dropped}


def _claim_beside(chosen: Mapping[str, str], rows: Sequence[Mapping[str, object]]) -> dict[str, str]:
    """Return what is called the words of a message as the claim, where no quote stands in it."""
    key = chosen.get("words")
    if key is None:
        return {}
    pairs = [(text_of(value_at(row, chosen["quote"])), text_of(value_at(row, key))) for row in rows]
    stands = sum(bool(quote) and quote in words for quote, words in pairs)
    return {} if stands * 2 > len(pairs) else {"claim": key, "words": ""}


def _likeliest_path(rows: Sequence[Row], paths: Sequence[str]) -> str:
    """Return the key of the list of rows in which most keys are known; the file itself before any other."""
    return max(("", *paths), key=lambda path: _known(rows, path, paths))


def _known(rows: Sequence[Row], path: str, paths: Sequence[str]) -> tuple[int, int]:
    """Return how many keys of the rows under a path are known, without those of lists in them, and how many rows."""
    taken = [row.values for row in fields_in(rows, path) if not isinstance(row, Row)][:MAX_ROWS_LOOKED_AT]
    proposal = proposed(tuple(_fields(taken)), taken)
    inner = tuple(f"{one[len(path) :].lstrip('.')}." for one in paths if one != path and one.startswith(path))
    keys = () if proposal is None else proposal.keys.values()
    return sum(not key.startswith(inner) for key in keys), len(taken)


def _fields(rows: Iterable[Mapping[str, object]]) -> Iterable[FoundField]:
    counts, values = Counter[str](), dict[str, list[str]]()
    for row in rows:
        for name in islice(key_names(row), MAX_COLUMNS):
            held = text_of(value_at(row, name)).strip()
            counts[name] += 1
            some = values.setdefault(name, [])
            if held and len(some) < _SAMPLES:
                some.append(held[:_SAMPLE_CHARS])
    return (
        FoundField(name=name, count=counts[name], values=tuple(values[name])) for name in islice(counts, MAX_COLUMNS)
    )


def _names() -> dict[str, list[str]]:
    """Return the names of each purpose."""
    lines = _NAMES.replace("\n ", " ").strip().split("\n")
    return {purpose: names.split() for purpose, _, names in (line.partition(":") for line in lines)}


_CALLED = _names()


def _called(purpose: str, left: Iterable[str]) -> list[str]:
    """Return the keys that are called what a purpose is, the likeliest first; the last step of a key is its name."""
    names = _CALLED[purpose]
    steps = {name: _NO_LETTER.sub("", name.rpartition(".")[2].casefold()) for name in left}
    texts = {name: one.removesuffix("text") for name, one in steps.items()}
    whole = {name: _NO_LETTER.sub("", name.casefold()) for name in left}
    given = [pair for some in (steps, texts, whole) for pair in some.items()]
    found = [(names.index(one), name) for name, one in given if one in names]
    return [name for _, name in sorted(found, key=lambda pair: pair[0])]


def _length(values: Sequence[str]) -> float:
    return sum(map(len, values)) / max(1, len(values))


def _are_numbers(values: Sequence[str]) -> bool:
    return bool(values) and all(_NUMBER.match(value) for value in values)


def _are_times(values: Sequence[str]) -> bool:
    return bool(values) and all(_TIME.search(value) for value in values)


def _are_words(values: Sequence[str]) -> bool:
    return bool(values) and not _are_numbers(values) and not _are_times(values)


def _are_names(values: Sequence[str]) -> bool:
    return bool(values) and all(len(value) < _SAMPLE_CHARS // 2 for value in values)


_FITS: Mapping[str, Callable[[Sequence[str]], bool]] = {
    "quote": _are_words,
    "claim": _are_words,
    "message": _are_numbers,
    "words": _are_words,
    "speaker": _are_names,
    "role": _are_names,
    "time": _are_times,
    "session": _are_names,
    "type": _are_names,
    "id": _are_names,
}
"""What the values of a key must be for a purpose."""
