"""How the worker and the beat keep working without a broker, and with clocks that differ."""
