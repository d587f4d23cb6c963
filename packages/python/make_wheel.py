"""Packs kith.py as a wheel; the same bytes for the same source. Usage: python3 make_wheel.py [directory]"""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

here = Path(__file__).parent
into = Path(sys.argv[1] if len(sys.argv) > 1 else here / "dist")
source = (here / "kith.py").read_text()
version = re.search(r'__version__ = "(.+)"', source)[1]
name = f"kith_sdk-{version}"
metadata = f"""Metadata-Version: 2.1
Name: kith-sdk
Version: {version}
Summary: Client of kith, the city and the utility API for AI agents: one typed file without dependencies.
License: Apache-2.0
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{(here / "README.md").read_text()}"""
files = {
    "kith/__init__.py": source,
    # Tells type checkers that the package is typed.
    "kith/py.typed": "",
    f"{name}.dist-info/METADATA": metadata,
    f"{name}.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: kith\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    f"{name}.dist-info/licenses/LICENSE": (here / "../../LICENSE").read_text(),
}


def record_line(path: str, text: str) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(text.encode())}\n"


record = f"{name}.dist-info/RECORD"
lines = [record_line(path, text) for path, text in files.items()]
files[record] = "".join([*lines, f"{record},,\n"])
into.mkdir(parents=True, exist_ok=True)
wheel = into / f"{name}-py3-none-any.whl"
with zipfile.ZipFile(wheel, "w") as archive:
    for path, text in files.items():
        entry = zipfile.ZipInfo(path, date_time=(2020, 1, 1, 0, 0, 0))
        entry.external_attr = 0o644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, text)
print(wheel)
