"""The seed of an evening's chance."""

import os

import pytest


@pytest.fixture
def seed() -> str:
    """Return the seed of an evening; ``PI_BUNCO_SEED`` chooses another one."""
    return os.environ.get("PI_BUNCO_SEED", "1")
