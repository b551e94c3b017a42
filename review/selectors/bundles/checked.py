"""An audit bundle that somebody sends, checked by the verifier that comes with every bundle."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from review.verifier import verify

MAX_BYTES = 256 * verify.MB
"""How much of a bundle is read at most, as by the verifier itself."""
WRONG, UNCHECKED, WITHHELD = "wrong", "unchecked", "withheld"


@dataclass(frozen=True, slots=True)
class CheckedBundle:
    """What was found in a bundle: the issues, as the verifier words them, and what its manifest states."""

    name: str
    issues: tuple[verify.Issue, ...]
    unlisted: int
    manifest: Mapping[str, object]
    kinds: frozenset[str]

    @property
    def is_wrong(self) -> bool:
        """Whether something is not what was sealed."""
        return WRONG in self.kinds

    @property
    def is_whole(self) -> bool:
        """Whether everything was checked and holds."""
        return not self.kinds & {WRONG, UNCHECKED}


def checked_bundle(data: bytes, *, name: str) -> CheckedBundle:
    """Return what the verifier finds in the bytes of a bundle; whatever these are, that is an answer."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bundle.zip"
        path.write_bytes(data)
        try:
            files, more, stray = verify.read(path, MAX_BYTES)
        except Exception as error:  # noqa: BLE001 - as the verifier does: whatever a file holds is no reason to fail
            return _checked(name, [verify.wrong(name, f"cannot be read ({error})")], {})
    issues = [*verify.check(files), *more]
    if not any(one.kind == WRONG for one in issues):
        issues = [*(one._replace(where=name) for one in stray), *issues]
    return _checked(name, issues, files)


def _checked(name: str, issues: list[verify.Issue], files: verify.Files) -> CheckedBundle:
    kinds = frozenset(one.kind for one in issues)
    manifest = verify.parse_json(files.get(verify.MANIFEST, b""))
    listed = issues[: verify.MAX_PRINTED]
    return CheckedBundle(
        name=name,
        issues=tuple(verify.Issue(one.kind, verify.printable(one.where), verify.printable(one.what)) for one in listed),
        unlisted=len(issues) - len(listed),
        manifest=manifest if isinstance(manifest, dict) and WRONG not in kinds else {},
        kinds=kinds,
    )
