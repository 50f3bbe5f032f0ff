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
  async function sent(count: number): Promise<void> {
    const first = clock.now() - (count - 1) * 60_000
    await opened.stored.change(
      `INSERT INTO message
         (content, subscribed, address, token, status, due_at, created_at, ended_at, source_size, source)
       WITH RECURSIVE one(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM one WHERE number < @count)
       SELECT 1, 0, 'p' || number || '@x.example', CAST(number AS TEXT), 'sent', 1, 1,
         ${first} + (number - 1) * 60000, 1000, @source FROM one`,
      { count, source: Buffer.alloc(1000) },
    )
  }
  /** Which of the messages, counted from 1, have a source still. */
  const kept = async () =>
    (
      await opened.stored.values<string>('SELECT token FROM message WHERE source IS NOT NULL ORDER BY seq')
    ).map(Number)
  async function keep(limits: Partial<typeof keeping>): Promise<void> {
    work = createHousekeeping(opened.context, { ...keeping, ...limits })
    await work.start()
    await clock.advance(100)
  }

  it('are those of the newest messages', async () => {
    await sent(500)
    await keep({ messages: 20 })
    expect(await kept()).toEqual(Array.from({ length: 20 }, (_, at) => 481 + at))
  })

  it('are as many as their size allows', async () => {
    await sent(10)
    await keep({ size: 3500 })
    expect(await kept()).toEqual([8, 9, 10])
  })

  it('are of the last days', async () => {
    await sent(10)
    await keep({ age: 4.5 * 60_000 })
    expect(await kept()).toEqual([6, 7, 8, 9, 10])
  })

  it('leave the messages themselves', async () => {
    await sent(10)
    await keep({ messages: 0 })
    expect([await kept(), Object.keys(await opened.column('status')).length]).toEqual([[], 10])
  })

  it('are looked after again and again', async () => {
    await keep({ messages: 2 })
    await sent(5)
    await clock.advance(10 * 60_000)
    expect(await kept()).toEqual([4, 5])
  })
})
