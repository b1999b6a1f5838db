"""tamis's chunks and texts as what other libraries take; each module needs its library."""
