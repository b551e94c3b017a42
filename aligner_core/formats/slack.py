"""Messages of Slack: a day of an export, or an answer of its API."""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from aligner_core.formats.moments import iso_moment
from aligner_core.formats.reading import Omissions, Part, Parts, Reader, Row, RowVariant, Variant, conversation_of
from aligner_core.formats.shapes import TEXT, Having, Some, at, one_of
from aligner_core.formats.words import items_in, text_in

_MESSAGE = Having({"type": one_of("message"), "ts": TEXT, "text": TEXT}, lacking=("role", "from", "author"))
_MARK = re.compile(r"<([^<>\n]*)>")
_SAID = {"", "thread_broadcast", "me_message", "bot_message", "file_share", "file_comment"}
"""The kinds of messages that somebody says; the others Slack writes itself."""


def _gather(rows: Iterator[Row]) -> Parts:
    yield slack_part([(row.where, row.value) for row in rows], {})


def _answer(value: Mapping[str, Any], where: str) -> Parts:
    place = at(where, "messages")
    yield slack_part([(at(place, number), one) for number, one in enumerate(value["messages"])], {}, where=where)


def slack_part(
    placed: Iterable[tuple[str, object]], users: Mapping[str, str], *, title: str = "", where: str = ""
) -> Part:
    """Return the session of messages with their places, in the order of their times."""
    omissions = Omissions()
    given = [(there, one) for there, one in placed if isinstance(one, Mapping)]
    given.sort(key=lambda pair: _seconds(pair[1]))
    names = {**_names(one for _, one in given), **users}
    messages = [_message(one, there, names, omissions) for there, one in given]
    return conversation_of({"title": title, "messages": messages}, where=where, notes=omissions.notes())


def _names(messages: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the names of users by their ids, as far as their messages tell them."""
    return {
        text_in(one, "user"): profile_name(one["user_profile"])
        for one in messages
        if isinstance(one.get("user_profile"), Mapping)
    }


def profile_name(profile: Mapping[str, Any]) -> str:
    """Return the name by which a profile is shown."""
    return text_in(profile, "display_name", "real_name", "name")


def _message(given: Mapping[str, Any], where: str, names: Mapping[str, str], omissions: Omissions) -> dict[str, str]:
    for key in ("files", "attachments"):
        for place, _ in enumerate(items_in(given, key)):
            omissions.add(key, at(at(where, key), place))
    user, kind = text_in(given, "user"), text_in(given, "subtype")
    name = names.get(user) or text_in(given, "username") or user or text_in(given, "bot_id")
    is_said = kind in _SAID
    return {
        "role": "" if is_said else "system",
        "name": name if is_said else "",
        "content": shown(text_in(given, "text"), names),
        "timestamp": iso_moment(given.get("ts")),
    }


def shown(text: str, names: Mapping[str, str]) -> str:
    """Return a text as Slack shows it: with the names of people, the words of links, and no escapes.

    >>> shown("<@U1> &amp; <https://example.org|the plan>", {"U1": "Ines"})
    '@Ines & the plan'
    """
    return html.unescape(_MARK.sub(lambda mark: _marked(mark[1], names), text)) if {"<", "&"} & {*text} else text


def _marked(inside: str, names: Mapping[str, str]) -> str:
    target, bar, label = inside.partition("|")
    sign = {"@": "@", "#": "#", "!": ""}.get(target[:1])
    if sign is None:
        return label if bar else target
    if bar and label:
        return label if target[0] == "!" or label.startswith(sign) else f"{sign}{label}"
    if target[0] == "!":
        return f"@{target[1:]}"
    return sign + names.get(target[1:], target[1:])


def _seconds(message: Mapping[str, Any]) -> float:
    try:
        return float(text_in(message, "ts"))
    except ValueError:
        return 0.0


SLACK = Reader(
    name="slack",
    title="Slack messages",
    example='[{"type": "message", "user": "U1", "text": "Ship on Friday", "ts": "1772442001.000100", '
    '"user_profile": {"real_name": "Ines"}}]',
    variants=(
        RowVariant("messages with `ts` and `text`", _MESSAGE, _gather),
        Variant("`messages` with `ts` and `text`", Having({"messages": Some(_MESSAGE)}), _answer),
    ),
)
