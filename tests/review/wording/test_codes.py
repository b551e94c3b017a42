"""The names of codes say no more than the code means."""

import pytest
from django.utils import translation

from review.wording.codes import DIFFERENCES


@pytest.mark.parametrize(("language", "name"), [("en", "role in the sentence differs"), ("ko", "문장 속 역할이 다름")])
def test_another_particle_is_not_called_another_subject(language: str, name: str) -> None:
    """*DuckDB에서* names a place: nothing of it is a subject or an object."""
    with translation.override(language):
        assert str(DIFFERENCES["role"]) == name
