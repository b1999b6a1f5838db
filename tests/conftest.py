"""Hypothesis: the suite tries the same examples every time; the search for new ones is ``make fuzz``'s.

A failure that only some runs meet says nothing about the change that was tested. ``--hypothesis-profile random`` looks
for examples that have not been tried yet; what it finds becomes an ``@example``.
"""

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("random", derandomize=False, deadline=None, print_blob=True)
settings.load_profile("same")
