"""`manage.py memories`: one page of what is verified, in the form that was asked for."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from review.domain.policy import Stage
from review.models import Entry
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> Entry:
    entry = make_entry(make_session(["We keep the raw text."], session_id="talk-1"), ["the raw text"])
    mina = make_user("mina", project=make_project())
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    return entry


def memories(*arguments: str) -> str:
    out = StringIO()
    call_command("memories", "--project", "ledger", *arguments, stdout=out)
    return out.getvalue()


def test_memories_writes_lines_and_where_to_go_on(entry: Entry) -> None:
    told, end = (json.loads(line) for line in memories("--base", "https://review.example/").splitlines())

    assert (told["op"], told["id"], told["number"]) == ("upsert", entry.pk, end["next"])
    assert told["permalink"] == f"https://review.example/entries/{entry.pk}/"
    assert [json.loads(line) for line in memories("--since", str(end["next"])).splitlines()] == [end]


def test_memories_writes_json_and_markdown(entry: Entry) -> None:
    assert [one["id"] for one in json.loads(memories("--format", "json"))["items"]] == [entry.pk]
    assert "“the raw text”" in memories("--format", "markdown")


@pytest.mark.parametrize("wrong", [["--limit", "0"], ["--limit", "1001"], ["--since", "-1"], ["--project", "none"]])
def test_memories_says_what_is_wrong(entry: Entry, wrong: list[str]) -> None:
    with pytest.raises(CommandError):
        memories(*wrong)
