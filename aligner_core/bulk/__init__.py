"""Aligns tables of any size: row by row in a pipeline, or a file in shards, by as many processes as there are.

>>> rows = [{"quote": "for one hour", "source": "It lives for one hour."}, {"quote": "for one hour", "source": None}]
>>> [(one["verdict"], one["text"], one["error"]) for one in align_table(rows)]
... # doctest: +NORMALIZE_WHITESPACE
[('verbatim', 'for one hour', None),
 (None, None, 'sources[0] has no text: give a string, a message with `content`,
  or a document with `page_content` or `text`')]
"""

from aligner_core.bulk.file import BulkConfig, align_file
from aligner_core.bulk.models import RESULT_COLUMNS, Shard, Tally
from aligner_core.bulk.shards import plan, run_shard
from aligner_core.bulk.table import align_table
from aligner_core.errors import TableError

__all__ = [
    "RESULT_COLUMNS",
    "BulkConfig",
    "Shard",
    "TableError",
    "Tally",
    "align_file",
    "align_table",
    "plan",
    "run_shard",
]
