import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContactSelection } from '../../../src-shared/bridge/contacts'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { people, person } from '../../fixtures/people'
import { problemOf } from '../../fixtures/problem-of'

let core: TestCore
let server: AudienceServer
let folder: string
let suggested: string | null
let closed: boolean
let target: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postroom-export-'))
  target = join(folder, 'out')
  suggested = null
  closed = false
  server = await startAudience([person(-1, { plan: '=1+1', seats: -3 }), ...people(1200)])
  core = await startCore({
    chooseExportTarget: async (name) => {
      suggested = name
      if (closed) return null
      const path = `${target}.part`
      return {
        path,
        finish: async () => {
          await rename(path, target)
          return { path: target }
        },
        discard: () => rm(path, { force: true }),
      }
    },
  })
  await core.bridge.profiles.create(profileFor(server.url))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const query = { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } } as const
const everyone: ContactSelection = { kind: 'query', query: { ...query, filters: [] } }

async function write(selection: ContactSelection, format: 'csv' | 'json' = 'csv', guardFormulas = true) {
  const steps = []
  const progress = await core.bridge.contacts.export({
    selection,
    columns: ['email', 'subscribed', 'domain', 'createdAt', 'data.plan', 'data.seats'],
    format,
    guardFormulas,
  })
  for await (const step of progress) steps.push(step)
  return steps
}
const rows = async () => Papa.parse<string[]>(await readFile(target, 'utf8'), { skipEmptyLines: true }).data

describe('contacts as CSV', () => {
  it('hold everyone that a query matches, in its order, with progress', async () => {
    const steps = await write(everyone)
    expect(steps.map(({ written }) => written)).toEqual([0, 500, 1000, 1201, 1201])
    expect(steps.at(-1)).toEqual({ written: 1201, total: 1201, guarded: 1, file: { path: target } })
    const [header, first, second] = await rows()
    expect(header).toEqual(['email', 'subscribed', 'domain', 'createdAt', 'data.plan', 'data.seats'])
    expect(first).toEqual(['person-1@example.com', 'true', 'example.com', expect.any(String), "'=1+1", '-3'])
    expect(second?.[0]).toBe('person0@example.com')
    expect(suggested).toMatch(/^Contacts \d{4}-\d\d-\d\d\.csv$/)
  })

  it('hold the people who were chosen by name', async () => {
    await write({ kind: 'ids', ids: ['cnt_5', 'cnt_3'] })
    expect((await rows()).map(([email]) => email)).toEqual([
      'email',
      'person5@example.com',
      'person3@example.com',
    ])
  })

  it('hold a frozen selection without its exceptions, whatever changed since', async () => {
    const { selectionId, count } = await core.bridge.contacts.freeze({ query: { ...query, filters: [] } })
    expect(count).toBe(1201)
    await core.bridge.contacts.create({ email: 'later@example.com', subscribed: true, data: {} })
    await write({ kind: 'frozen', selectionId, except: ['cnt_0', 'cnt_1'] })
    const emails = (await rows()).map(([email]) => email)
    expect(emails).toHaveLength(1 + 1199)
    expect(emails).not.toContain('later@example.com')
    expect(emails).not.toContain('person0@example.com')
  })
})

it('keeps the shape of the service in JSON', async () => {
  await write({ kind: 'ids', ids: ['cnt_-1'] }, 'json')
  expect(JSON.parse(await readFile(target, 'utf8'))).toEqual([
    {
      id: 'cnt_-1',
      email: 'person-1@example.com',
      subscribed: true,
      domain: 'example.com',
      createdAt: expect.stringMatching(/Z$/),
      data: { plan: '=1+1', seats: -3 },
    },
  ])
})

it('writes nothing when the dialog was closed', async () => {
  closed = true
  expect(await write(everyone)).toEqual([{ written: 0, total: 1201, guarded: 0, file: null }])
})

it('removes the file when the export is called off', async () => {
  const stop = new AbortController()
  const progress = await core.bridge.contacts.export(
    { selection: everyone, columns: ['email'], format: 'csv', guardFormulas: false },
    { signal: stop.signal },
  )
  for await (const { written } of progress) {
    if (written >= 500) break
  }
  expect(existsSync(`${target}.part`)).toBe(false)
  expect(existsSync(target)).toBe(false)
})

it('tells that a file cannot be written there', async () => {
  target = join(folder, 'nowhere', 'out')
  expect((await problemOf(write(everyone))).code).toBe('file_unwritable')
})

it('says that a selection is no longer kept', async () => {
  const call = write({ kind: 'frozen', selectionId: 'gone', except: [] })
  expect((await problemOf(call)).code).toBe('input_invalid')
})

it('gives the addresses of a selection in its order', async () => {
  const { emails } = await core.bridge.contacts.addresses({ selection: everyone })
  expect(emails).toEqual(server.contacts.map(({ email }) => email))
})

it('writes the activity log with what was sent', async () => {
  await core.bridge.contacts.update({ id: 'cnt_1', changes: { data: { plan: 'pro' } } })
  const filter = { kind: 'write', outcome: null, search: '' } as const
  const steps = []
  for await (const step of await core.bridge.activity.export({ filter, format: 'json' })) steps.push(step)
  expect(steps.at(-1)).toMatchObject({ written: 1, file: { path: target } })
  expect(JSON.parse(await readFile(target, 'utf8'))).toMatchObject([
    {
      title: 'Change person1@example.com',
      method: 'PATCH',
      sent: { data: { plan: 'pro' } },
      outcome: 'done',
    },
  ])
})
