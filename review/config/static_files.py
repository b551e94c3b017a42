"""Static files as collected by `collectstatic`: compressed, and named by their digests."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

UNREAD = {
    ".css": re.compile(r"/\*.*?\*/|(?<=[;{}])\s+", re.DOTALL),
    ".js": re.compile(r"^ *//.*\n|/\*\* @.*? \*/\s*|^ +", re.MULTILINE),
}
"""Parts of a file that browsers do not need, by suffix: comments (in scripts, those on lines of their own, including
types) and indentation."""
VENDOR = "vendor/"
NOT_SERVED = ("django_htmx",)
"""Folders of packages that no page uses; modules in them import missing files."""


class UsedFilesFinder(AppDirectoriesFinder):
    """Finds the files of installed apps that pages use."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        """Yield the paths and the storages of these files."""
        return super().list([*(ignore_patterns or ()), *NOT_SERVED])  # type: ignore[return-value]


class DigestedFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Store JavaScript modules that import each other by names with digests, so that browsers cache them for good.

    Comments and indentation of our own styles and scripts are removed: they are for readers of the source.
    """

    support_js_module_import_aggregation = True

    def save(self, name: str, content: "File[bytes]", max_length: int | None = None) -> str:
        """Store a file in the form in which it is served."""
        unread = UNREAD.get(PurePath(name).suffix)
        if unread is not None and not name.startswith(VENDOR):
            content = ContentFile(unread.sub("", content.read().decode()).encode())
        saved: str = super().save(name, content, max_length)
        return saved

    def post_process(self, paths: Mapping[str, Any], *given: Any, **options: Any) -> Iterator[Any]:  # noqa: ANN401
        """Yield the files under their stored names, not under those they were found by."""
        yield from super().post_process({name: (self, name) for name in paths}, *given, **options)
