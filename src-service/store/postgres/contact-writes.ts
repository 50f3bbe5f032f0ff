import { writeLock } from './write-groups'

/** The function, as statements call it, and what of it others hear. */
export const contactWriting = {
  name: 'write_contacts',
  writes: { table: 'contact', what: 'INSERT' },
} as const

/** What is given, each with its place and its address as it is looked up: worked out once, before anything is looked up by it. */
const listed = `(SELECT r.*, lower(r.email COLLATE "C") AS folded FROM ROWS FROM (
      jsonb_to_recordset(given) AS (email text, said bigint, fresh bigint, data jsonb, gone jsonb)
    ) WITH ORDINALITY AS r (email, said, fresh, data, gone, place) OFFSET 0) AS g`
/** The contact of that address: looked up by the index however few there were when this was planned. */
const known = '(SELECT * FROM contact WHERE project = of_project AND email_folded = g.folded OFFSET 0) AS c'

/** The time of new ones, as `arrival` (statements.ts) has it, worked out once. */
const arrived = `(SELECT greatest(at, coalesce(
    (SELECT created_at FROM contact WHERE project = of_project ORDER BY seq DESC LIMIT 1), 0)) AS t LIMIT 1) AS arrived`

function made(where: string): string {
  return `RETURN QUERY INSERT INTO contact (project, email, subscribed, data, created_at, updated_at)
      SELECT of_project, g.email, g.fresh, g.data, t, t FROM ${listed} CROSS JOIN ${arrived} ${where} ORDER BY g.place
      RETURNING CAST(NULL AS bigint), false, seq, email, subscribed, data, created_at, updated_at;`
}

/** Bytes of a contact's data, as PostgreSQL has it in memory, that it surely may have: each key of 200 takes eight and more. */
const surelyKept = 1600

/** Whether a contact is as this call has made it on a connection that was lost before it said so. */
const isMade = (email: string, fresh: string, data: string, of = ''): string =>
  `again AND ${of}created_at >= at AND ${of}updated_at = ${of}created_at
      AND ${of}email = ${email} AND ${of}subscribed = ${fresh} AND ${of}data = ${data}`

/** One contact, as many of those who are written are: looking at it by itself takes half as long as looking at a list of one. */
const single = `
  folded := lower(given -> 0 ->> 'email' COLLATE "C");
  SELECT c.seq, c.email, c.subscribed, c.data, c.created_at, c.updated_at INTO seq, email, subscribed, data, created_at, updated_at
    FROM contact AS c WHERE c.project = of_project AND c.email_folded = folded;
  IF FOUND THEN
    is_made := ${isMade("given -> 0 ->> 'email'", "CAST(given -> 0 ->> 'fresh' AS bigint)", "given -> 0 -> 'data'")};
    IF NOT is_made THEN place := 1; END IF;
    merged := data || (given -> 0 -> 'data');
    IF given -> 0 ? 'gone' THEN merged := merged - ARRAY(SELECT jsonb_array_elements_text(given -> 0 -> 'gone')); END IF;
    is_left := NOT is_made
      AND (coalesce(CAST(given -> 0 ->> 'said' AS bigint) <> subscribed, false) OR pg_column_size(merged) > ${surelyKept});
    IF NOT is_left AND merged <> data THEN
      data := merged;
      updated_at := greatest(at, created_at);
      UPDATE contact AS c SET data = merged, updated_at = greatest(at, c.created_at) WHERE c.project = of_project AND c.seq = write_contacts.seq;
    END IF;
  ELSE
    is_left := false;
    INSERT INTO contact AS c (project, email, subscribed, data, created_at, updated_at)
      SELECT of_project, given -> 0 ->> 'email', CAST(given -> 0 ->> 'fresh' AS bigint), given -> 0 -> 'data', t, t FROM ${arrived}
      RETURNING c.seq, c.email, c.subscribed, c.data, c.created_at, c.updated_at INTO seq, email, subscribed, data, created_at, updated_at;
  END IF;
  RETURN NEXT;`

/** Any number of them. An INSERT for each case: PostgreSQL plans anew each time what is cheaper to do where it knows what is bound. */
const several = `
  RETURN QUERY WITH merged AS (
    SELECT g.place, g.said, c.*, CASE WHEN g.gone IS NULL THEN c.data || g.data
      ELSE (c.data || g.data) - ARRAY(SELECT jsonb_array_elements_text(g.gone)) END AS merged,
      ${isMade('g.email', 'g.fresh', 'g.data', 'c.')} AS is_made
    FROM ${listed} CROSS JOIN LATERAL ${known}
  ), found AS MATERIALIZED (
    SELECT *, NOT is_made AND (coalesce(said <> subscribed, false) OR pg_column_size(merged) > ${surelyKept}) AS is_left FROM merged
  ), changed AS (
    UPDATE contact AS c SET data = f.merged, updated_at = greatest(at, c.created_at) FROM found AS f
    WHERE c.project = of_project AND c.seq = f.seq AND NOT f.is_left AND f.merged <> f.data
    RETURNING c.seq, c.data, c.updated_at
  ) SELECT CASE WHEN NOT f.is_made THEN f.place END, f.is_left, f.seq, f.email, f.subscribed, coalesce(c.data, f.data), f.created_at, coalesce(c.updated_at, f.updated_at)
    FROM found AS f LEFT JOIN changed AS c ON c.seq = f.seq;
  GET DIAGNOSTICS there = ROW_COUNT;
  IF there = 0 THEN ${made('')}
  ELSIF there < jsonb_array_length(given) THEN
    ${made(`WHERE NOT EXISTS (SELECT 1 FROM ${known})`)}
  END IF;`

/**
 * Creates or changes contacts of a project, each of another address: `email`, `data` to merge
 * into what is there and a list of keys that are `gone`, `said` whether it is subscribed (null: as it is), `fresh` whether it is
 * where it is new. `at` (milliseconds since 1970) is now. In one way to the database: what takes the lock of those who write, and sees
 * what the last one wrote, as each statement within looks anew.
 * `again` where the same was asked before on a connection that was lost: what that made counts as made.
 * Gives the contacts as they are then, of one that was there with its place among those given, from 1. One that `is_left` is as it
 * was: an event follows from what is changed of it, or its data may be too much.
 */
export const contactWrites = `
DROP FUNCTION IF EXISTS write_contacts(integer, jsonb, bigint);
CREATE OR REPLACE FUNCTION write_contacts(of_project integer, given jsonb, at bigint, again boolean DEFAULT false) RETURNS TABLE (
  place bigint, is_left boolean, seq bigint, email text, subscribed bigint, data jsonb, created_at bigint, updated_at bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  there bigint; folded text; merged jsonb; is_made boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(${writeLock}, of_project);
  IF jsonb_array_length(given) = 1 THEN ${single}
  ELSE ${several}
  END IF;
END $$;
`
