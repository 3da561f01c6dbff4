"""Code for every request: headers, log lines with numbers, snapshots, styles, templates and probes."""
