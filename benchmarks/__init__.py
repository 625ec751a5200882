"""Programs that measure; run one as `python -m benchmarks.NAME`."""
