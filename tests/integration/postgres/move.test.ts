import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../../src-service/data-folder'
import { moveFile } from '../../../src-service/store/postgres/move-file'
import { type DatabaseOptions, openProject } from '../../../src-service/store/postgres/open-project'
import { openMakingPool } from '../../../src-service/store/postgres/pool'
import { statements } from '../../../src-service/store/statements'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'

describe('a file that is moved into a project', () => {
  let server: PostgresServer
  let folder: string
  let path: string
  let options: DatabaseOptions
  let pool: Pool
  beforeAll(async () => {
    server = await startPostgres()
    folder = mkdtempSync(join(tmpdir(), 'postroom-move-'))
    const file = await openDataFolder(folder, { contacts: 300, anchor: 0 })
    file.close()
    path = join(folder, 'service.db')
  })
  afterAll(async () => {
    await pool.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await pool?.end()
    options = { url: await server.database(), project: 'moved', connections: 2 }
    pool = openMakingPool(options.url)
  })

  /** Has it cut off while the events of the file are copied. */
  async function cutOff(): Promise<void> {
    // The tables are made by the first who comes.
    await moveFile(path, { ...options, project: 'before' })
    await pool.query(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF new.name = 'event' AND new.last > 100 THEN RAISE EXCEPTION 'cut off'; END IF; RETURN new;
      END $$;
      CREATE TRIGGER cut BEFORE INSERT ON service_move FOR EACH ROW EXECUTE FUNCTION cut()`)
    await expect(moveFile(path, options, 50)).rejects.toThrow('cut off')
    await pool.query('DROP TRIGGER cut ON service_move')
  }

  /** Rows of the project by what is asked of them, past the service. */
  async function rows(sql: string): Promise<object[]> {
    const [{ project }] = (await pool.query(`SELECT project FROM service_project WHERE name = 'moved'`)).rows
    const client = await pool.connect()
    await client.query(`SET service.project = '${project}'`)
    const found = await client.query<object>(sql)
    client.release(true)
    return found.rows
  }

  const open = () => openProject(options, folder, { contacts: 0 }, () => undefined)

  it('goes on where it was cut off, and is served once all of it is there', async () => {
    await cutOff()
    await expect(open()).rejects.toThrow('Not all of the project moved is there yet.')
    const written = 'SELECT DISTINCT CAST(xmin AS text) FROM contact ORDER BY 1'
    const before = await rows(written)
    expect(before.length).toBeGreaterThan(1)
    const counts = await moveFile(path, options, 50)
    expect(await rows(written)).toEqual(before)
    expect(counts).toEqual(await moveFile(path, { ...options, project: 'at once' }))
    const file = new Database(path, { readonly: true })
    const events = 'SELECT seq, contact, name, created_at FROM event ORDER BY seq'
    expect(await rows(events)).toEqual(file.prepare(events).all())
    file.close()
    await expect(moveFile(path, options)).rejects.toThrow('There is a project moved already.')
    const project = await open()
    const sql = statements(project.database())
    expect(await sql.count<[]>('SELECT sum(contacts) FROM contact_count')()).toBe(300)
    await sql.run<[]>(`INSERT INTO event (contact, name, created_at) VALUES (1, 1, 0)`)()
    await project.close()
  })

  it('is copied from its beginning where it has changed since', async () => {
    await cutOff()
    const file = new Database(path)
    file.prepare(`UPDATE contact SET email = 'changed@example.com' WHERE seq = 1`).run()
    file.close()
    await moveFile(path, options, 50)
    expect(await rows('SELECT count(*) AS contacts FROM contact')).toEqual([{ contacts: 300 }])
    expect(await rows('SELECT email FROM contact WHERE seq = 1')).toEqual([{ email: 'changed@example.com' }])
  })

  it('is moved by one of several who try at once', async () => {
    const ended = await Promise.allSettled([1, 2, 3].map(() => moveFile(path, options, 50)))
    const reasons = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
    expect(reasons).toHaveLength(2)
    for (const reason of reasons)
      expect(reason).toMatch(/moved by another process|There is a project moved already/)
    expect(await rows('SELECT count(*) AS contacts FROM contact')).toEqual([{ contacts: 300 }])
  })
})
