"""Which requests are let in: as many as the workers and their queue can hold, judged before a body is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_REFUSED_AFTER: Final = 0.5
_REFUSED_AT_MOST_AFTER: Final = 4.0
"""seconds until a refusal is sent, which clients that ignore Retry-After wait for"""
_REFUSALS: Final = 250
"""a second, at most, so that clients that ask again at once do not take the time of those that are served"""


@dataclass(eq=False)
class Admission:
    """How many requests are on their way to the workers, and how many bytes of bodies are in memory."""

    places: int
    """requests that may be read, waiting or at work at once"""
    most_bytes: int
    taken: int = 0
    bytes: int = 0
    refused: int = 0
    """requests that wait for their refusal"""

    @property
    def full(self) -> bool:
        """Whether all places are taken."""
        return self.taken >= self.places

    def refuse(self) -> float:
        """Note a request that waits for its refusal; the seconds until that is to be sent.

        >>> admission = Admission(1, 0, refused=499)
        >>> admission.refuse(), Admission(1, 0).refuse()
        (2.0, 0.5)
        """
        self.refused += 1
        return min(_REFUSED_AT_MOST_AFTER, max(_REFUSED_AFTER, self.refused / _REFUSALS))

    def ticket(self) -> Ticket | None:
        """A place for a request, if one is free.

        >>> admission = Admission(1, 0)
        >>> with admission.ticket() as first:
        ...     admission.ticket() is None, first.take()
        (True, True)
        >>> admission.ticket() is None
        False
        """
        ticket = Ticket(self)
        return ticket if ticket.take() else None


@dataclass(eq=False)
class Ticket:
    """The place of one request."""

    admission: Admission
    held: bool = False

    def take(self) -> bool:
        """Take a place if this has none; returns whether it has one now."""
        if not self.held and not self.admission.full:
            self.admission.taken += 1
            self.held = True
        return self.held

    def give_back(self) -> None:
        """Leave the place to others."""
        if self.held:
            self.admission.taken -= 1
            self.held = False

    def __enter__(self) -> Ticket:
        """The ticket itself, given back at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give the place back."""
        self.give_back()
