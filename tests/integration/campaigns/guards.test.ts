import { describe, expect, it } from 'vitest'
import { asProblem } from '../../../src-main/core/problems'
import { contactSchema } from '../../../src-shared/interface/contact'
import { draft } from '../../fixtures/campaign-server'
import { until } from '../../fixtures/until'
import { letItLeave, openFixture, wanted } from './fixture'

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: unknown) => asProblem(error).problem,
  )

describe('a number that is another one', () => {
  it.each(['service', 'copy'] as const)(
    'stops a sending right before it leaves, counted by the %s',
    async (by) => {
      const fixture = await openFixture()
      await fixture.holds.hold(wanted)
      fixture.counted = { now: 1289, by }
      const ended = await letItLeave(fixture)
      expect(ended).toMatchObject({
        state: 'refused',
        problem: { code: 'conflict', title: 'The number has changed' },
      })
      expect(ended?.problem?.why).toContain('1,284')
      expect(ended?.problem?.why).toContain('1,289')
      expect(fixture.server.sends()).toHaveLength(0)
    },
  )

  it('is said at once where the service says it with its answer, and by what is read later', async () => {
    const fixture = await openFixture()
    const draftNow = fixture.server.campaigns.get('cmp_1')
    fixture.server.campaigns.set('cmp_1', { ...draft('cmp_1'), ...draftNow, totalRecipients: 1289 })
    await fixture.holds.hold(wanted)
    expect(await letItLeave(fixture)).toMatchObject({ state: 'sent', people: 1284, recipients: 1289 })
    const sent = { ...draft('cmp_1'), status: 'SENT', totalRecipients: 1283 }
    fixture.server.campaigns.set('cmp_1', sent)
    await fixture.campaigns.refresh('cmp_1')
    expect(fixture.holds.live()).toMatchObject([{ state: 'sent', recipients: 1283 }])
    await fixture.restart()
    expect(fixture.holds.live()).toMatchObject([{ state: 'sent', recipients: 1283 }])
  })

  it('is not said while the service still counts up to it', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    await letItLeave(fixture)
    fixture.server.campaigns.set('cmp_1', { ...draft('cmp_1'), status: 'SENDING', totalRecipients: 500 })
    await fixture.campaigns.refresh('cmp_1')
    expect(fixture.holds.live()).toMatchObject([{ state: 'sent', recipients: null }])
  })
})

describe('the same mail to the same people', () => {
  const twin = draft('cmp_2', { name: 'January again' })

  async function bothSigned() {
    const fixture = await openFixture([twin])
    const person = {
      id: 'cnt_1',
      email: 'ada@example.com',
      subscribed: true,
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    await fixture.cache.contacts.upsert(contactSchema.parse(person))
    await fixture.holds.hold(wanted)
    await letItLeave(fixture)
    return fixture
  }

  it('is not held a second time, though it was signed off before the first was sent', async () => {
    const fixture = await bothSigned()
    const refused = await problemOf(fixture.holds.hold({ ...wanted, id: 'cmp_2' }))
    expect(refused).toMatchObject({ code: 'conflict', title: 'They already got this' })
    expect(refused.why).toContain('January')
  })

  it('is held where somebody gave a reason', async () => {
    const fixture = await bothSigned()
    const reason = 'The first one had a wrong link'
    await fixture.cache.reviews.setRule({
      campaignId: 'cmp_2',
      rule: 'sameMail',
      reason,
      now: fixture.clock.now(),
    })
    expect(await fixture.holds.hold({ ...wanted, id: 'cmp_2' })).toMatchObject({ state: 'held' })
  })

  it('does not leave where the first one left while it was held', async () => {
    const fixture = await openFixture([twin])
    const person = {
      id: 'cnt_1',
      email: 'ada@example.com',
      subscribed: true,
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    await fixture.cache.contacts.upsert(contactSchema.parse(person))
    await fixture.holds.hold(wanted)
    await fixture.holds.hold({ ...wanted, id: 'cmp_2' })
    expect(await fixture.holds.sendNow('cmp_1')).toMatchObject({ state: 'sent' })
    expect(await fixture.holds.sendNow('cmp_2')).toMatchObject({
      state: 'refused',
      problem: { code: 'conflict' },
    })
    expect(fixture.server.sends()).toHaveLength(1)
  })
})

describe('a campaign whose sending is held', () => {
  it('is changed and deleted only once that was undone', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    const { mail, basis, name } = await fixture.campaigns.get('cmp_1')
    const change = () =>
      fixture.campaigns.update({ id: 'cmp_1', changes: { mail: { ...mail, subject: 'Another' } }, basis })
    expect(await problemOf(change())).toMatchObject({ code: 'conflict', title: 'Its sending is held' })
    expect(await problemOf(fixture.campaigns.remove('cmp_1', name))).toMatchObject({
      title: 'Its sending is held',
    })
    fixture.holds.undo('cmp_1')
    expect(await change()).toMatchObject({ mail: { subject: 'Another' } })
  })

  it('is told of after a crash in the hold, and an undone one is not', async () => {
    const fixture = await openFixture([
      draft('cmp_2', { name: 'February', subject: 'Other', body: '<p>Other</p>' }),
    ])
    await fixture.holds.hold(wanted)
    await fixture.holds.hold({ ...wanted, id: 'cmp_2' })
    fixture.holds.undo('cmp_2')
    await until(
      () => fixture.cache.sendings.shown(0),
      (rows) => rows.length === 1,
    )
    // As a crash leaves it: nothing is closed.
    const after = await fixture.reopened()
    expect(after.live()).toMatchObject([
      { campaignId: 'cmp_1', state: 'refused', problem: { code: 'cancelled' } },
    ])
    expect(fixture.server.sends()).toHaveLength(0)
  })
})

it('the copy is read again right after a sending, whatever the answer', async () => {
  const fixture = await openFixture()
  await fixture.holds.hold(wanted)
  await letItLeave(fixture)
  expect(fixture.refreshed).toBe(1)
})
