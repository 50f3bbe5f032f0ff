import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdWrites } from '../../fixtures/held-requests'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'
import { atRest, checked, importUntil, openFixture, type ImportFixture } from './fixture'

let fixture: ImportFixture
beforeEach(async () => {
  fixture = await openFixture({ latency: 5 })
})
afterEach(() => fixture.close())

/** Rows enough that a restart finds them half read. */
const many = 150_000
const people = (count: number) =>
  ['email,plan', ...Array.from({ length: count }, (_, at) => `person${at}@example.com,pro`), ''].join('\r\n')
const imports = () => fixture.core.bridge.imports

describe('a restart', () => {
  it('in the middle of reading reads the file from its beginning', async () => {
    const { id, work } = await fixture.open('people.csv', people(many))
    expect(work?.what).toBe('reading')
    await fixture.restart()
    expect(await atRest(fixture.core.bridge, id)).toMatchObject({ step: 'map', rows: many, problem: null })
  })

  it('in the middle of reading a file that is gone since says so', async () => {
    const { id } = await fixture.open('people.csv', people(many))
    await fixture.quit()
    await rm(join(fixture.folder, 'people.csv'))
    await fixture.restart()
    const seen = await importUntil(fixture.core.bridge, id, ({ problem }) => problem !== null)
    expect(seen).toMatchObject({ step: 'read', work: null, problem: { code: 'file_unreadable' } })
    await imports().discard({ id })
  })

  it('in the middle of reading what was pasted goes on with it', async () => {
    const { id } = await imports().open({ kind: 'text', text: people(many) })
    await until(
      () => fixture.core.bridge.imports.get({ id }),
      ({ work }) => work === null || work.done > 0,
    )
    await fixture.restart()
    expect(await atRest(fixture.core.bridge, id)).toMatchObject({
      name: 'Pasted rows',
      rows: many,
      problem: null,
    })
  })

  it('in the middle of reading an upload finds it', async () => {
    const upload = join(fixture.folder, 'upload')
    await writeFile(upload, people(many))
    const { id } = await fixture.openUpload(upload, 'people.csv')
    expect(existsSync(upload)).toBe(false)
    await fixture.restart()
    expect(await atRest(fixture.core.bridge, id)).toMatchObject({
      name: 'people.csv',
      rows: many,
      problem: null,
    })
  })

  it('in the middle of checking checks', async () => {
    const { id } = await fixture.open('people.csv', people(many))
    await atRest(fixture.core.bridge, id)
    await imports().check({ id })
    await fixture.restart()
    const seen = await importUntil(fixture.core.bridge, id, ({ counts }) => counts !== null)
    expect(seen).toMatchObject({ step: 'check', counts: { toWrite: many } })
  })

  it('in the middle of a run goes on, and tells what came of it', async () => {
    const { id } = await fixture.open('people.csv', people(60))
    await checked(fixture.core.bridge, id)
    const writes = holdWrites(fixture.proxy, 8)
    await imports().run({ id })
    await writes.held
    expect((await imports().get({ id })).step).toBe('run')
    expect((await problemOf(imports().map({ id, columns: [] }))).title).toBe('This import is under way')
    const restarting = fixture.restart()
    writes.release()
    await restarting
    const seen = await importUntil(fixture.core.bridge, id, ({ step }) => step === 'after')
    expect(seen.written).toEqual({ created: 60, changed: 0, failed: 0 })
  })

  it('after a run has everything, undo included', async () => {
    const { id } = await fixture.open('people.csv', people(3))
    await checked(fixture.core.bridge, id)
    await imports().run({ id })
    await importUntil(fixture.core.bridge, id, ({ step }) => step === 'after')
    await fixture.restart()
    expect(await imports().get({ id })).toMatchObject({ step: 'after', written: { created: 3 } })
    await imports().undo({ id })
    const seen = await importUntil(
      fixture.core.bridge,
      id,
      ({ undone, jobs }) => undone?.reversed === 3 && jobs[0]?.state === 'finished',
    )
    expect(seen.undone).toEqual({ reversed: 3, kept: 0, failed: 0 })
  })
})

describe('another setting', () => {
  it('ends the reading that is under way', async () => {
    const { id } = await fixture.open('people.csv', people(many))
    const reading = { encoding: 'utf-8', delimiter: ';', quote: '"', header: false } as const
    expect((await imports().read({ id, reading })).step).toBe('read')
    const seen = await atRest(fixture.core.bridge, id)
    expect(seen).toMatchObject({ rows: many + 1, reading })
    expect(seen.detected?.delimiter).toBe(',')
    expect(seen.columns).toHaveLength(1)
  })

  it('of the mapping checks again what was checked', async () => {
    const { id } = await fixture.open('people.csv', 'email,note\r\nada@example.com,a\r\n')
    await checked(fixture.core.bridge, id)
    const columns = [
      { index: 1, target: { kind: 'leaveOut' }, as: { type: 'text' }, rule: 'overwrite' } as const,
    ]
    expect((await imports().map({ id, columns })).step).toBe('check')
    expect(
      (await importUntil(fixture.core.bridge, id, ({ counts }) => counts !== null)).counts?.toWrite,
    ).toBe(1)
  })
})

it('discards an import in the middle of reading, and leaves no file of it', async () => {
  const { id } = await fixture.open('people.csv', people(many))
  await imports().discard({ id })
  const { profiles, currentId } = await fixture.core.bridge.profiles.list()
  expect(profiles).toHaveLength(1)
  expect(await readdir(join(fixture.core.dataFolder, 'profiles', currentId ?? '', 'imports'))).toEqual([])
})

it('removes what a kill left of an import that was discarded', async () => {
  const { id } = await fixture.open('people.csv', people(2))
  await atRest(fixture.core.bridge, id)
  const { currentId } = await fixture.core.bridge.profiles.list()
  const folder = join(fixture.core.dataFolder, 'profiles', currentId ?? '', 'imports')
  await fixture.quit()
  await writeFile(join(folder, '17.db'), '')
  await writeFile(join(folder, '17.upload'), 'email\n')
  await fixture.restart()
  expect((await readdir(folder)).filter((name) => name.startsWith('17.'))).toEqual([])
  expect((await imports().get({ id })).rows).toBe(2)
})
