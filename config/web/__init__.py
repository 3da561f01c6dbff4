"""What every request meets: headers, numbers and lines of the log, snapshots, styles, templates, probes."""
