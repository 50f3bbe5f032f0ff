import { describe, expect, it } from 'vitest'
import { call, flat, noon, plain, standard, textAt } from '../../deployed/stand-in/calls'
import { becomes, holds, subjects } from './subjects'

const minute = 60_000

describe.each(subjects)('$name', (candidate) => {
  describe('uploads (deployed.md section 8)', () => {
    const form = (type: string, bytes: number) => {
      const data = new FormData()
      data.append('image', new Blob([new Uint8Array(bytes)], { type }), 'logo.png')
      return data
    }

    it('keep a picture, and say where', async () => {
      const service = await candidate.open()
      const uploaded = await call(service, 'POST /uploads/image', form('image/png', 5))
      const key = textAt(uploaded.body, 'key')
      expect(uploaded).toMatchObject({
        status: 200,
        body: {
          url: expect.stringContaining(key),
          key,
          filename: 'logo.png',
          contentType: 'image/png',
          size: 5,
        },
      })
    })

    it('ask for a picture', async () => {
      const service = await candidate.open()
      const empty = new FormData()
      empty.append('other', 'text')
      expect(await call(service, 'POST /uploads/image', empty)).toMatchObject(flat(400))
    })

    it('take pictures of 10 MB at most, and of four kinds', async () => {
      const service = await candidate.open()
      expect(await call(service, 'POST /uploads/image', form('image/svg+xml', 5))).toMatchObject(plain(500))
      expect(
        await call(service, 'POST /uploads/image', form('image/png', 10 * 1024 * 1024 + 1)),
      ).toMatchObject(plain(500))
    })
  })

  describe('activity (deployed.md section 8)', () => {
    /** Two events, a minute apart, and then a mail. */
    async function filled() {
      const service = await candidate.open()
      for (const event of ['signup', 'login']) {
        await call(service, 'POST /v1/track', { event, email: 'ada@example.com' })
        await service.advance(minute)
      }
      await call(service, 'POST /v1/send', {
        to: 'ada@example.com',
        subject: 'S',
        body: 'B',
        from: 'a@example.com',
      })
      await becomes(service, '/events?eventName=email.delivery', { events: { length: 1 } })
      return service
    }

    it('is one list, newest first, with a cursor of a time and an id', async () => {
      const service = await filled()
      const first = await call(service, 'GET /activity?limit=5')
      expect(first.body).toMatchObject({
        data: { length: 5, 4: { metadata: { eventName: 'login' } } },
        hasMore: true,
      })
      expect(textAt(first.body, 'cursor')).toBe(`${noon + minute}_${textAt(first.body, 'data', 4, 'id')}`)
      const rest = await call(service, `GET /activity?limit=5&cursor=${textAt(first.body, 'cursor')}`)
      expect(rest.body).toMatchObject({ data: [{ metadata: { eventName: 'signup' } }], hasMore: false })
      expect(rest.body).not.toHaveProperty('cursor')
    })

    it('goes on with what is older than the last row, and loses what has the same time', async () => {
      const service = await filled()
      const first = await call(service, 'GET /activity?limit=1')
      const rest = await call(service, `GET /activity?cursor=${textAt(first.body, 'cursor')}`)
      expect(rest.body).toMatchObject({ data: [{ metadata: { eventName: 'login' } }, {}] })
    })

    it('can be of some types, of one contact, of some days', async () => {
      const service = await filled()
      const ada = textAt((await call(service, 'GET /contacts')).body, 'data', 0, 'id')
      const typed = await call(service, 'GET /activity?types=email.sent,email.opened')
      expect(typed.body).toMatchObject({
        data: [
          {
            type: 'email.sent',
            contactId: ada,
            contactEmail: 'ada@example.com',
            metadata: { subject: 'S' },
          },
        ],
      })
      expect((await call(service, 'GET /activity?contactId=nobody')).body).toMatchObject({ data: [] })
      expect((await call(service, 'GET /activity?endDate=2020-01-01')).body).toMatchObject({ data: [] })
      expect((await call(service, 'GET /activity/stats')).body).toMatchObject({
        totalEvents: 4,
        totalEmailsSent: 1,
      })
    })
  })

  describe('analytics (deployed.md section 8)', () => {
    it('has a row for every day, thirty unless said and ninety at most', async () => {
      const service = await candidate.open()
      await call(service, 'POST /v1/send', {
        to: 'ada@example.com',
        subject: 'S',
        body: 'B',
        from: 'a@example.com',
      })
      await becomes(service, '/events?eventName=email.sent', { events: { length: 1 } })
      const rows = (await call(service, 'GET /analytics/timeseries')).body
      expect(rows).toMatchObject({
        length: 31,
        30: { date: '2026-09-01', emails: 1 },
        0: { date: '2026-08-02', emails: 0 },
      })
      const year = await call(service, 'GET /analytics/timeseries?startDate=2025-09-01')
      expect(year.body).toHaveLength(90)
    })
  })

  describe('what a key is not for (deployed.md section 8)', () => {
    holds(candidate, [
      {
        says: 'is well without a key',
        asks: 'GET /health',
        with: { authorization: null },
        answers: { status: 200 },
      },
      {
        says: 'tells of itself without a key',
        asks: 'GET /config',
        with: { authorization: null },
        answers: { status: 200 },
      },
      { says: 'knows no person by a key', asks: 'GET /users/@me', answers: standard(401, 'UNAUTHORIZED') },
      { says: 'breaks on projects by a key', asks: 'GET /projects/any', answers: plain(500) },
      {
        says: 'knows no project without one',
        asks: 'GET /projects/any',
        with: { authorization: null },
        answers: standard(401, 'UNAUTHORIZED'),
      },
    ])
  })
})
