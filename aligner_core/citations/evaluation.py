"""What answers rest on, one by one and added up: the chunks they use, what they invent, and what is stale."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import ConfigDict

from aligner_core.citations.source_line import without_source_lines
from aligner_core.citations.trace import Chunk, Options, check_citation_line
from aligner_core.errors import require_type
from aligner_core.retrieval import ChunkUpload, Evidence, RetrievalUpload, evaluate_citation
from aligner_core.spans import Value

UNRATED = "low"
"""The relevance that stands in for one that a retriever did not give; the mean is then not known."""


class AnswerEvaluation(Value):
    """One answer: the chunks that it has words of or not, labels that no chunk has, stale sources named without a word.

    `context_relevance` is the mean weight of the evidence of the cited chunks (high 1.0, medium 0.7, low 0.4), 0 when
    none is cited, and None when the retriever rated one of them nowhere.
    """

    model_config = ConfigDict(alias_generator=None)

    cited_chunks: tuple[str, ...]
    uncited_chunks: tuple[str, ...]
    context_relevance: float | None
    invented: tuple[str, ...]
    stale: tuple[str, ...]


class EvaluationSum(Value):
    """Several answers: how many cite a chunk, name an invented source, rest on a stale one without a word.

    `context_relevance` is the mean of those that are known.
    """

    model_config = ConfigDict(alias_generator=None)

    answers: int = 0
    cited: int = 0
    context_relevance: float | None = None
    invented: int = 0
    stale: int = 0


def evaluate_answer(
    query: str,
    answer: str,
    evidence: Sequence[Evidence],
    chunks: Sequence[Chunk] | None = None,
    options: Options = None,
) -> AnswerEvaluation:
    """Return what one answer rests on; without *chunks*, the evidence is of chunks that are called by their ids.

    Raises:
        InvalidTypeError: *query* or *answer* is not a string, or an item is neither evidence nor a chunk.
        InvalidValueError: a chunk or an option is invalid.

    >>> one = Evidence(chunk_id="a.md", relevance="medium", quoted_text="라벨을 제거하고", method="contextual")
    >>> found = evaluate_answer("페트병?", "라벨은 떼세요 [S1][S2].", [one])
    >>> found.cited_chunks, found.context_relevance, found.invented
    (('a.md',), 0.7, ('S2',))

    """
    require_type(answer, str, "answer")
    weighed = evaluate_citation(query, without_source_lines(answer), evidence)
    named = [{"title": name} for name in dict.fromkeys(one.chunk_id for one in evidence)] if chunks is None else chunks
    line = check_citation_line(answer, named, options)
    return AnswerEvaluation(
        cited_chunks=tuple(weighed["cited_chunks"]),
        uncited_chunks=tuple(weighed["uncited_chunks"]),
        context_relevance=weighed["context_relevance"],
        invented=tuple(label for label, is_real in line.sources().items() if not is_real),
        stale=line.stale_unmentioned,
    )


def evaluate_retrieval(upload: RetrievalUpload, answer: str, options: Options = None) -> AnswerEvaluation:
    """Return what an answer to a retrieval rests on; the words of a chunk are its first ones.

    Raises:
        InvalidTypeError: *upload* is not a retrieval, or *answer* not a string.
        InvalidValueError: an option is invalid.

    """
    require_type(upload, RetrievalUpload, "upload")
    found = evaluate_answer(upload.query, answer, list(map(_evidence, upload.chunks)), upload.chunks, options)
    unrated = {chunk.chunk_id for chunk in upload.chunks if chunk.relevance is None}
    if unrated.isdisjoint(found.cited_chunks):
        return found
    return found.model_copy(update={"context_relevance": None})


def sum_evaluations(evaluations: Iterable[AnswerEvaluation]) -> EvaluationSum:
    """Return several evaluations added up.

    >>> sum_evaluations([]).model_dump()
    {'answers': 0, 'cited': 0, 'context_relevance': None, 'invented': 0, 'stale': 0}
    """
    listed = list(evaluations)
    known = [one.context_relevance for one in listed if one.context_relevance is not None]
    return EvaluationSum(
        answers=len(listed),
        cited=sum(bool(one.cited_chunks) for one in listed),
        context_relevance=sum(known) / len(known) if known else None,
        invented=sum(bool(one.invented) for one in listed),
        stale=sum(bool(one.stale) for one in listed),
    )


def sum_by_group(evaluations: Iterable[tuple[str, AnswerEvaluation]]) -> Mapping[str, EvaluationSum]:
    """Return the sum of each group, the groups in the order of their names."""
    groups: dict[str, list[AnswerEvaluation]] = {}
    for name, one in evaluations:
        groups.setdefault(name, []).append(one)
    return {name: sum_evaluations(groups[name]) for name in sorted(groups)}


def _evidence(chunk: ChunkUpload) -> Evidence:
    return Evidence(
        chunk_id=chunk.chunk_id, relevance=chunk.relevance or UNRATED, quoted_text=chunk.content, method="contextual"
    )
