import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ContactSelection } from '../../../src-shared/bridge/contacts'
import type { BatchDetail, BatchSource } from '../../../src-shared/bridge/verification'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { ended, profileFor, startCore, type TestCore } from '../../fixtures/core'
import { json } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'
import { until } from '../../fixtures/until'
import { askedAbout, takesMail } from '../verification/fixture'

const everything = { search: '' }
let folder: string
let target: string
let server: AudienceServer
let core: TestCore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postroom-batch-export-'))
  target = join(folder, 'export.csv')
  server = await startAudience(people(4))
  server.fault = (request) => (request.path === '/v1/verify' ? json(takesMail(askedAbout(request))) : null)
  core = await startCore({
    chooseExportTarget: () =>
      Promise.resolve({
        path: `${target}.part`,
        finish: async () => {
          await rename(`${target}.part`, target)
          return { path: target }
        },
        discard: () => rm(`${target}.part`, { force: true }),
      }),
  })
  await core.bridge.profiles.create(profileFor(server.url))
  await ended(core.bridge, 'contacts', 'finished')
})
afterEach(async () => {
  await core.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const reached = (id: number, is: (batch: BatchDetail) => boolean) =>
  until(() => core.bridge.verification.get({ id }), is)

async function batchOf(source: BatchSource): Promise<BatchDetail> {
  const { id } = await core.bridge.verification.create({ source })
  return reached(id, ({ work }) => work === null)
}

async function run({ id }: BatchDetail): Promise<BatchDetail> {
  await core.bridge.verification.start({ id })
  return reached(id, ({ job }) => job?.state === 'finished')
}

it('checks a pasted column, then nobody of it again', async () => {
  const { fileId, likely } = await core.bridge.listFiles.open({
    kind: 'text',
    text: 'name,email\nAda,ada@x.example\nBob,bob@x.example\nAda again,ADA@x.example\n',
  })
  const source = { kind: 'file', fileId, column: likely ?? 0 } as const
  const batch = await run(await batchOf(source))
  expect(batch).toMatchObject({ given: 3, addresses: 2, duplicates: 1, calls: 2, byClass: { accepts: 2 } })
  const again = await batchOf(source)
  expect(again).toMatchObject({ addresses: 2, fromLedger: 2, waiting: 0, estimate: null })
  const { batches } = await core.bridge.verification.page({ slice: { offset: 0, limit: 10 } })
  expect(batches.map(({ id }) => id)).toEqual([again.id, batch.id])
})

it('checks everybody who was not, and then has nobody left', async () => {
  const batch = await batchOf({ kind: 'notChecked', days: 90 })
  expect(batch).toMatchObject({
    name: 'Everyone not checked in 90 days',
    addresses: 4,
    contacts: 4,
    waiting: 4,
  })
  expect(await run(batch)).toMatchObject({ waiting: 0, calls: 4 })
  expect(await batchOf({ kind: 'notChecked', days: 90 })).toMatchObject({ addresses: 0, waiting: 0 })
})

it('takes a query of contacts as it is when the batch is made, and gives the filtered ones back frozen', async () => {
  const selection: ContactSelection = {
    kind: 'query',
    query: { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } },
  }
  const batch = await batchOf({ kind: 'contacts', selection, name: 'Saved view All' })
  expect(batch).toMatchObject({ name: 'Saved view All', addresses: 4 })
  const frozen = await core.bridge.verification.freeze({
    id: batch.id,
    filter: { ...everything, only: ['waiting'] },
  })
  expect(frozen).toMatchObject({ count: 4, notContacts: 0 })
  const chosen: ContactSelection = { kind: 'frozen', selectionId: frozen.selectionId, except: [] }
  const { emails } = await core.bridge.contacts.addresses({ selection: chosen })
  expect(emails).toHaveLength(4)
  expect(await batchOf({ kind: 'contacts', selection: chosen, name: 'Chosen' })).toMatchObject({
    addresses: 4,
  })
})

it('writes the filtered addresses as CSV, with cells that a spreadsheet would run guarded', async () => {
  const { fileId } = await core.bridge.listFiles.open({
    kind: 'text',
    text: 'email\n=cmd@x.example\nada@x.example\n',
  })
  const { id } = await run(await batchOf({ kind: 'file', fileId, column: 0 }))
  const told = []
  const filter = { ...everything, search: 'x.example' }
  for await (const one of await core.bridge.verification.export({ id, filter, guardFormulas: true }))
    told.push(one)
  expect(told.at(-1)).toMatchObject({ written: 2, total: 2, guarded: 1, file: { path: target } })
  const lines = (await readFile(target, 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('email,class,reasons,suggestion,source,checkedAt')
  expect(lines[1]).toMatch(/^'=cmd@x\.example,/)
  expect(lines[2]).toMatch(/^ada@x\.example,accepts,.+,,service,20\d\d-/)
})

it('tells screens of every change, of what is under way and of rules', async () => {
  const stop = new AbortController()
  const told: { revision: number; active: number[] }[] = []
  const watching = (async () => {
    for await (const change of await core.bridge.live.watch(undefined, { signal: stop.signal })) {
      if (change.topic !== 'batches') continue
      told.push({ revision: change.state.revision, active: change.state.active.map(({ id }) => id) })
    }
  })().catch(() => undefined)
  const batch = await batchOf({ kind: 'notChecked', days: 0 })
  // Nobody is answered before the screens were told that the batch runs.
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  server.fault = (request) =>
    request.path === '/v1/verify'
      ? async (response) => {
          await opened
          await json(takesMail(askedAbout(request)))(response)
        }
      : null
  await core.bridge.verification.start({ id: batch.id })
  await until(
    () => Promise.resolve(told),
    (all) => all.at(-1)?.active.includes(batch.id) === true,
  )
  open()
  await reached(batch.id, (one) => one.job?.state === 'finished')
  await until(
    () => Promise.resolve(told),
    (all) => all.at(-1)?.active.length === 0,
  )
  const before = told.at(-1)?.revision ?? 0
  await core.bridge.verdicts.setRule({ sign: 'takesMail', class: 'risky' })
  await until(
    () => Promise.resolve(told),
    (all) => (all.at(-1)?.revision ?? 0) > before,
  )
  const { byClass } = await core.bridge.verification.get({ id: batch.id })
  expect(byClass).toMatchObject({ accepts: 0, risky: 4 })
  stop.abort()
  await watching
})
