"""`api`: a call of the API of a server, with a token, from the shell."""

import argparse
import json
import os
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aligner_core._command.files import InputError, read_data, show, show_as_it_is, show_json
from aligner_core._lazy import lazy_module
from aligner_core._text.printing import printable_json
from aligner_core.client import ApiError, EvidenceReview
from aligner_core.errors import MissingExtraError

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazy_module("httpx", extra="client")

REFUSED = 1
ADDRESS, TOKEN = "EVIDENCE_REVIEW_URL", "EVIDENCE_REVIEW_TOKEN"
DEFAULT_ADDRESS = "http://127.0.0.1:8000"
SUMMARY = "make a call of the API of a server, and print its answer"
EXAMPLES = """\
PATH is that of an operation, below /api/v1/. What has a body or a field is posted; anything else is read, unless
--method says otherwise. The value of a field is JSON where it is, and else a text.

examples:
  evidence-review api sessions --body talk.json
  evidence-review api sessions --query format=auto --body chatgpt-export.zip
  evidence-review api failed --query session=13
  evidence-review api quotes/140/fix --seen 1 --field fix=use_words-0
  evidence-review api entries/57/claim/confirm --method POST --seen 2
  evidence-review api memories --query since=41 --query format=markdown

EVIDENCE_REVIEW_TOKEN is the token, EVIDENCE_REVIEW_URL the server (http://127.0.0.1:8000 where it is not set).

exit code: 0 when the server did it, 1 when it refused and printed is why, 2 when nothing could be asked
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("path", metavar="PATH", help="the path of an operation, such as entries/57")
    parser.add_argument(
        "--method", choices=["GET", "POST", "PUT", "DELETE"], help="GET, or POST where something is sent"
    )
    sent = parser.add_mutually_exclusive_group()
    sent.add_argument("--body", metavar="FILE", type=Path, help='what is sent; "-" is standard input')
    sent.add_argument("--field", metavar="NAME=VALUE", action="append", type=_pair, help="a key of what is sent")
    parser.add_argument("--query", metavar="NAME=VALUE", action="append", type=_pair, help="a parameter of the address")
    parser.add_argument("--seen", metavar="N", type=int, help="the version or the attempt that was seen")


def run(options: argparse.Namespace) -> int:
    """Make the call, and print the answer, or the problem."""
    token = os.environ.get(TOKEN)
    if not token:
        message = f"Set {TOKEN} to a token of the project, from its page API."
        raise InputError(message)
    address = os.environ.get(ADDRESS, DEFAULT_ADDRESS)
    method, given = _given(options)
    try:
        with EvidenceReview(address, token) as review:
            response = review.call(method, options.path.strip("/"), **given)
    except ApiError as error:
        show_json(dict(error.problem))
        return REFUSED
    except MissingExtraError as error:
        raise InputError(str(error)) from error
    except (httpx.TransportError, httpx.InvalidURL) as error:
        message = f"{address} cannot be reached: {error}."
        raise InputError(message) from error
    _show(response)
    return 0


def _given(options: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Return the method of a call, and what httpx takes for it."""
    query, fields = dict(options.query or ()), dict(options.field or ())
    headers = {"Idempotency-Key": uuid.uuid4().hex}
    if options.seen is not None:
        headers["If-Match"] = f'"{options.seen}"'
    given: dict[str, Any] = {"params": query, "headers": headers}
    if options.body is not None:
        given["content"] = read_data(options.body)
        headers["Content-Type"] = "application/octet-stream" if "format" in query else "application/json"
    elif fields:
        given["json"] = {name: _value(text) for name, text in fields.items()}
    return options.method or ("POST" if {"content", "json"} & given.keys() else "GET"), given


def _show(response: "httpx.Response") -> None:
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if kind == "application/json":
        show_json(response.json())
    elif kind == "application/x-ndjson":
        show_as_it_is(printable_json(response.text.removesuffix("\n")))
    else:
        show(response.text.removesuffix("\n"))


def _pair(text: str) -> tuple[str, str]:
    name, found, value = text.partition("=")
    if not found:
        message = f"{text} is not NAME=VALUE."
        raise argparse.ArgumentTypeError(message)
    return name, value


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text
