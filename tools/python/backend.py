# SPDX-License-Identifier: MIT
"""Makes wheels, and the archive of the sources that pip takes (PEP 517), without a package
beside Python. pip builds the library first; `backend.py BUILD OUT [PACKAGE]` packs what
BUILD/python has of star or star_jupyter and names the wheel. The same BUILD and
SOURCE_DATE_EPOCH give the same bytes."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]

# The distribution that has a package.
DISTRIBUTION = {"star": "star_associative", "star_jupyter": "star_jupyter"}

# What the library is built with, and its Debian packages.
TOOLS = {
    "cc": "gcc libc6-dev",
    "cmake": "cmake",
    "flex": "flex",
    "bison": "bison",
    "ninja": "ninja-build",
    "zlib.h": "zlib1g-dev",
}


def version() -> str:
    project = (TOP / "CMakeLists.txt").read_text()
    found = re.search(r"^set\(STAR_VERSION (.+)\)", project, re.M)
    assert found
    return found[1]


def python_version() -> str:
    """The version as Python writes it."""
    return version().replace("-rc.", "rc")


def epoch() -> int:
    """The time of all files: that of the last commit."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    said = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=TOP, capture_output=True, text=True
    ) if shutil.which("git") else None
    return int(said.stdout) if said and said.stdout else 946684800


def platform() -> str:
    """The systems that take what is linked here: those with its C library or a newer one."""
    machine = os.uname().machine
    libc = re.fullmatch(r"glibc (\d+)\.(\d+)", os.confstr("CS_GNU_LIBC_VERSION") or "")
    return f"manylinux_{libc[1]}_{libc[2]}_{machine}" if libc else f"linux_{machine}"


def stripped(path: Path) -> bytes:
    with TemporaryDirectory() as work:
        out = Path(work, path.name)
        subprocess.run(["strip", "--strip-unneeded", "-o", out, path.resolve()], check=True)
        return out.read_bytes()


def contents(python: Path, package: str, info: Path) -> Iterator[tuple[str, bytes]]:
    """What a wheel has, but for its list of files."""
    for path in sorted((python / package).rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            library = ".so" in path.suffixes
            yield str(path.relative_to(python)), stripped(path) if library else path.read_bytes()
    for path in sorted(info.iterdir()):
        yield f"{info.name}/{path.name}", path.read_bytes()
    yield f"{info.name}/licenses/LICENSE", (TOP / "LICENSE").read_bytes()
    tag = f"py3-none-{platform()}"
    yield f"{info.name}/WHEEL", (
        f"Wheel-Version: 1.0\nGenerator: star\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()


def pack(build: Path, out: Path, package: str) -> str:
    """Writes the wheel of a package that is built; returns its name."""
    python = build / "python"
    stem = f"{DISTRIBUTION[package]}-{python_version()}"
    info = python / f"{stem}.dist-info"
    if not (info / "METADATA").exists() or not (python / package / "__init__.py").exists():
        target = "star_python" if package == "star" else package
        sys.exit(f"backend.py: there is no package {package} in {python}; this makes it:\n"
                 f"    cmake {build} && cmake --build {build} --target {target}\n"
                 "It takes cffi of Python (Debian: python3-cffi).")
    name = f"{stem}-py3-none-{platform()}.whl"
    when = time.gmtime(max(epoch(), 315532800))[:6]
    rows = []
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out / name, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(path: str, data: bytes) -> None:
            entry = zipfile.ZipInfo(path, when)
            entry.external_attr = 0o100644 << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)

        for path, data in contents(python, package, info):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{path},sha256={digest},{len(data)}\n")
            add(path, data)
        record = f"{info.name}/RECORD"
        add(record, "".join([*rows, f"{record},,\n"]).encode())
    return name


def has_header(name: str) -> bool:
    return subprocess.run(
        [*shlex.split(os.environ.get("CC", "cc")), "-E", "-x", "c", "-"],
        input=f"#include <{name}>\n", text=True, capture_output=True).returncode == 0


def missing() -> list[str]:
    """What the library is built with and is not here."""
    compiler = shlex.split(os.environ.get("CC", "cc"))[0]
    here = {tool: shutil.which(compiler if tool == "cc" else tool) for tool in TOOLS}
    here["ninja"] = here["ninja"] or shutil.which("make")
    here["zlib.h"] = "zlib.h" if here["cc"] and has_header("zlib.h") else None
    return [tool for tool in TOOLS if not here[tool]]


def build_library(build: Path) -> None:
    """Builds the package in build/python, or ends with what is missing."""
    if not sys.platform.startswith("linux"):
        sys.exit(f"star-associative: the library is for Linux, and this is {sys.platform}.")
    if not (TOP / "CMakeLists.txt").exists():
        sys.exit("star-associative: the sources of the library are not where this folder was "
                 "copied to:\npip 21.3 or newer builds it where it is.")
    lacking = missing()
    if lacking:
        sys.exit("star-associative: the library is built here, and that lacks "
                 f"{', '.join(lacking)}.\nDebian: apt-get install "
                 + " ".join(TOOLS[tool] for tool in lacking))
    environment = dict(os.environ)
    if has_cffi():
        # Of this Python, which pip hides from what it builds.
        environment.pop("PYTHONPATH", None)
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    configure: list[str | Path] = [
        "cmake", "-S", TOP, "-B", build, *generator, "-DCMAKE_BUILD_TYPE=Release",
        "-DBUILD_TESTING=OFF", "-DSTAR_GPU=OFF", f"-DPython3_EXECUTABLE={sys.executable}",
        *shlex.split(os.environ.get("CMAKE_ARGS", ""))]
    make: list[str | Path] = ["cmake", "--build", build, "--target", "star_python",
                              "--parallel", str(len(os.sched_getaffinity(0)))]
    for command in (configure, make):
        if subprocess.run(command, env=environment).returncode:
            sys.exit("star-associative: the library was not built; its messages are above.")


def has_cffi() -> bool:
    return subprocess.run([sys.executable, "-I", "-c", "import cffi"],
                          capture_output=True).returncode == 0


# What pip calls.
def get_requires_for_build_wheel(settings: Any = None) -> list[str]:
    return [] if has_cffi() else ["cffi"]


def build_wheel(out: str, settings: Any = None, metadata: Any = None) -> str:
    with TemporaryDirectory() as build:
        build_library(Path(build))
        return pack(Path(build), Path(out), "star")


def build_sdist(out: str, settings: Any = None) -> str:
    """The sources as a release has them, with what an index reads of them."""
    name = f"star_associative-{python_version()}"
    facts = (HERE / "METADATA.in").read_text().replace(
        "@STAR_PYTHON_VERSION@", python_version()).encode()
    with TemporaryDirectory() as work:
        subprocess.run(["sh", TOP / "tools/packages/sources.sh", TOP, work], check=True)
        whole = io.BytesIO()
        with tarfile.open(Path(work, f"star-{version()}.tar.gz")) as sources, \
                tarfile.open(fileobj=whole, mode="w", format=tarfile.PAX_FORMAT) as sdist:
            newest = 0
            for member in sources:
                member.name = f"{name}/{member.name.partition('/')[2]}"
                newest = max(newest, int(member.mtime))
                if member.name != f"{name}/PKG-INFO":
                    sdist.addfile(member, sources.extractfile(member) if member.isfile() else None)
            entry = tarfile.TarInfo(f"{name}/PKG-INFO")
            entry.size, entry.mtime = len(facts), newest
            sdist.addfile(entry, io.BytesIO(facts))
    Path(out, f"{name}.tar.gz").write_bytes(gzip.compress(whole.getvalue(), 9, mtime=0))
    return f"{name}.tar.gz"


if __name__ == "__main__":
    folder = Path(sys.argv[2]).resolve()
    print(folder / pack(Path(sys.argv[1]), folder, (sys.argv[3:] or ["star"])[0]))
