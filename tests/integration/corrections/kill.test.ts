import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { askerOf, peopleOf } from '../../fixtures/asked'
import { expectOnce, killAtRandom, killsOr } from '../../fixtures/kills'
import { startRecordingProxy, type PassedRequest } from '../../fixtures/recording-proxy'
import { runCorrection } from '../../fixtures/run-correction'
import { startKeptService } from '../../fixtures/kept-service'

const kills = killsOr(3)
const misspelt = 30

/** Every third is unsubscribed; every fifth has a contact of the right spelling already, unsubscribed. */
const isUnsubscribed = (index: number) => index % 3 === 0
const isTaken = (index: number) => index % 5 === 0
const numbers = Array.from({ length: misspelt }, (_, index) => index)
const right = (index: number) => `person${index}@gmail.com`
const wrong = (index: number) => `person${index}@gmial.com`

/** A service with misspelt people, a proxy in front of it, and their correction that is killed again and again. */
async function openFixture({ keepsAddresses }: { keepsAddresses: boolean }) {
  const service = await startKeptService({ contacts: 3, rate: 1_000_000 })
  const proxy = await startRecordingProxy(service.url)
  if (keepsAddresses) {
    const error = { code: 'VALIDATION_ERROR', message: 'email is the key' }
    proxy.instead = ({ method, body }) =>
      method === 'PATCH' && body.includes('"email"') ? { status: 422, body: { success: false, error } } : null
  }
  const folder = await mkdtemp(join(tmpdir(), 'postroom-correction-kill-'))
  onTestFinished(async () => {
    await proxy.close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const ask = askerOf(service)
  for (const index of numbers) {
    const subscribed = !isUnsubscribed(index)
    await ask('/contacts', 'POST', { email: wrong(index), subscribed, data: { number: index } })
    if (!isTaken(index)) continue
    await ask('/contacts', 'POST', { email: right(index), subscribed: false, data: { number: 100 + index } })
  }
  const held = async () => {
    const people = [...(await peopleOf(ask)).values()]
    return people.map(({ id, email, subscribed, data }) => ({ id, email, subscribed, data }))
  }
  const correct = (what: 'run' | 'undo', seed: number) =>
    killAtRandom({
      proxy,
      start: () => runCorrection(folder, proxy.url, service.secretKey, what),
      isWrite: ({ method, path }) => method !== 'GET' && path.startsWith('/contacts'),
      seed,
      kills,
      within: 8,
    })
  return { held, correct }
}

const byId = (people: { id: string }[]) => new Map(people.map((person) => [person.id, person]))
const subscribing = (writes: readonly PassedRequest[]) =>
  writes.filter(({ body }) => body.includes('"subscribed":true'))

it('puts one new contact in the place of each, and takes it all back, however often it is killed', async () => {
  const fixture = await openFixture({ keepsAddresses: true })
  const before = await fixture.held()
  const run = await fixture.correct('run', 7)
  const merged = numbers.filter(isTaken).length
  expect(run.seen).toMatchObject({
    total: misspelt,
    replaced: misspelt - merged,
    merged,
    changed: 0,
    skipped: 0,
    failed: 0,
  })
  const after = await fixture.held()
  expect(after).toHaveLength(before.length + misspelt - merged)
  for (const index of numbers) {
    const named = (email: string) =>
      after.filter((one) => one.email === email).map(({ subscribed, data }) => [subscribed, data])
    expect(named(wrong(index))).toEqual([[false, { number: index }]])
    // Who was there before is as before; who is new holds everything, and is subscribed where the old one was.
    expect(named(right(index))).toEqual([
      isTaken(index) ? [false, { number: 100 + index }] : [!isUnsubscribed(index), { number: index }],
    ])
  }
  expectOnce(run)
  expect(subscribing(run.writes).filter(({ method }) => method !== 'POST')).toEqual([])

  const undo = await fixture.correct('undo', 11)
  expect(undo.seen).toMatchObject({ reversed: misspelt, kept: 0, unreversed: 0, canUndo: false })
  expect(byId(await fixture.held())).toEqual(byId(before))
  expectOnce(undo)
  const again = new Set(subscribing(undo.writes).map(({ path }) => path))
  expect(again.size).toBe(numbers.filter((index) => !isUnsubscribed(index)).length)
}, 400_000)

it('changes each address once, and changes it back, however often it is killed', async () => {
  const fixture = await openFixture({ keepsAddresses: false })
  const before = await fixture.held()
  const run = await fixture.correct('run', 13)
  const merged = numbers.filter(isTaken).length
  expect(run.seen).toMatchObject({
    total: misspelt,
    changed: misspelt - merged,
    merged,
    replaced: 0,
    failed: 0,
  })
  const after = byId(await fixture.held())
  expect(after.size).toBe(before.length)
  for (const person of before) {
    const index = numbers.find((each) => wrong(each) === person.email)
    const now =
      index === undefined
        ? person
        : isTaken(index)
          ? { ...person, subscribed: false }
          : { ...person, email: right(index) }
    expect(after.get(person.id)).toEqual(now)
  }
  expectOnce(run)
  expect(subscribing(run.writes)).toEqual([])

  const undo = await fixture.correct('undo', 17)
  expect(undo.seen).toMatchObject({ reversed: misspelt, kept: 0, unreversed: 0 })
  expect(byId(await fixture.held())).toEqual(byId(before))
  expectOnce(undo)
}, 400_000)
