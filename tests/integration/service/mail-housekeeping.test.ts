import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClock, type ServiceClock } from '../../fixtures/service-clock'
import { createHousekeeping, keeping } from '../../../src-service/mail/housekeeping'
import type { Background } from '../../../src-service/service-context'
import { type OpenedMail, openMail } from './opened-mail'

describe('the sources that the outbox keeps', () => {
  let clock: ServiceClock
  let opened: OpenedMail
  let work: Background | undefined
  beforeEach(async () => {
    clock = createServiceClock()
    opened = await openMail({ clock })
  })
  afterEach(async () => {
    await work?.stop()
    await opened.stop()
  })

  /** Messages of 1,000 bytes, sent a minute after each other, the last of them now. */
  function sent(count: number): void {
    opened.db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO message (content, subscribed, address, token, status, due_at, created_at, ended_at, source_size, source)
         SELECT 1, 0, 'p' || i || '@x.example', i, 'sent', 1, 1, ? - (? - i) * 60000, 1000, zeroblob(1000) FROM n`,
      )
      .run(count, clock.now(), count)
  }
  const kept = () =>
    opened.db
      .prepare<[], number>('SELECT seq FROM message WHERE source IS NOT NULL ORDER BY seq')
      .pluck()
      .all()
  async function keep(limits: Partial<typeof keeping>): Promise<void> {
    work = createHousekeeping(opened.context, { ...keeping, ...limits })
    await work.start()
    await clock.advance(100)
  }

  it('are those of the newest messages', async () => {
    sent(500)
    await keep({ messages: 20 })
    expect(kept()).toEqual(Array.from({ length: 20 }, (_, at) => 481 + at))
  })

  it('are as many as their size allows', async () => {
    sent(10)
    await keep({ size: 3500 })
    expect(kept()).toEqual([8, 9, 10])
  })

  it('are of the last days', async () => {
    sent(10)
    await keep({ age: 4.5 * 60_000 })
    expect(kept()).toEqual([6, 7, 8, 9, 10])
  })

  it('leave the messages themselves', async () => {
    sent(10)
    await keep({ messages: 0 })
    expect([kept(), Object.keys(opened.column('status')).length]).toEqual([[], 10])
  })

  it('are looked after again and again', async () => {
    await keep({ messages: 2 })
    sent(5)
    await clock.advance(10 * 60_000)
    expect(kept()).toEqual([4, 5])
  })
})
