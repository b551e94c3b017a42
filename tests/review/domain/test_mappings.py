"""Mappings that a project keeps: known again by the keys of a file, whatever their order."""

from aligner_core.formats import FieldMapping
from review.domain.mappings import SavedMapping, mapping_for, saved_mappings

FACTS = SavedMapping("Facts", ("said", "n"), FieldMapping(quote="said"))


def test_mapping_for_takes_files_with_just_these_keys() -> None:
    assert mapping_for([FACTS], ["n", "said"]) == FACTS
    assert mapping_for([FACTS], ["said"]) is None
    assert mapping_for([FACTS], ["said", "n", "by"]) is None
    assert mapping_for([SavedMapping("Any", (), FACTS.mapping)], []) is None


def test_saved_mappings_come_back_from_what_is_stored() -> None:
    assert saved_mappings([FACTS.stored]) == (FACTS,)
