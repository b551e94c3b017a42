"""What citing the chunks of a retrieval asks of an answer, by the limits of its project."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from aligner_core.citations import (
    AnswerEvaluation,
    CitationLineCheck,
    build_citation_trace_block,
    check_citation_line,
    evaluate_retrieval,
)
from aligner_core.retrieval import ChunkMetadata, ChunkUpload, RetrievalUpload
from review.domain.limits import MAX_SEARCHED_CHUNK_CHARS
from review.models import Project, Retrieval
from review.selectors.retrievals.retrieval import ShownChunk, wire_of


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """What an answer names, and what it rests on."""

    line: CitationLineCheck
    found: AnswerEvaluation


def trace_options(project: Project) -> dict[str, object]:
    """Return the options of a trace: the stale limit of a project, of which 0 is none, and the time of this server."""
    return {
        "staleAfterDays": project.stale_after_days or math.inf,
        "timeZone": timezone.get_current_timezone_name(),
        "nowMs": timezone.now().timestamp() * 1000,
    }


def trace_block(project: Project, chunks: Sequence[ShownChunk]) -> str:
    """Return the block that asks a model to name its sources."""
    return build_citation_trace_block([wire_of(chunk) for chunk in chunks], trace_options(project))


def checked_answer(retrieval: Retrieval, answer: str, chunks: Sequence[ShownChunk]) -> CheckedAnswer:
    """Return an answer checked against the chunks of a retrieval; it need not be stored."""
    options = trace_options(retrieval.session.project)
    upload = RetrievalUpload(query=retrieval.query, chunks=tuple(map(upload_of, chunks)))
    line = check_citation_line(answer, [wire_of(chunk) for chunk in chunks], options)
    return CheckedAnswer(line, evaluate_retrieval(upload, answer, options))


def upload_of(chunk: ShownChunk) -> ChunkUpload:
    """Return a chunk as it was received, as much of it as is searched."""
    return ChunkUpload(
        chunk_id=chunk.row.chunk_id,
        title=chunk.title,
        content=chunk.content[:MAX_SEARCHED_CHUNK_CHARS],
        file_name=chunk.row.file_name,
        relevance=chunk.relevance,
        matched_tags=tuple(map(str, chunk.row.matched_tags)),
        metadata=ChunkMetadata(last_updated=chunk.row.last_updated),
    )
