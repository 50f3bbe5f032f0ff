import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { connect, openDatabase } from '../../../src-main/core/database/database'
import { migrations } from '../../../src-main/cache/schema/first'
import { askerOf, peopleOf } from '../../fixtures/asked'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { randomNumbers } from '../../fixtures/seeded'
import { startRecordingProxy } from '../../fixtures/recording-proxy'
import { startKeptService } from '../../fixtures/kept-service'
import { until } from '../../fixtures/until'
import { cutLog, drawCuts, frameEnds, snapshot, type Cut } from './log'

const people = 14
const emails = Array.from({ length: people }, (_, at) => `row${at}@example.com`)
const text = ['email,tier', ...emails.map((email) => `${email},gold`), ''].join('\n')

const temporary = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-power-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder as it was at an instant, and whom requests had left about by then. */
interface Instant {
  folder: string
  left: string[]
}

/** Copies an audience and imports rows, and keeps the folder as it is while these requests are on their way. */
async function instants(seed: number) {
  const service = await startKeptService({ contacts: 12, rate: 1_000_000 })
  const proxy = await startRecordingProxy(service.url)
  onTestFinished(async () => {
    await proxy.close()
    await service.stop()
  })
  const core = await startCore({ dataFolder: temporary() })
  const draw = randomNumbers(seed)
  const found: Instant[] = []
  const left: string[] = []
  // One while the audience is copied, and some while rows are written.
  let untilNext = 2 + draw(3)
  proxy.watch = (moment, { method, path, body }) => {
    if (moment !== 'arrived') return
    if (method === 'POST' && path === '/contacts')
      left.push(z.object({ email: z.string() }).parse(JSON.parse(body)).email)
    if (--untilNext > 0) return
    untilNext = 4 + draw(4)
    const folder = join(temporary(), 'data')
    snapshot(core.dataFolder, folder)
    found.push({ folder, left: [...left] })
  }
  await core.bridge.profiles.create(profileFor(proxy.url, service.secretKey))
  await settled(core.bridge)
  const { id } = await core.bridge.imports.open({ kind: 'text', text })
  await imported(core, id)
  proxy.watch = () => undefined
  await core.quit()
  return { service, core, found, draw, id }
}

/** Goes on with an import, wherever it stands, until it has run. */
async function imported({ bridge }: TestCore, id: number): Promise<void> {
  await until(
    async () => {
      const one = await bridge.imports.get({ id })
      if (one.work !== null || one.problem !== null) return one
      if (one.counts === null) await bridge.imports.check({ id })
      else if (one.jobs.length === 0) await bridge.imports.run({ id })
      return one
    },
    ({ step, jobs }) => step === 'after' && jobs[0]?.state === 'finished',
  )
}

const profileOf = (folder: string): string => {
  const [id = ''] = readdirSync(join(folder, 'profiles'))
  return join(folder, 'profiles', id)
}

/** The key of the copy, as the keychain has it. */
function keyOf({ keychain }: TestCore): string {
  const [key] = [...keychain.entries.values()].filter((each) => /^[0-9a-f]{64}$/.test(each))
  if (key === undefined) throw new Error('There is no key')
  return key
}

it('opens the copy and the rows of an import as they were while both were written, wherever a log was cut', async () => {
  const { core, found, id } = await instants(3)
  const key = keyOf(core)
  expect(found.length).toBeGreaterThan(2)
  for (const { folder, left } of found.slice(-1)) {
    const [whole, cut] = [profileOf(folder), join(temporary(), 'cut')]
    snapshot(whole, cut)
    for (const each of someCuts(join(whole, 'cache.db-wal'), 7)) {
      cutLog(whole, cut, 'cache.db', each)
      const db = openDatabase({ folder: cut, key }, migrations)
      db.pragma('synchronous = OFF')
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      const counted =
        'SELECT (SELECT count(*) FROM contact) AS contacts, (SELECT count(*) FROM event) AS events'
      expect(db.prepare('SELECT contacts, events FROM meta').get()).toEqual(db.prepare(counted).get())
      db.close()
    }
    const begun = someCuts(join(whole, `imports/${id}.db-wal`), 9).map((each) => {
      cutLog(whole, cut, `imports/${id}.db`, each)
      return { at: each.at, rows: begunIn(join(cut, `imports/${id}.db`), key) }
    })
    // The log only grows: the longer it is, the more rows are known to have left; all that left at its end.
    const inOrder = begun.sort((one, other) => one.at - other.at).map(({ rows }) => rows.length)
    expect(inOrder).toEqual([...inOrder].sort((one, other) => one - other))
    expect(begun.at(-1)?.rows).toEqual(expect.arrayContaining(left))
  }
})

/** Of all cuts of a long log some hundred, its end among them. */
function someCuts(log: string, seed: number): Cut[] {
  const draw = randomNumbers(seed)
  const cuts = drawCuts(log, seed, 20)
  const end = frameEnds(log).at(-1)
  return cuts.filter(({ at }) => at === end || draw(cuts.length) < 100)
}

/** Of whom the rows of an import say that a request was about to leave. */
function begunIn(path: string, key: string): string[] {
  const db = connect(path, key)
  try {
    db.pragma('synchronous = OFF')
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    const tables = db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'work_item'").pluck().get()
    if (tables === 0) return []
    const bodies = db.prepare<[], string>('SELECT leaves FROM work_item').pluck().all()
    return bodies.map((body) => z.object({ email: z.string() }).parse(JSON.parse(body)).email)
  } finally {
    db.close()
  }
}

/** Cuts the log of a copy at random, as far back as leaves what was promised to survive that: its jobs and imports. */
function cutBehindTheDurable(profile: string, key: string, draw: (below: number) => number): void {
  const whole = join(temporary(), 'whole')
  snapshot(profile, whole)
  const promised = promisedIn(profile, key)
  const ends = frameEnds(join(whole, 'cache.db-wal'))
  const allowed: number[] = []
  for (const at of [...ends].reverse()) {
    cutLog(whole, profile, 'cache.db', { at, torn: 0, junk: false })
    if (promisedIn(profile, key) !== promised) break
    allowed.push(at)
  }
  expect(allowed.length).toBeGreaterThan(3)
  const at = allowed[draw(allowed.length)] ?? 0
  cutLog(whole, profile, 'cache.db', { at, torn: draw(5000), junk: true })
}

/** What a copy says of its jobs and imports. */
function promisedIn(profile: string, key: string): string {
  const db = connect(join(profile, 'cache.db'), key)
  try {
    db.pragma('synchronous = OFF')
    return JSON.stringify([db.prepare('SELECT * FROM job').all(), db.prepare('SELECT * FROM import').all()])
  } finally {
    db.close()
  }
}

it('goes on after a power cut as after a kill: the copy is that of the service, and every row is written', async () => {
  const { service, core, found, draw, id } = await instants(5)
  expect(found.length).toBeGreaterThan(2)
  for (const { folder } of found.slice(-2)) {
    const profile = profileOf(folder)
    cutBehindTheDurable(profile, keyOf(core), draw)
    const after = await startCore({ dataFolder: folder, keychain: core.keychain })
    onTestFinished(() => after.quit())
    await until(
      () => after.bridge.imports.get({ id }).catch(() => null),
      (one) => one !== null,
    )
    await imported(after, id)
    await after.bridge.sync.start({ mode: 'full' })
    await settled(after.bridge)
    const query = { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } } as const
    const { rows } = await after.bridge.contacts.page({
      query: { ...query, filters: [] },
      slice: { offset: 0, limit: 500 },
    })
    const held = await peopleOf(askerOf(service))
    expect(new Map(rows.map(({ id, data }) => [id, data]))).toEqual(
      new Map([...held.values()].map(({ id, data }) => [id, data])),
    )
    expect(emails.every((email) => rows.some((row) => row.email === email && row.data.tier === 'gold'))).toBe(
      true,
    )
    expect(await after.bridge.storage.check()).toMatchObject({ sound: true })
    await after.quit()
  }
})
