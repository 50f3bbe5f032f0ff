import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writesAtOnce } from '../../../src-main/features/imports/run'
import type { Contact } from '../../../src-shared/interface/contact'
import { askerOf, peopleOf } from '../../fixtures/asked'
import { expectOnce, killAtRandom, killsOr } from '../../fixtures/kills'
import { startRecordingProxy, type PassedRequest } from '../../fixtures/recording-proxy'
import { runImport } from '../../fixtures/run-import'
import { startKeptService } from '../../fixtures/kept-service'

const kills = killsOr(4)

/** A service with people, a proxy in front of it, and a file for all of them and some more. */
async function openFixture() {
  const service = await startKeptService({ contacts: 180, rate: 1_000_000 })
  const proxy = await startRecordingProxy(service.url)
  const folder = await mkdtemp(join(tmpdir(), 'postroom-import-kill-'))
  onTestFinished(async () => {
    await proxy.close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const people = async (): Promise<Map<string, Contact>> =>
    new Map([...(await peopleOf(askerOf(service))).values()].map((one) => [one.email, one]))
  /** Runs the import or its undo, killed at random moments, and then to its end. */
  const run = (what: 'run' | 'undo', isWrite: (request: PassedRequest) => boolean, seed: number) =>
    killAtRandom({
      proxy,
      start: () => runImport(folder, proxy.url, service.secretKey, join(folder, 'people.csv'), what),
      isWrite,
      seed,
      kills,
      within: 20,
    })
  return { folder, people, run }
}

// Sixteen programs start and end here, which takes minutes on a crowded machine; what stands still is told by its own wait.
it('writes every row exactly as it should be, and takes it all back, however often it is killed', async () => {
  const fixture = await openFixture()
  const before = await fixture.people()
  const known = [...before.values()]
  // 130 are changed, 50 have what the file says already, 120 are new.
  const lines = [
    ...known.map(({ email }, index) => `${email},${index < 130 ? `fair-${index}` : ''}`),
    ...Array.from({ length: 120 }, (_, index) => `new${index}@fair.example,fair-new-${index}`),
  ]
  await writeFile(join(fixture.folder, 'people.csv'), ['email,fairNote', ...lines].join('\n'))

  const run = await fixture.run('run', ({ method, path }) => method === 'POST' && path === '/contacts', 7)
  expect(run.seen.written).toMatchObject({ created: 120, changed: 130, failed: 0 })
  const after = await fixture.people()
  expect(after.size).toBe(300)
  for (const line of lines) {
    const [email = '', note] = line.split(',')
    const was = before.get(email)
    const now = after.get(email)
    const expected = note ? { ...was?.data, fairNote: note } : was?.data
    expect([email, now?.data, now?.subscribed]).toEqual([email, expected, was?.subscribed ?? true])
  }
  expectOnce(run, writesAtOnce)
  expect(new Set(run.writes.map(({ body }) => body)).size).toBe(250)
  expect(run.writes.length).toBeLessThanOrEqual(250 + kills * writesAtOnce)

  const isUndo = ({ method }: PassedRequest) => method === 'PATCH' || method === 'DELETE'
  const undo = await fixture.run('undo', isUndo, 11)
  expect(undo.seen.undone).toEqual({ reversed: 250, kept: 0, failed: 0 })
  const restored = await fixture.people()
  expect([...restored.keys()].sort()).toEqual([...before.keys()].sort())
  for (const [email, was] of before) {
    const now = restored.get(email)
    expect([email, now?.data, now?.subscribed]).toEqual([email, was.data, was.subscribed])
  }
  expectOnce(undo)
}, 1_200_000)
