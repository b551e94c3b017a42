from aligner_core import Diagnosis
from review.domain.failures import GROUPS, UNDIAGNOSED
from review.models import Provenance
from review.wording import DIAGNOSES, PROVENANCES


def test_every_diagnosis_and_every_provenance_has_words() -> None:
    assert set(DIAGNOSES) == set(GROUPS) == {*Diagnosis, UNDIAGNOSED, "withdrawn"}
    assert set(PROVENANCES) == set(Provenance)
