"""The README as a package index shows it, where no relative link and no picture of the checkout works."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?://)[^)]+\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?://)([^)#]+)(?:#[^)]*)?\)")
_NOTE = "Files in brackets, as `docs/check.md`, travel with the source distribution.\n"


class ReadmeHook(MetadataHookInterface):
    """The description of the package: the README, with the names of files in the place of links to them."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description of the package."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": described(text)}


def described(readme: str) -> str:
    """Return a README without relative links: the project has no public address that these could be made whole by."""
    return _LINK.sub(r"\1 (`\2`)", _PICTURE.sub("", readme)) + "\n" + _NOTE
