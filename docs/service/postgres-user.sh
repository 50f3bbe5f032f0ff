#!/bin/sh
# Run once by the container of PostgreSQL: a database of the service's own, whose owner is no superuser, so that the walls
# between projects hold for it.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -v password="$(cat /run/secrets/database-password)" <<'SQL'
CREATE ROLE postroom LOGIN PASSWORD :'password';
CREATE DATABASE postroom OWNER postroom;
SQL
