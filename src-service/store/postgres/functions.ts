/**
 * What statements call and PostgreSQL does not have under these names: the functions of SQLite, and those that the service
 * gives it (sqlite-functions.ts).
 */
export const functions = `
CREATE FUNCTION instr(whole text, part text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT strpos(whole, part)
$$;
CREATE FUNCTION fold_case(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT translate(lower(given COLLATE "und-x-icu"), 'ς', 'σ') COLLATE "C"
$$;
CREATE FUNCTION json_type(given jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(given)
    WHEN 'string' THEN 'text'
    WHEN 'number' THEN CASE WHEN given::text ~ '^-?[0-9]+$' THEN 'integer' ELSE 'real' END
    WHEN 'boolean' THEN given::text
    ELSE jsonb_typeof(given) END
$$;
`
