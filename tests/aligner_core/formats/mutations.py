"""Seeded damage to the files below cases/: of bytes, of lines, and of what the JSON holds."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

CASES = sorted((Path(__file__).parent / "cases").iterdir())
CONTENTS = {path.name: path.read_bytes() for path in CASES}
ODD: tuple[Any, ...] = (None, True, -1, 2**70, 0.5, "", "\ud800", "한", [], {}, [None], {"a": 1}, "x" * 300)
"""Values that nobody expects."""
TEXTS = (".csv", ".tsv", ".txt", ".md", ".vtt", ".srt", ".ann")
"""The endings of cases that are not JSON."""


def format_of(name: str) -> str:
    """Return the format that the name of a case says."""
    return name.split("--", maxsplit=1)[0]


def mutated(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield files that are still what they are: keys renamed or lost, values changed, items lost or repeated."""
    rng = Random(seed)  # noqa: S311 - seeded on purpose
    names = sorted(CONTENTS)
    for _ in range(count):
        name = rng.choice(names)
        data = CONTENTS[name]
        for _ in range(rng.randint(1, 3)):
            data = _mutant(name, data, rng)
        yield name, data


def broken(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield files whose bytes are damaged: flipped, cut, doubled, joined with those of others."""
    rng = Random(seed)  # noqa: S311 - seeded on purpose
    names = sorted(CONTENTS)
    for _ in range(count):
        name = rng.choice(names)
        data = CONTENTS[name]
        for _ in range(rng.randint(1, 4)):
            data = rng.choice(DAMAGES)(data, rng)
        yield name, data


def damaged(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield files that are broken in their bytes, and every other time in what they hold: values of other types."""
    rng = Random(seed)  # noqa: S311 - seeded on purpose
    torn = broken((count + 1) // 2, seed)
    names = sorted(CONTENTS)
    for number in range(count):
        if number % 2 == 0:
            yield next(torn)
            continue
        name = rng.choice(names)
        data = CONTENTS[name]
        for _ in range(rng.randint(1, 6)):
            data = _mutant(name, data, rng)
        yield name, data


def _mutant(name: str, data: bytes, rng: Random) -> bytes:
    if name.endswith((".zip", *TEXTS)):
        return rng.choice((_flip, _cut_line, _repeat_line))(data, rng)
    if name.endswith(".jsonl"):
        lines = data.decode("utf-8", "surrogatepass").splitlines()
        place = rng.randrange(len(lines))
        lines[place] = _mutated_json(lines[place], rng)
        return "\n".join(lines).encode("utf-8", "surrogatepass")
    return _mutated_json(data.decode("utf-8", "surrogatepass"), rng).encode("utf-8", "surrogatepass")


def _mutated_json(text: str, rng: Random) -> str:
    value = copy.deepcopy(json.loads(text))
    container = rng.choice([value, *_containers(value)])
    if isinstance(container, list) and container is value:
        container.insert(rng.randrange(len(container) + 1), copy.deepcopy(rng.choice(ODD)))
    elif container:
        _change(container, rng)
    return json.dumps(value, ensure_ascii=False)


def _containers(value: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON
    if isinstance(value, dict | list) and value:
        yield value
        for child in value.values() if isinstance(value, dict) else value:
            yield from _containers(child)


def _change(container: Any, rng: Random) -> None:  # noqa: ANN401 - JSON
    keys = list(container) if isinstance(container, dict) else list(range(len(container)))
    key = rng.choice(keys)
    match rng.randrange(4):
        case 0:
            container[key] = copy.deepcopy(rng.choice(ODD))
        case 1:
            del container[key]
        case 2 if isinstance(container, dict):
            container[f"{key}x"] = container.pop(key)
        case 2:
            container.append(container[key])
        case _ if isinstance(container, dict):
            container["unheardOf"] = copy.deepcopy(rng.choice(ODD))
        case _:
            container.insert(key, copy.deepcopy(rng.choice(ODD)))


def _flip(data: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(data) or 1)
    return data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]


def _cut(data: bytes, rng: Random) -> bytes:
    first, last = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return data[:first] + data[last:] if rng.random() < 0.5 else data[:last]


def _double(data: bytes, rng: Random) -> bytes:
    first, last = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return data[:last] + data[first:]


def _insert(data: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    odd = (
        b"\0",
        b"\xff\xfe",
        b"{" * 200,
        b"[" * 5000,
        b'"',
        b"\n",
        b"NaN",
        b"1e999",
        b"9" * 5000,
        "：".encode(),
        b"PK",
    )
    return data[:place] + rng.choice(odd) + data[place:]


def _join(data: bytes, rng: Random) -> bytes:
    other = CONTENTS[rng.choice(sorted(CONTENTS))]
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other)) :]


def _cut_line(data: bytes, rng: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    place = rng.randrange(len(lines) or 1)
    return b"".join(lines[:place] + lines[place + 1 :])


def _repeat_line(data: bytes, rng: Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    place = rng.randrange(len(lines))
    return b"".join([*lines[:place], lines[place], *lines[place:]])


DAMAGES: tuple[Callable[[bytes, Random], bytes], ...] = (_flip, _cut, _double, _insert, _join, _cut_line, _repeat_line)
