import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Check, ReviewStep } from '../../../src-shared/bridge/review'
import { profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { problemOf } from '../../fixtures/problem-of'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'
import { until } from '../../fixtures/until'
import { aDraft } from '../campaigns/drafts'

// A service and a core are started once; each test has a draft of its own.
const named = 3
const body =
  '<p>Hello {{nickname}}, the slipway is free again.</p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>'

let service: RunningService
let core: TestCore
let id: string

beforeAll(async () => {
  service = await startKeptService({ contacts: 40 })
  for (let number = 0; number < named; number += 1) {
    const contact = { email: `named${number}@example.com`, subscribed: true, data: { nickname: 'Pip' } }
    const made = await ask('POST', '/contacts', contact)
    expect(made.ok).toBe(true)
  }
  core = await startCore()
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  const { bridge } = core
  await until(
    async () => {
      const state = await bridge.sync.state()
      return [stateOf(state, 'campaigns').asOf, stateOf(state, 'contacts').asOf]
    },
    (asOf) => asOf.every((each) => each !== null),
  )
  await settled(bridge)
})
afterAll(async () => {
  await core.close()
  await service.stop()
})
beforeEach(async () => {
  id = await aDraft(service, { body })
  await core.bridge.campaigns.refresh({ id })
})

function ask(method: string, path: string, sent: object): Promise<Response> {
  const headers = { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' }
  return fetch(service.url + path, { method, headers, body: JSON.stringify(sent) })
}

/** Reviews the draft as the window does: its steps, and the checks as they stand in the end. */
async function review() {
  const { bridge } = core
  const { mail, audience } = await bridge.campaigns.get({ id })
  const steps: ReviewStep[] = []
  let checks: Check[] = []
  for await (const step of await bridge.review.run({ campaignId: id, mail, audience, scheduledFor: null })) {
    steps.push(step)
    if (step.part !== 'checks') continue
    const { checks: fresh } = step
    checks = [...checks.filter(({ rule }) => !fresh.some((each) => each.rule === rule)), ...fresh]
  }
  const done = steps.find((step) => step.part === 'done')
  const people = steps.find((step) => step.part === 'audience')
  if (!done || !people) throw new Error('The review did not end')
  return { steps, checks, done, audience: people.audience }
}

/** Switches off whatever found an error, so that the draft can be signed. */
async function withoutErrors(): Promise<string> {
  const { checks } = await review()
  const wrong = new Set(checks.filter(({ outcome }) => outcome === 'error').map(({ rule }) => rule))
  for (const rule of wrong)
    await core.bridge.review.setRule({ campaignId: id, rule, reason: 'Of no matter in this test' })
  return (await review()).done.hash
}

describe('a review, as the window asks for it', () => {
  it('tells the mail’s own faults before it counts, every rule, and how it ended', async () => {
    const { steps, checks, done, audience } = await review()
    expect(steps[0]?.part).toBe('checks')
    expect(steps.at(-1)?.part).toBe('done')
    expect(done).toMatchObject({ people: audience.willGet, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(new Set(checks.map(({ rule }) => rule)).size).toBe(done.rules)
    expect(checks.find(({ key }) => key === 'missingValue:nickname')).toMatchObject({
      outcome: 'warning',
      count: audience.willGet - named,
      hasPeople: true,
      places: [{ part: 'body', line: 1, column: 10, length: 12 }],
    })
    expect((await core.bridge.review.state({ campaignId: id })).last).toMatchObject({ people: done.people })
  })

  it('freezes whom a check counted, and gives their rows', async () => {
    const { done, audience } = await review()
    const { bridge } = core
    const found = await bridge.review.people({ reviewId: done.reviewId, key: 'missingValue:nickname' })
    expect(found.count).toBe(audience.willGet - named)
    const slice = { offset: 0, limit: 100 }
    const { rows, count } = await bridge.segments.people({ selectionId: found.selectionId, slice })
    expect([rows.length, count]).toEqual([found.count, found.count])
    expect(rows.some(({ email }) => email.startsWith('named'))).toBe(false)
  })

  it('refuses the people of a review that was let go', async () => {
    const { done } = await review()
    await core.bridge.review.letGo({ reviewId: done.reviewId })
    const asked = core.bridge.review.people({ reviewId: done.reviewId, key: 'missingValue:nickname' })
    expect((await problemOf(asked)).code).toBe('not_found')
  })

  it('ends where the window leaves it', async () => {
    const { mail, audience } = await core.bridge.campaigns.get({ id })
    const left = await core.bridge.review.run({ campaignId: id, mail, audience, scheduledFor: null })
    for await (const { part } of left) {
      expect(part).toBe('checks')
      break
    }
    expect((await review()).done.people).toBeGreaterThan(0)
  })
})

describe('a rule', () => {
  it('is switched off with a reason, which the next review tells, and on again', async () => {
    const { bridge } = core
    const reason = 'Pip is how we greet everybody'
    const { off } = await bridge.review.setRule({ campaignId: id, rule: 'missingValue', reason })
    expect(off).toMatchObject([{ rule: 'missingValue', reason }])
    const { checks } = await review()
    expect(checks.filter(({ rule }) => rule === 'missingValue')).toMatchObject([
      { outcome: 'off', off: { reason }, hasPeople: false },
    ])
    await bridge.review.setRule({ campaignId: id, rule: 'missingValue', reason: null })
    expect((await bridge.review.state({ campaignId: id })).off).toEqual([])
    const again = (await review()).checks.find(({ rule }) => rule === 'missingValue')
    expect(again?.outcome).toBe('warning')
  })

  it('is not switched off without a reason', async () => {
    const asked = core.bridge.review.setRule({ campaignId: id, rule: 'missingValue', reason: '  x ' })
    expect(await problemOf(asked)).toMatchObject({ code: 'input_invalid', fields: [{ field: 'reason' }] })
  })
})

describe('a sign-off', () => {
  it('holds for what was reviewed, and is taken back', async () => {
    const { bridge } = core
    const hash = await withoutErrors()
    expect((await bridge.review.signOff({ campaignId: id, hash })).signOff).toMatchObject({
      hash,
      holds: true,
    })
    expect((await bridge.review.open({ campaignId: id })).signOff).toBeNull()
  })

  it('is voided by a change that is made here', async () => {
    const { bridge } = core
    const hash = await withoutErrors()
    await bridge.review.signOff({ campaignId: id, hash })
    const { mail, basis } = await bridge.campaigns.get({ id })
    await bridge.campaigns.update({ id, changes: { mail: { ...mail, subject: 'Another' } }, basis })
    expect((await bridge.review.state({ campaignId: id })).signOff).toMatchObject({ hash, holds: false })
  })

  it('is voided by a change that was made at the service, once the copy has it', async () => {
    const { bridge } = core
    const hash = await withoutErrors()
    await bridge.review.signOff({ campaignId: id, hash })
    const changed = await ask('PATCH', `/campaigns/${id}`, { body: `${body}<p>And more.</p>` })
    expect(changed.ok).toBe(true)
    await bridge.campaigns.refresh({ id })
    expect((await bridge.review.state({ campaignId: id })).signOff).toMatchObject({ hash, holds: false })
  })

  it('is refused for a campaign that the service holds otherwise by now', async () => {
    const { bridge } = core
    const hash = await withoutErrors()
    const changed = await ask('PATCH', `/campaigns/${id}`, { body: `${body}<p>And more.</p>` })
    expect(changed.ok).toBe(true)
    const asked = bridge.review.signOff({ campaignId: id, hash })
    expect(await problemOf(asked)).toMatchObject({ code: 'conflict' })
    expect((await bridge.review.state({ campaignId: id })).signOff).toBeNull()
  })
})
