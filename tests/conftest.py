"""Settings for all tests."""

from hypothesis import settings

from tests.made_once import make_once

# Timing decides no test: the time of an example depends mostly on how busy the machine is.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
make_once()
