"""The facets of entries: the values of each entry, and the conditions that narrow a list down to a value.

Values and conditions agree: the count of a value is the number of entries listed once it is chosen. Only the current
hits are counted, never the whole store.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.db.models.functions import Lower, Trim
from django.utils import timezone

from aligner_core.evidence import MIN_FUZZY_SIMILARITY, NORMALIZED_CONFIDENCE
from review.domain.row_keys import key_of
from review.models import Entry, Extraction, Quote, Standing
from review.models.sessions import KNOWN_ROLES, OTHER, ROLE_SPELLINGS, speaker_of
from review.selectors.keyset import counted

MAX_OPTIONS = 8
NOTHING, FAILED = "nothing", "none"
EXTRACTED, ADDED = "extractor", "person"
CERTAIN, HIGH, LOW = "1.00", f"{NORMALIZED_CONFIDENCE:.2f}", f"{MIN_FUZZY_SIMILARITY:.2f}"
BANDS = {CERTAIN: "exact", HIGH: "normalized", LOW: "fuzzy", FAILED: "none"}
"""The bands of confidence: it follows from the method, and only that of fuzzy quotes varies, below the others."""
DAY, WEEK, MONTH, OLDER = "day", "week", "month", "older"
BOUNDS = {DAY: (None, 1), WEEK: (1, 7), MONTH: (7, 30), OLDER: (30, None)}
"""The age bands of entries, in days since their upload: lower bound inclusive, upper bound exclusive."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The values of an entry, by facet; `names` label the values that have no label of their own."""

    values: Mapping[str, frozenset[str]]
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a facet: the number of hits with it, and whether it is chosen."""

    value: str
    name: str
    number: int
    is_chosen: bool

    @property
    def count(self) -> str:
        """The number of hits, with a plus above MAX_COUNTED."""
        return counted(self.number)


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet with the values of the hits; with none, if to choose one would leave out no hit."""

    name: str
    options: tuple[Option, ...]


Chosen = Mapping[str, Sequence[str]]


def facets_of(keys: Sequence[int], chosen: Chosen) -> tuple[Facet, ...]:
    """Return the facets of some entries; each is counted under the choices in the others, not under its own."""
    facts = _facts(keys)
    return tuple(_facet(name, facts, chosen) for name in CONDITIONS)


def condition_of(chosen: Chosen) -> Q:
    """Match the entries with one of the chosen values of every facet."""
    now = timezone.now()
    wanted = (reduce(or_, (CONDITIONS[name](value, now) for value in values)) for name, values in chosen.items())
    return Q(*wanted)


def _facet(name: str, facts: Iterable[Facts], chosen: Chosen) -> Facet:
    counts, names, number = Counter[str](), dict[str, str](), 0
    for one in facts:
        names |= one.names
        if all(one.values[other] & set(values) for other, values in chosen.items() if other != name):
            counts.update(one.values[name])
            number += 1
    own = tuple(chosen.get(name, ()))
    listed = ORDERS.get(name) or [value for value, _ in counts.most_common(MAX_OPTIONS)]
    shown = [value for value in dict.fromkeys((*listed, *own)) if counts[value] or value in own]
    if not own and all(counts[value] == number for value in shown):
        shown = []
    return Facet(name, tuple(Option(value, names.get(value, ""), counts[value], value in own) for value in shown))


def _facts(keys: Sequence[int]) -> list[Facts]:
    """Return the values of some entries; four queries, as a join could start from a whole table."""
    now, quotes = timezone.now(), dict[int, list[Quote]]()
    counting = Quote.objects.filter(entry__in=keys, standing=Standing.COUNTS)
    for quote in (
        counting.order_by()
        .select_related("current__message")
        .only("entry_id", "current__method", "current__reason", "current__span_start", "current__message__role")
    ):
        quotes.setdefault(quote.entry_id, []).append(quote)
    extractions = Prefetch("extraction", Extraction.objects.defer("canonical", "notes"))
    entries = Entry.objects.filter(pk__in=keys).order_by().prefetch_related(extractions, "verified_by")
    return [_entry_facts(entry, quotes.get(entry.pk, []), now) for entry in entries]


def _entry_facts(entry: Entry, quotes: Sequence[Quote], now: datetime) -> Facts:
    attempts = [quote.current for quote in quotes if quote.current is not None]
    methods = frozenset(one.method for one in attempts)
    run = entry.extraction
    came_at = entry.added_at if run is None else run.received_at
    values = {
        "stage": frozenset({entry.stage}),
        "missing": frozenset(entry.missing.split() or {NOTHING}),
        "method": methods,
        "confidence": frozenset(band for band, method in BANDS.items() if method in methods),
        "reason": frozenset(one.reason for one in attempts if one.reason),
        "speaker": frozenset(speaker_of(one.message.role) for one in attempts if one.aligned and one.message),
        "type": frozenset({entry.type} - {""}),
        "run": frozenset() if run is None else frozenset({str(run.pk)}),
        "model": frozenset() if run is None else frozenset({run.model or ""} - {""}),
        "origin": frozenset({EXTRACTED if run else ADDED}),
        "reviewer": frozenset({entry.verified_by.get_username()} if entry.verified_by else ()),
        "age": frozenset() if came_at is None else frozenset({_age(now - came_at)}),
    }
    named = {} if run is None else {str(run.pk): " ".join(filter(None, (run.run_name, run.prompt_version)))}
    return Facts(values, named)


def _age(age: timedelta) -> str:
    return next((name for name, (_, until) in BOUNDS.items() if until and age < timedelta(days=until)), OLDER)


def _of_quotes(**wanted: object) -> Q:
    return Q(Exists(Quote.objects.filter(entry=OuterRef("pk"), standing=Standing.COUNTS).filter(Q(**wanted))))


def _spoken_by(value: str) -> Q:
    spoken = Quote.objects.filter(entry=OuterRef("pk"), standing=Standing.COUNTS, current__span_start__isnull=False)
    with_role = spoken.annotate(role=Lower(Trim("current__message__role")))
    if value == OTHER:
        return Q(Exists(with_role.exclude(role__in=KNOWN_ROLES)))
    return Q(Exists(with_role.filter(role__in=ROLE_SPELLINGS.get(value, ()))))


def _came(value: str, now: datetime) -> Q:
    """Match the entries of an age, counted from the upload of their extraction or from their addition by a person."""
    return _extracted(_within("received_at", value, now)) | Q(_within("added_at", value, now), added_at__isnull=False)


def _within(column: str, value: str, now: datetime) -> Q:
    least, until = BOUNDS.get(value, (None, 0))
    matched = Q() if least is None else Q((f"{column}__lte", now - timedelta(days=least)))
    return matched if until is None else matched & Q((f"{column}__gt", now - timedelta(days=until)))


def _extracted(condition: Q) -> Q:
    """Match the entries of such extractions with a subquery per row, as a join could start from the extractions."""
    return Q(Exists(Extraction.objects.filter(condition, pk=OuterRef("extraction"))))


def _key(value: str) -> list[int]:
    key = key_of(value)
    return [] if key is None else [key]


def _missing(value: str) -> Q:
    return Q(missing="") if value == NOTHING else Q(missing__contains=value)


CONDITIONS: Mapping[str, Callable[[str, datetime], Q]] = {
    "stage": lambda value, _now: Q(stage=value),
    "missing": lambda value, _now: _missing(value),
    "method": lambda value, _now: _of_quotes(current__method=value),
    "confidence": lambda value, _now: _of_quotes(current__method=BANDS.get(value, value)),
    "reason": lambda value, _now: _of_quotes(current__reason=value),
    "speaker": lambda value, _now: _spoken_by(value),
    "type": lambda value, _now: Q(type=value),
    "run": lambda value, _now: Q(extraction__in=_key(value)),
    "model": lambda value, _now: _extracted(Q(model=value)),
    "origin": lambda value, _now: Q(extraction__isnull=value == ADDED),
    "reviewer": lambda value, _now: Q(Exists(User.objects.filter(pk=OuterRef("verified_by"), username=value))),
    "age": _came,
}
"""The facets, in the order in which they are shown."""
ORDERS: Mapping[str, Sequence[str]] = {"confidence": tuple(BANDS), "age": tuple(BOUNDS)}
"""The facets with a fixed order of values; the others show their most frequent values."""
