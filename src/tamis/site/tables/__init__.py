"""Tables out of the pages of one site: a column an attribute, a row a page."""
