"""Which addresses are the public internet's, for fetching on behalf of someone else."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

from tamis.errors import FetchError, FetchRefusedError

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_SPECIAL: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "::/3", "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20", "4000::/2", "8000::/1",
    )
)  # fmt: skip
"""the special-purpose registries of IANA (iana-ipv4-special-registry, iana-ipv6-special-registry), multicast, and what
of IPv6 is not global unicast (2000::/3), such as fc00::/7, fe80::/10 and the former site-local fec0::/10"""
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Whether an address is of no special purpose, nor carries one that is.

    >>> [is_public(a) for a in ("8.8.8.8", "127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "192.88.99.1")]
    [True, False, False, False, False, False]
    >>> [is_public(a) for a in ("2600::1", "::1", "fe80::1%eth0", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "fec0::1")]
    [True, False, False, False, False, False]
    """
    try:
        meant = _meant(ipaddress.ip_address(address))
    except ValueError:
        return False
    return not any(meant in network for network in _SPECIAL)


def _meant(given: _Address) -> _Address:
    """The address, or the IPv4 address that it carries for this machine or a gateway to unpack."""
    if isinstance(given, ipaddress.IPv4Address):
        return given
    if given in _NAT64:
        return ipaddress.IPv4Address(int(given) & 0xFFFFFFFF)
    return given.ipv4_mapped or given


def public_addresses(host: str, port: int) -> list[str]:
    """What a name stands for, if all of it is public: to be connected to as it is, without asking again.

    A name whose answer changes between the check and the connection then changes nothing. Odd spellings (``127.1``,
    ``0x7f000001``) are read by the system's resolver, as they would be when connecting. A refusal does not say what an
    internal name stands for.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        if _is_local_name(host):
            raise _refusal(host) from None
        raise FetchError(f"{host}: the name cannot be resolved: {getattr(error, 'strerror', None) or error}") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not all(map(is_public, addresses)):
        raise _refusal(host)
    return addresses


def _refusal(host: str) -> FetchRefusedError:
    return FetchRefusedError(f"{host} is not on the public internet: refused")


def _is_local_name(host: str) -> bool:
    """Whether an unresolved name is one of a local network, or an address in an unusual spelling.

    >>> [_is_local_name(name) for name in ("localhost.", "intranet", "0177.0.0.1", "example.org")]
    [True, True, True, False]
    """
    name = host.rstrip(".").lower()
    last = name.rpartition(".")[2]
    return "." not in name or last == "localhost" or last[:1].isdigit()
