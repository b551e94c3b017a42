"""What a source line names: labels parted by dots, or by weaker marks where that makes labels of them."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

import regex

from aligner_core.normalization import fold

_DOTS = "[·•‧・ㆍ∙⋅]"
_CODE = re.compile(r"(?<!`)(?P<ticks>`++)(?P<label>.{1,1000}?)(?<!`)(?P=ticks)(?!`)")
_WEAK_MARKS = r"[,;|、\uff0c]|\s(?:및|그리고|and|&)(?=\s)"
"""What parts labels beside dots; titles hold these too."""
_FILE = re.compile(r"[^/\\]+\.[A-Za-z]\w{0,4}")
_TOLD = re.compile(r"[\w`]")
_AROUND = "*_~ \t\"'“”\u2018\u2019«»「」『』<>"
_ASIDE = re.compile(r"(?<!\s)\s*(?:[(\uff08][^()\uff08\uff09]*[)\uff09]|⚠.*)\s*$")
_LINK = re.compile(r"\[+(?P<label>[^\[\]]+)\]+(?:\([^)]*\))?")
_NUMBERED = re.compile(r"^(?:\[\w{1,3}\]|\(\d+\)|\d+[.)])\s*")
_MODEL = re.compile(
    r"(?:(?:일반(?:적인)? ?)?(?:ai ?)?모델(?:의| 자체)? ?(?:일반 ?)?지식|일반 ?지식|(?:해당 ?)?없음"
    r"|(?:general |the )?(?:ai )?(?:model|llm)(?:'s)? (?:own |general )?knowledge|general knowledge|none|n/a)"
    r"(?:만| only)?\s*(?:\(.*)?\.?"
)
_REMEMBERED = 1024
"""Folded labels: each is asked for several times in a row."""


class SourceLabels:
    """Reads source lines by the labels that are known: those are told whatever stands in them."""

    def __init__(self, known: Collection[str]) -> None:
        self._fold = lru_cache(maxsize=_REMEMBERED)(fold)
        self._folded = {self._fold(label) for label in known}
        whole = rf"{_CODE.pattern}|(?<![^\W_])\L<known>(?![^\W_])"
        parted = [label for label in known if re.search(f"{_DOTS}|{_WEAK_MARKS}", label)]
        self._dot = regex.compile(rf"{whole}|(?P<cut>{_DOTS})", regex.IGNORECASE, known=parted)
        self._weak_mark = regex.compile(rf"{whole}|(?P<cut>{_WEAK_MARKS})", regex.IGNORECASE, known=parted)

    def read(self, line: str) -> list[str]:
        """Give the labels of a line, in order; what is said of the model's own knowledge is one of them.

        >>> SourceLabels(["3·1운동, 그 후"]).read("3·1운동, 그 후 · `없는 문서` (2쪽)")
        ['3·1운동, 그 후', '없는 문서']
        """
        return [
            label for part in _split(line, self._dot) for piece in self._pieces(part) for label in self._labels(piece)
        ]

    def ends_in_prose(self, line: str) -> bool:
        """Say whether a line goes on behind its last label, which stands in code."""
        pieces = self._pieces(_split(line, self._dot)[-1])
        last = pieces[-1] if pieces else ""
        return "`" in last and re.search(r"\w", _ASIDE.sub("", last.rpartition("`")[2])) is not None

    def is_model_knowledge(self, label: str) -> bool:
        """Say whether a label is none, but tells that the model answered from what it knows."""
        return self._fold(label) not in self._folded and _MODEL.fullmatch(self._fold(label)) is not None

    def _pieces(self, part: str) -> list[str]:
        """Split by weaker marks, when one piece is then surely a label."""
        if self._known(part) is not None:
            return [part]
        pieces = [piece for piece in _split(part, self._weak_mark) if _TOLD.search(piece)]
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
        """Give the known label that a text is, in one of the ways labels are dressed."""
        dressed = dict.fromkeys(_undressed(text))
        return next((label for label in dressed if label and self._fold(label) in self._folded), None)


def _split(text: str, mark: "regex.Pattern[str]") -> list[str]:
    """Split where a pattern cuts, and not where it passes over what stays whole."""
    cuts = [found.span() for found in mark.finditer(text) if found["cut"]]
    starts = (0, *(end for _, end in cuts))
    return [text[start:end] for start, end in zip(starts, (*(start for start, _ in cuts), None), strict=True)]


def _undressed(text: str) -> Iterator[str]:
    yield text.strip()
    yield text.strip(_AROUND)
    yield (bare := _bare(text))
    yield (plain := _ASIDE.sub("", bare))
    yield _NUMBERED.sub("", plain)


def _bare(text: str) -> str:
    """Take off what is put around a label: emphasis, quotation marks, a link, half of a bracket."""
    bare = text.strip(_AROUND).rstrip(_AROUND + ".。")
    if bare.endswith((")", "\uff09")) and not re.search("[(\uff08]", bare):
        bare = bare[:-1].strip(_AROUND)
    link = _LINK.fullmatch(bare)
    return link["label"] if link else bare
