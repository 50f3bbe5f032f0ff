import { expect, it } from 'vitest'
import { createServiceClock } from '../../fixtures/service-clock'
import { openMail, plain, stranger, untilSent } from './opened-mail'

it('waits and goes on when the database fails, without giving a message up', async () => {
  const clock = createServiceClock()
  const opened = await openMail({ clock })
  await opened.queue.enqueue(plain, [stranger('a@x.example')])
  opened.db.exec(
    `CREATE TRIGGER full BEFORE UPDATE ON message BEGIN SELECT raise(ABORT, 'the disk is full'); END`,
  )
  while (opened.reports.length < 3) await clock.advance(500)
  expect(opened.reports[0]).toBe('Sending mail: the disk is full')
  expect(await opened.column('status')).toEqual({ 'a@x.example': 'queued' })
  opened.db.exec('DROP TRIGGER full')
  await untilSent(opened, clock)
  expect(await opened.column('status')).toEqual({ 'a@x.example': 'sent' })
  await opened.stop()
})
