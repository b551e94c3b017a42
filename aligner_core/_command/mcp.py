"""`mcp`: the tools for agents, over stdio or http."""

import argparse
import os
from typing import TYPE_CHECKING

from aligner_core._command.files import InputError, print_to_stderr
from aligner_core._lazy import lazy_module
from aligner_core.errors import MissingExtraError

if TYPE_CHECKING:
    from aligner_core._mcp import server
else:
    server = lazy_module("aligner_core._mcp.server")

DEFAULT_URL = "http://127.0.0.1:8000"
SUMMARY = "serve tools to agents by the Model Context Protocol"
EXAMPLES = """\
Tools: check_quotes, check_claim and find_evidence work on this machine alone. submit_extraction, failed_quotes,
verified_memories and find_evidence in a stored session ask the server at EVIDENCE_REVIEW_URL (default:
http://127.0.0.1:8000), each with the token of the caller: over stdio that of EVIDENCE_REVIEW_TOKEN, over http the
header `Authorization: Bearer evr_…` of the call. A token comes from the page API of a project. docs/mcp.md says how
Claude Code, Codex and Cursor are told of it.

examples:
  evidence-review mcp
  evidence-review mcp --http 8765
  evidence-review mcp --http 8765 --host 0.0.0.0 --allow-host mcp.review.example
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `mcp` takes."""
    parser.add_argument("--http", metavar="PORT", type=_port, help="serve http://HOST:PORT/mcp instead of stdio")
    parser.add_argument("--host", default="127.0.0.1", help="the address to serve at (default: %(default)s)")
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="a name of this machine that requests may be for, beside localhost; may be given several times",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until the caller goes, or somebody stops it."""
    url = os.environ.get("EVIDENCE_REVIEW_URL") or DEFAULT_URL
    if not url.startswith(("http://", "https://")):
        message = "EVIDENCE_REVIEW_URL has to begin with http:// or https://"
        raise InputError(message)
    try:
        _serve(options, url)
    except MissingExtraError as error:
        raise InputError(str(error)) from error
    return 0


def _serve(options: argparse.Namespace, url: str) -> None:
    if options.http is None:
        server.serve_stdio(url, os.environ.get("EVIDENCE_REVIEW_TOKEN", ""))
        return
    app = server.http_app(url, hosts=options.allow_host)
    print_to_stderr(f"evidence-review: tools at http://{options.host}:{options.http}/mcp, server at {url}")
    server.serve_http(app, host=options.host, port=options.http)


def _port(given: str) -> int:
    port = int(given)
    if not 0 < port < 2**16:
        message = f"{given} is no port"
        raise argparse.ArgumentTypeError(message)
    return port
