"""Facts of Graphiti and Zep: edges of a graph, paraphrased from episodes, which are their sources."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Row, RowVariant, Variant, part_of
from aligner_core.formats.shapes import TEXT, Having, Some, at
from aligner_core.formats.words import items_in, text_in

_EDGE = Having({"uuid": TEXT, "fact": TEXT}, lacking=("quote",))
_EPISODE = Having({"uuid": TEXT, "content": TEXT, "source": TEXT}, lacking=("role",))
_DETAILS = ("valid_at", "invalid_at", "expired_at", "created_at")
_EDGES = ("edges", "facts")
_OTHERS = ("nodes", "communities")


def _graph(value: Mapping[str, Any], where: str) -> Parts:
    omissions = Omissions()
    for name in _OTHERS:
        for place, _ in enumerate(items_in(value, name)):
            omissions.add(name, at(at(where, name), place))
    edges = [(at(at(where, name), place), edge) for name in _EDGES for place, edge in enumerate(items_in(value, name))]
    episodes = [(at(at(where, "episodes"), i), episode) for i, episode in enumerate(items_in(value, "episodes"))]
    yield from _part(edges, episodes, where, omissions)


def _gather(rows: Iterator[Row]) -> Parts:
    yield from _part([(row.where, row.value) for row in rows], [], "", Omissions())


def _part(edges: list[tuple[str, Any]], episodes: list[tuple[str, Any]], where: str, omissions: Omissions) -> Parts:
    messages = [_message(episode) for there, episode in episodes if _is_there(episode, "content", there, omissions)]
    entries = [_entry(edge) for there, edge in edges if _is_there(edge, "fact", there, omissions)]
    extraction = {"extractor": "graphiti", "entries": entries}
    upload = {"messages": messages, "extraction": extraction} if messages else extraction
    yield part_of(upload, where=where, notes=omissions.notes())


def _is_there(item: object, name: str, where: str, omissions: Omissions) -> bool:
    if isinstance(item, Mapping) and isinstance(item.get(name), str):
        return True
    omissions.add(f"without {name}", where)
    return False


def _message(episode: Mapping[str, Any]) -> dict[str, str]:
    return {
        "role": text_in(episode, "source"),
        "name": text_in(episode, "name"),
        "content": episode["content"],
        "timestamp": text_in(episode, "valid_at"),
    }


def _entry(edge: Mapping[str, Any]) -> dict[str, Any]:
    details = {name: text_in(edge, name) for name in _DETAILS}
    details["episodes"] = ", ".join(map(str, items_in(edge, "episodes")))
    return {
        "entryId": text_in(edge, "uuid") or None,
        "type": text_in(edge, "name"),
        "title": edge["fact"],
        "body": "\n".join(f"{name}: {text}" for name, text in details.items() if text),
        "evidence": [],
    }


GRAPHITI = Reader(
    name="graphiti",
    title="Graphiti or Zep facts",
    example='{"edges": [{"uuid": "e1", "name": "LIVES_FOR", "fact": "One hour", "episodes": ["p1"]}], '
    '"episodes": [{"uuid": "p1", "source": "message", "content": "dana: It lives for one hour."}]}',
    variants=(
        Variant("`edges` of `fact`", Having({"edges|facts": Some(_EDGE)}), _graph, Counting.NO_NUMBERS),
        Variant(
            "`episodes` of `content`",
            Having({"episodes": Some(_EPISODE)}, lacking=("messages",)),
            _graph,
            Counting.NO_NUMBERS,
        ),
        RowVariant("rows with `uuid` and `fact`", _EDGE, _gather, Counting.NO_NUMBERS),
    ),
)
