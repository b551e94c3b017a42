"""Which addresses a webhook may have: https to the public internet, or what the staff allow."""

from ipaddress import ip_address

import pytest

from review.domain.addresses import Fault, fault_of_url, is_public

PUBLIC = ("93.184.215.14", "2606:2800:21f::1", "64:ff9b::5db8:d70e", "::ffff:5db8:d70e")
INSIDE = (
    "0.0.0.0",  # noqa: S104 - nothing is bound
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "2002:a00:1::",
    "64:ff9b::a00:1",
    "fe80::1",
    "fd00::1",
    "ff02::1",
)


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_the_public_internet_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_inside_are_not_whatever_they_are_wrapped_in(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("https://example.com", None),
        ("https://example.com:8443/hook?a=b", None),
        ("HTTPS://EXAMPLE.com/hook", None),
        ("http://example.com/", Fault.NOT_HTTPS),
        ("https://10.0.0.1/", Fault.INSIDE),
        ("http://hooks.internal:8080/", None),
        ("http://hooks.internal/", Fault.NOT_HTTPS),
        ("http://10.0.0.7/any", None),
        ("https://user@example.com/", Fault.NO_URL),
        ("https://example.com@10.0.0.1/", Fault.NO_URL),
        ("https://example.com\\@10.0.0.1/", Fault.NO_URL),
        ("https://example.com/#part", Fault.NO_URL),
        ("https://exa mple.com/", Fault.NO_URL),
        ("https://example.com:99999/", Fault.NO_URL),
        ("https://[::1/", Fault.NO_URL),
        ("file:///etc/passwd", Fault.NO_URL),
        ("https://xn--h1a.example/\r\nX-Other: 1", Fault.NO_URL),
        ("", Fault.NO_URL),
    ],
)
def test_fault_of_url_names_why_nothing_is_sent(url: str, fault: Fault | None) -> None:
    assert fault_of_url(url, allowed=("hooks.internal:8080", "10.0.0.7")) is fault
