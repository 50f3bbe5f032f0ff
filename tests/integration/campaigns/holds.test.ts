import { describe, expect, it } from 'vitest'
import { asProblem } from '../../../src-main/core/problems'
import { draft } from '../../fixtures/campaign-server'
import { empty, hang, html, refuse, reset, tooMany } from '../../fixtures/misbehaving-server'
import { until } from '../../fixtures/until'
import { inState, letItLeave, openDesk, wanted } from './desk'

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => asProblem(error).problem.code,
  )

describe('a held sending', () => {
  it('leaves when its seconds have passed, once, and not before', async () => {
    const desk = await openDesk()
    const hold = await desk.holds.hold(wanted)
    expect(hold).toMatchObject({ state: 'held', seconds: 30, people: 1284, name: 'January' })
    await desk.clock.advance(29_999)
    expect(desk.server.sends()).toHaveLength(0)
    expect(await letItLeave(desk)).toMatchObject({ state: 'sent', problem: null })
    expect(desk.server.sends()).toHaveLength(1)
    expect(desk.server.campaigns.get('cmp_1')?.status).toBe('SENDING')
    expect(await desk.campaigns.get('cmp_1')).toMatchObject({ status: 'SENDING' })
  })

  it('follows the monotonic clock, whatever the wall clock does', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.clock.jump(86_400_000)
    await desk.clock.advance(29_000)
    expect(desk.holds.live()).toMatchObject([{ state: 'held' }])
    expect(desk.server.sends()).toHaveLength(0)
  })

  it('can be undone, and then nothing of it is left', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.holds.undo('cmp_1')
    await desk.clock.advance(60_000)
    expect(desk.holds.live()).toEqual([])
    expect(desk.server.sends()).toHaveLength(0)
    expect(desk.server.campaigns.get('cmp_1')?.status).toBe('DRAFT')
    // It may be confirmed again.
    expect(await desk.holds.hold(wanted)).toMatchObject({ state: 'held' })
  })

  it('does not wait for its end where a person says so', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    expect(await desk.holds.sendNow('cmp_1')).toMatchObject({ state: 'sent' })
    await desk.clock.advance(60_000)
    expect(desk.server.sends()).toHaveLength(1)
  })

  it('is dropped when the profile is closed, and leaves the draft', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    await desk.restart()
    await desk.clock.advance(60_000)
    expect(desk.holds.live()).toMatchObject([
      { state: 'refused', problem: { code: 'cancelled', title: 'It was not sent' } },
    ])
    expect(desk.server.sends()).toHaveLength(0)
    expect(desk.server.campaigns.get('cmp_1')?.status).toBe('DRAFT')
  })

  it('schedules where a time was given', async () => {
    const desk = await openDesk()
    const scheduledFor = desk.clock.now() + 3_600_000
    await desk.holds.hold({ ...wanted, scheduledFor })
    expect(await letItLeave(desk)).toMatchObject({ state: 'sent', scheduledFor })
    const body = JSON.parse(desk.server.sends()[0]?.body ?? '')
    expect(body).toEqual({ scheduledFor: new Date(scheduledFor).toISOString() })
    expect(desk.server.campaigns.get('cmp_1')?.status).toBe('SCHEDULED')
  })

  it.each([29_999, 30_000])('is either undone or has left, with an undo after %d ms', async (at) => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    const passing = desk.clock.advance(at)
    if (at < 30_000) await passing
    let undone = true
    try {
      desk.holds.undo('cmp_1')
    } catch {
      undone = false // It had left.
    }
    await passing
    await desk.clock.advance(60_000)
    await until(
      () => desk.holds.live(),
      (live) => (undone ? live.length === 0 : live[0]?.state === 'sent'),
    )
    expect(desk.server.sends()).toHaveLength(undone ? 0 : 1)
  })

  it('can be undone while it is looked at for the last time, until its row is written', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.server.fault = ({ method }) => (method === 'GET' ? hang() : null)
    const reads = desk.server.server.requests.length
    await desk.clock.advance(30_000)
    await desk.server.server.arrived(reads + 1)
    desk.holds.undo('cmp_1')
    desk.server.fault = () => null
    await desk.holds.close()
    expect(desk.server.sends()).toHaveLength(0)
    expect(await desk.cache.sendings.shown(0)).toEqual([])
  })

  it('cannot be undone once it has left', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.server.lost = ({ path }) => (path.endsWith('/send') ? hang() : null)
    await desk.clock.advance(30_000)
    await until(
      () => desk.server.sends().length,
      (count) => count === 1,
    )
    expect(() => desk.holds.undo('cmp_1')).toThrow(/not held any more/)
  })
})

describe('a sending is not held', () => {
  it.each([
    ['the number typed is another one', { typed: '1283' }, 'input_invalid'],
    ['nothing was typed', { typed: '' }, 'input_invalid'],
    ['the people are others than those of the signed review', { people: 1285, typed: '1285' }, 'conflict'],
    ['its time has passed', { scheduledFor: 0 }, 'input_invalid'],
  ])('where %s', async (_what, change, code) => {
    const desk = await openDesk()
    expect(await codeOf(desk.holds.hold({ ...wanted, ...change }))).toBe(code)
    expect(desk.holds.live()).toEqual([])
  })

  it('where the campaign at the service is another one than was signed off', async () => {
    const desk = await openDesk()
    desk.server.campaigns.set('cmp_1', draft('cmp_1', { subject: 'Changed elsewhere' }))
    expect(await codeOf(desk.holds.hold(wanted))).toBe('conflict')
  })

  it('where it is no draft any more', async () => {
    const desk = await openDesk()
    desk.server.campaigns.set('cmp_1', draft('cmp_1', { status: 'SCHEDULED' }))
    expect(await codeOf(desk.holds.hold(wanted))).toBe('conflict')
  })

  it('where the profile is read-only, or the service cannot be reached', async () => {
    const desk = await openDesk()
    desk.readOnly = true
    expect(await codeOf(desk.holds.hold(wanted))).toBe('profile_read_only')
    desk.readOnly = false
    await desk.server.close()
    await desk.connection.probe()
    expect(await codeOf(desk.holds.hold(wanted))).toBe('offline')
  })

  it('where it is held already', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    const twice = await Promise.all([codeOf(desk.holds.hold(wanted)), codeOf(desk.holds.hold(wanted))])
    expect(twice).toEqual(['conflict', 'conflict'])
  })
})

describe('right before it leaves', () => {
  it('is refused where the campaign changed meanwhile', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.server.campaigns.set('cmp_1', draft('cmp_1', { body: '<p>Changed elsewhere</p>' }))
    expect(await letItLeave(desk)).toMatchObject({ state: 'refused', problem: { code: 'conflict' } })
    expect(desk.server.sends()).toHaveLength(0)
  })

  it('is refused where the sign-off was taken back meanwhile', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    await desk.cache.reviews.open({ campaignId: 'cmp_1', now: desk.clock.now() })
    expect(await letItLeave(desk)).toMatchObject({ state: 'refused', problem: { code: 'conflict' } })
    expect(desk.server.sends()).toHaveLength(0)
  })

  it('is refused where the profile became read-only meanwhile', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.readOnly = true
    expect(await letItLeave(desk)).toMatchObject({ state: 'refused', problem: { code: 'profile_read_only' } })
    expect(desk.server.sends()).toHaveLength(0)
  })

  it('is refused where the service went away meanwhile, and does not wait for it', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    await desk.server.close()
    await desk.connection.probe()
    expect(await letItLeave(desk)).toMatchObject({ state: 'refused', problem: { code: 'offline' } })
  })
})

describe('what the service says', () => {
  it.each([
    ['409', refuse(409, 'CONFLICT'), 'conflict'],
    ['403', refuse(403, 'FORBIDDEN'), 'forbidden'],
    ['402', refuse(402, 'BILLING_LIMIT_EXCEEDED'), 'billing_limit'],
    ['422', refuse(422, 'VALIDATION_ERROR'), 'invalid_request'],
  ])('refuses it: %s', async (_status, reply, code) => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.server.fault = ({ path }) => (path.endsWith('/send') ? reply : null)
    expect(await letItLeave(desk)).toMatchObject({ state: 'refused', problem: { code } })
    expect(desk.server.sends()).toHaveLength(1)
  })

  it('is sent once the rate limit lets it', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    let asked = 0
    desk.server.fault = ({ path }) => (path.endsWith('/send') && asked++ === 0 ? tooMany('0') : null)
    expect(await letItLeave(desk)).toMatchObject({ state: 'sent' })
    expect(desk.server.campaigns.get('cmp_1')?.status).toBe('SENDING')
  })

  it('is done where it answers with nothing but success', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.server.lost = ({ path }) => (path.endsWith('/send') ? empty(204) : null)
    expect(await letItLeave(desk)).toMatchObject({ state: 'sent' })
    expect(await desk.campaigns.get('cmp_1')).toMatchObject({ status: 'SENDING' })
  })
})

describe('without an answer', () => {
  it.each([
    ['the connection is reset', reset()],
    ['nothing comes in time', hang()],
    ['it fails inside', refuse(500, 'INTERNAL_SERVER_ERROR')],
    ['something in between answers', html()],
  ])('is not sent again where %s, and the status settles that it was sent', async (_what, reply) => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.server.lost = ({ path }) => (path.endsWith('/send') ? reply : null)
    await desk.clock.advance(30_000)
    await inState(desk, 'sent')
    expect(desk.server.sends()).toHaveLength(1)
  })

  it('is shown as not sent where it stays a draft for as long as a request can be on its way', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.server.fault = ({ path }) => (path.endsWith('/send') ? reset() : null)
    await desk.clock.advance(30_000)
    await inState(desk, 'unknown')
    // A draft right afterwards says nothing: the request may still arrive.
    await desk.campaigns.refresh('cmp_1')
    expect(desk.holds.live()).toMatchObject([{ state: 'unknown' }])
    await until(
      async () => {
        await desk.clock.advance(5_000)
        return desk.holds.live()[0]
      },
      (hold) => hold?.state === 'refused',
    )
    expect(desk.holds.live()).toMatchObject([
      { problem: { code: 'outcome_unknown', title: 'It was not sent' } },
    ])
    expect(desk.server.sends()).toHaveLength(1)
    // A person decides.
    desk.server.fault = () => null
    await desk.holds.hold(wanted)
    expect(await desk.holds.sendNow('cmp_1')).toMatchObject({ state: 'sent' })
  })

  it('stays unknown while the campaign cannot be read, and nothing is held for it', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.server.lost = ({ path }) => (path.endsWith('/send') ? reset() : null)
    desk.server.fault = ({ method }) =>
      method === 'GET' && desk.server.sends().length > 0 ? refuse(500, 'X') : null
    await desk.clock.advance(30_000)
    await inState(desk, 'unknown')
    await desk.clock.advance(60_000)
    expect(desk.holds.live()).toMatchObject([{ state: 'unknown' }])
    expect(await codeOf(desk.holds.hold(wanted))).toBe('conflict')
    desk.server.fault = () => null
    await desk.campaigns.refresh('cmp_1')
    expect(desk.holds.live()).toMatchObject([{ state: 'sent' }])
    expect(desk.server.sends()).toHaveLength(1)
  })

  it('is settled by what a sync brings', async () => {
    const desk = await openDesk()
    await desk.holds.hold(wanted)
    desk.server.lost = ({ path }) => (path.endsWith('/send') ? reset() : null)
    desk.server.fault = ({ method }) =>
      method === 'GET' && desk.server.sends().length > 0 ? refuse(500, 'X') : null
    await desk.clock.advance(30_000)
    await inState(desk, 'unknown')
    await desk.cache.catalogue.upsert({ list: 'campaigns', record: draft('cmp_1', { status: 'SENT' }) })
    await inState(desk, 'sent')
    expect(desk.server.sends()).toHaveLength(1)
  })

  it('is unknown after a restart in flight, and settled by the status', async () => {
    const desk = await openDesk()
    const at = desk.clock.now()
    const record = { campaignId: 'cmp_1', name: 'January', people: 1284, scheduledFor: null, seconds: 30, at }
    await desk.cache.sendings.add({ ...record, state: 'leaving', problem: null })
    desk.server.fault = ({ method }) => (method === 'GET' ? refuse(500, 'X') : null)
    await desk.restart()
    expect(desk.holds.live()).toMatchObject([{ state: 'unknown', problem: { code: 'outcome_unknown' } }])
    desk.server.fault = () => null
    desk.server.campaigns.set('cmp_1', draft('cmp_1', { status: 'SENT' }))
    await desk.campaigns.refresh('cmp_1')
    expect(desk.holds.live()).toMatchObject([{ state: 'sent' }])
    expect(desk.server.sends()).toHaveLength(0)
  })
})

it('writes its row before the request, and enters the sending in the activity log without its body', async () => {
  const desk = await openDesk()
  await desk.holds.hold(wanted)
  let seen: unknown
  desk.server.fault = ({ path }) => {
    if (path.endsWith('/send')) seen = desk.cache.sendings.shown(0)
    return null
  }
  await letItLeave(desk)
  expect(await seen).toMatchObject([{ campaignId: 'cmp_1', state: 'leaving' }])
  const filter = { kind: 'write', outcome: 'done', search: '' } as const
  const { entries } = await desk.cache.activity.page({ filter, slice: { offset: 0, limit: 5 } })
  expect(entries).toMatchObject([{ title: 'Send the campaign January to 1,284', cause: 'You' }])
  expect(JSON.stringify(await desk.cache.activity.get(entries[0]?.id ?? 0))).not.toContain('Hello')
})

it('is put away by a person, and not shown any more', async () => {
  const desk = await openDesk()
  await desk.holds.hold(wanted)
  await letItLeave(desk)
  await desk.holds.dismiss('cmp_1')
  expect(desk.holds.live()).toEqual([])
  await desk.restart()
  expect(desk.holds.live()).toEqual([])
})

it('does not show how it ended before once it was confirmed again, nor after that was undone', async () => {
  const desk = await openDesk()
  await desk.holds.hold(wanted)
  desk.server.fault = ({ path }) => (path.endsWith('/send') ? refuse(422, 'VALIDATION_ERROR') : null)
  await letItLeave(desk)
  await desk.holds.hold(wanted)
  expect(desk.holds.live()).toMatchObject([{ state: 'held' }])
  desk.holds.undo('cmp_1')
  expect(desk.holds.live()).toEqual([])
})

it('shows how it ended to whoever opens the program again', async () => {
  const desk = await openDesk()
  await desk.holds.hold(wanted)
  await letItLeave(desk)
  await desk.restart()
  expect(desk.holds.live()).toMatchObject([{ campaignId: 'cmp_1', state: 'sent' }])
})
