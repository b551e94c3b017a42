"""Calls of tools by the SDK's client, each with its answer as a value."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

Call = Callable[..., Awaitable["Told"]]


@dataclass(frozen=True)
class Told:
    """What a tool answered: a value, or why it could not."""

    value: Any
    error: str

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - JSON
        assert not self.error, self.error
        return self.value[name]


async def told(client: Any, name: str, arguments: dict[str, Any]) -> Told:  # noqa: ANN401
    """Call a tool once."""
    answer = await client.call_tool(name, arguments)
    return Told(answer.structured_content, answer.content[0].text if answer.is_error else "")


def with_client(server: object, work: Callable[[Call], Awaitable[None]]) -> None:
    """Do *work* with the tools of a server: in this process, of a command, or at an address."""

    async def run() -> None:
        async with Client(server) as client:
            await work(lambda name, **arguments: told(client, name, arguments))

    asyncio.run(run())


def over_http(address: str, token: str, work: Callable[[Call], Awaitable[None]]) -> None:
    """Do *work* with the tools at an address, as the owner of a token."""

    async def run() -> None:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
            Client(streamable_http_client(address, http_client=http)) as client,
        ):
            await work(lambda name, **arguments: told(client, name, arguments))

    asyncio.run(run())


def command(executable: str, arguments: tuple[str, ...], variables: dict[str, str]) -> Any:  # noqa: ANN401
    """Return a command that serves over standard input and output."""
    return StdioServerParameters(command=executable, args=list(arguments), env=variables)
