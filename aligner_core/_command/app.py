"""`serve` and `manage`: the application, where it is installed beside the library."""

import argparse
from importlib.util import find_spec

from aligner_core._command.files import InputError
from aligner_core._lazy import lazy_module

cli = lazy_module("review.cli")

SERVE_SUMMARY = "serve the application on this machine"
SERVE_EXAMPLES = """\
examples:
  evidence-review serve
  evidence-review serve --demo --port 8001

The store is kept in var/ below the working folder, unless REVIEW_DATABASE_URL names another one. For a team, run it
behind a server of your choice, as docs/operation.md says.
"""
MANAGE_SUMMARY = "run a management command of the application, as manage.py does in a checkout"
MANAGE_EXAMPLES = """\
examples:
  evidence-review manage migrate
  evidence-review manage createsuperuser
  evidence-review manage audit_store
"""
EXPORT_SUMMARY = "export what a store has, to import it elsewhere or for another tool"
EXPORT_EXAMPLES = """\
examples:
  evidence-review export --project demo --out demo.jsonl.gz
  evidence-review export --project demo --format csv --stage verified --out verified.csv
"""
IMPORT_SUMMARY = "import what another store exported, with the decisions of its people"
IMPORT_EXAMPLES = """\
examples:
  evidence-review import demo.jsonl.gz --project archive
  evidence-review import audit-bundle-1a2b3c4d5e6f.zip --project archive --as dana
"""
DEFAULT_PORT = 8000


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `serve` takes."""
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="the port on 127.0.0.1 (default: %(default)s)")
    parser.add_argument("--demo", action="store_true", help="seed demo data and people first")


def add_manage_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `manage` takes."""
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="…", help="the command and what it takes")


def run_serve(options: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    _require_app()
    return cli.serve(port=options.port, demo=options.demo)  # type: ignore[operator,no-any-return]


def run_manage(options: argparse.Namespace) -> int:
    """Run the management command, which exits by itself where it fails."""
    _require_app()
    return cli.manage(_passed_on(options))  # type: ignore[operator,no-any-return]


def run_export(options: argparse.Namespace) -> int:
    """Run the management command that exports."""
    _require_app()
    return cli.manage(["export_records", *_passed_on(options)])  # type: ignore[operator,no-any-return]


def run_import(options: argparse.Namespace) -> int:
    """Run the management command that imports."""
    _require_app()
    return cli.manage(["import_records", *_passed_on(options)])  # type: ignore[operator,no-any-return]


def _passed_on(options: argparse.Namespace) -> list[str]:
    """Return what follows the command, without the mark that it is all the application's."""
    given: list[str] = options.arguments
    return given[1:] if given[:1] == ["--"] else given


def _require_app() -> None:
    if find_spec("django") is None:
        message = "the application is not installed: pip install 'evidence-review[app]'"
        raise InputError(message)
