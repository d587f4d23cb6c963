"""Tables as pandas.read_html reads them, in the pages of its own tests; JSON on standard output.

Needs Debian's python3-pandas and python3-lxml. The grid is taken before pandas guesses types.
"""

import ast
import json
import os
import re
import sys
import warnings
from io import StringIO

import pandas
from pandas.io.html import _LxmlFrameParser

warnings.simplefilter("ignore")


def read_tables(html):
    parser = _LxmlFrameParser(
        StringIO(html), match=re.compile(".+"), attrs=None, encoding=None, displayed_only=True, extract_links=None
    )
    try:
        return [{"head": head, "rows": body + foot} for head, body, foot in parser.parse_tables()]
    except ValueError:
        return []


def own_pages():
    source = open(os.path.join(os.path.dirname(pandas.__file__), "tests/io/test_html.py"), encoding="utf-8").read()
    strings = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return [text for text in strings if isinstance(text, str) and "<table" in text and "</table" in text]


def main():
    read = [{"html": html, "tables": read_tables(html)} for html in own_pages()]
    json.dump({"version": pandas.__version__, "pages": read}, sys.stdout)


main()
