"""What the guides need to run as they are written."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "check.md"
Ran = Mapping[str, object]


@pytest.fixture
def run_guide() -> Callable[..., Ran]:
    """Return a function that runs the lines below a heading of the guide, and returns the names that they made."""

    def run(heading: str, **given: object) -> Ran:
        _, _, below = GUIDE.read_text(encoding="utf-8").partition(f"## {heading}\n")
        section = re.split(r"^##+ ", below, maxsplit=1, flags=re.MULTILINE)[0]
        found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
        assert found is not None, heading
        names = dict(given)
        exec(found[1], names)  # noqa: S102 - lines of our own
        return names

    return run
