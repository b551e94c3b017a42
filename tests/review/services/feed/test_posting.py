"""Posts go to public addresses over https alone, whatever a name says, and end in time whatever the other side does."""

import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from review.services.feed._posting import Answer, _Cut, post
from tests.receiving import Receiver, receiving

PATIENT = timedelta(minutes=1)


def posted(url: str, *allowed: str, within: timedelta = PATIENT) -> Answer:
    headers = {"webhook-id": "msg_1", "webhook-timestamp": "1", "webhook-signature": "v1,x"}
    return post(url, body=b"{}", headers=headers, allowed=allowed, within=within)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """Let names have the addresses of the test: a list for each time that they are looked up."""
    known: dict[str, list[list[str]]] = {}
    real = socket.getaddrinfo

    def looked_up(host: str, port: int, *rest: int, **options: int) -> list[object]:
        if host not in known:
            return [*real(host, port, *rest, **options)]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in known[host].pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    return known


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://10.1.2.3/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[fd00::1]/",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://localhost/",
    ],
)
def test_nothing_is_posted_to_an_address_inside(url: str) -> None:
    assert posted(url) == Answer(0, "inside")


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.com/", "not_https"),
        ("ftp://example.com/", "no_url"),
        ("https://user:word@example.com/", "no_url"),
        ("https:///path", "no_url"),
        ("https://example.com:0/", "no_url"),
        ("https://exa mple.com/", "no_url"),
        ("https://no-such-name.invalid/", "unresolved"),
    ],
)
def test_what_is_no_public_https_address_is_named(url: str, code: str) -> None:
    assert posted(url) == Answer(0, code)


def test_a_name_with_one_address_inside_is_refused(names: dict[str, list[list[str]]]) -> None:
    names["hook.example"] = [["93.184.215.14", "127.0.0.1"]]

    assert posted("https://hook.example/") == Answer(0, "inside")


def test_a_name_that_is_looked_up_again_would_lead_inside_and_is_not(names: dict[str, list[list[str]]]) -> None:
    with receiving(Receiver()) as receiver:
        names["hook.example"] = [["192.0.2.1"], ["127.0.0.1"]]  # the second answer is for whoever asks twice
        url = f"https://hook.example:{receiver.port}/"

        answer = posted(url, "hook.example", within=timedelta(seconds=0.3))

    assert answer.code == 0
    assert (receiver.seen, names["hook.example"]) == ([], [["127.0.0.1"]])


def test_inside_hosts_that_the_staff_allow_are_reached_at_their_port_alone() -> None:
    with receiving(Receiver()) as receiver:
        assert posted(receiver.url, receiver.host) == Answer(200, "said so")
        assert posted(receiver.url, "127.0.0.1") == Answer(200, "said so")
        assert posted(receiver.url, "127.0.0.1:1") == Answer(0, "not_https")

    assert {one["host"] for one in receiver.seen} == {receiver.host}


def test_a_redirect_is_not_followed() -> None:
    with receiving(Receiver(["redirect"])) as receiver:
        assert posted(receiver.url, receiver.host) == Answer(302, "")

    assert len(receiver.seen) == 1


def test_an_answer_a_byte_at_a_time_ends_with_the_time() -> None:
    with receiving(Receiver(["drip"])) as receiver:
        assert posted(receiver.url, receiver.host, within=timedelta(seconds=0.4)) == Answer(0, "late")


def test_a_host_that_takes_no_connection_in_time_is_late() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        host, port = full.getsockname()
        waiting = [socket.socket() for _ in range(8)]
        for one in waiting:
            one.setblocking(False)  # noqa: FBT003 - of the library
            one.connect_ex((host, port))

        answer = posted(f"http://{host}:{port}/", f"{host}:{port}", within=timedelta(milliseconds=50))

        for one in waiting:
            one.close()
    assert answer == Answer(0, "late")


def test_time_that_is_over_before_there_is_a_connection_cuts_none() -> None:
    cut = _Cut(monotonic())

    with cut.running():
        cut.timer.join()

    assert (cut.is_late, cut.connected) == (True, None)


def test_nobody_at_the_port_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{taken.getsockname()[1]}"

        assert posted(f"http://{host}/", host) == Answer(0, "unreachable")


def test_what_an_answer_says_is_cut_and_acts_on_nothing() -> None:
    assert str(Answer(500, "a\nb\x1b[31m" + "x" * 500)) == ("500 a b\\x1b[31m" + "x" * 500)[:200]
    assert str(Answer(0, "late")) == "late"


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Trust a certificate for hook.example, and return the file with it and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hook.example")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("hook.example")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = tmp_path / "certificate.pem"
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    return str(file)


def test_over_tls_the_certificate_is_that_of_the_name(certificate: str, names: dict[str, list[list[str]]]) -> None:
    with receiving(Receiver(), certificate=certificate) as receiver:
        names["hook.example"] = names["other.example"] = [["127.0.0.1"], ["127.0.0.1"]]
        port = receiver.port

        assert posted(f"https://hook.example:{port}/", "hook.example") == Answer(200, "said so")
        assert posted(f"https://other.example:{port}/", "other.example") == Answer(0, "not_trusted")

    assert [one["host"] for one in receiver.seen] == [f"hook.example:{port}"]
