from typing import Any

SONAME: str
ffi: Any
