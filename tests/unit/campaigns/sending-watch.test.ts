import { expect, it } from 'vitest'
import { SendingWatch, type WatchTools } from '../../../src-main/features/campaigns/sending-watch'
import { usualBrake } from '../../../src-shared/campaign-brake'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import { createFakeClock } from '../../fixtures/fake-clock'

const counts = { delivered: 0, opened: 0, clicked: 0, complained: 0, unsubscribed: 0 }

/** A watch over a service where a campaign of 5,000 has sent so many, of whom so many bounced. */
function watchOver(answer: { sent: number; bounced: number; status: string }) {
  const clock = createFakeClock()
  const copy = { records: new Array<object>(), changed: (): unknown => undefined, readAt: 1, looks: 0 }
  const asked: number[] = []
  const cancelled: string[] = []
  const told: string[] = []
  const refreshed: string[] = []
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const tools = {
    cache: {
      catalogue: { all: () => ((copy.looks += 1), Promise.resolve(copy.records)) },
      runs: { resource: () => Promise.resolve({ run: null, last: { endedAt: copy.readAt } }) },
      watch: (listener: () => void) => ((copy.changed = listener), () => undefined),
    },
    clock,
    log,
    access: { online: true },
    results: {
      of: () =>
        Promise.resolve({ status: answer.status, funnel: { ...counts, recipients: 5000, ...answer } }),
    },
    campaigns: {
      cancel: (id: string) => Promise.resolve(cancelled.push(id)),
      async refresh() {
        asked.push(clock.now())
        watch.noticed(sending(answer.status))
      },
    },
    brake: () => usualBrake,
    notify: (title: string) => void told.push(title),
    refresh: (resources: readonly string[]) => void refreshed.push(...resources),
  }
  const watch = new SendingWatch(tools as unknown as WatchTools)
  const mail = { subject: '', body: '', from: '', type: 'MARKETING', audienceType: 'ALL' }
  const due = new Date(clock.now() + 60_000).toISOString()
  const sending = (status = 'SENDING') =>
    campaignSchema.parse({
      ...mail,
      id: 'c',
      name: 'Tides',
      status,
      totalRecipients: 5000,
      scheduledFor: status === 'SCHEDULED' ? due : null,
    })
  return { watch, clock, cancelled, told, refreshed, sending, copy, asked }
}

it('tells how far a sending is while it is one', async () => {
  const answer = { sent: 2000, bounced: 0, status: 'SENDING' }
  const { watch, clock, sending } = watchOver(answer)
  watch.noticed(sending())
  await clock.advance(5000)
  expect(watch.live()).toEqual([{ campaignId: 'c', name: 'Tides', sent: 2000, recipients: 5000 }])
  watch.noticed(sending('SENT'))
  expect(watch.live()).toEqual([])
  await watch.close()
})

it('stops a sending of which too many bounce, once it is a minute old, and says so', async () => {
  const { watch, clock, cancelled, told, sending } = watchOver({ sent: 1000, bounced: 60, status: 'SENDING' })
  watch.noticed(sending())
  await clock.advance(55_000)
  expect(cancelled).toEqual([])
  await clock.advance(10_000)
  expect(cancelled).toEqual(['c'])
  expect(told).toEqual(['Stopped: Tides'])
  expect(watch.stopped('c')).toMatchObject({ measure: 'Bounced', share: 0.06, limit: 0.05 })
  await watch.close()
})

it('leaves one alone that is within its limits', async () => {
  const { watch, clock, cancelled, sending } = watchOver({ sent: 1000, bounced: 10, status: 'SENDING' })
  watch.noticed(sending())
  await clock.advance(120_000)
  expect(cancelled).toEqual([])
  await watch.close()
})

it('has the events read again while a sending goes on, and the campaigns too once it has ended', async () => {
  const { watch, clock, refreshed, sending } = watchOver({ sent: 2000, bounced: 0, status: 'SENDING' })
  watch.noticed(sending())
  await clock.advance(25_000)
  expect(refreshed).toEqual([])
  await clock.advance(5000)
  expect(refreshed).toEqual(['events'])
  watch.noticed(sending('SENT'))
  expect(refreshed).toEqual(['events', 'campaigns', 'events'])
  await watch.close()
})

it('stops one that the service sends by itself and of which too many bounce, though nobody looks at it', async () => {
  const answer = { sent: 1000, bounced: 60, status: 'SCHEDULED' }
  const { watch, clock, cancelled, sending, copy, asked } = watchOver(answer)
  copy.records = [sending('SCHEDULED')]
  await watch.open()
  await clock.advance(55_000)
  expect(asked).toEqual([])
  expect(watch.live()).toEqual([])
  answer.status = 'SENDING'
  await clock.advance(10_000)
  expect(watch.live()).toHaveLength(1)
  await clock.advance(65_000)
  expect(cancelled).toEqual(['c'])
  await watch.close()
})

it('asks ever more seldom for one that does not begin at its time, and not any more once it is off', async () => {
  const answer = { sent: 0, bounced: 0, status: 'SCHEDULED' }
  const { watch, clock, sending, asked } = watchOver(answer)
  watch.noticed(sending('SCHEDULED'))
  await clock.advance(60_000 + 3_600_000)
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.length).toBeLessThan(40)
  answer.status = 'CANCELLED'
  await clock.advance(3_600_000)
  const before = asked.length
  await clock.advance(3_600_000)
  expect(asked).toHaveLength(before)
  await watch.close()
})

it('takes up one that a sync brings while it is being sent', async () => {
  const { watch, clock, copy, sending } = watchOver({ sent: 2000, bounced: 0, status: 'SENDING' })
  copy.records = [sending('SENDING')]
  copy.changed()
  copy.changed()
  await clock.advance(10_000)
  expect(watch.live()).toEqual([{ campaignId: 'c', name: 'Tides', sent: 2000, recipients: 5000 }])
  await watch.close()
})

it('looks through the copied campaigns only where they were read since', async () => {
  const { watch, clock, copy, sending } = watchOver({ sent: 2000, bounced: 0, status: 'SENDING' })
  await watch.open()
  copy.changed()
  await clock.advance(10_000)
  expect(copy.looks).toBe(1)
  copy.records = [sending('SENDING')]
  copy.readAt = 2
  copy.changed()
  await clock.advance(10_000)
  expect(copy.looks).toBe(2)
  expect(watch.live()).toHaveLength(1)
  await watch.close()
})
