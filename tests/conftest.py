"""How all tests run."""

from hypothesis import settings

# Timing decides no test: how long one example takes says only how busy the machine is, or what measures it.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
