import type { Pool } from 'pg'
import type { RequestLimit } from '../../http/rate-limit'

/**
 * Takes a request. Nobody waits for its count to be on the disk, which it is with the next thing that is written, or within three
 * fifths of a second.
 */
const takeRequest = `
CREATE OR REPLACE FUNCTION take_request(of_project integer, of_api text, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  now_second bigint;
  taken bigint;
  oldest bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(${0x706f736c}, of_project);
  now_second := floor(extract(epoch FROM clock_timestamp()));
  DELETE FROM request_second WHERE project = of_project AND api = of_api AND second <= now_second - 61;
  SELECT coalesce(sum(count), 0), min(second) INTO taken, oldest
    FROM request_second WHERE project = of_project AND api = of_api;
  IF taken >= most THEN RETURN least(60, oldest + 61 - now_second); END IF;
  INSERT INTO request_second AS known VALUES (of_project, of_api, now_second, 1)
    ON CONFLICT (project, api, second) DO UPDATE SET count = known.count + 1;
  RETURN 0;
END $$;
`

/**
 * The number of requests that any 60 seconds may hold over all processes: counted by the second, on the clock of the database,
 * and forgotten once that second is over for a minute. Whoever counts waits for whoever counts before.
 */
export const limitText = `
CREATE TABLE request_second (
  project integer NOT NULL, api text NOT NULL, second bigint NOT NULL, count integer NOT NULL,
  PRIMARY KEY (project, api, second)
);
${takeRequest}
`

/** Has it outlive the database's end, and go to its replica: at first it did not. */
export const limitKept = `ALTER TABLE request_second SET LOGGED; ${takeRequest}`

/** The limit of an interface of a project, for all processes together. */
export function sharedLimit(pool: Pool, project: number, api: string, perMinute: number): RequestLimit {
  let reset = 0
  return {
    async take() {
      const { rows } = await pool.query<{ wait: number }>({
        name: 'take_request',
        text: 'SELECT take_request($1, $2, $3) AS wait',
        values: [project, api, perMinute],
      })
      return (reset = rows[0]?.wait ?? 0)
    },
    headers: () => ({
      'RateLimit-Limit': String(perMinute),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(reset),
    }),
  }
}
