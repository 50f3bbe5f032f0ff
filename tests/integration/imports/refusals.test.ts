import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Reading } from '../../../src-shared/bridge/import-file'
import { profileFor, settled } from '../../fixtures/core'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'
import { atRest, checked, importUntil, openFixture, ran, type ImportFixture } from './fixture'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const two = 'email,plan\r\nada@example.com,pro\r\nbob@example.com,team\r\n'
const imports = () => fixture.core.bridge.imports
const reading: Reading = { encoding: 'utf-8', delimiter: ';', quote: '"', header: true }

/** An import that was read. It is discarded after the test, where it may be: each that is open has a worker. */
async function opened(content = two, name = 'people.csv'): Promise<number> {
  const { id } = await fixture.open(name, content)
  onTestFinished(
    async () =>
      void (await imports()
        .discard({ id })
        .catch(() => undefined)),
  )
  await atRest(fixture.core.bridge, id)
  return id
}

const asColumn = (index: number, target: { kind: 'email' } | { kind: 'data'; key: string }) => ({
  index,
  target,
  as: { type: 'text' as const },
  rule: 'overwrite' as const,
})

describe('a mapping', () => {
  it('without an address is kept, says what is missing, and cannot be checked', async () => {
    const id = await opened()
    const mapped = await imports().map({ id, columns: [asColumn(0, { kind: 'data', key: 'mail' })] })
    expect(mapped.problem).toMatchObject({ title: 'No column holds the addresses' })
    expect((await problemOf(imports().check({ id }))).title).toBe('No column holds the addresses')
    const mended = await imports().map({ id, columns: [asColumn(0, { kind: 'email' })] })
    expect(mended.problem).toBeNull()
  })

  it('of two columns to one place is refused, naming both', async () => {
    const id = await opened()
    const problem = await problemOf(imports().map({ id, columns: [asColumn(1, { kind: 'email' })] }))
    expect(problem).toMatchObject({ code: 'input_invalid', title: 'Two columns go to the same place' })
    expect(problem.fields?.map(({ field }) => field)).toEqual(['columns.0', 'columns.1'])
    expect((await imports().get({ id })).columns[1]?.target).toEqual({ kind: 'data', key: 'plan' })
  })

  it('of a column that is not there is refused', async () => {
    const id = await opened()
    const problem = await problemOf(imports().map({ id, columns: [asColumn(7, { kind: 'data', key: 'x' })] }))
    expect(problem.why).toContain('no column 8')
  })
})

describe('a file', () => {
  it('that is empty, or holds a header alone, says so', async () => {
    for (const content of ['', 'email,plan\r\n']) {
      const id = await opened(content)
      expect((await imports().get({ id })).problem?.title).toBe('There are no rows in this file')
      expect((await problemOf(imports().check({ id }))).code).toBe('input_invalid')
    }
  })

  it('that is gone is not read again, in words that name it', async () => {
    const id = await opened(two, 'gone.csv')
    await rm(join(fixture.folder, 'gone.csv'))
    const problem = await problemOf(imports().read({ id, reading }))
    expect(problem).toMatchObject({
      code: 'file_unreadable',
      why: expect.stringContaining('gone.csv is not where it was'),
    })
    expect((await imports().get({ id })).step).toBe('map')
  })

  it('that was changed since is not taken for the one that was chosen', async () => {
    const id = await opened(two, 'changed.csv')
    await writeFile(join(fixture.folder, 'changed.csv'), `${two}cleo@example.com,free\r\n`)
    expect((await problemOf(imports().read({ id, reading }))).title).toBe('The file was changed')
  })

  it('is opened by a token that was given out, once', async () => {
    expect((await problemOf(imports().open({ kind: 'file', token: '/etc/passwd' }))).title).toBe(
      'The file was not opened',
    )
    await opened(two, 'once.csv')
    const again = imports().open({ kind: 'file', token: join(fixture.folder, 'once.csv') })
    expect((await problemOf(again)).title).toBe('The file was not opened')
  })

  it('is no folder', async () => {
    await rm(join(fixture.folder, 'folder'), { recursive: true, force: true })
    const problem = await problemOf(fixture.openUpload(fixture.folder, 'folder'))
    expect(problem.why).toContain('is a folder or a device')
  })
})

it('refuses more pasted text than 20 MB', async () => {
  // 3 bytes a letter: short enough in characters.
  const problem = await problemOf(imports().open({ kind: 'text', text: '水'.repeat(7_000_000) }))
  expect(problem.title).toBe('This is too long to paste')
})

describe('a run', () => {
  it('needs rows that were checked', async () => {
    const id = await opened()
    expect((await problemOf(imports().run({ id }))).title).toBe('The rows are not checked yet')
    expect(
      (
        await problemOf(
          imports()
            .rejects({ id })
            .then(async (steps) => steps.next()),
        )
      ).code,
    ).toBe('input_invalid')
  })

  it('needs something to write', async () => {
    const id = await opened('email,plan\r\nno address,x\r\n')
    await fixture.core.bridge.imports.map({
      id,
      columns: [asColumn(0, { kind: 'email' }), asColumn(1, { kind: 'data', key: 'plan' })],
    })
    await checked(fixture.core.bridge, id)
    expect((await problemOf(imports().run({ id }))).title).toBe('Nothing to write')
  })

  it('is refused to a profile that is read-only, which may check', async () => {
    const { profiles } = fixture.core.bridge
    const { currentId } = await profiles.list()
    await profiles.update({ id: currentId ?? '', changes: { readOnly: true } })
    const id = await opened()
    expect((await checked(fixture.core.bridge, id)).counts?.toWrite).toBe(2)
    expect((await problemOf(imports().run({ id }))).code).toBe('profile_read_only')
    await profiles.update({ id: currentId ?? '', changes: { readOnly: false } })
  })

  it('has happened: nothing that led to it can be changed, and it is not discarded', async () => {
    const id = await opened()
    await checked(fixture.core.bridge, id)
    await ran(fixture.core.bridge, id)
    const { rules } = await imports().get({ id })
    const refused = [
      imports().read({ id, reading }),
      imports().map({ id, columns: [] }),
      imports().propose({ id }),
      imports().check({ id }),
      imports().rules({ id, rules }),
      imports().repair({ id, row: 1, column: 0, text: 'x@example.com', alike: false }),
      imports().leaveOut({ id, rows: [1], leftOut: true }),
      imports().discard({ id }),
    ]
    for (const call of refused) expect((await problemOf(call)).title).toBe('This import has run')
    expect((await problemOf(imports().retryFailed({ id }))).title).toBe('No row failed')
    expect((await problemOf(imports().run({ id }))).title).toBe('Nothing to write')
  })

  it('that did not happen cannot be taken back', async () => {
    const id = await opened()
    expect((await problemOf(imports().undo({ id }))).title).toBe('This import has not run')
  })

  it('is taken back once', async () => {
    const id = await opened('email\r\nonce@example.com\r\n')
    await checked(fixture.core.bridge, id)
    await ran(fixture.core.bridge, id)
    await imports().undo({ id })
    await importUntil(
      fixture.core.bridge,
      id,
      ({ undone, jobs }) => undone?.reversed === 1 && jobs[0]?.state === 'finished',
    )
    expect((await problemOf(imports().undo({ id }))).title).toBe('There is nothing to take back')
  })
})

it('does not verify what the rules ask no verification of', async () => {
  const id = await opened()
  await checked(fixture.core.bridge, id)
  expect((await problemOf(imports().verify({ id }))).title).toBe('Nothing to verify')
})

it('discards an import with its rows', async () => {
  const id = await opened()
  await imports().discard({ id })
  expect((await problemOf(imports().get({ id }))).title).toBe('This import is gone')
  const { imports: listed } = await imports().page({ slice: { offset: 0, limit: 500 } })
  expect(listed.map((each) => each.id)).not.toContain(id)
})

it('refuses an import of another profile', async () => {
  const id = await opened()
  const { profiles } = fixture.core.bridge
  const { currentId: first } = await profiles.list()
  await profiles.create({ ...profileFor(fixture.service.url, fixture.service.secretKey), name: 'Other' })
  await settled(fixture.core.bridge)
  expect((await problemOf(imports().run({ id }))).title).toBe('This import is gone')
  expect((await imports().page({ slice: { offset: 0, limit: 10 } })).count).toBe(0)
  await profiles.select({ id: first ?? '' })
  expect((await imports().get({ id })).rows).toBe(2)
})

it('reads, maps and checks offline, and refuses to run and to verify', async () => {
  const away = await openFixture()
  const { bridge } = away.core
  await away.service.kill()
  await bridge.sync.reconnect()
  await until(
    () => bridge.sync.state(),
    ({ connection }) => !connection.online,
  )
  const { id } = await away.open('people.csv', two)
  const seen = await checked(bridge, id)
  expect(seen.counts?.rows.new).toBe(2)
  expect(await problemOf(bridge.imports.run({ id }))).toMatchObject({
    code: 'offline',
    why: expect.stringContaining('can be read, mapped and checked'),
  })
  await bridge.imports.rules({ id, rules: { ...seen.rules, verify: 'all' } })
  expect((await problemOf(bridge.imports.verify({ id }))).code).toBe('offline')
  await away.close()
})
