"""A signed statement of in-toto about a sealed bundle, for tools that know no other form."""

from typing import Final

from aligner_core import canonical_json
from aligner_core.exports import bundle_statement
from aligner_core.ledger import seal
from review.selectors.bundles.contents import BundleScope
from review.services._signing import signer
from review.services.bundles.seal import SealedBundle

STATEMENT_TYPE: Final = "application/vnd.in-toto+json"


def signed_statement(bundle: SealedBundle, scope: BundleScope) -> bytes:
    """Return the statement about a bundle in a DSSE envelope: its subject is the digest of the zip.

    Raises:
        KeyFileError: the keys cannot be used.

    """
    said = {"scope": dict(scope.description), "counts": bundle.counts, "keyId": bundle.key_id}
    statement = bundle_statement(bundle.name, bundle.digest, said)
    return seal(canonical_json(statement), STATEMENT_TYPE, signer())
