import { describe, expect, it } from 'vitest'
import type { Check } from '../../../src-shared/bridge/review'
import { mailWith } from '../../fixtures/mails'
import { openFixture, reviewOf, run } from './fixture'

const toLookAt = (checks: readonly Check[]) =>
  checks.filter(({ outcome }) => outcome === 'error' || outcome === 'warning').length

describe('what is kept of the newest review', () => {
  it('says how many things there are to look at', async () => {
    const { reviews } = await openFixture()
    const { checks } = await run(reviews, reviewOf())
    expect(toLookAt(checks)).toBeGreaterThan(0)
    expect((await reviews.state('cmp_1')).last).toMatchObject({ people: 90, findings: toLookAt(checks) })
  })

  it('leaves out what is switched off', async () => {
    const { reviews } = await openFixture()
    const before = toLookAt((await run(reviews, reviewOf())).checks)
    await reviews.setRule('cmp_1', 'missingValue', 'They all go by their surname')
    await run(reviews, reviewOf())
    expect((await reviews.state('cmp_1')).last?.findings).toBe(before - 1)
  })

  it('says nothing of a mail that is another by now', async () => {
    const { reviews, cache, server } = await openFixture()
    await run(reviews, reviewOf())
    const campaign = server.campaigns.get('cmp_1')
    if (!campaign) throw new Error('There is no campaign')
    await cache.catalogue.upsert({ list: 'campaigns', record: { ...campaign, subject: 'Another' } })
    expect((await reviews.state('cmp_1')).last).toMatchObject({ people: 90, findings: null })
  })

  it('says nothing where what was reviewed is not what the service holds', async () => {
    const { reviews } = await openFixture()
    await run(reviews, reviewOf({ mail: mailWith('<p>Written, and not saved</p>') }))
    expect((await reviews.state('cmp_1')).last?.findings).toBeNull()
  })

  it('of one in the background is no measure of what changed since', async () => {
    const { reviews, cache } = await openFixture()
    await run(reviews, reviewOf({ background: true }))
    expect((await run(reviews, reviewOf({ background: true }))).audience?.change).toBeNull()
    await run(reviews, reviewOf())
    await cache.contacts.remove('cnt_20')
    await run(reviews, reviewOf({ background: true }))
    expect((await run(reviews, reviewOf())).audience?.change).toMatchObject({ added: 0, gone: 1 })
    expect((await reviews.state('cmp_1')).last).toMatchObject({ people: 89 })
  })
})
