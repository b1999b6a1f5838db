"""The inspector: a page with its blocks outlined, the ledger beside it, in the service and as one file of its own."""
