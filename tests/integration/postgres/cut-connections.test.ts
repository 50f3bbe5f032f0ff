import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pool } from 'pg'
import { machineClock } from '../../../src-service/clock'
import { prepareDatabase } from '../../../src-service/store/postgres/migrations'
import { openPool } from '../../../src-service/store/postgres/pool'
import { postgresDatabase } from '../../../src-service/store/postgres/postgres-database'
import { addProject } from '../../../src-service/store/postgres/projects'
import type { ServiceDatabase } from '../../../src-service/store/statements'
import { createStore } from '../../../src-service/store/store'
import { type CuttableWay, cuttableWay } from '../../fixtures/cut-connection'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'
import { storedIn } from '../../fixtures/stored'

describe.each([1, 3])(
  'contacts, %i at a time, whose connection is lost once they are written',
  (together) => {
    let server: PostgresServer
    let way: CuttableWay
    let pool: Pool
    let db: ServiceDatabase
    const emails = Array.from({ length: together }, (_, at) => `p${at}@x.example`)
    // More than what is surely kept, so that a contact that was there would be left to be looked at.
    const bio = 'x'.repeat(4000)

    beforeAll(async () => {
      server = await startPostgres()
      way = await cuttableWay(await server.database())
      pool = openPool({ url: way.url, connections: 1, lost: () => undefined })
      await prepareDatabase(pool)
      db = postgresDatabase(pool, await addProject(pool, 'tests', async () => undefined))
    })
    afterAll(async () => {
      await pool.end()
      await way.stop()
      await server.stop()
    })

    /** Writes them, and loses the connection before it says that they are written. Gives whether each is said to be new. */
    async function write(data: Record<string, unknown>): Promise<boolean[]> {
      const { contacts } = createStore(db, machineClock)
      // The connection is there and set to the project.
      await contacts.find('nobody@x.example')
      way.cutNext()
      const written = await Promise.all(emails.map((email) => contacts.upsert(email, { data })))
      return written.map(({ isNew }) => isNew)
    }

    it.each([{ seats: 1 }, { bio }])(
      'are said to be made where they were, and are there once',
      async (data) => {
        await storedIn(db).change('DELETE FROM contact')
        expect(await write(data)).toEqual(emails.map(() => true))
        expect(await storedIn(db).count('contact')).toBe(together)
      },
    )

    it('are said to be changed where they were there before', async () => {
      await storedIn(db).change('DELETE FROM contact')
      const before = createStore(db, { ...machineClock, now: () => Date.now() - 1 }).contacts
      await Promise.all(emails.map((email) => before.upsert(email, { data: { seats: 1 } })))
      for (const seats of [1, 2]) expect(await write({ seats }), `${seats}`).toEqual(emails.map(() => false))
    })
  },
)
