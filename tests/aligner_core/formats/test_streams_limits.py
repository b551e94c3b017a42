"""How much `read` takes: more is refused, with the place and the limit, before it takes all memory."""

import json

import pytest

from aligner_core.formats import FormatError, read, row_streams
from aligner_core.formats.reading import MAX_ITEMS


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (json.dumps(["a"] * (MAX_ITEMS + 1)), "messages"),
        (json.dumps({"evidence": [3, {"quote": "a"}] + [0] * MAX_ITEMS}), "evidence"),
        ('{"quote": "a"}\n' * (MAX_ITEMS + 2), "evidence"),
        ("A: a\n" * (MAX_ITEMS + 2), "messages"),
        ("quote\n" + "a\n" * (MAX_ITEMS + 2), f"line {MAX_ITEMS + 2}"),
        ("claim,quote\n" + "a,b\n" * (MAX_ITEMS + 2), f"line {MAX_ITEMS + 2}"),
    ],
    ids=["messages", "quotes", "quotes in lines", "turns", "rows", "rows of one claim"],
)
def test_read_refuses_more_than_can_be_shown(data: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(data)

    assert (caught.value.code, caught.value.where) == ("too_many_items", where)


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ('{"messages": ["a"]}\n' * 4, "line 4"),
        ('{"messages": ["a"]}\n{\n{\n{\n', "line 4"),
        ('[{"messages": ["a"]}, {"messages": ["a"]}, {"messages": ["a"]}, {"messages": ["a"]}]', "[3]"),
    ],
    ids=["lines", "lines that cannot be read", "a list"],
)
def test_read_refuses_more_parts_than_it_may_have(data: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(data, max_parts=3)

    assert (caught.value.code, caught.value.where, caught.value.params) == ("too_many_items", where, {"limit": 3})
    assert len(read(data, max_parts=4).parts) == 4


def test_read_keeps_the_notes_on_so_many_lines_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_streams, "MAX_ITEMS", 3)
    log = '{"type": "user", "sessionId": "s", "message": {"content": "One."}}\n'

    assert len(read(f"{log}{'{' * 3}").notes) == 1
    assert len(read(log + "{\n" * 3).notes) == 3
    with pytest.raises(FormatError) as caught:
        read(log + "{\n" * 4)
    assert (caught.value.code, caught.value.where) == ("too_many_items", "line 5")
