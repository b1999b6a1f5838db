"""Which requests are let in: as many as the workers and their queue can hold, judged before a body is read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Admission:
    """How many requests are on their way to the workers, and how many bytes of bodies are in memory."""

    places: int
    """requests that may be read, waiting or at work at once"""
    most_bytes: int
    taken: int = 0
    bytes: int = 0

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
        if not self.held and self.admission.taken < self.admission.places:
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
