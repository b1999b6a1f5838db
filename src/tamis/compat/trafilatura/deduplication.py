"""Fingerprints by which nearly equal texts are known, with trafilatura's names; the values are not trafilatura's."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import blake2b

import numpy as np

from tamis.text.words import words_or_text

_LENGTH = 64
"""bits"""


class Simhash:
    """Charikar's fingerprint of a text's words: similar texts differ in few bits.

    >>> first = Simhash("Rye is a grass that grows on poor soil.")
    >>> second = Simhash("Rye is a grass which grows on sand.")
    >>> first.similarity(second) > first.similarity(Simhash("Meet us at the ferry on Tuesday, at nine."))
    True
    >>> first.similarity(Simhash(existing_hash=first.hash))
    1.0
    """

    def __init__(self, inputstring: str = "", length: int = _LENGTH, existing_hash: int | str | None = None) -> None:
        if not 8 <= length <= 512 or length % 8:
            raise ValueError("length is a multiple of 8, from 8 to 512")
        self.length = length
        self.hash = self.create_hash(inputstring) if existing_hash is None else _as_number(existing_hash)

    def create_hash(self, inputstring: str) -> int:
        """The fingerprint of a text: each bit as most of its words' hashes have it."""
        size = self.length // 8
        words = [word.encode("utf-8", "replace") for word in words_or_text(inputstring) if word]
        hashes = [blake2b(word, digest_size=size).digest() for word in words]
        if not hashes:
            return 0
        bits = np.unpackbits(np.frombuffer(b"".join(hashes), np.uint8).reshape(-1, size), axis=1)
        ones = bits.sum(axis=0, dtype=np.int64) * 2 >= len(hashes)
        return int.from_bytes(np.packbits(ones).tobytes(), "big")

    def to_hex(self) -> str:
        """The fingerprint as hexadecimal digits, which ``existing_hash`` takes."""
        return f"{self.hash:x}"

    def similarity(self, other_hash: Simhash) -> float:
        """The share of bits that two fingerprints have in common."""
        return 1 - (self.hash ^ other_hash.hash).bit_count() / self.length


def content_fingerprint(content: str) -> str:
    """The fingerprint of a text as hexadecimal digits.

    >>> content_fingerprint("Rye  is a grass.") == content_fingerprint("Rye is a grass.")
    True
    """
    return Simhash(content).to_hex()


def generate_hash_filename(content: str) -> str:
    """A name for a file, made of the fingerprint of its text.

    >>> len(generate_hash_filename("Rye is a grass."))
    11
    """
    return urlsafe_b64encode(Simhash(content).hash.to_bytes(_LENGTH // 8, "big")).decode("ascii").rstrip("=")


def _as_number(given: int | str) -> int:
    return given if isinstance(given, int) else int(given, 16)
