"""The client of a request that came through proxies. Private to the views."""

from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_address

Network = IPv4Network | IPv6Network


def is_trusted(address: str, proxies: Collection[Network | None]) -> bool:
    """Return whether the address belongs to a trusted proxy; a request without one came through a socket file."""
    if not address:
        return None in proxies
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(proxy is not None and found in proxy for proxy in proxies)


def client_address(sender: str, forwarded_for: str, proxies: Collection[Network | None]) -> str:
    """Return the last address that is not a trusted proxy's: anything before it may be forged."""
    address = sender
    for hop in reversed([part.strip() for part in forwarded_for.split(",")]):
        try:
            address = str(ip_address(hop))
        except ValueError:
            return address
        if not is_trusted(address, proxies):
            return address
    return address
