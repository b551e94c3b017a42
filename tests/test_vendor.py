"""What others wrote is what they released."""

import hashlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("folder", ["static/vendor", "tests/vendor"])
def test_vendored_files_have_the_digests_that_are_written_down(folder: str) -> None:
    base = ROOT / folder
    written = dict(line.split("  ")[::-1] for line in (base / "SHA256SUMS").read_text().splitlines())

    found = {
        str(path.relative_to(base)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in base.rglob("*")
        if path.is_file() and path.name not in {"SHA256SUMS", "README.md"}
    }

    assert found == written


def test_vendored_files_name_no_source_map() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "static").rglob("*.[cj]ss") if path.is_file()]

    assert [text[-80:] for text in texts if "sourceMappingURL" in text] == []
