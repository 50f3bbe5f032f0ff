import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveState } from '../../../src-shared/bridge/live'
import { systemClock } from '../../../src-main/core/clock'
import type { GivenFile } from '../../../src-main/core/host'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'
import { atRest, checked, importUntil, openFixture, ran, type ImportFixture } from './fixture'

let fixture: ImportFixture
let chosen: GivenFile | null
beforeAll(async () => {
  fixture = await openFixture({ core: { chooseImportFile: () => Promise.resolve(chosen) } })
})
afterAll(() => fixture.close())

const imports = () => fixture.core.bridge.imports
const content = 'email,plan\r\nada@example.com,pro\r\n'

async function importsFolder(): Promise<string> {
  const { currentId } = await fixture.core.bridge.profiles.list()
  return join(fixture.core.dataFolder, 'profiles', currentId ?? '', 'imports')
}

describe('a file from the dialog', () => {
  it('is read, and left where it is', async () => {
    const path = join(fixture.folder, 'chosen.csv')
    await writeFile(path, content)
    chosen = { path, name: 'chosen.csv', uploaded: false }
    const { import: made } = await imports().choose()
    expect(await atRest(fixture.core.bridge, made?.id ?? 0)).toMatchObject({ name: 'chosen.csv', rows: 1 })
    expect(existsSync(path)).toBe(true)
  })

  it('is none where the dialog was closed', async () => {
    chosen = null
    expect(await imports().choose()).toEqual({ import: null })
  })
})

describe('an upload', () => {
  it('is kept while it may be read in another way, and removed once its rows were checked', async () => {
    const path = join(fixture.folder, 'upload')
    await writeFile(path, content)
    const { id } = await fixture.openUpload(path, 'people.csv')
    await atRest(fixture.core.bridge, id)
    const uploads = async () =>
      (await readdir(await importsFolder())).filter((name) => name.endsWith('.upload'))
    expect(await uploads()).toEqual([`${id}.upload`])
    const reading = { encoding: 'windows-1252', delimiter: ',', quote: '"', header: true } as const
    await imports().read({ id, reading })
    expect((await atRest(fixture.core.bridge, id)).reading).toEqual(reading)
    await checked(fixture.core.bridge, id)
    expect(await uploads()).toEqual([])
    expect((await problemOf(imports().read({ id, reading }))).title).toBe('The upload is gone')
    expect((await imports().get({ id })).counts?.toWrite).toBe(1)
  })

  it('is removed with an import that is discarded', async () => {
    const path = join(fixture.folder, 'upload')
    await writeFile(path, content)
    const { id } = await fixture.openUpload(path, 'people.csv')
    await imports().discard({ id })
    expect((await readdir(await importsFolder())).filter((name) => name.startsWith(String(id)))).toEqual([])
  })
})

it('reads what was pasted, with tabs between the cells as spreadsheets copy them', async () => {
  const { id } = await imports().open({ kind: 'text', text: 'email\tplan\nada@example.com\tpro\n' })
  const seen = await atRest(fixture.core.bridge, id)
  expect(seen).toMatchObject({ name: 'Pasted rows', rows: 1, reading: { delimiter: '\t' } })
})

describe('a mapping', () => {
  it('is remembered once it was checked, for files with the same names in any order', async () => {
    const { id } = await fixture.open('first.csv', 'Mail,Tier\r\nada@example.com,pro\r\n')
    await atRest(fixture.core.bridge, id)
    const column = {
      index: 1,
      target: { kind: 'data', key: 'plan' },
      as: { type: 'text' },
      rule: 'never',
    } as const
    await imports().map({ id, columns: [column] })
    await checked(fixture.core.bridge, id)
    const { id: next } = await fixture.open('second.csv', 'Tier,Mail\r\nteam,bob@example.com\r\n')
    const seen = await atRest(fixture.core.bridge, next)
    expect(seen).toMatchObject({ remembered: true, rememberedFrom: { name: 'first.csv' } })
    expect(seen.rememberedFrom?.at).toBeGreaterThan(seen.createdAt - 60_000)
    expect(seen.columns[0]).toMatchObject({ target: { kind: 'data', key: 'plan' }, rule: 'never' })
    const proposed = await imports().propose({ id: next })
    expect(proposed).toMatchObject({ remembered: false, rememberedFrom: null })
    expect(proposed.columns[0]).toMatchObject({ target: { kind: 'data', key: 'Tier' }, rule: 'overwrite' })
  })
})

it('lists imports, the newest first', async () => {
  const { id } = await fixture.open('newest.csv', content)
  await atRest(fixture.core.bridge, id)
  const { imports: listed, count } = await imports().page({ slice: { offset: 0, limit: 2 } })
  expect(listed[0]).toMatchObject({ id, name: 'newest.csv', step: 'map', rows: 1 })
  expect(listed).toHaveLength(2)
  expect(count).toBeGreaterThan(2)
})

it('tells live what is under way, and that something changed', async () => {
  const seen: Extract<LiveState, { topic: 'imports' }>['state'][] = []
  const stop = new AbortController()
  const listening = (async () => {
    for await (const told of await fixture.core.bridge.live.watch(undefined, { signal: stop.signal })) {
      if (told.topic === 'imports') seen.push(told.state)
    }
  })().catch(() => undefined)
  const lines = Array.from({ length: 60_000 }, (_, at) => `person${at}@example.com,pro`)
  const { id } = await fixture.open('long.csv', ['email,plan', ...lines].join('\r\n'))
  await until(
    () => seen,
    (states) =>
      states.some(({ active }) => active.some((one) => one.id === id && one.work?.what === 'reading')),
  )
  await until(
    () => seen.at(-1),
    (state) => state?.active.length === 0,
  )
  const revisions = seen.map(({ revision }) => revision)
  expect([...revisions].sort((a, b) => a - b)).toEqual(revisions)
  stop.abort()
  await listening
})

describe('verification', () => {
  it('is estimated, run as a job, and leaves out by its rules', async () => {
    const { id } = await fixture.open(
      'verify.csv',
      'email\r\nada@example.com\r\ninfo@mailinator.com\r\nbob@no-such-domain.invalid\r\n',
    )
    const { rules } = await checked(fixture.core.bridge, id)
    const byVerdict = { ...rules.byVerdict, risky: 'leaveOut', undeliverable: 'leaveOut' } as const
    await imports().rules({ id, rules: { ...rules, verify: 'all', byVerdict } })
    const { estimate } = await importUntil(fixture.core.bridge, id, (one) => one.estimate !== null)
    expect(estimate).toMatchObject({ unique: 3, local: 1, calls: 2 })
    expect((await imports().verify({ id })).step).toBe('verify')
    await atRest(fixture.core.bridge, id)
    const { counts } = await importUntil(
      fixture.core.bridge,
      id,
      (one) => (one.counts?.rows.leftOut ?? 0) > 0,
    )
    expect(counts?.toWrite).toBeLessThan(3)
  })
})

describe('rows that were kept for 90 days', () => {
  it('are removed, and what came of the import stays', async () => {
    let ahead = 0
    const later = { ...systemClock, now: () => systemClock.now() + ahead }
    const old = await openFixture({ core: { clock: later } })
    const { id } = await old.open('old.csv', content)
    await checked(old.core.bridge, id)
    const { rowsUntil } = await ran(old.core.bridge, id)
    expect(Math.round(((rowsUntil ?? 0) - systemClock.now()) / 86_400_000)).toBe(90)
    ahead = 91 * 86_400_000
    await old.restart()
    const seen = await old.core.bridge.imports.get({ id })
    expect(seen).toMatchObject({
      rowsUntil: null,
      step: 'after',
      written: { created: 1, changed: 0, failed: 0 },
    })
    const { bridge } = old.core
    const asked = { id, filter: 'all', search: '', slice: { offset: 0, limit: 10 } } as const
    for (const call of [
      bridge.imports.undo({ id }),
      bridge.imports.rows(asked),
      bridge.imports.preview({ id, limit: 1 }),
    ]) {
      expect(await problemOf(call)).toMatchObject({
        code: 'not_found',
        title: 'The rows of this import are gone',
      })
    }
    await old.close()
  })
})
