# SPDX-License-Identifier: MIT
"""python3 -m star_jupyter install: tells Jupyter of the kernel, which it begins by
python3 -m star_jupyter -f FILE."""

from __future__ import annotations

import argparse
import json
import site
import sys
import tempfile
from pathlib import Path
from typing import Any


def specification(environment: dict[str, str]) -> dict[str, object]:
    return {
        "argv": [sys.executable, "-m", "star_jupyter", "-f", "{connection_file}"],
        "display_name": "STAR",
        "language": "star",
        "interrupt_mode": "signal",
        "env": environment,
    }


def install(arguments: list[str]) -> None:
    from jupyter_client.kernelspec import KernelSpecManager

    parser = argparse.ArgumentParser(prog="python3 -m star_jupyter install")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--user", action="store_true", help="for this user")
    where.add_argument("--prefix", help="below this folder, in share/jupyter/kernels")
    given = parser.parse_args(arguments)
    here = Path(__file__).resolve().parent.parent
    # Where Python does not find the package by itself, as in a build, it is told.
    folders = [*site.getsitepackages(), site.getusersitepackages()]
    found = here in [Path(folder).resolve() for folder in folders]
    with tempfile.TemporaryDirectory() as folder:
        kernel = specification({} if found else {"PYTHONPATH": str(here)})
        Path(folder, "kernel.json").write_text(json.dumps(kernel, indent=2) + "\n")
        manager: Any = KernelSpecManager
        print(manager().install_kernel_spec(folder, "star", user=given.user, prefix=given.prefix))


def main() -> None:
    if sys.argv[1:2] == ["install"]:
        install(sys.argv[2:])
        return
    from ipykernel.kernelapp import IPKernelApp

    from .kernel import StarKernel

    IPKernelApp.launch_instance(kernel_class=StarKernel)


main()
