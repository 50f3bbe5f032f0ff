import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { machineClock } from '../../../src-service/clock'
import { createStore, type Store } from '../../../src-service/store/store'
import { ServiceFailure } from '../../../src-service/http/failure'
import { randomNumbers } from '../../fixtures/seeded'
import { openStored, type StoredRows, storedIn } from '../../fixtures/stored'

async function opened(): Promise<{ store: Store; stored: StoredRows }> {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-batches-'))
  const { served } = await openStored(folder, { contacts: 0 })
  onTestFinished(async () => {
    await served.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { store: createStore(served, machineClock), stored: storedIn(served) }
}

/** Contacts in the order in which they came, and what happened to each. */
async function kept({ stored }: { stored: StoredRows }): Promise<unknown> {
  const contacts = await stored.rows<{ seq: number; email: string; subscribed: number; data: string }>(
    'SELECT seq, email, subscribed, data FROM contact ORDER BY seq',
  )
  const events = await stored.rows<{ contact: number; name: string }>(
    `SELECT event.contact AS contact, event_name.name AS name FROM event AS event
     JOIN event_name AS event_name ON event_name.number = event.name ORDER BY event.seq`,
  )
  return contacts.map(({ seq, email, subscribed, data }) => ({
    ...{ email, subscribed, data: JSON.parse(data) },
    events: events.filter(({ contact }) => contact === seq).map(({ name }) => name),
  }))
}

const seeds = [1, 2, 3, 4, 5, 6]
it.each(seeds)('writes many contacts as one after the other would be (seed %i)', async (seed) => {
  const random = randomNumbers(seed)
  const pick = <Value>(...values: Value[]): Value => values[random(values.length)] as Value
  const entry = () => ({
    email: `${pick('ada', 'Ada', 'ADA', 'grace', 'zoë', 'ZOË', "o'neil", `person${random(40)}`)}@example.com`,
    subscribed: pick(undefined, undefined, true, false),
    data: pick<Record<string, unknown>>(
      { plan: pick('free', 'pro', '', null), city: 'Cork \\ "\' \u2028 😀' },
      {},
      { seats: random(5), since: { year: 2020 + random(3), odd: [1, 1.5, true, null] } },
      { long: 'x'.repeat(pick(10, 70_000)) },
    ),
  })
  const [together, apart] = [await opened(), await opened()]
  for (let round = 0; round < 4; round++) {
    const entries = Array.from({ length: 1 + random(60) }, entry)
    const outcomes = await together.store.contactBatches.upsert(entries)
    const expected = []
    for (const { email, ...change } of entries)
      expected.push(
        await apart.store.contacts.upsert(email, change).then(
          ({ isNew }) => (isNew ? 'created' : 'updated'),
          (error: unknown) => error,
        ),
      )
    expect(outcomes).toEqual(expected)
    expect(
      expected
        .filter((outcome) => typeof outcome !== 'string')
        .every((error) => error instanceof ServiceFailure),
    ).toBe(true)
    expect(await kept(together)).toEqual(await kept(apart))
  }
})
