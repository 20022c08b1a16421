# SPDX-License-Identifier: MIT
"""STAR in notebooks: docs/howto/notebooks.md."""

import os
from pathlib import Path

# libstar with what notebook.h adds to it, for package star too.
LIBRARY = Path(__file__).with_name("libstar_notebook.so")
os.environ["STAR_LIBRARY"] = str(LIBRARY)
