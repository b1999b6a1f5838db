"""Names of modules up to 0.1 still work, with a warning that has the new name."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

FROM_THE_DOCS = [
    ("tamis.batch.datatrove", "tamis.crawl.datatrove", "TamisExtractor"),
    ("tamis.batch.rows", "tamis.crawl.rows", "Settings"),
    ("tamis.spark", "tamis.crawl.spark", "extract_frame"),
    ("tamis.evaluate.competitors", "tamis.lab.competitors", "choose"),
    ("tamis.evaluate.corpora", "tamis.lab.corpora", "load"),
    ("tamis.evaluate.corpora.base", "tamis.lab.corpora.base", "Corpus"),
    ("tamis.evaluate.evaluation", "tamis.lab.evaluation", "evaluate"),
]


@pytest.mark.parametrize(("old", "new", "name"), FROM_THE_DOCS)
def test_an_old_name_warns_and_works(old: str, new: str, name: str) -> None:
    code = (
        f"import warnings\n"
        f"with warnings.catch_warnings(record=True) as caught:\n"
        f"    warnings.simplefilter('always')\n"
        f"    from {old} import {name} as by_old_name\n"
        f"from {new} import {name}\n"
        f"assert by_old_name is {name}\n"
        f"(said,) = [w for w in caught if str(w.message) == '{old} has moved: import {new}']\n"
        f"assert (said.category, said.filename, said.lineno) == (DeprecationWarning, '<string>', 4), said\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    if "needs datatrove" in done.stderr or "No module named 'pyspark'" in done.stderr:
        pytest.skip(done.stderr.splitlines()[-1])
    assert done.returncode == 0, done.stderr


@pytest.mark.filterwarnings("ignore:tamis.evaluate has moved")
@pytest.mark.parametrize("name", ["tamis.evaluate.nothing", "tamis.nothing", "tamis.batches"])
def test_what_has_not_moved_is_not_found(name: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=name):
        import_module(name)
