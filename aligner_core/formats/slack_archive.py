"""The export of a Slack workspace: a folder a channel, a file a day, and the names of its people."""

import json
import re
import zipfile
from collections.abc import Iterator
from itertools import chain, groupby
from typing import IO

from aligner_core.errors import FormatError
from aligner_core.formats.archives import Member, Members, names_in, opened
from aligner_core.formats.decoding import MAX_FILE_BYTES, decoded, json_value
from aligner_core.formats.notes import Note
from aligner_core.formats.reading import Counting, Parts
from aligner_core.formats.row_streams import Stream
from aligner_core.formats.shapes import at
from aligner_core.formats.slack import SLACK, profile_name, slack_part

_DAY = re.compile(r"(?:.*/)?(?P<channel>[^/]+)/\d{4}-\d\d-\d\d\.json")
_USERS = re.compile(r"(?:[^/]+/)?users\.json")


def slack_stream(archive: IO[bytes]) -> Stream | None:
    """Return the stream of an archive that Slack exported, a session a channel; None for another archive."""
    names = names_in(archive)
    days = [name for name in names if _DAY.fullmatch(name)]
    if not days or not any(_USERS.fullmatch(name) for name in names):
        return None
    members = opened(archive, _chosen)
    rule = f"{SLACK.title}: {SLACK.variants[0].rule}, in `{min(days)}` of the archive"
    params = {"kind": "file of the archive", "count": members.left}
    left = (Note(code="left_out", where="", params=params),) if members.left else ()
    return Stream(SLACK.name, rule, Counting.MESSAGES, _parts(members), left)


def _chosen(members: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """Return the file of the people, then those of the days, channel by channel."""
    users = [member for member in members if _USERS.fullmatch(member.filename)]
    return [*users[:1], *sorted(filter(_is_day, members), key=lambda member: member.filename)]


def _is_day(member: zipfile.ZipInfo) -> bool:
    return _DAY.fullmatch(member.filename) is not None


def _parts(members: Members) -> Parts:
    users = _names(next(members.files))
    for channel, days in groupby(members.files, key=_channel):
        notes = list[Note]()
        placed = list(chain.from_iterable(_messages(day, notes) for day in days))
        part = slack_part(placed, users, title=channel)
        yield part.model_copy(update={"where": channel, "notes": (*part.notes, *notes)})


def _channel(member: Member) -> str:
    found = _DAY.fullmatch(member.name)
    return "" if found is None else found["channel"]


def _messages(member: Member, notes: list[Note]) -> Iterator[tuple[str, object]]:
    """Yield the messages of a day with their places; a day that cannot be read is noted."""
    where = f"{member.name}: "
    try:
        value = json_value(decoded(member.file.read(MAX_FILE_BYTES + 1)))
    except FormatError as error:
        notes.append(Note(code="unreadable_item", where=member.name, params={"value": error.message}))
        return
    for number, message in enumerate(value if isinstance(value, list) else []):
        yield at(where, number), message


def _names(member: Member) -> dict[str, str]:
    """Return the names of the people by their ids; none where the file cannot be read."""
    try:
        value = json.loads(member.file.read(MAX_FILE_BYTES))
    except (ValueError, RecursionError):
        return {}
    people = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
    return {str(one.get("id")): _name(one) for one in people if _name(one)}


def _name(person: dict[str, object]) -> str:
    profile = person.get("profile")
    shown = profile_name(profile) if isinstance(profile, dict) else ""
    return shown or next((str(person[key]) for key in ("real_name", "name") if person.get(key)), "")
