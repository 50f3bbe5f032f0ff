import type { Pool } from 'pg'
import { allCounted } from '../../../src-service/store/postgres/count-triggers'

/**
 * So many contacts with data as a product has it, and the figures that PostgreSQL plans by.
 * @returns How many rows a second the database itself makes.
 */
export async function fill(pool: Pool, project: number, contacts: number): Promise<number> {
  const client = await pool.connect()
  const start = performance.now()
  await client.query(`BEGIN; SET LOCAL service.project = '${project}'; SET LOCAL service.copying = 'on'`)
  await client.query(
    `INSERT INTO contact (project, email, subscribed, data, created_at, updated_at)
     SELECT ${project}, 'person' || n || '@firm' || n % 5000 || '.example', CASE WHEN n % 10 = 0 THEN 0 ELSE 1 END,
       jsonb_build_object('plan', (ARRAY['free', 'pro', 'team'])[n % 3 + 1], 'seats', n % 400, 'city',
         (ARRAY['Oslo', 'Lyon', 'Cork', 'Porto'])[n % 4 + 1], 'since', to_char(DATE '2020-01-01' + CAST(n % 2000 AS integer), 'YYYY-MM-DD')),
       n * 1000, n * 1000
     FROM generate_series(1, CAST(${contacts} AS bigint)) AS n`,
  )
  await client.query(allCounted)
  await client.query('COMMIT')
  client.release()
  const rate = (1000 * contacts) / (performance.now() - start)
  await pool.query('VACUUM ANALYZE contact')
  return rate
}
