import re

import pytest
from django.test import Client

from review.models import Entry, Project
from tests.factories import make_entry, make_session

SAID = {
    "user": "We keep the cache for one hour.",
    "assistant": "The snapshot is written at two in the morning.",
    "tool": "The index was rebuilt in forty seconds.",
    "sub-agent": "The sub-agent read every file of the folder.",
    "summary": "So far the journal has been agreed upon.",
    "narrator": "Nobody else was in the room that evening.",
}
ROLES = list(SAID)


@pytest.fixture
def entries(project: Project) -> dict[str, Entry]:
    session = make_session([{"role": role, "content": text} for role, text in SAID.items()], project=project)
    made = {role: make_entry(session, [(number, SAID[role])], title=f"by {role}") for number, role in enumerate(ROLES)}
    return made | {
        "both": make_entry(session, [(0, SAID["user"]), (1, SAID["assistant"])], title="by both"),
        "nobody": make_entry(session, [(0, "never said in any message")], title="by nobody"),
    }


@pytest.mark.parametrize(
    ("speaker", "titles"),
    [
        ("user", ["by both", "by user"]),
        ("assistant", ["by assistant", "by both"]),
        ("tool", ["by tool"]),
        ("sub_agent", ["by sub-agent"]),
        ("summary", ["by summary"]),
        ("other", ["by narrator"]),
        ("not_user", ["by assistant", "by narrator", "by sub-agent", "by summary", "by tool"]),
    ],
)
def test_entries_are_filtered_by_speaker(
    speaker: str, titles: list[str], mina: Client, entries: dict[str, Entry]
) -> None:
    """The filter *Said by* finds them."""
    page = mina.get(f"/entries/?speaker={speaker}").content.decode()

    assert sorted(re.findall(r">(by [\w-]+)</a>", page)) == titles


def test_entry_page_marks_what_the_user_did_not_say(mina: Client, entries: dict[str, Entry]) -> None:
    """An entry whose only evidence is in assistant, tool or summary messages shows "not said by the user"."""
    marked = {
        who
        for who, entry in entries.items()
        if "not said by the user" in mina.get(entry.get_absolute_url()).content.decode()
    }

    assert marked == {"assistant", "tool", "sub-agent", "summary", "narrator"}


def test_rail_shows_the_speaker_of_each_quote(mina: Client, entries: dict[str, Entry]) -> None:
    page = mina.get(entries["user"].session.get_absolute_url()).content.decode()

    speakers = re.findall(r'data-speaker="(\w+)"', page)
    warned = re.findall(r'<span class="tag warn" data-speaker="(\w+)"', page)
    assert warned == speakers[2:]
    assert speakers == ["user", "user", "assistant", "assistant", "tool", "sub_agent", "summary", "other"]
