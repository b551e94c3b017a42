"""What the declaration of an event consists of. Private to the events.

A payload class declares one type of event: its fields, its name, its effect, its particulars in words, and how it is
undone. Classes for what was done in a batch have the type, and so the declaration, of the class that they extend.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from string import Formatter
from typing import Annotated, Any, ClassVar, get_args

from pydantic import BaseModel, ConfigDict

from review.domain.entry_state import EntryState
from review.domain.lineage import SecondPerson
from review.domain.people_state import PeopleState

Body = Mapping[str, Any]
"""A payload as it was read from its JSON."""


class Writer(StrEnum):
    """Who writes a text of a payload: a person here, somebody whose words were uploaded, or the program."""

    PERSON = auto()
    UPLOAD = auto()
    PROGRAM = auto()


@dataclass(frozen=True, slots=True)
class WrittenBy:
    """The mark of a text in a payload; `key` is where it is in an outcome."""

    writer: Writer
    key: str = ""


PersonText = Annotated[str, WrittenBy(Writer.PERSON)]
"""A text that a person typed here, or may have typed."""
UploadText = Annotated[str, WrittenBy(Writer.UPLOAD)]
"""A text that came with an upload, such as the words of a model."""
Code = Annotated[str, WrittenBy(Writer.PROGRAM)]
"""One of a closed list."""
Outcome = dict[str, Any]
"""One alignment outcome in its wire form (camelCase keys, specification 2)."""
ChosenOutcome = Annotated[Outcome, WrittenBy(Writer.PERSON, key="quote")]
"""The outcome of words that a person may have typed."""
MadeWith = dict[str, Any]
"""The `engine` and the `config` of the aligner that made an attempt."""


class Undo(StrEnum):
    """How an event is undone within the time for it, by the person who caused it."""

    NONE = auto()
    """Not at all: it changes nothing, or another decision is its inverse, at any time."""
    REVERT = auto()
    """By `decision_reverted`."""
    VOID = auto()
    """By `decision_reverted`, as a statement whose row stays and no longer counts."""
    ATTEMPT = auto()
    """By another attempt with the words of the one before."""
    SPLIT = auto()
    """By `split_undone`."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One event of the journal: its envelope without the chain, and its payload, whose fields are its items."""

    event_id: str
    event_type: str
    body: Body
    actor: str
    at: datetime
    session: int | None

    def __getitem__(self, field: str) -> Any:  # noqa: ANN401 - of any field
        return self.body[field]

    @property
    def with_token(self) -> str:
        """The name of the token that it was done with; empty where its actor did it."""
        return str(self.body.get("token", {}).get("name", ""))

    @property
    def by(self) -> tuple[str, ...]:
        """Who did it: the actor, and the token if it was done with one."""
        return (self.actor, *filter(None, [self.with_token]))


Name = Callable[[str], str]
"""The name of a code in the language of the reader; the code itself where it has none."""


@dataclass(frozen=True, slots=True)
class Words:
    """The names that the particulars of events are put in; `kinship` is how one account stands to another."""

    stage: Name
    method: Name
    failure: Name
    refusal: Name
    requirement: Name
    switch: Name
    role: Name
    turn: Name
    change: Name
    event: Name
    scope: Name
    kinship: Callable[[SecondPerson, str], str]


class _InWords(Formatter):
    """Format the fields of a payload as templates ask: a code, or each code of a list, by the name of its kind."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - of any field
        """Return a field in words; `format_spec` is the kind of its codes."""
        if not format_spec:
            return str(value)
        name: Name = getattr(self._words, format_spec)
        return " ".join(map(name, value)) if isinstance(value, list) else name(value)


class Payload(BaseModel):
    """What one event records, and what follows from it; its type is in the envelope.

    `particulars` are templates of its details, in which a field stands by its name, and a code by `{field:kind}` with
    the kind of `Words` that names it; there are none where the title says all. `ends_turn_as` is the kind under which
    the queue counts an event that ends the turn of its entry, `is_decided` means that its actor decided on the entry,
    and `is_on_home` that it is listed among the recent decisions. `moves_memory` means that its entry may be verified
    after it and was not before, or the other way round, or has another claim: programs are told.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    event_type: ClassVar[str]
    event_title: ClassVar[object]
    particulars: ClassVar[tuple[str, ...]]
    undo: ClassVar[Undo] = Undo.NONE
    ends_turn_as: ClassVar[str] = ""
    is_decided: ClassVar[bool] = False
    is_on_home: ClassVar[bool] = False
    moves_memory: ClassVar[bool] = False

    @classmethod
    def title_of(cls, body: Body) -> str:
        """Return the title of an event of this type, in the language of the reader."""
        return str(cls.event_title)

    @classmethod
    def undo_of(cls, body: Body) -> Undo:
        """Return how an event of this type is undone."""
        return cls.undo

    @classmethod
    def turn_of(cls, body: Body) -> str:
        """Return the kind under which the queue counts it; empty if it does not end the turn of the entry."""
        return cls.ends_turn_as

    @classmethod
    def details(cls, event: Recorded, words: Words) -> Iterable[str]:
        """Return its particulars in words; empty ones are left out."""
        return (_InWords(words).vformat(one, (), event.body) for one in cls.particulars)


class EntryEvent(Payload):
    """An event of an entry."""

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        """Add what the event did to the state of its entry: nothing, if it only requests or refuses something."""


class StoreEvent(Payload):
    """An event of the store: of projects, their people, and accounts."""

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        """Add what the event did to the state of projects and accounts."""


def texts_of_people(payload: type[Payload]) -> frozenset[str]:
    """Return where texts that people typed are in the payloads of a type, in a batch too.

    A place is the name of a field, and the key in it if the field is an outcome; in each item of a list it is
    `field[].place`.
    """
    in_batch = (one for one in payload.__subclasses__() if one.event_type == payload.event_type)
    return frozenset(_typed_texts(payload)).union(*map(texts_of_people, in_batch))


def _typed_texts(payload: type[BaseModel]) -> Iterator[str]:
    for name, field in payload.model_fields.items():
        for mark in field.metadata:
            if isinstance(mark, WrittenBy) and mark.writer is Writer.PERSON:
                yield ".".join(filter(None, (name, mark.key)))
        for item in get_args(field.annotation):
            if isinstance(item, type) and issubclass(item, BaseModel):
                yield from (f"{name}[].{place}" for place in _typed_texts(item))
