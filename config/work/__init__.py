"""How the worker and the beat go on: without a broker, and with clocks that differ."""
