"""The examples in the docstrings of the package, those of the native half included."""

import doctest
import inspect
from pathlib import Path

import isatope as isa
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]


def documented():
    """Names with docstrings: the package, its functions and classes, and members of these."""
    yield "isatope", isa.__doc__
    for name in isa.__all__:
        thing = getattr(isa, name)
        if not name.startswith("__"):
            yield name, thing.__doc__
        if inspect.isclass(thing):
            members = {key: value for key, value in vars(thing).items() if not key.startswith("__")}
            yield from ((f"{name}.{key}", value.__doc__) for key, value in members.items())


DOCUMENTED = dict(documented())
EXAMPLES = {name: text for name, text in DOCUMENTED.items() if text and ">>>" in text}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_run(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name], {"isa": isa, "np": np}, name, None, None)
    said = []
    assert doctest.DocTestRunner().run(test, out=said.append).failed == 0, "".join(said)


def test_everything_has_a_docstring():
    assert [name for name, text in DOCUMENTED.items() if not text] == []


def test_every_function_has_an_example():
    functions = [name for name in isa.__all__ if inspect.isroutine(getattr(isa, name))]
    assert len(functions) > 10 and [name for name in functions if name not in EXAMPLES] == []
