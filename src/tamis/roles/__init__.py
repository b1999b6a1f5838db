"""What each block of a page is: its title, a byline, body text, a comment, navigation, an advertisement …

A kept block has one of the roles of content, by what it stands in. A dropped one has what it was most likely dropped
for, unless its markup says clearly what else it is. General signs decide: elements, the words in their names, links,
places, and a few words of text in several languages (:mod:`tamis.names`); comments also by the strategy, if it knows
more of them. All roles are computed in a few passes when the first is read.

>>> import tamis
>>> page = '''<title>Rye bread</title><nav><a href=/>Home</a></nav><h1>Rye bread</h1><p class=byline>By Ann Baker
... <p>Mix flour, water and salt, wait until the dough has risen, and bake it. <footer>© 2024 Bakers</footer>'''
>>> [block.role for block in tamis.analyze(page).blocks]
['navigation', 'title', 'byline', 'body', 'legal']
"""

from __future__ import annotations

from tamis.roles.assign import CONTENT_ROLES, ROLES, Extras, Role, extras, roles

__all__ = ["CONTENT_ROLES", "ROLES", "Extras", "Role", "extras", "roles"]
