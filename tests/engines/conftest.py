"""What the tests of the engines share: a table in both forms."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.aligner_core.bulk.tables import ROWS

COLUMNS = {name: [row[name] for row in ROWS] for name in ROWS[0]}


@pytest.fixture
def arrow() -> pa.Table:
    return pa.table({**COLUMNS, "weight": [0.5] * len(ROWS)})


@pytest.fixture(params=[7, 1000])
def parquet(tmp_path: Path, arrow: pa.Table, request: pytest.FixtureRequest) -> Path:
    """Return a file of small row groups, and one of a single one."""
    pq.write_table(arrow, tmp_path / "in.parquet", row_group_size=request.param)
    return tmp_path / "in.parquet"
