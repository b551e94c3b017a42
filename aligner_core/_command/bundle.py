"""`bundle build` and `bundle verify`: evidence bundles, made and checked."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from aligner_core._command.files import InputError, print_to_stderr, read_json, show, show_json
from aligner_core.bundles import PRODUCT_POLICY, SEED_POLICY, BundlePolicy, build_evidence, verify_evidence
from aligner_core.errors import BundleError

NOT_WHOLE = 1
SUMMARY = "build or verify an evidence bundle"
EXAMPLES = """\
examples:
  evidence-review bundle build inputs.json > bundle.json
  evidence-review bundle verify bundle.json
  evidence-review bundle verify --policy product bundle.json

exit code: 0 when it was built or is intact, 1 when a bundle is not intact, 2 when a file cannot be read or built from
"""
_POLICIES: Mapping[str, BundlePolicy] = {"seed": SEED_POLICY, "product": PRODUCT_POLICY}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("action", choices=("build", "verify"))
    parser.add_argument("file", type=Path, help="the inputs by their names, or the bundle, as JSON")
    parser.add_argument("--policy", choices=tuple(_POLICIES), default="seed", help="which sections it may have")


def run(options: argparse.Namespace) -> int:
    """Print the bundle that is built, or whether one is whole."""
    given, policy = read_json(options.file), _POLICIES[options.policy]
    if not isinstance(given, Mapping):
        message = f"{options.file}: expected a JSON object."
        raise InputError(message)
    if options.action == "build":
        show_json(_built(given, policy, options.file))
        return 0
    try:
        verify_evidence(given, policy=policy)
    except BundleError as error:
        print_to_stderr(f"{options.file}: {error}")
        return NOT_WHOLE
    show(f"{options.file}: the bundle is whole.")
    return 0


def _built(given: Mapping[str, object], policy: BundlePolicy, path: Path) -> object:
    try:
        return build_evidence(given, policy=policy)
    except BundleError as error:
        message = f"{path}: {error}"
        raise InputError(message) from error
