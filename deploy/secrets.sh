#!/bin/sh
# Makes the secrets that docker-compose.yml names. Those that are there already stay as they are.
set -eu
cd "$(dirname "$0")/.."
# The folder is closed; the files in it are open, for the containers read them as users of their own.
umask 022
mkdir -p secrets
chmod 700 secrets

chance() {
    head -c 48 /dev/urandom | base64 | tr -d '+/=\n'
}

[ -s secrets/secret_key ] || chance >secrets/secret_key
[ -s secrets/postgres_password ] || chance >secrets/postgres_password
# That of the account by which mail is sent, if any is: write it there.
[ -s secrets/email_password ] || printf 'none' >secrets/email_password
[ -s secrets/database_url ] || printf 'postgres://headtable:%s@postgres/headtable' "$(cat secrets/postgres_password)" \
    >secrets/database_url
