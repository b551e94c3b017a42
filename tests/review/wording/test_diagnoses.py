from aligner_core import Diagnosis
from review.models import Provenance
from review.selectors.repair.failed_list import GROUPS
from review.wording import DIAGNOSES, PROVENANCES


def test_every_diagnosis_and_every_provenance_has_words() -> None:
    assert set(DIAGNOSES) == set(GROUPS) == {*Diagnosis, "withdrawn"}
    assert set(PROVENANCES) == set(Provenance)
