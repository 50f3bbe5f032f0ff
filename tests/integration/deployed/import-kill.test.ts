import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writesAtOnce } from '../../../src-main/features/imports/run'
import { startDeployedService } from '../../fixtures/deployed-service/start'
import { expectOnce, killAtRandom, killsOr } from '../../fixtures/kills'
import { startRecordingProxy, type PassedRequest } from '../../fixtures/recording-proxy'
import { runImport } from '../../fixtures/run-import'

const kills = killsOr(3)
const known = 160
const rows = 600
/** A thousand requests a minute would take more than half a minute each way. */
const faster = '20'

// A dozen programs start and end here, and twelve hundred writes are made; what stands still is told by its own wait.
it('imports 600 rows in mixed case into a deployed service and takes them back, however often it is killed', async () => {
  const service = await startDeployedService()
  service.seed(known, (at) => ({ data: at % 2 === 0 ? null : { plan: 'Pro', City: 'Oslo' } }))
  const proxy = await startRecordingProxy(service.url)
  const folder = await mkdtemp(join(tmpdir(), 'postroom-deployed-import-kill-'))
  onTestFinished(async () => {
    await proxy.close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const file = join(folder, 'people.csv')
  const held = () => new Map(service.state.contacts.all().map(({ email, data }) => [email, data]))
  const run = (what: 'run' | 'undo', isWrite: (request: PassedRequest) => boolean, seed: number) =>
    killAtRandom({
      proxy,
      start: () => runImport(folder, proxy.url, service.secretKey, file, what, faster),
      isWrite,
      seed,
      kills,
      within: 90,
    })
  const before = held()
  // Who is known is changed, the others are new; the service stores every address in small letters.
  const emails = Array.from({ length: rows }, (_, at) =>
    at < known ? `Person${at}@Example.com` : `New.${at}@Lamp-Room.Example`,
  )
  await writeFile(file, ['email,fairNote', ...emails.map((email, at) => `${email},Hall ${at}`)].join('\n'))

  const imported = await run('run', ({ method, path }) => method === 'POST' && path === '/contacts', 23)
  expect(imported.seen.written).toMatchObject({ created: rows - known, changed: known, failed: 0 })
  const after = held()
  expect(after.size).toBe(rows)
  const wrong = emails.filter((email, at) => {
    const data = after.get(email.toLowerCase())
    const was = before.get(email.toLowerCase())
    return data?.fairNote !== `Hall ${at}` || data.City !== was?.City
  })
  expect(wrong).toEqual([])
  expectOnce(imported, writesAtOnce)

  const undone = await run('undo', ({ method }) => method === 'PATCH' || method === 'DELETE', 29)
  expect(undone.seen.undone).toEqual({ reversed: rows, kept: 0, failed: 0 })
  expect(held()).toEqual(before)
  expectOnce(undone)
}, 1_200_000)
