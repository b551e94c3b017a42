"""Memories as text: JSON and lines that read back as they were, Markdown that shows words as words."""

import json
from typing import Any

from review.presentation.memories import as_json, as_lines, as_markdown

QUOTE = {
    "id": 7,
    "quote": "x",
    "source": "it is <b>2*3</b>\nand [x](http://evil)",
    "messageIndex": 3,
    "speaker": "Jun",
    "permalink": "https://review.example/quotes/7/",
}
UPSERT: dict[str, Any] = {
    "op": "upsert",
    "number": 4,
    "id": 5,
    "entryId": "e-5",
    "stage": "verified",
    "claim": {"title": "The *sum*", "body": "is\u2028six", "version": 1},
    "quotes": [QUOTE],
    "permalink": "https://review.example/entries/5/",
}
REVOKE: dict[str, Any] = {"op": "revoke", "number": 6, "id": 8, "entryId": "e_8"}


def test_json_and_lines_read_back_as_they_were() -> None:
    lines = as_lines([UPSERT, REVOKE], next_number=6)

    assert json.loads(as_json([UPSERT, REVOKE], next_number=6)) == {"items": [UPSERT, REVOKE], "next": 6}
    assert [json.loads(line) for line in lines.splitlines()] == [UPSERT, REVOKE, {"next": 6}]


def test_markdown_has_the_quotes_as_footnotes_and_no_markup_of_theirs() -> None:
    assert as_markdown([UPSERT, REVOKE], next_number=6) == (
        "<!-- next: 6 -->\n"
        "# Verified memories\n"
        "\n"
        r"- **The \*sum\*** is six[^1] ([5](<https://review.example/entries/5/>), verified)"
        "\n"
        "\n"
        "# No longer verified\n"
        "\n"
        r"- 8 e\_8"
        "\n"
        "\n"
        r"[^1]: “it is \<b\>2\*3\</b\> and \[x\]\(http://evil\)” "
        "(Jun, message 3, [7](<https://review.example/quotes/7/>))\n"
    )


def test_markdown_of_nothing_says_where_to_go_on() -> None:
    assert as_markdown([], next_number=9) == "<!-- next: 9 -->\n# Verified memories\n\n"
