"""Which addresses a webhook may have: https to the public internet, or what the staff allow. No network is asked."""

from collections.abc import Collection
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

Address = IPv4Address | IPv6Address
TRANSLATED = ip_network("64:ff9b::/96")
"""IPv6 addresses that a gateway (NAT64) translates into the IPv4 address in their last four bytes."""
PORTS = {"https": 443, "http": 80}


class Fault(StrEnum):
    """What is wrong with the address of a webhook."""

    NO_URL = "no_url"
    NOT_HTTPS = "not_https"
    INSIDE = "inside"


def fault_of_url(url: str, *, allowed: Collection[str]) -> Fault | None:
    """Return why nothing is sent to an address, as far as it says so itself; None where nothing is wrong.

    *allowed* are the hosts inside, `name` or `name:port`, to which the staff let webhooks go, by http too.

    >>> fault_of_url("https://example.com/hook", allowed=()), fault_of_url("http://example.com/hook", allowed=())
    (None, <Fault.NOT_HTTPS: 'not_https'>)
    >>> fault_of_url("https://[::1]/hook", allowed=())
    <Fault.INSIDE: 'inside'>
    """
    parts = parts_of(url)
    if parts is None:
        return Fault.NO_URL
    if is_allowed(parts, allowed):
        return None
    if parts.scheme != "https":
        return Fault.NOT_HTTPS
    try:
        named = ip_address(parts.hostname or "")
    except ValueError:
        return None
    return None if is_public(named) else Fault.INSIDE


def parts_of(url: str) -> SplitResult | None:
    """Return the parts of an address with a host and nothing that hides it: no name, password, blank or fragment."""
    if not url.isascii() or not url.isprintable() or " " in url or "#" in url or "\\" in url:
        return None
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme in PORTS and bool(parts.hostname) and "@" not in parts.netloc and port_of(parts) > 0
    except ValueError:
        return None
    return parts if is_whole else None


def port_of(parts: SplitResult) -> int:
    """Return the port of an address, that of its scheme where it names none."""
    return PORTS[parts.scheme] if parts.port is None else parts.port


def is_allowed(parts: SplitResult, allowed: Collection[str]) -> bool:
    """Return whether the staff let webhooks go to a host inside."""
    host = parts.hostname or ""
    return host in allowed or f"{host}:{port_of(parts)}" in allowed


def is_public(address: Address) -> bool:
    """Return whether an address is one of the public internet, whatever it is wrapped in.

    >>> [is_public(ip_address(one)) for one in ("93.184.215.14", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::7f00:1")]
    [True, False, False, False]
    """
    return all(one.is_global and not one.is_multicast and not one.is_reserved for one in _wrapped(address))


def _wrapped(address: Address) -> list[Address]:
    """Return the addresses that have to be public: an address, or what it is another form of, and what it leads to."""
    if isinstance(address, IPv4Address):
        return [address]
    if address.ipv4_mapped is not None:
        return [address.ipv4_mapped]
    if address in TRANSLATED:
        return [IPv4Address(int(address) & 0xFFFFFFFF)]
    leads = [address.sixtofour, *(address.teredo or ())]
    return [address, *(one for one in leads if one is not None)]
