import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ImportDetail } from '../../../src-shared/bridge/imports'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { fastClock } from '../../fixtures/fast-clock'
import { checked, importUntil } from '../imports/fixture'

/** Imports into a deployed service, which looks 500 addresses up in one request and lists 100 contacts in one. */

/** Hundreds of rows are written, on a machine that may be crowded (milliseconds). */
const patience = 55_000

let service: DeployedService
let core: TestCore
beforeEach(async () => {
  service = await startDeployedService()
  service.seed(300)
  await connect(8)
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

/** Starts a core whose time passes so many times faster, and copies the audience. */
async function connect(speed: number): Promise<void> {
  core = await startCore({ clock: fastClock(speed) })
  const { id } = await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  const plan = { quickEveryMinutes: null, fullDailyAt: null, backgroundShare: 1 }
  await core.bridge.profiles.update({ id, changes: { plan } })
  await settled(core.bridge)
}

const count = (what: string) =>
  service.requests.filter(({ method, path }) => `${method} ${path}` === what).length

/** Checks a text of rows; what is done `before` the run is what the copy does not know. */
async function run(rows: string[], before: () => void = () => undefined) {
  const { id } = await core.bridge.imports.open({ kind: 'text', text: ['email,plan', ...rows].join('\n') })
  await checked(core.bridge, id)
  before()
  await core.bridge.imports.run({ id })
  const { written } = await importUntil(core.bridge, id, ({ step }) => step === 'after', patience)
  return { id, written }
}

async function undo(id: number, rows: number) {
  await core.bridge.imports.undo({ id })
  const ended = ({ undone }: ImportDetail) =>
    undone !== null && undone.reversed + undone.kept + undone.failed === rows
  return (await importUntil(core.bridge, id, ended, patience)).undone
}

const planOf = (email: string) => service.state.contacts.withEmail(email)?.data

it('looks the addresses of a file up, 500 a request', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => `new${at}@lamp-room.example,pro`)
  expect((await run(rows)).written).toMatchObject({ created: 600, changed: 0, failed: 0 })
  const sizes = service.requests
    .filter(({ path }) => path === '/contacts/lookup')
    .map(({ body }) => (JSON.parse(body) as { emails: string[] }).emails.length)
  expect(sizes).toEqual([1, 500, 100])
})

it('finds somebody who is there though the copy knows nobody of the address, and can put back what was', async () => {
  const { id, written } = await run(['old@lamp-room.example,pro', 'new@lamp-room.example,pro'], () => {
    service.add({
      email: 'old@lamp-room.example',
      data: { plan: 'free', city: 'Oslo' },
      createdAt: '2020-01-01T00:00:00.000Z',
    })
  })
  expect(written).toMatchObject({ created: 1, changed: 1 })
  expect(planOf('old@lamp-room.example')).toEqual({ plan: 'pro', city: 'Oslo' })
  expect(await undo(id, 2)).toEqual({ reversed: 2, kept: 0, failed: 0 })
  expect(planOf('old@lamp-room.example')).toEqual({ plan: 'free', city: 'Oslo' })
  expect(service.state.contacts.withEmail('new@lamp-room.example')).toBeUndefined()
})

it('takes somebody for new whom the copy knows and the service does not any more', async () => {
  const { id, written } = await run(['person7@example.com,gold'], () => {
    service.state.contacts.remove(service.state.contacts.withEmail('person7@example.com')!)
  })
  expect(written).toMatchObject({ created: 1, changed: 0 })
  expect(await undo(id, 1)).toEqual({ reversed: 1, kept: 0, failed: 0 })
  expect(service.state.contacts.withEmail('person7@example.com')).toBeUndefined()
})

it('takes people back who were made, reading many of them again with one request of the list', async () => {
  // Any faster, and what was read a second ago would be old at once where the machine is busy.
  await core.close()
  await connect(1)
  const rows = Array.from({ length: 250 }, (_, at) => `new${at}@lamp-room.example,pro`)
  const { id } = await run(rows)
  const isReading = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.startsWith('/contacts')
  const before = service.requests.filter(isReading).length
  expect(await undo(id, 250)).toEqual({ reversed: 250, kept: 0, failed: 0 })
  expect(service.state.contacts.size).toBe(300)
  expect(service.requests.filter(({ path, method }) => method === 'DELETE' && path !== '/')).toHaveLength(250)
  expect(service.requests.filter(isReading).length - before).toBeLessThan(125)
})

it('keeps whoever was changed after the run, however they are read', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `new${at}@lamp-room.example,pro`)
  const { id } = await run([...rows, 'person1@example.com,gold', 'person2@example.com,gold'])
  const set = (email: string, plan: string) =>
    Object.assign(service.state.contacts.withEmail(email)!, { data: { plan } })
  set('new3@lamp-room.example', 'solo')
  set('person2@example.com', 'solo')
  service.state.contacts.remove(service.state.contacts.withEmail('new4@lamp-room.example')!)
  expect(await undo(id, 32)).toEqual({ reversed: 30, kept: 2, failed: 0 })
  expect(planOf('new3@lamp-room.example')).toEqual({ plan: 'solo' })
  expect(planOf('person2@example.com')).toEqual({ plan: 'solo' })
  expect(service.state.contacts.size).toBe(301)
})

it.each([404, 400, 500])('writes every row where addresses cannot be looked up: %i', async (status) => {
  service.faults = ({ path }) =>
    path === '/contacts/lookup' ? { do: 'answer', status, body: { error: 'No' } } : null
  const rows = ['new@lamp-room.example,pro', 'person1@example.com,gold']
  expect((await run(rows)).written).toMatchObject({ created: 1, changed: 1, failed: 0 })
  if (status < 500) expect(count('POST /contacts/lookup')).toBe(1)
})
