"""Exports by a program: the formats, the filters, the right to read, and the event with the token."""

import gzip
import json
from typing import get_args

import pytest

from review.api.exports import FormatName
from review.models import Event, Project
from review.services.exports.formats import FORMATS
from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.api.conftest import Program, Programs

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(program: Programs) -> Program:
    return program(make_user("mina", project=make_project()))


@pytest.fixture
def filled(bot: Program) -> Project:
    project = make_project()
    make_entry(make_session(["We keep it."], project=project), ["We keep it."])
    return project


def test_the_formats_are_those_of_pages_and_commands() -> None:
    assert set(get_args(FormatName)) == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_streamed_and_journaled_with_the_token(bot: Program, filled: Project, name: str) -> None:
    answer = bot.get(f"exports/{name}")

    assert answer.status == 200
    assert answer.body
    recorded = Event.objects.get(event_type="exported").recorded
    assert (recorded["format"], recorded.with_token) == (name, bot.token.name)


def test_a_program_gets_what_its_filters_leave_and_nothing_of_other_projects(bot: Program, filled: Project) -> None:
    make_entry(make_session(["Another."], project=make_project("foreign")), ["Another."])

    rows = bot.get("exports/csv?stage=candidate").body.decode().splitlines()

    assert len(rows) == 2
    assert bot.get("exports/csv?stage=verified").status == 404
    assert bot.get("exports/csv?stage=nonsense").status == 422


def test_an_export_is_compressed_for_who_takes_that(bot: Program, filled: Project) -> None:
    answer = bot.get("exports/jsonl", accept_encoding="gzip")

    assert json.loads(gzip.decompress(answer.body).splitlines()[0])["format"] == "evidence-review"


def test_an_unknown_format_is_a_problem(bot: Program, filled: Project) -> None:
    assert bot.get("exports/xlsx").status == 422
