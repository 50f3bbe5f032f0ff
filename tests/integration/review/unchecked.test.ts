import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AudienceReport, ReviewInput } from '../../../src-shared/bridge/review'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { ended, profileFor, startCore, type TestCore } from '../../fixtures/core'
import { mailWith } from '../../fixtures/mails'
import { json } from '../../fixtures/misbehaving-server'
import { person } from '../../fixtures/people'
import { until } from '../../fixtures/until'
import { askedAbout, takesMail } from '../verification/fixture'

/** Twelve people: every third is on the free plan, every fourth is unsubscribed, numbers below six were checked. */
const everyone = Array.from({ length: 12 }, (_, number) => ({
  ...person(number, { plan: number % 3 === 0 ? 'free' : 'crew' }),
  subscribed: number % 4 !== 1,
}))
const wasChecked = everyone.slice(0, 6).map(({ id }) => id)
const wanted = everyone
  .filter(({ id, subscribed, data }) => subscribed && data.plan === 'crew' && !wasChecked.includes(id))
  .map(({ email }) => email)

let server: AudienceServer
let core: TestCore
beforeEach(async () => {
  server = await startAudience(everyone)
  server.fault = (request) => (request.path === '/v1/verify' ? json(takesMail(askedAbout(request))) : null)
  core = await startCore()
  await core.bridge.profiles.create(profileFor(server.url))
  await ended(core.bridge, 'contacts', 'finished')
})
afterEach(async () => {
  await core.close()
  await server.close()
})

/** A batch of contacts, once its addresses are collected. */
async function collected(source: Parameters<typeof core.bridge.verification.create>[0]['source']) {
  const { id } = await core.bridge.verification.create({ source })
  return until(
    () => core.bridge.verification.get({ id }),
    ({ work }) => work === null,
  )
}

/** Whom a mail to the crew reaches, and the name of the review that counted them. */
async function reviewed(): Promise<{ report: AudienceReport; reviewId: string }> {
  const input: ReviewInput = {
    campaignId: null,
    mail: { ...mailWith('<p>Tides</p>'), from: '' },
    audience: {
      kind: 'condition',
      condition: {
        logic: 'AND',
        groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'crew' }] }],
      },
    },
    scheduledFor: null,
  }
  let report: AudienceReport | null = null
  let reviewId = ''
  for await (const step of await core.bridge.review.run(input)) {
    if (step.part === 'audience') report = step.audience
    else if (step.part === 'done') reviewId = step.reviewId
  }
  if (report === null) throw new Error('Nobody was counted')
  return { report, reviewId }
}

it('makes a batch of those of an audience who were not checked, and of nobody else', async () => {
  const checked = await collected({
    kind: 'contacts',
    selection: { kind: 'ids', ids: wasChecked },
    name: 'Checked before',
  })
  await core.bridge.verification.start({ id: checked.id })
  await until(
    () => core.bridge.verification.get({ id: checked.id }),
    ({ job }) => job?.state === 'finished',
  )

  const { report, reviewId } = await reviewed()
  expect(report.verdicts.notChecked).toBe(wanted.length)
  expect(report.willGet).toBeGreaterThan(wanted.length)
  const { selectionId } = await core.bridge.review.people({ reviewId, key: 'verdict:notChecked' })
  const batch = await collected({
    kind: 'contacts',
    selection: { kind: 'frozen', selectionId, except: [] },
    name: 'Not checked, of “Tides”',
  })
  const { rows } = await core.bridge.verification.rows({
    id: batch.id,
    filter: { search: '' },
    sort: { by: 'email', direction: 'asc' },
    slice: { offset: 0, limit: 100 },
  })
  expect(rows.map(({ email }) => email)).toEqual([...wanted].sort())
  expect(batch).toMatchObject({ waiting: wanted.length, fromLedger: 0 })
})
