"""Which addresses are the public internet's, for fetching on behalf of someone else."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

from tamis.errors import FetchError, FetchRefusedError

_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def is_public(address: str) -> bool:
    """Whether an address is neither private, loopback, link-local nor reserved, nor leads to one that is.

    >>> [is_public(a) for a in ("8.8.8.8", "127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "0.0.0.0")]
    [True, False, False, False, False, False]
    >>> [is_public(a) for a in ("2600::1", "::1", "fe80::1%eth0", "::ffff:127.0.0.1", "64:ff9b::7f00:1")]
    [True, False, False, False, False]
    """
    try:
        given = ipaddress.ip_address(address)
    except ValueError:
        return False
    return all(ip.is_global and not ip.is_multicast and not ip.is_reserved for ip in _meant(given))


def _meant(given: _Address) -> list[_Address]:
    """The address, and the IPv4 address that it carries for a gateway to unpack, if it does."""
    if isinstance(given, ipaddress.IPv4Address):
        return [given]
    if given.ipv4_mapped is not None:
        return [given.ipv4_mapped]
    inside: list[_Address] = [given]
    if given.sixtofour is not None:
        inside.append(given.sixtofour)
    if given.teredo is not None:
        inside += given.teredo
    if given in _NAT64 or int(given) >> 32 == 0:  # the latter: the old "IPv4-compatible" form
        inside.append(ipaddress.IPv4Address(int(given) & 0xFFFFFFFF))
    return inside


def public_addresses(host: str, port: int) -> list[str]:
    """What a name stands for, if all of it is public: to be connected to as it is, without asking again.

    A name whose answer changes between the check and the connection then changes nothing. Odd spellings (``127.1``,
    ``0x7f000001``) are read by the system's resolver, as they would be when connecting.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        if _is_local_name(host):
            raise FetchRefusedError(f"{host} is no name of the public internet: refused") from None
        raise FetchError(f"{host}: the name cannot be resolved: {getattr(error, 'strerror', None) or error}") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    for address in addresses:
        if not is_public(address):
            raise FetchRefusedError(f"{host} stands for {address}, which is not a public address: refused")
    return addresses


def _is_local_name(host: str) -> bool:
    """Whether a name that did not resolve is one of a network's own, or an address spelt in some odd way.

    >>> [_is_local_name(name) for name in ("localhost.", "intranet", "0177.0.0.1", "example.org")]
    [True, True, True, False]
    """
    name = host.rstrip(".").lower()
    last = name.rpartition(".")[2]
    return "." not in name or last == "localhost" or last[:1].isdigit()
