"""The environment: every REVIEW_… variable, read once and checked."""

import os
import secrets
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, NonNegativeInt, PositiveInt, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from review.domain import limits

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
SOCKET_FILE = "unix"
"""Stands for a proxy that connects by a socket file and so has no address."""
Proxy = IPv4Network | IPv6Network | None
"""A network of trusted proxies; None for a socket file."""


class Environment(BaseSettings):
    """The settings that a deployment may change: the variable of each is REVIEW_ and its name."""

    model_config = SettingsConfigDict(env_prefix="REVIEW_", extra="ignore", frozen=True)

    debug: bool = False
    demo: bool = False
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = tuple(sorted(LOOPBACK))
    https: bool = True
    trusted_proxies: Annotated[tuple[Proxy, ...], NoDecode] = ()
    hsts_seconds: NonNegativeInt = limits.HSTS_SECONDS
    idle_minutes: PositiveInt = limits.IDLE_MINUTES
    log: Literal["text", "json"] = "text"
    secret_key: SecretStr = SecretStr("")
    database_url: str = ""
    time_zone: str = "UTC"
    static_root: Path | None = None
    shared_state: Literal["files", "database"] | None = None
    signing_key_dir: Path | None = None
    checkpoint_dir: Path | None = None
    checkpoint_every: PositiveInt = limits.CHECKPOINT_EVERY
    max_file_bytes: PositiveInt = limits.MAX_FILE_BYTES
    max_upload_bytes: PositiveInt = limits.MAX_UPLOAD_BYTES
    max_drafts_bytes: PositiveInt = limits.MAX_DRAFTS_BYTES
    max_message_bytes: PositiveInt = limits.MAX_MESSAGE_BYTES
    max_messages: PositiveInt = limits.MAX_MESSAGES
    max_quotes: PositiveInt = limits.MAX_QUOTES
    max_upload_work: PositiveInt = limits.MAX_UPLOAD_WORK
    webhook_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    openai_key: SecretStr = SecretStr("")
    anthropic_key: SecretStr = SecretStr("")
    llm_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    jobs: Literal["embedded", "procrastinate"] = "embedded"
    max_chars_at_once: NonNegativeInt = limits.MAX_CHARS_AT_ONCE
    max_quotes_at_once: NonNegativeInt = limits.MAX_QUOTES_AT_ONCE
    max_work_at_once: NonNegativeInt = limits.MAX_WORK_AT_ONCE
    max_job_bytes: PositiveInt = limits.MAX_JOB_BYTES
    job_lease_seconds: PositiveInt = limits.JOB_LEASE_SECONDS
    max_drafts: PositiveInt = limits.MAX_DRAFTS
    draft_days: PositiveInt = limits.DRAFT_DAYS
    max_json_depth: Annotated[int, Field(ge=8, le=100)] = limits.MAX_JSON_DEPTH
    max_quote_chars: Annotated[int, Field(ge=200, le=100_000)] = limits.MAX_QUOTE_CHARS

    @field_validator("allowed_hosts", "webhook_hosts", "llm_hosts", mode="before")
    @classmethod
    def _split_hosts(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(host.strip() for host in value.split(",") if host.strip())
        return value

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _read_proxies(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        names = [name.strip() for name in value.split(",") if name.strip()]
        try:
            return tuple(None if name == SOCKET_FILE else ip_network(name) for name in names)
        except ValueError as error:
            message = "REVIEW_TRUSTED_PROXIES lists addresses or networks, like 10.0.0.0/8, or unix for a socket file."
            raise ValueError(message) from error

    @model_validator(mode="after")
    def _is_safe_when_exposed(self) -> Self:
        if not self.is_exposed:
            return self
        if "*" in self.allowed_hosts:
            message = "REVIEW_ALLOWED_HOSTS lists the hosts to serve; * is not a host."
            raise ValueError(message)
        if self.demo:
            message = "REVIEW_DEMO logs anybody in by one click: it is only allowed with loopback hosts."
            raise ValueError(message)
        if self.debug:
            message = "REVIEW_DEBUG exposes internals: it is only allowed with loopback hosts."
            raise ValueError(message)
        least = limits.MIN_SECRET_KEY_CHARS
        if len(self.secret_key.get_secret_value()) < least:
            message = f"Other machines are served: REVIEW_SECRET_KEY needs at least {least} characters."
            raise ValueError(message)
        return self

    @property
    def is_exposed(self) -> bool:
        """Whether other machines can reach the server."""
        return not LOOPBACK.issuperset(self.allowed_hosts)

    @property
    def is_https(self) -> bool:
        """Whether browsers use https, as they do unless the server is on a loopback address."""
        return self.is_exposed and self.https


def local_secret_key(path: Path) -> str:
    """Return the secret key of this machine, created on first use."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        key = secrets.token_urlsafe(limits.MIN_SECRET_KEY_CHARS)
        file.write(key)
    return key


def beside_database(database: Mapping[str, Any], *, otherwise: Path) -> Path:
    """Return the folder of a database file, else *otherwise*, to keep the files of different stores apart."""
    return Path(database["NAME"]).parent if is_file(database) else otherwise


def is_file(database: Mapping[str, Any]) -> bool:
    """Return whether a database is a file of this machine."""
    return str(database["ENGINE"]).endswith("sqlite3")
