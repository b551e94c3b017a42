"""Read a file of an unknown shape by a mapping, and keep mappings for the files of a project to come."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core.formats import FieldMapping, fields_of
from review.domain.errors import Problem
from review.domain.events.mappings import MappingDeleted, MappingSaved
from review.domain.limits import MAX_MAPPINGS
from review.domain.mappings import SavedMapping, saved_mappings
from review.domain.roles import Obstacle, Unchanged
from review.models import Project, UploadDraft
from review.payloads import storable
from review.presentation.code_lines import code_lines
from review.selectors.access import may_manage, may_review
from review.services import _journal
from review.services.ingest._parts import found_in
from review.services.ingest.dropped import Unread, store_as


@dataclass(frozen=True, slots=True)
class MappedFile:
    """A file that was read by a mapping; `kept` is the mapping that its project keeps from now on, if it does."""

    kept: SavedMapping | Unchanged | None = None


@transaction.atomic(durable=True)
def map_file(
    draft: UploadDraft, *, position: int, mapping: FieldMapping, keep_as: str, actor: AbstractBaseUser
) -> MappedFile | Unread:
    """Read a file of a draft by a mapping, or leave it as it is and return why it cannot be read so.

    With a name to *keep_as*, the project reads files with the same keys by it from now on.
    """
    project = _locked(draft.project_id) if keep_as else None
    file = draft.files.select_for_update().get(position=position)
    data = bytes(file.data)
    result = found_in(data, name=file.name, mapping=mapping)
    if isinstance(result, Problem):
        return Unread(file.name, file.size, result, code_lines(data, result.where))
    file.format = ""
    store_as(draft, file, result)
    if project is None:
        return MappedFile()
    keys = fields_of(data, rows=mapping.rows).names
    return MappedFile(_kept(project, SavedMapping(keep_as, tuple(storable(list(keys))), mapping), actor))


@transaction.atomic(durable=True)
def delete_mapping(*, project_id: int, name: str, actor: AbstractBaseUser) -> Project | Unchanged:
    """Keep a mapping no longer; it is a `conflict` where there is none of this name."""
    project = _locked(project_id)
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    left = [one for one in project.mappings if one["name"] != name]
    if len(left) == len(project.mappings):
        return Unchanged(Obstacle.CONFLICT)
    _store(project, left)
    _journal.append(MappingDeleted(project=project.slug, name=name), session=None, actor=actor)
    return project


def _kept(project: Project, new: SavedMapping, actor: AbstractBaseUser) -> SavedMapping | Unchanged:
    """Keep a mapping instead of those of its name, and of its keys."""
    if not may_review(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    others = [
        one for one in saved_mappings(project.mappings) if one.name != new.name and set(one.keys) != set(new.keys)
    ]
    if len(others) >= MAX_MAPPINGS or not new.keys:
        return Unchanged(Obstacle.TOO_MANY)
    _store(project, [one.stored for one in (*others, new)])
    _journal.append(MappingSaved(project=project.slug, **new.stored), session=None, actor=actor)
    return new


def _locked(project_id: int) -> Project:
    return Project.objects.select_for_update(no_key=True).get(pk=project_id)


def _store(project: Project, mappings: list[dict[str, object]]) -> None:
    project.mappings = mappings
    project.save(update_fields=["mappings"])
