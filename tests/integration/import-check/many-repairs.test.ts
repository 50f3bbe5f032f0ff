import { expect, onTestFinished, test } from 'vitest'
import { seeded } from '../../fixtures/seeded'
import { openEngine } from '../../../src-main/features/imports/check/engine'
import { checked, contact, key, openRows, profile, type Rows } from './support'

/** More rows than are read again at once, and less than a quarter of all. */
const count = 6000

/** A file of addresses that come again, a fifth of them at a misspelt domain, and the contacts of some. */
function scene() {
  const draw = seeded(31)
  const one = (...of: string[]) => of[Math.floor(draw() * of.length)] ?? ''
  const contacts = Array.from({ length: 1500 }, (_, number) =>
    contact(number, { email: `p${number}@gmail.com`, data: { plan: one('pro', 'free'), seats: 1 } }),
  )
  const domain = () =>
    one('gmail.com', 'gmail.com', 'x.example', 'x.example', one('gmial.com', ' GMIAL.com ', 'gmal.com'))
  const lines = Array.from(
    { length: count },
    () =>
      `p${Math.floor(draw() * 4000)}@${domain()},${one('pro', 'free', 'team', 'gold', 'Pro')},${one('1', '2', '3', 'many')}`,
  )
  return { contacts, source: ['email,plan,seats', ...lines].join('\n') }
}

/** What is told about the first third of the rows. */
async function everything(rows: Rows) {
  const found = []
  for (let offset = 0; offset < count / 3; offset += 500) {
    const part = await rows.rows({ filter: 'all', search: '', slice: { offset, limit: 500 } })
    for (const row of part.rows) found.push([row.row, row.class, row.code, row.verdict, row.leftOut])
  }
  return found
}

const seats = { as: { type: 'number' as const, decimal: '.' as const } }

async function opened() {
  const { contacts, source } = scene()
  const { folder } = profile(contacts)
  const { rows, close } = openRows(folder)
  await checked(rows, source, { seats })
  await rows.leaveOut({ rows: [3, 14, 159, 2653], leftOut: true })
  const told = {
    class: 'risky' as const,
    reasons: ['A reason.'],
    suggestion: null,
    source: 'service' as const,
    at: 1,
  }
  await rows.noteVerdicts(
    Array.from({ length: 900 }, (_, number) => ({ ...told, email: `p${number}@gmail.com` })),
  )
  return { folder, rows, close }
}

test('what is repaired in a part of very many rows ends with what a check from the beginning tells', async () => {
  const { rows } = await opened()
  const typos = await rows.correctTypos({ from: null })
  const alike = await rows.repair({
    row:
      1 +
      scene()
        .source.split('\n')
        .slice(1)
        .findIndex((line) => line.includes(',Pro,')),
    column: 1,
    text: 'pro',
    alike: true,
  })
  for (const { changed } of [typos, alike]) {
    expect(changed).toBeGreaterThan(1000)
    expect(changed).toBeLessThan(count / 4)
  }
  const counts = await rows.counts()
  const before = await everything(rows)
  await rows.map([])
  expect(await rows.check({})).toEqual(counts)
  expect(await everything(rows)).toEqual(before)
})

test('stopped at any moment, a repair of very many rows leaves all as it was, and is whole when made again', async () => {
  const { folder, close } = await opened()
  close()
  const { engine, close: end } = openEngine({
    folder,
    id: 1,
    key,
    cacheFolder: folder,
    now: () => Date.now(),
    tell: () => undefined,
  })
  onTestFinished(end)
  const before = engine.counts()
  let done: Awaited<ReturnType<typeof engine.correctTypos>> | null = null
  let stopped = 0
  for (let most = 0; done === null; most += 250) {
    let looks = 0
    const signal = new AbortController()
    Object.defineProperty(signal.signal, 'aborted', { get: () => (looks += 1) > most })
    done = await engine.correctTypos([{ from: null }], signal.signal).catch(() => null)
    if (done !== null) break
    stopped += 1
    expect(engine.counts()).toEqual(before)
  }
  expect(stopped).toBeGreaterThan(3)
  expect(done?.counts).toMatchObject({ typoCount: 0, byHand: done?.changed })
})
