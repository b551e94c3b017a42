"""Asks a model to name its sources, and checks whether an answer does so (specification 5.2)."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel

from aligner_core._text.normalized_text import fold
from aligner_core.citations.chunks import CitableChunk, CitationTraceOptions
from aligner_core.citations.javascript import day, number_text, to_fixed
from aligner_core.citations.numbered import labels_in, numbered_chunk
from aligner_core.citations.source_line import admits_age, prose_of, read_source_lines
from aligner_core.errors import require_sequence, require_type
from aligner_core.spans import Value

OWN_TRACE = "brain-trace"
"""The source of chunks that are not documents but notes of a model itself."""
_RULES = """\
[CITATION TRACE]
답변에서 *검색된 출처를 사용했다면*, 답변 끝에 다음 형식으로 *한 줄* 정리:

*출처:* `파일명.md` · `chunk-title` · `chunk-title2`

[규칙]
1. 실제 답변 작성에 *사용한* 출처만 나열. 검색됐지만 안 쓴 출처는 제외.
2. 출처 라벨은 파일명(있으면) 또는 chunk title 그대로 — 임의 변형 금지.
3. 일반 모델 지식만 사용했다면: *출처: 모델 지식 (검색 출처 미사용)*
4. 답변이 검증 가능하도록 — 사용자가 그 파일을 열면 답변 근거를 확인할 수 있어야.
5. *출처:* 라인은 답변 *맨 끝* 한 번만 — 본문 중간에 흩어 놓지 말 것."""
_PROVENANCE = "\n[출처 메타데이터 — Provenance]"
_STALE_RULE = '⚠️오래됨 출처를 핵심 근거로 사용하면 답변에 "출처가 오래되어 현재와 다를 수 있음" 을 명시할 것.'
_END = "[/CITATION TRACE]"

Chunk = BaseModel | Mapping[str, Any]
Options = CitationTraceOptions | Mapping[str, Any] | None


class LabelCheck(Value):
    """A label that a source line names: one of a chunk's labels, or an invented one."""

    label: str
    status: Literal["real", "invented"]


class NumberedLabelCheck(Value):
    """A label like S1 in the text of an answer: the chunk that it numbers, counted from 0, or an invented one."""

    label: str
    status: Literal["real", "invented"]
    chunk: int | None


class CitationLineCheck(Value):
    """Whether an answer ends in one line that names its sources; `unused` are chunks that it does not name.

    `labels` are those of the line, `numbered` those in the text before it, such as [S1].
    """

    present: bool
    position: Literal["end", "middle", "missing"]
    count: int
    model_knowledge: bool
    labels: tuple[LabelCheck, ...]
    numbered: tuple[NumberedLabelCheck, ...]
    unused: tuple[str, ...]
    stale_unmentioned: tuple[str, ...]
    ok: bool

    def sources(self) -> dict[str, bool]:
        """Return every label that the answer names, in its line or in its text, and whether it is real."""
        named = {one.label: one.status == "real" for one in self.labels}
        return named | {one.label: one.status == "real" for one in self.numbered if one.label not in named}


def build_citation_trace_block(chunks: Sequence[Chunk] | None, options: Options = None) -> str:
    """Return the block that asks a model to name its sources; "" without chunks.

    Raises:
        InvalidTypeError: *chunks* is not a sequence of models or mappings, or *options* is neither.
        InvalidValueError: a chunk or an option is invalid.

    >>> chunk = {"title": "배출 요령", "score": 0.125, "metadata": {"lastUpdated": 1_714_521_600_000}}
    >>> build_citation_trace_block([chunk], {"nowMs": 1_714_521_600_000}).splitlines()[-2]
    '- `배출 요령` — 수정일 2024-05-01, score 0.13'

    """
    _require_chunks(chunks)
    if not chunks:
        return ""
    chosen = CitationTraceOptions.of(options)
    lines = [_RULES]
    if chosen.provenance_enabled:
        lines += _provenance([CitableChunk.of(chunk) for chunk in chunks], chosen)
    return "\n".join([*lines, _END])


def check_citation_line(answer: str, chunks: Sequence[Chunk] | None, options: Options = None) -> CitationLineCheck:
    r"""Return whether an answer ends in one line that names its sources, names no others, and warns of old ones.

    A label like [S1], in the line or in the text, names the chunk of that number, the first being S1.

    Raises:
        InvalidTypeError: *answer* is not a string, *chunks* not a sequence of models or mappings, or *options* neither.
        InvalidValueError: a chunk or an option is invalid.

    >>> check = check_citation_line("라벨을 뗀다.\n\n*출처:* `a.md` · `b.md`", [{"title": "a.md", "score": 1}])
    >>> [(one.label, one.status) for one in check.labels], check.ok
    ([('a.md', 'real'), ('b.md', 'invented')], False)

    """
    require_type(answer, str, "answer")
    _require_chunks(chunks)
    chosen = CitationTraceOptions.of(options)
    read = [CitableChunk.of(chunk) for chunk in chunks or ()]
    known = [label for chunk in read for label in chunk.labels]
    lines = read_source_lines(answer, [*known, *(f"S{number + 1}" for number in range(len(read)))])
    places = _places(read, lines.labels)
    numbered = tuple(_numbered(label, len(read)) for label in labels_in(prose_of(answer), known))
    named = frozenset().union(*places.values(), (one.chunk for one in numbered))
    invented = any(not found for found in places.values()) or any(one.chunk is None for one in numbered)
    used = [chunk for place, chunk in enumerate(read) if place in named]
    stale = () if admits_age(answer) else _first_labels(chunk for chunk in used if chosen.is_stale(chunk.updated))
    position: Literal["end", "middle", "missing"] = "end" if lines.at_end else "middle" if lines.count else "missing"
    names_anything = bool(lines.labels) or lines.model_knowledge
    is_one_line = lines.count == 1 and lines.at_end and names_anything and not stale
    return CitationLineCheck(
        present=lines.count > 0,
        position=position,
        count=lines.count,
        model_knowledge=lines.model_knowledge,
        labels=tuple(LabelCheck(label=label, status="real" if places[label] else "invented") for label in lines.labels),
        numbered=numbered,
        unused=_first_labels(chunk for place, chunk in enumerate(read) if place not in named),
        stale_unmentioned=stale,
        ok=not invented and (is_one_line or not (read or lines.count)),
    )


def _places(chunks: Sequence[CitableChunk], labels: Iterable[str]) -> dict[str, frozenset[int]]:
    """Return the chunks that each label names: those that are called so, else the one that it numbers."""
    called: dict[str, set[int]] = {}
    for place, chunk in enumerate(chunks):
        for label in chunk.labels:
            called.setdefault(fold(label), set()).add(place)
    return {label: frozenset(called.get(fold(label)) or _only(numbered_chunk(label, len(chunks)))) for label in labels}


def _only(place: int | None) -> set[int]:
    return set() if place is None else {place}


def _numbered(label: str, total: int) -> NumberedLabelCheck:
    place = numbered_chunk(label, total)
    return NumberedLabelCheck(label=label, status="invented" if place is None else "real", chunk=place)


def _require_chunks(chunks: object) -> None:
    if chunks is not None:
        require_sequence(chunks, (BaseModel, Mapping), "chunks")


def _provenance(chunks: Iterable[CitableChunk], options: CitationTraceOptions) -> list[str]:
    ranked = sorted((chunk for chunk in chunks if chunk.source != OWN_TRACE), key=_rank)
    dated = [
        (chunk, chunk.updated) for chunk in ranked[: _count(options.provenance_top_count)] if chunk.updated is not None
    ]
    lines = [_line(chunk, updated, options) for chunk, updated in dated]
    if any(options.is_stale(updated) for _, updated in dated):
        lines.append(_STALE_RULE)
    return [_PROVENANCE, *lines] if lines else []


def _line(chunk: CitableChunk, updated: float, options: CitationTraceOptions) -> str:
    score = "" if chunk.score is None else f", score {to_fixed(chunk.score)}"
    stale = f" ⚠️오래됨({number_text(options.stale_after_days)}일+)" if options.is_stale(updated) else ""
    return f"- `{chunk.label}` — 수정일 {day(updated, options.time_zone)}{score}{stale}"


def _rank(chunk: CitableChunk) -> float:
    """Return what sorts the highest score first, and a chunk without one, or with NaN, last."""
    return math.inf if chunk.score is None or math.isnan(chunk.score) else -chunk.score


def _count(top: float) -> int | None:
    """Return how many chunks are kept: None for all of them, 0 for a count below 1 or NaN."""
    if math.isinf(top) and top > 0:
        return None
    return max(0, math.trunc(top)) if math.isfinite(top) else 0


def _first_labels(chunks: Iterable[CitableChunk]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chunk.labels[0] for chunk in chunks))
