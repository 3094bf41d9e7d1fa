"""The examples and the README are run."""

from __future__ import annotations

import doctest
import importlib.util
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import taquin
from taquin import arrays, blocks, board, solving

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(path for path in (ROOT / "examples").glob("*.py") if path.stem != "chart")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_make_their_picture(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(path.parent))
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    picture = module.main(tmp_path)
    assert ElementTree.fromstring(picture.read_text()).tag.endswith("svg") and len(picture.read_text()) > 400


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6


@pytest.mark.parametrize("module", [taquin, arrays, blocks, board, solving], ids=lambda module: module.__name__)
def test_documentation_is_true(module: object) -> None:
    failed, tried = doctest.testmod(sys.modules[getattr(module, "__name__")])
    assert failed == 0 and tried > 0


@pytest.mark.parametrize("path", [ROOT / "README.md", ROOT.parent / "README.md"], ids=["package", "root"])
def test_the_readme_prints_what_it_says(path: Path) -> None:
    """Every ``>>>`` of a block of Python."""
    texts = re.findall(r"```(?:python|pycon)\n(>>> .*?)```", path.read_text(), re.DOTALL)
    assert texts, "there are examples"
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    for number, text in enumerate(texts):
        test = parser.get_doctest(text, names, f"{path.name} {number}", str(path), 0)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0
