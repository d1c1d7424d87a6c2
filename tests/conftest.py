"""What tests share: where the independent data lies, and how to skip without it."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def oracle() -> Path:
    """The folder of independent data; a plain clone has none."""
    folder = SHARED / "oracle"
    if not folder.is_dir():
        pytest.skip("the independent data (../shared/oracle) is not beside this clone")
    return folder
