"""The HTTP service: ``tamis serve``; needs the extra ``serve``."""
