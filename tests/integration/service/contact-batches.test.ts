import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { machineClock } from '../../../src-service/clock'
import type { Engine } from '../../../src-service/store/engine-sql'
import { createStore, type Store } from '../../../src-service/store/store'
import { ServiceFailure } from '../../../src-service/http/failure'
import { randomNumbers } from '../../fixtures/seeded'
import { openStored, type StoredRows, storedIn } from '../../fixtures/stored'

async function opened(): Promise<{ store: Store; stored: StoredRows; engine: Engine }> {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-batches-'))
  const { served } = await openStored(folder, { contacts: 0 })
  onTestFinished(async () => {
    await served.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { store: createStore(served, machineClock), stored: storedIn(served), engine: served.engine }
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

it.each(seeds)(
  'writes contacts that come at the same time as one after the other would be (seed %i)',
  async (seed) => {
    const random = randomNumbers(seed)
    const pick = <Value>(...values: Value[]): Value => values[random(values.length)] as Value
    const change = () => ({
      subscribed: pick(undefined, undefined, undefined, true, false),
      data: pick<Record<string, unknown>>(
        { plan: pick('free', 'pro', '', null), seats: random(3), id: 1 },
        {},
        { seats: { value: null, persistent: true }, city: { value: 'Cork', persistent: false } },
        { long: 'x'.repeat(pick(10, 40_000, 70_000)), [`of ${random(3)}`]: 'y'.repeat(20_000) },
      ),
    })
    const [together, apart] = [await opened(), await opened()]
    for (let round = 0; round < 4; round++) {
      const calls = Array.from({ length: 70 }, (_, at) => ({
        email: `${pick('person', 'Person')}${at + 20 * round}@x.example`,
        ...change(),
      }))
      const write = async ({ store }: typeof together, { email, ...wanted }: (typeof calls)[number]) =>
        store.contacts.upsert(email, wanted, false).then(
          ({ row: { email: kept, subscribed, data }, isNew }) => ({
            kept,
            subscribed,
            data: JSON.parse(data),
            isNew,
          }),
          (error: unknown) => error,
        )
      const expected = []
      for (const call of calls) expected.push(await write(apart, call))
      expect(await Promise.all(calls.map((call) => write(together, call)))).toEqual(expected)
      expect(await kept(together)).toEqual(await kept(apart))
    }
  },
)

it('keeps the others where one of those that come at the same time cannot be kept', async () => {
  const { store, stored, engine } = await opened()
  const texts = ['one', 'with \u0000 in it', 'two']
  const answers = await Promise.allSettled(
    texts.map((text, at) => store.contacts.upsert(`person${at}@x.example`, { data: { text } })),
  )
  const isKept = engine === 'sqlite'
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    isKept ? 'fulfilled' : 'rejected',
    'fulfilled',
  ])
  expect(await stored.count('contact')).toBe(isKept ? 3 : 2)
})
