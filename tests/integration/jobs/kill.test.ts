import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { contactSchema, type Contact } from '../../../src-shared/interface/contact'
import { until } from '../../fixtures/core'
import { startRecordingProxy, type Moment, type PassedRequest } from '../../fixtures/recording-proxy'
import { runImport, type ImportProcess } from '../../fixtures/run-import'
import { startService } from '../../fixtures/service'

const moments: readonly Moment[] = ['arrived', 'carriedOut', 'answered']
const kills = 7

/** A repeatable random number below `most`. */
function dice(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * most)
  }
}

/** A service with people, a proxy in front of it, and a file for all of them and some more. */
async function openDesk() {
  const service = await startService({ contacts: 180, rate: 1_000_000 })
  const proxy = await startRecordingProxy(service.url)
  const folder = await mkdtemp(join(tmpdir(), 'postroom-import-kill-'))
  onTestFinished(async () => {
    await proxy.close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${service.secretKey}`, 'Content-Type': 'application/json' }
    return (await fetch(`${service.url}${path}`, { ...init, headers })).json()
  }
  const people = async (): Promise<Map<string, Contact>> => {
    const found = new Map<string, Contact>()
    for (let cursor = ''; ;) {
      const page = Object(await ask(`/contacts?limit=100${cursor && `&cursor=${cursor}`}`))
      for (const one of contactSchema.array().parse(page.contacts)) found.set(one.email, one)
      if (!page.hasMore) return found
      cursor = encodeURIComponent(String(page.cursor))
    }
  }
  /** Runs the import or its undo, killed at random moments, and then to its end. */
  const run = async (what: 'run' | 'undo', isWrite: (request: PassedRequest) => boolean, seed: number) => {
    const random = dice(seed)
    const start = () => runImport(folder, proxy.url, service.secretKey, join(folder, 'people.csv'), what)
    /** The number of writes at the service when each kill came. */
    const killedAt: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const process = start()
      await momentOf(proxy, process, random(3), 1 + random(20), isWrite)
      await process.kill()
      await quiet(proxy)
      killedAt.push(proxy.passed.filter(isWrite).length)
    }
    proxy.watch = () => undefined
    const last = start()
    const seen = await inTime(last, last.finished)
    await last.kill()
    return { seen, killedAt, writes: proxy.passed.filter(isWrite) }
  }
  return { service, folder, people, ask, run }
}

/** Resolves at one of the moments of the next writes; some are only reached after a little while. */
function momentOf(
  proxy: Awaited<ReturnType<typeof startRecordingProxy>>,
  process: ImportProcess,
  moment: number,
  count: number,
  isWrite: (request: PassedRequest) => boolean,
): Promise<unknown> {
  let left = count
  const reached = new Promise<void>((resolve) => {
    proxy.watch = async (now, request) => {
      if (now !== moments[moment] || !isWrite(request) || --left > 0) return
      resolve()
      // Held up, so that the kill comes at this moment and not later.
      if (now !== 'answered') await sleep(300)
    }
  })
  return inTime(process, Promise.race([reached, process.finished]))
}

/** What does not come within two minutes never does: then the process tells what it was at. */
function inTime<T>(process: ImportProcess, wanted: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = sleep(120_000, undefined, { signal: over.signal }).then(() => {
    throw new Error(`It never came to that: ${process.said()}`)
  })
  late.catch(() => undefined)
  return Promise.race([wanted, late]).finally(() => over.abort())
}

/** Waits until the service has dealt with all that it was sent. */
async function quiet(proxy: Awaited<ReturnType<typeof startRecordingProxy>>): Promise<void> {
  proxy.watch = () => undefined
  await sleep(350)
  let before = -1
  await until(
    async () => {
      const same = proxy.passed.length === before
      before = proxy.passed.length
      await sleep(50)
      return same
    },
    (same) => same,
  )
}

/** No write was made twice, but for the one that was the last before a kill. */
function expectOnce(writes: PassedRequest[], killedAt: number[]): void {
  const seen = new Map<string, number>()
  const inFlight = new Set(killedAt)
  const twice = writes.flatMap((request, index) => {
    const what = `${request.method} ${request.path} ${request.body}`
    const before = seen.get(what)
    seen.set(what, index)
    // The write number `index`, counted from 1, was the last one before a kill.
    return before === undefined || (inFlight.has(before + 1) && before === index - 1) ? [] : [what]
  })
  expect(twice).toEqual([])
}

it('writes every row exactly as it should be, and takes it all back, however often it is killed', async () => {
  const desk = await openDesk()
  const before = await desk.people()
  const known = [...before.values()]
  // 130 are changed, 50 have what the file says already, 120 are new.
  const lines = [
    ...known.map(({ email }, index) => `${email},${index < 130 ? `fair-${index}` : ''}`),
    ...Array.from({ length: 120 }, (_, index) => `new${index}@fair.example,fair-new-${index}`),
  ]
  await writeFile(join(desk.folder, 'people.csv'), ['email,fairNote', ...lines].join('\n'))

  const run = await desk.run('run', ({ method, path }) => method === 'POST' && path === '/contacts', 7)
  expect(run.seen.written).toEqual({ created: 120, changed: 130, failed: 0 })
  const after = await desk.people()
  expect(after.size).toBe(300)
  for (const line of lines) {
    const [email = '', note] = line.split(',')
    const was = before.get(email)
    const now = after.get(email)
    const expected = note ? { ...was?.data, fairNote: note } : was?.data
    expect([email, now?.data, now?.subscribed]).toEqual([email, expected, was?.subscribed ?? true])
  }
  expectOnce(run.writes, run.killedAt)
  expect(new Set(run.writes.map(({ body }) => body)).size).toBe(250)
  expect(run.writes.length).toBeLessThanOrEqual(250 + kills)

  const isUndo = ({ method }: PassedRequest) => method === 'PATCH' || method === 'DELETE'
  const undo = await desk.run('undo', isUndo, 11)
  expect(undo.seen.undone).toEqual({ reversed: 250, kept: 0, failed: 0 })
  const restored = await desk.people()
  expect([...restored.keys()].sort()).toEqual([...before.keys()].sort())
  for (const [email, was] of before) {
    const now = restored.get(email)
    expect([email, now?.data, now?.subscribed]).toEqual([email, was.data, was.subscribed])
  }
  expectOnce(undo.writes, undo.killedAt)
}, 400_000)
