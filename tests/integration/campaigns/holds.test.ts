import { describe, expect, it } from 'vitest'
import { asProblem } from '../../../src-main/core/problems'
import { draft } from '../../fixtures/campaign-server'
import { empty, hang, html, refuse, reset, tooMany } from '../../fixtures/misbehaving-server'
import { until } from '../../fixtures/until'
import { inState, letItLeave, openFixture, wanted } from './fixture'

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => asProblem(error).problem.code,
  )

describe('a held sending', () => {
  it('leaves when its seconds have passed, once, and not before', async () => {
    const fixture = await openFixture()
    const hold = await fixture.holds.hold(wanted)
    expect(hold).toMatchObject({ state: 'held', seconds: 30, people: 1284, name: 'January' })
    await fixture.clock.advance(29_999)
    expect(fixture.server.sends()).toHaveLength(0)
    expect(await letItLeave(fixture)).toMatchObject({ state: 'sent', problem: null })
    expect(fixture.server.sends()).toHaveLength(1)
    expect(fixture.server.campaigns.get('cmp_1')?.status).toBe('SENDING')
    expect(await fixture.campaigns.get('cmp_1')).toMatchObject({ status: 'SENDING' })
  })

  it('follows the monotonic clock, whatever the wall clock does', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.clock.jump(86_400_000)
    await fixture.clock.advance(29_000)
    expect(fixture.holds.live()).toMatchObject([{ state: 'held' }])
    expect(fixture.server.sends()).toHaveLength(0)
  })

  it('can be undone, and then nothing of it is left', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.holds.undo('cmp_1')
    await fixture.clock.advance(60_000)
    expect(fixture.holds.live()).toEqual([])
    expect(fixture.server.sends()).toHaveLength(0)
    expect(fixture.server.campaigns.get('cmp_1')?.status).toBe('DRAFT')
    // It may be confirmed again.
    expect(await fixture.holds.hold(wanted)).toMatchObject({ state: 'held' })
  })

  it('does not wait for its end where a person says so', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    await fixture.clock.advance(4_000)
    expect(await fixture.holds.sendNow('cmp_1')).toMatchObject({ state: 'sent' })
    await fixture.clock.advance(60_000)
    expect(fixture.server.sends()).toHaveLength(1)
    expect(await fixture.cache.sendings.of('cmp_1')).toMatchObject({ atOnce: true, seconds: 4 })
  })

  it('is dropped when the profile is closed, and leaves the draft', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    await fixture.restart()
    await fixture.clock.advance(60_000)
    expect(fixture.holds.live()).toMatchObject([
      { state: 'refused', problem: { code: 'cancelled', title: 'It was not sent' } },
    ])
    expect(fixture.server.sends()).toHaveLength(0)
    expect(fixture.server.campaigns.get('cmp_1')?.status).toBe('DRAFT')
  })

  it('schedules where a time was given', async () => {
    const fixture = await openFixture()
    const scheduledFor = fixture.clock.now() + 3_600_000
    await fixture.holds.hold({ ...wanted, scheduledFor })
    expect(await letItLeave(fixture)).toMatchObject({ state: 'sent', scheduledFor })
    const body = JSON.parse(fixture.server.sends()[0]?.body ?? '')
    expect(body).toEqual({ scheduledFor: new Date(scheduledFor).toISOString() })
    expect(fixture.server.campaigns.get('cmp_1')?.status).toBe('SCHEDULED')
  })

  it.each([29_999, 30_000])('is either undone or has left, with an undo after %d ms', async (at) => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    const passing = fixture.clock.advance(at)
    if (at < 30_000) await passing
    let undone = true
    try {
      fixture.holds.undo('cmp_1')
    } catch {
      undone = false // It had left.
    }
    await passing
    await fixture.clock.advance(60_000)
    await until(
      () => fixture.holds.live(),
      (live) => (undone ? live.length === 0 : live[0]?.state === 'sent'),
    )
    expect(fixture.server.sends()).toHaveLength(undone ? 0 : 1)
  })

  it('can be undone while it is looked at for the last time, until its row is written', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.server.fault = ({ method }) => (method === 'GET' ? hang() : null)
    const reads = fixture.server.server.requests.length
    await fixture.clock.advance(30_000)
    await fixture.server.server.arrived(reads + 1)
    fixture.holds.undo('cmp_1')
    fixture.server.fault = () => null
    await fixture.holds.close()
    expect(fixture.server.sends()).toHaveLength(0)
    expect(await fixture.cache.sendings.shown(0)).toEqual([])
  })

  it('cannot be undone once it has left', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.server.lost = ({ path }) => (path.endsWith('/send') ? hang() : null)
    await fixture.clock.advance(30_000)
    await until(
      () => fixture.server.sends().length,
      (count) => count === 1,
    )
    expect(() => fixture.holds.undo('cmp_1')).toThrow(/not held any more/)
  })
})

describe('a sending is not held', () => {
  it.each([
    ['the number typed is another one', { typed: '1283' }, 'input_invalid'],
    ['nothing was typed', { typed: '' }, 'input_invalid'],
    ['the people are others than those of the signed review', { people: 1285, typed: '1285' }, 'conflict'],
    ['its time has passed', { scheduledFor: 0 }, 'input_invalid'],
  ])('where %s', async (_what, change, code) => {
    const fixture = await openFixture()
    expect(await codeOf(fixture.holds.hold({ ...wanted, ...change }))).toBe(code)
    expect(fixture.holds.live()).toEqual([])
  })

  it('where the campaign at the service is another one than was signed off', async () => {
    const fixture = await openFixture()
    fixture.server.campaigns.set('cmp_1', draft('cmp_1', { subject: 'Changed elsewhere' }))
    expect(await codeOf(fixture.holds.hold(wanted))).toBe('conflict')
  })

  it('where it is no draft any more', async () => {
    const fixture = await openFixture()
    fixture.server.campaigns.set('cmp_1', draft('cmp_1', { status: 'SCHEDULED' }))
    expect(await codeOf(fixture.holds.hold(wanted))).toBe('conflict')
  })

  it('where the profile is read-only, or the service cannot be reached', async () => {
    const fixture = await openFixture()
    fixture.readOnly = true
    expect(await codeOf(fixture.holds.hold(wanted))).toBe('profile_read_only')
    fixture.readOnly = false
    await fixture.server.close()
    await fixture.connection.probe()
    expect(await codeOf(fixture.holds.hold(wanted))).toBe('offline')
  })

  it('where it is held already', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    const twice = await Promise.all([codeOf(fixture.holds.hold(wanted)), codeOf(fixture.holds.hold(wanted))])
    expect(twice).toEqual(['conflict', 'conflict'])
  })
})

describe('right before it leaves', () => {
  it('is refused where the campaign changed meanwhile', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.server.campaigns.set('cmp_1', draft('cmp_1', { body: '<p>Changed elsewhere</p>' }))
    expect(await letItLeave(fixture)).toMatchObject({ state: 'refused', problem: { code: 'conflict' } })
    expect(fixture.server.sends()).toHaveLength(0)
  })

  it('is refused where the sign-off was taken back meanwhile', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    await fixture.cache.reviews.open({ campaignId: 'cmp_1', now: fixture.clock.now() })
    expect(await letItLeave(fixture)).toMatchObject({ state: 'refused', problem: { code: 'conflict' } })
    expect(fixture.server.sends()).toHaveLength(0)
  })

  it('is refused where the profile became read-only meanwhile', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.readOnly = true
    expect(await letItLeave(fixture)).toMatchObject({
      state: 'refused',
      problem: { code: 'profile_read_only' },
    })
    expect(fixture.server.sends()).toHaveLength(0)
  })

  it('is refused where the service went away meanwhile, and does not wait for it', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    await fixture.server.close()
    await fixture.connection.probe()
    expect(await letItLeave(fixture)).toMatchObject({ state: 'refused', problem: { code: 'offline' } })
  })
})

describe('what the service says', () => {
  it.each([
    ['409', refuse(409, 'CONFLICT'), 'conflict'],
    ['403', refuse(403, 'FORBIDDEN'), 'forbidden'],
    ['402', refuse(402, 'BILLING_LIMIT_EXCEEDED'), 'billing_limit'],
    ['422', refuse(422, 'VALIDATION_ERROR'), 'invalid_request'],
  ])('refuses it: %s', async (_status, reply, code) => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.server.fault = ({ path }) => (path.endsWith('/send') ? reply : null)
    expect(await letItLeave(fixture)).toMatchObject({ state: 'refused', problem: { code } })
    expect(fixture.server.sends()).toHaveLength(1)
  })

  it('is sent once the rate limit lets it', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    let asked = 0
    fixture.server.fault = ({ path }) => (path.endsWith('/send') && asked++ === 0 ? tooMany('0') : null)
    expect(await letItLeave(fixture)).toMatchObject({ state: 'sent' })
    expect(fixture.server.campaigns.get('cmp_1')?.status).toBe('SENDING')
  })

  it('is done where it answers with nothing but success', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.server.lost = ({ path }) => (path.endsWith('/send') ? empty(204) : null)
    expect(await letItLeave(fixture)).toMatchObject({ state: 'sent' })
    expect(await fixture.campaigns.get('cmp_1')).toMatchObject({ status: 'SENDING' })
  })
})

describe('without an answer', () => {
  it.each([
    ['the connection is reset', reset()],
    ['nothing comes in time', hang()],
    ['it fails inside', refuse(500, 'INTERNAL_SERVER_ERROR')],
    ['something in between answers', html()],
  ])('is not sent again where %s, and the status settles that it was sent', async (_what, reply) => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.server.lost = ({ path }) => (path.endsWith('/send') ? reply : null)
    await fixture.clock.advance(30_000)
    await inState(fixture, 'sent')
    expect(fixture.server.sends()).toHaveLength(1)
  })

  it('is shown as not sent where it stays a draft for as long as a request can be on its way', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.server.fault = ({ path }) => (path.endsWith('/send') ? reset() : null)
    await fixture.clock.advance(30_000)
    await inState(fixture, 'unknown')
    // A draft right afterwards says nothing: the request may still arrive.
    await fixture.campaigns.refresh('cmp_1')
    expect(fixture.holds.live()).toMatchObject([{ state: 'unknown' }])
    await until(
      async () => {
        await fixture.clock.advance(5_000)
        return fixture.holds.live()[0]
      },
      (hold) => hold?.state === 'refused',
    )
    expect(fixture.holds.live()).toMatchObject([
      { problem: { code: 'outcome_unknown', title: 'It was not sent' } },
    ])
    expect(fixture.server.sends()).toHaveLength(1)
    // A person decides.
    fixture.server.fault = () => null
    await fixture.holds.hold(wanted)
    expect(await fixture.holds.sendNow('cmp_1')).toMatchObject({ state: 'sent' })
  })

  it('stays unknown while the campaign cannot be read, and nothing is held for it', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.server.lost = ({ path }) => (path.endsWith('/send') ? reset() : null)
    fixture.server.fault = ({ method }) =>
      method === 'GET' && fixture.server.sends().length > 0 ? refuse(500, 'X') : null
    await fixture.clock.advance(30_000)
    await inState(fixture, 'unknown')
    await fixture.clock.advance(60_000)
    expect(fixture.holds.live()).toMatchObject([{ state: 'unknown' }])
    expect(await codeOf(fixture.holds.hold(wanted))).toBe('conflict')
    fixture.server.fault = () => null
    await fixture.campaigns.refresh('cmp_1')
    expect(fixture.holds.live()).toMatchObject([{ state: 'sent' }])
    expect(fixture.server.sends()).toHaveLength(1)
  })

  it('is settled by what a sync brings', async () => {
    const fixture = await openFixture()
    await fixture.holds.hold(wanted)
    fixture.server.lost = ({ path }) => (path.endsWith('/send') ? reset() : null)
    fixture.server.fault = ({ method }) =>
      method === 'GET' && fixture.server.sends().length > 0 ? refuse(500, 'X') : null
    await fixture.clock.advance(30_000)
    await inState(fixture, 'unknown')
    await fixture.cache.catalogue.upsert({ list: 'campaigns', record: draft('cmp_1', { status: 'SENT' }) })
    await inState(fixture, 'sent')
    expect(fixture.server.sends()).toHaveLength(1)
  })

  it('is unknown after a restart in flight, and settled by the status', async () => {
    const fixture = await openFixture()
    const at = fixture.clock.now()
    const record = { campaignId: 'cmp_1', name: 'January', people: 1284, scheduledFor: null, seconds: 30, at }
    await fixture.cache.sendings.add({ ...record, atOnce: false, state: 'leaving', problem: null })
    fixture.server.fault = ({ method }) => (method === 'GET' ? refuse(500, 'X') : null)
    await fixture.restart()
    expect(fixture.holds.live()).toMatchObject([{ state: 'unknown', problem: { code: 'outcome_unknown' } }])
    fixture.server.fault = () => null
    fixture.server.campaigns.set('cmp_1', draft('cmp_1', { status: 'SENT' }))
    await fixture.campaigns.refresh('cmp_1')
    expect(fixture.holds.live()).toMatchObject([{ state: 'sent' }])
    expect(fixture.server.sends()).toHaveLength(0)
  })
})

it('writes its row before the request, and enters the sending in the activity log without its body', async () => {
  const fixture = await openFixture()
  await fixture.holds.hold(wanted)
  let seen: unknown
  fixture.server.fault = ({ path }) => {
    if (path.endsWith('/send')) seen = fixture.cache.sendings.shown(0)
    return null
  }
  await letItLeave(fixture)
  expect(await seen).toMatchObject([{ campaignId: 'cmp_1', state: 'leaving' }])
  const filter = { kind: 'write', outcome: 'done', search: '' } as const
  const { entries } = await fixture.cache.activity.page({ filter, slice: { offset: 0, limit: 5 } })
  expect(entries).toMatchObject([{ title: 'Send the campaign “January” to 1,284 people', cause: 'person' }])
  expect(JSON.stringify(await fixture.cache.activity.get(entries[0]?.id ?? 0))).not.toContain('<p>')
})

it('is put away by a person, and not shown any more', async () => {
  const fixture = await openFixture()
  await fixture.holds.hold(wanted)
  await letItLeave(fixture)
  await fixture.holds.dismiss('cmp_1')
  expect(fixture.holds.live()).toEqual([])
  await fixture.restart()
  expect(fixture.holds.live()).toEqual([])
})

it('does not show how it ended before once it was confirmed again, nor after that was undone', async () => {
  const fixture = await openFixture()
  await fixture.holds.hold(wanted)
  fixture.server.fault = ({ path }) => (path.endsWith('/send') ? refuse(422, 'VALIDATION_ERROR') : null)
  await letItLeave(fixture)
  await fixture.holds.hold(wanted)
  expect(fixture.holds.live()).toMatchObject([{ state: 'held' }])
  fixture.holds.undo('cmp_1')
  expect(fixture.holds.live()).toEqual([])
})

it('shows how it ended to whoever opens the program again', async () => {
  const fixture = await openFixture()
  await fixture.holds.hold(wanted)
  await letItLeave(fixture)
  await fixture.restart()
  expect(fixture.holds.live()).toMatchObject([{ campaignId: 'cmp_1', state: 'sent' }])
})
