"""A sealed bundle of a session, and the files in it."""

import io
import zipfile

import pytest

from review.selectors.bundles.contents import session_scope
from review.services.bundles.seal import SealedBundle, seal_bundle
from tests.factories import make_entry, make_session
from tests.forging import Files


@pytest.fixture
def bundle() -> SealedBundle:
    session = make_session(["We keep the raw text of every event.", "캐시는 한 시간 동안 유지합니다."])
    make_entry(session, ["raw text of every event", (1, "캐시는  한 시간 동안"), (0, "never said by anybody")])
    sealed = seal_bundle(scope=session_scope(session), withheld=(), actor=None)
    assert isinstance(sealed, SealedBundle)
    return sealed


@pytest.fixture
def files(bundle: SealedBundle) -> Files:
    with zipfile.ZipFile(io.BytesIO(bundle.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
