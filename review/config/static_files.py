"""How static files are served where `collectstatic` gathered them: compressed, and named by their digests."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder
from whitenoise.storage import CompressedManifestStaticFilesStorage

NOT_SERVED = ("django_htmx",)
"""Folders of packages of which no page uses a file; modules in them import what is not there."""


class UsedFilesFinder(AppDirectoriesFinder):
    """Finds the files of installed apps that pages use."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        """Yield the paths and the storages of these files."""
        return super().list([*(ignore_patterns or ()), *NOT_SERVED])  # type: ignore[return-value]


class DigestedFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Modules of JavaScript import each other by their names with digests, so that browsers keep them for good."""

    support_js_module_import_aggregation = True
