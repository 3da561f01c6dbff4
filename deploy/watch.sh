#!/bin/sh
# Runs a command, and kills it when a check of it fails several times in a row: Docker restarts a container only
# when it ends. For images that have no Python; those of Headtable use tournaments/management/processes/watch.py.
#
#   watch.sh FAILURES CHECK COMMAND...      CHECK is a line for the shell, tried every second, for a second each
#
# Until the check first succeeds, nothing is counted. Signals that stop are passed on.
failures=$1 check=$2
shift 2
"$@" &
child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM INT QUIT
silent=-1
while kill -0 "$child" 2>/dev/null; do
    sleep 1 &
    wait $!
    if timeout 1 sh -c "$check" >/dev/null 2>&1; then
        silent=0
    elif [ "$silent" -ge 0 ]; then
        silent=$((silent + 1))
    fi
    if [ "$silent" -ge "$failures" ]; then
        echo "$1 does not answer; it is stopped, to be restarted." >&2
        kill -KILL "$child"
        exit 1
    fi
done
wait "$child"
