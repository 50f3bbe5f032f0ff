import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../src-service/commands'
import { openDataFolder } from '../../../src-service/data-folder'
import { lockFolder } from '../../../src-service/folder-lock'
import { hashOf, keptKeys } from '../../../src-service/keys'
import { machineClock } from '../../../src-service/clock'
import { createService } from '../../../src-service/create-service'
import { dialects } from '../../../src-service/dialect/dialects'
import { projectConnections } from '../../../src-service/store/postgres/connections'
import { allCounted, countings } from '../../../src-service/store/postgres/count-triggers'
import { prepareDatabase } from '../../../src-service/store/postgres/migrations'
import { type DatabaseOptions, openProject } from '../../../src-service/store/postgres/open-project'
import { openMakingPool, openPool } from '../../../src-service/store/postgres/pool'
import { postgresDatabase } from '../../../src-service/store/postgres/postgres-database'
import { addProject } from '../../../src-service/store/postgres/projects'
import { postgresVersion, projectTables } from '../../../src-service/store/postgres/schema'
import { statementText } from '../../../src-service/store/postgres/statement-text'
import { createStore } from '../../../src-service/store/store'
import { type ServiceDatabase, statements } from '../../../src-service/store/statements'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'
import { randomNumbers } from '../../fixtures/seeded'

const parts = 4
// The end of the server meets connections that are about to end themselves.
const lost = (): void => undefined

describe('a database that several projects share', () => {
  let server: PostgresServer
  let folder: string
  let url: string
  let pool: Pool
  const databaseOf = (project: string): DatabaseOptions => ({ url, project, connections: 4 })
  beforeAll(async () => {
    server = await startPostgres()
    folder = mkdtempSync(join(tmpdir(), 'postroom-projects-'))
    url = await server.database()
    pool = openPool({ url, connections: 4, lost })
    await prepareDatabase(pool, parts)
  })
  afterAll(async () => {
    await pool.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Opens a project, does something with it, and closes it. */
  async function within<Result>(
    name: string,
    work: (db: ServiceDatabase) => Promise<Result>,
    contacts = 0,
  ): Promise<Result> {
    const project = await openProject(databaseOf(name), folder, { contacts, anchor: 0 }, lost)
    try {
      return await work(project.database())
    } finally {
      await project.close()
    }
  }

  it('is made once by several who start at the same time', async () => {
    const fresh = { ...databaseOf('fresh'), url: await server.database() }
    const open = () => openProject(fresh, folder, { contacts: 50 }, lost)
    const opened = await Promise.all([open(), open(), open()])
    const counts = await Promise.all(
      opened.map((project) => statements(project.database()).count<[]>('SELECT count(*) FROM contact')()),
    )
    expect(counts).toEqual([50, 50, 50])
    for (const project of opened) await project.close()
  })

  /** What takes each version back to the one before it. */
  const undone = [
    `DROP FUNCTION is_static; DROP TABLE contact_count, service_move; ALTER TABLE service_project DROP COLUMN moving;
     DROP FUNCTION contacts_came, contacts_turned, contacts_went CASCADE`,
    `DROP FUNCTION project_keys, record_account_keys CASCADE; DROP FUNCTION project_of_message, project_of_picture;
      DROP TABLE service_key; ALTER TABLE service_project DROP COLUMN due_at, DROP COLUMN unnamed_tokens`,
    `DROP INDEX segment_member_added; DROP TABLE event_count, member_count, condition_count, contact_before;
     DROP FUNCTION compare_conditions, let_go_of_conditions, conditions_asked, add_to_conditions;
     DROP FUNCTION events_came, events_turned, events_went, members_came, members_turned, members_went CASCADE;
     CREATE OR REPLACE FUNCTION contacts_came() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
    `DROP FUNCTION write_contacts;
     CREATE FUNCTION contact_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
     CREATE FUNCTION event_came() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
     CREATE TRIGGER contact_changed AFTER INSERT OR UPDATE ON contact FOR EACH ROW EXECUTE FUNCTION contact_changed();
     CREATE TRIGGER event_came AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_came()`,
    'ALTER TABLE request_second SET UNLOGGED',
    'ALTER TABLE message DROP COLUMN sender; DROP TABLE mail_pace',
    'DROP FUNCTION project_of_contact',
    'DROP FUNCTION plain_date, plain_number',
    'DROP TABLE segment_count',
    `DROP FUNCTION write_contacts;
     CREATE FUNCTION write_contacts(of_project integer, given jsonb, at bigint) RETURNS integer LANGUAGE sql AS 'SELECT 1'`,
    'DROP TABLE webhook_claim',
  ]
  it.each(undone.map((_, at) => at + 1))(
    'brings the tables of version %i up to date, once, and refuses those of a newer one',
    async (version) => {
      const older = openMakingPool(await server.database())
      await prepareDatabase(older)
      await addProject(older, 'filled', async (client, project) => {
        await client.query(`SET LOCAL service.project = '${project}'; SET LOCAL service.copying = 'on'`)
        await client.query(`INSERT INTO contact (email, subscribed, data, created_at, updated_at)
        SELECT n || '@x.example', n % 3 / 2, '{}', 0, 0 FROM generate_series(1, 9) AS n;
        INSERT INTO event (contact, name, created_at) SELECT n, n % 2, 0 FROM generate_series(1, 5) AS n;
        INSERT INTO segment_member (segment, contact) SELECT 1 + n / 3, n FROM generate_series(1, 4) AS n`)
        await client.query(
          `INSERT INTO project ("only", secret_hash, public_hash) VALUES (1, 'of secret', 'of public')`,
        )
        if (version > 1) await client.query(allCounted)
      })
      for (const step of undone.slice(version - 1).reverse()) await older.query(step)
      await older.query(`UPDATE service_schema SET version = ${version}`)
      await Promise.all([prepareDatabase(older), prepareDatabase(older)])
      const { rows } = await older.query(
        `SELECT version, to_regproc('is_static') IS NOT NULL AND to_regproc('write_contacts') IS NOT NULL AND plain_number('5') = 5 AS "isThere" FROM service_schema`,
      )
      expect(rows).toEqual([{ version: postgresVersion, isThere: true }])
      await older.query(`SET service.project = '1'`)
      const kept = async (table: string) =>
        (await older.query({ text: `SELECT * FROM ${table} ORDER BY 2`, rowMode: 'array' })).rows
      expect(await kept('contact_count')).toEqual([
        [1, 0, 6],
        [1, 1, 3],
      ])
      expect(await kept('event_count')).toEqual([
        [1, 0, 2],
        [1, 1, 3],
      ])
      expect(await kept('member_count')).toEqual([
        [1, 1, 2],
        [1, 2, 2],
      ])
      const keys = await older.query('SELECT hash, project, kind FROM service_key ORDER BY kind')
      expect(keys.rows).toEqual([
        { hash: 'of public', project: 1, kind: 'public' },
        { hash: 'of secret', project: 1, kind: 'secret' },
      ])
      await older.query(`INSERT INTO condition_count (hash, condition, token) VALUES ('a', 'c.subscribed = 1', '');
      INSERT INTO event (contact, name, created_at) VALUES (1, 0, 0); DELETE FROM contact WHERE seq = 1;
      SELECT compare_conditions(1)`)
      expect(await kept('event_count')).toEqual([
        [1, 0, 3],
        [1, 1, 3],
      ])
      expect(await kept('contact_count')).toEqual([
        [1, 0, 5],
        [1, 1, 3],
      ])
      expect(await kept('member_count')).toEqual([
        [1, 1, 1],
        [1, 2, 2],
      ])
      expect(await kept('contact_before')).toEqual([])
      await older.query('UPDATE service_schema SET version = version + 1')
      await expect(prepareDatabase(older)).rejects.toThrow('made by a newer version')
      await older.end()
    },
  )

  it.each(countings)(
    'keeps how many rows of $table there are, whatever is done to them',
    async ({ table, by, counts, count }) => {
      const columns = {
        contact: [
          'email, data, created_at, updated_at',
          `'n' || n || '@x.example', CAST('{}' AS jsonb), 0, 0`,
        ],
        event: ['contact, created_at', 'n, 0'],
        segment_member: ['contact', 'n + 1000'],
      }[table]
      await within(
        `counted ${table}`,
        async (db) => {
          const sql = statements(db)
          const random = randomNumbers(7)
          const kept = sql.rows<[], object>(
            `SELECT ${by}, ${count} AS rows FROM ${counts} WHERE ${count} <> 0 ORDER BY ${by}`,
          )
          const right = sql.rows<[], object>(
            `SELECT ${by}, count(*) AS rows FROM ${table} GROUP BY ${by} ORDER BY ${by}`,
          )
          expect(await kept()).toEqual(await right())
          const insert = sql.run<[number, number]>(
            `INSERT INTO ${table} (${columns?.[0]}, ${by}) SELECT ${columns?.[1]}, n % 2
           FROM generate_series(CAST(? AS bigint), CAST(? AS bigint)) AS n`,
          )
          const key = table === 'segment_member' ? 'contact' : 'seq'
          const turn = sql.run<[number]>(
            `UPDATE ${table} SET ${by} = 1 - ${by} WHERE ${by} < 2 AND ${key} % ? = 0`,
          )
          const remove = sql.run<[number]>(`DELETE FROM ${table} WHERE ${key} % ? = 1`)
          for (let step = 0; step < 30; step++) {
            if (random(3) > 0) await insert(5 * step, 5 * step + random(5))
            else await (random(2) ? turn : remove)(2 + random(9))
            expect(await kept()).toEqual(await right())
          }
        },
        40,
      )
    },
  )

  it('shows each project its own rows, whatever a statement says', async () => {
    await within('one', (db) => statements(db).run<[]>("INSERT INTO event_name (name) VALUES ('of one')")())
    const names = await within('two', (db) =>
      statements(db).values<[], string>('SELECT name FROM event_name')(),
    )
    expect(names).toEqual([])
    // Past the engine, as a statement would do that was never narrowed.
    const client = await pool.connect()
    const seen = async (project: string): Promise<unknown> => {
      await client.query(`SELECT set_config('service.project', $1, false)`, [project])
      return (await client.query('SELECT name FROM event_name')).rows
    }
    expect(await seen('')).toEqual([])
    const { rows } = await client.query<{ project: number }>(
      `SELECT project FROM service_project WHERE name = 'one'`,
    )
    expect(await seen(String(rows[0]?.project))).toEqual([{ name: 'of one' }])
    expect(await seen('999')).toEqual([])
    await expect(
      client.query(`INSERT INTO event_name (project, name) VALUES (1, 'smuggled in')`),
    ).rejects.toThrow('row-level security')
    client.release(true)
  })

  it.each([1, 2])(
    'writes contacts of the project that is named, %i at a time, where no wall is',
    async (together) => {
      const emails = Array.from({ length: together }, (_, at) => `both${together}of${at}@x.example`)
      const write = (db: ServiceDatabase) => {
        const store = createStore(db, machineClock)
        return Promise.all(emails.map((email) => store.contacts.upsert(email, { data: { seats: together } })))
      }
      await within('theirs', write)
      const superuser = openPool({ url: url.replace('//postroom@', '//postgres@'), connections: 1, lost })
      const { rows } = await superuser.query<{ project: number }>(
        `SELECT project FROM service_project WHERE name IN ('one', 'theirs') ORDER BY name`,
      )
      const [one = 0, theirs = 0] = rows.map(({ project }) => project)
      const written = await write(postgresDatabase(superuser, one))
      expect(written.map(({ isNew }) => isNew)).toEqual(emails.map(() => true))
      await write(postgresDatabase(superuser, one))
      const kept = await superuser.query<{ project: number }>({
        text: 'SELECT project FROM contact WHERE email = ANY ($1) ORDER BY project, email',
        values: [emails],
      })
      expect(kept.rows.map(({ project }) => project)).toEqual(
        [...emails.map(() => one), ...emails.map(() => theirs)].sort((a, b) => a - b),
      )
      await superuser.end()
    },
  )

  it('sets a connection that another project has used before anything is asked on it', async () => {
    const narrow = openPool({ url, connections: 1, lost })
    const of = [11, 22, 33].map((project) => ({ project, connections: projectConnections(narrow, project) }))
    const asked = Array.from({ length: 60 }, async (_, at) => {
      const { project, connections } = of[at % 3]!
      const { rows } = await connections.ask((client) =>
        client.query<{ set: string }>(`SELECT current_setting('service.project') AS set`),
      )
      return rows[0]?.set === String(project)
    })
    expect((await Promise.all(asked)).every(Boolean)).toBe(true)
    // What was refused leaves nothing behind for the next one.
    const [one, two] = of
    await expect(one?.connections.ask((client) => client.query('SELECT 1 / 0'))).rejects.toThrow('division')
    const next = await two?.connections.ask((client) =>
      client.query(`SELECT current_setting('service.project') AS set`),
    )
    expect(next?.rows).toEqual([{ set: '22' }])
    await narrow.end()
  })

  it('is served by a user who may change rows and nothing else', async () => {
    await within('served', async () => undefined)
    await pool.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO clerk;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO clerk`)
    const project = await openProject(
      { ...databaseOf('served'), url: server.asClerk(url) },
      folder,
      { contacts: 0 },
      lost,
    )
    const db = project.database()
    expect(await statements(db).run<[]>("INSERT INTO event_name (name) VALUES ('seen')")()).toBe(1)
    expect(await project.limit('email', 1).take()).toBe(0)
    expect(await project.limit('email', 1).take()).toBeGreaterThan(0)
    const drop = db.prepare('DROP TABLE contact')
    await expect(db.transaction(() => drop.run([]))).rejects.toThrow('must be owner')
    await project.close()
  })

  it('has a project added by its name, once, and tells its keys', async () => {
    const keys = await runCommand(['project', 'add', 'added', '--database', url])
    expect(keys).toMatchObject({
      secretKey: expect.stringMatching(/^sk_/),
      publicKey: expect.stringMatching(/^pk_/),
    })
    await expect(runCommand(['project', 'add', 'added', '--database', url])).rejects.toThrow(
      'There is a project added already.',
    )
    await expect(runCommand(['project', 'add', 'other'])).rejects.toThrow('takes --database URL')
    const hash = await within('added', (db) =>
      statements(db).value<[], string>('SELECT secret_hash FROM project')(),
    )
    expect(keys).toMatchObject({ secretKey: expect.toSatisfy((key: string) => hashOf(key) === hash) })
  })

  it('takes what a data folder holds, all of it, with the keys that open it, once', async () => {
    const moved = join(folder, 'moved')
    const file = await openDataFolder(moved, { contacts: 300, anchor: 0 })
    const inFile = (sql: string) => file.prepare<[], unknown[]>(sql).raw().all()
    const events = inFile('SELECT seq, contact, name, email, data, created_at FROM event ORDER BY seq')
    const contacts = inFile('SELECT seq, email, subscribed, created_at, updated_at FROM contact ORDER BY seq')
    file.close()
    const command = ['move', '--to', url, '--data', moved, '--project', 'moved']
    expect(await runCommand(command)).toMatchObject({ contact: 300, event: events.length, link_key: 1 })
    await expect(runCommand(command)).rejects.toThrow('There is a project moved already.')
    await within('moved', async (db) => {
      const sql = statements(db)
      const there = async (text: string) =>
        (await sql.rows<[], Record<string, unknown>>(text)()).map((row) => Object.values(row))
      expect(
        await there('SELECT seq, contact, name, email, data, created_at FROM event ORDER BY seq'),
      ).toEqual(events)
      expect(
        await there('SELECT seq, email, subscribed, created_at, updated_at FROM contact ORDER BY seq'),
      ).toEqual(contacts)
      const hash = await sql.value<[], string>('SELECT secret_hash FROM project')()
      expect(hash).toBe(hashOf(keptKeys(moved).secretKey ?? ''))
    })
    const letGo = lockFolder(moved)
    await expect(runCommand([...command.slice(0, -1), 'again'])).rejects.toThrow('service')
    letGo()
  })

  it('counts the rows of each project on from where its sample ended', async () => {
    const next = (name: string) =>
      within(
        name,
        (db) =>
          statements(db).numbered<[]>(
            `INSERT INTO contact (email, subscribed, data, created_at, updated_at)
             VALUES ('new@example.com', 1, '{}', 0, 0) RETURNING seq`,
          )(),
        20,
      )
    expect(await next('sample one')).toBeGreaterThan(20)
    expect(await next('sample two')).toBeGreaterThan(20)
  })

  it('answers every statement of the service from one part of each table', async () => {
    const texts = await textsOfService()
    expect(texts.size).toBeGreaterThan(200)
    const client = await pool.connect()
    const wrong: string[] = []
    for (const given of texts) {
      const { text, writes } = statementText(given)
      // A number, which is a text and JSON as well.
      const last = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
      const bound = Array.from({ length: last }, () => "'1'").join(', ')
      // A range from 1 to below 1 needs no table: what reads is planned before anybody knows what is bound.
      await client.query(`SET plan_cache_mode = ${writes ? 'force_custom_plan' : 'force_generic_plan'}`)
      await client.query(`PREPARE asked AS ${text}`)
      const plan = await client.query<Record<'QUERY PLAN', string>>(`EXPLAIN EXECUTE asked(${bound})`)
      await client.query('DEALLOCATE asked')
      const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
      const read = new Set([...lines.matchAll(partOfTable)].map(([, part]) => part))
      // A new row goes to the part of its project, and nothing is read for it.
      const isPlain = writes?.what === 'INSERT' && read.size === 0
      if (read.size !== 1 && !isPlain) wrong.push(`${given}\n${lines}`)
    }
    client.release(true)
    expect(wrong).toEqual([])
  })

  /** Everything that a service prepares, of both its dialects. */
  async function textsOfService(): Promise<Set<string>> {
    const texts = new Set<string>()
    const db = postgresDatabase(pool, await within('asked', async () => projectNumber('asked')))
    const heard: ServiceDatabase = {
      ...db,
      prepare: (text) => (texts.add(text), db.prepare(text)),
      prepareValue: (text) => (texts.add(text), db.prepareValue(text)),
    }
    for (const dialect of [dialects.reference, dialects.deployed]) {
      await createService(heard, {
        ...{
          dialect,
          rate: 1000,
          mailsPerSecond: 14,
          latency: 0,
          smtp: null,
          dns: null,
          clock: machineClock,
        },
        publicUrl: () => 'http://service.example',
        report: lost,
      })
    }
    return texts
  }

  async function projectNumber(name: string): Promise<number> {
    const { rows } = await pool.query<{ project: number }>(
      'SELECT project FROM service_project WHERE name = $1',
      [name],
    )
    return rows[0]?.project ?? 0
  }
})

const partOfTable = new RegExp(` on (?:${[...projectTables].join('|')})_(\\d)\\b`, 'g')
