"""The client of a request that came through proxies. Private to the views."""

from collections.abc import Collection, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_address

from django.http import HttpRequest
from django.http.request import HttpHeaders

FORWARDED = "evidence_review.forwarded"
"""The key of a request that came through a proxy or a tunnel; a client cannot set it."""
FORWARDING_HEADERS = (
    "forwarded",
    "via",
    "x-forwarded-",
    "x-real-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-original-",
    "true-client-ip",
    "cf-",
    "cdn-loop",
    "fastly-client-ip",
    "fly-client-ip",
    "tailscale-",
    "ngrok-",
)
"""How the headers begin that proxies and tunnels add."""
Network = IPv4Network | IPv6Network


def note_forwarding(request: HttpRequest) -> None:
    """Note on a request that a proxy or a tunnel forwarded it, before a header is taken off."""
    request.META[FORWARDED] = has_forwarding_header(HttpHeaders(request.META))


def was_forwarded(request: HttpRequest) -> bool:
    """Return whether a proxy or a tunnel forwarded a request, as far as it says so."""
    return bool(request.META.get(FORWARDED))


def has_forwarding_header(headers: Mapping[str, str]) -> bool:
    """Return whether there is a header that proxies and tunnels add, whatever it says."""
    return any(name.lower().startswith(FORWARDING_HEADERS) for name in headers)


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
