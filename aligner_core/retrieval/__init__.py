"""Retrieved evidence: read a retrieval, search for evidence, and see what an answer cites of it.

>>> chunks = parse_retrieval([{"page_content": "Remove the label.", "metadata": {"source": "bottle.md"}}]).chunks
>>> result = search_chunks("What about labels?", BM25Retriever(chunks))
>>> result.method, result.evidence[0].quoted_text
('contextual', 'Remove the label.')
>>> evaluate_citation("What about labels?", "Remove them.", result.evidence)["context_relevance"]
1.0
"""

from aligner_core.formats.framework_documents import upload_from_documents
from aligner_core.retrieval.bm25 import BM25Hit, BM25Retriever
from aligner_core.retrieval.models import Evidence, Relevance, SearchMethod
from aligner_core.retrieval.search import (
    CitationEvaluation,
    ContextHeadings,
    ContextualHit,
    Retriever,
    SearchResult,
    answer_context,
    evaluate_citation,
    search_chunks,
)
from aligner_core.retrieval.seed_002 import SearchRAGOutput, build_answer_context, context_headings, search
from aligner_core.retrieval.upload import ChunkMetadata, ChunkUpload, RetrievalUpload, parse_retrieval

__all__ = [
    "BM25Hit",
    "BM25Retriever",
    "ChunkMetadata",
    "ChunkUpload",
    "CitationEvaluation",
    "ContextHeadings",
    "ContextualHit",
    "Evidence",
    "Relevance",
    "RetrievalUpload",
    "Retriever",
    "SearchMethod",
    "SearchRAGOutput",
    "SearchResult",
    "answer_context",
    "build_answer_context",
    "context_headings",
    "evaluate_citation",
    "parse_retrieval",
    "search",
    "search_chunks",
    "upload_from_documents",
]
