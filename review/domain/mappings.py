"""Mappings that a project keeps: by what its files of an unknown shape are read, known again by their keys."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from aligner_core.formats import FieldMapping


@dataclass(frozen=True, slots=True)
class SavedMapping:
    """A mapping with its name, and the keys or columns of the files that it is for."""

    name: str
    keys: tuple[str, ...]
    mapping: FieldMapping

    @property
    def stored(self) -> dict[str, Any]:
        """It as JSON, as a project and the journal keep it."""
        return {"name": self.name, "keys": list(self.keys), "mapping": self.mapping.wire}


def saved_mappings(stored: Iterable[Mapping[str, Any]]) -> tuple[SavedMapping, ...]:
    """Return the mappings of a project from their stored form."""
    return tuple(
        SavedMapping(one["name"], tuple(one["keys"]), FieldMapping.model_validate(one["mapping"])) for one in stored
    )


def mapping_for(saved: Iterable[SavedMapping], keys: Collection[str]) -> SavedMapping | None:
    """Return the mapping of files with these keys: all of them, in any order, and no others."""
    wanted = frozenset(keys)
    return next((one for one in saved if wanted and frozenset(one.keys) == wanted), None)
