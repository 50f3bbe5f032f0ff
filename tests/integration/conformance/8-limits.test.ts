import { describe, expect, it } from 'vitest'
import { upsertedContactSchema } from '../../../src-shared/interface/contact'
import { until } from '../../fixtures/until'
import { readAll, recordOf } from './answers'
import { lists } from './lists'
import { expectOneOf, expectRefusal } from './refusals'
import { type Subject, uniqueAddress } from './subject'
import { conformance } from './suite'

const megabyte = 1024 * 1024

conformance('8 Limits', (the) => {
  the.onlyEmbedded('the limit of requests', 'it would take a minute of every other client', () => {
    describe('requests', () => {
      const limited = async (rate: number, cases: (service: Subject) => Promise<void>) => {
        const service = await the.openAnother({ rate })
        try {
          await cases(service)
        } finally {
          await service.end()
        }
      }

      it('the one over the limit is 429', () =>
        limited(3, async (service) => {
          for (let call = 0; call < 3; call++)
            expect((await service.ask('GET', '/contacts')).status).toBe(200)
          const answer = await service.ask('GET', '/contacts')
          expectRefusal(the, answer, 'RATE_LIMIT_EXCEEDED')
          expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        }))

      it('counts both keys of the project, and every path', () =>
        limited(4, async (service) => {
          await service.ask('POST', '/v1/track', { key: service.publicKey, body: {} })
          await service.ask('GET', '/conformance-nowhere')
          await service.ask('GET', '/templates')
          await service.ask('POST', '/v1/send', { body: {} })
          expectRefusal(the, await service.ask('GET', '/campaigns'), 'RATE_LIMIT_EXCEEDED')
        }))

      it('does not count who has no key of the project', () =>
        limited(1, async (service) => {
          await service.ask('GET', '/contacts', { key: null })
          await service.ask('GET', '/contacts', { key: 'sk_unknown' })
          expect((await service.ask('GET', '/contacts')).status).toBe(200)
        }))
    })
  })

  the.onlyEmbedded('the pace of sending', 'people would get the messages', () => {
    it('sends at most 14 messages a second', async () => {
      const to = Array.from({ length: 40 }, () => uniqueAddress())
      const body = { to, from: the.service.sender, subject: 'Hello', body: '<p>Hello</p>' }
      expect((await the.service.ask('POST', '/v1/send', { body })).status).toBe(200)
      const sent = await until(
        () => readAll(the.service, lists.events, 100, { eventName: 'email.sent' }),
        (events) => events.length >= to.length,
      )
      const times = sent.map(({ createdAt }) => Date.parse(createdAt ?? '')).sort((a, b) => a - b)
      // The fifteenth message after any one comes a second later; a few milliseconds are the clock's rounding.
      const shortest = Math.min(...times.slice(14).map((time, at) => time - times[at]!))
      expect(shortest).toBeGreaterThanOrEqual(980)
    })
  })

  describe('attachments', () => {
    const attachment = (bytes: number) => ({
      filename: 'a.bin',
      content: Buffer.alloc(bytes).toString('base64'),
      contentType: 'application/octet-stream',
    })
    const send = (attachments: unknown[]) =>
      the.service.ask('POST', '/v1/send', {
        body: {
          to: the.service.recipient ?? uniqueAddress(),
          from: the.service.sender ?? 'a@example.com',
          subject: 'Hello',
          body: '<p>Hello</p>',
          attachments,
        },
      })

    the.onlyEmbedded('large messages', 'they are sent', () => {
      it('ten are taken', async () => {
        expect((await send(Array.from({ length: 10 }, () => attachment(10)))).status).toBe(200)
      })

      it('10 MB in all are taken', async () => {
        expect((await send([attachment(5 * megabyte), attachment(5 * megabyte)])).status).toBe(200)
      })
    })

    it('eleven are refused', async () => {
      const answer = await send(Array.from({ length: 11 }, () => attachment(10)))
      expectRefusal(the, answer, 'VALIDATION_ERROR', 'attachments')
    })

    it('more than 10 MB in all are refused', async () => {
      expectOneOf(await send([attachment(5 * megabyte), attachment(5 * megabyte + 1)]), 400, 413, 422)
    })
  })

  it('a body that is far too large is refused, and answered', async () => {
    const body = { email: uniqueAddress(), data: { text: 'x'.repeat(12 * megabyte) } }
    expectOneOf(await the.service.ask('POST', '/contacts', { body }), 400, 413, 422)
  })

  it('a body of 500 kB is taken', async () => {
    const body = { email: uniqueAddress(), notKnown: 'x'.repeat(500_000) }
    const answer = await the.service.ask('POST', '/contacts', { body })
    expect(answer.status).toBe(201)
    the.service.keep(`/contacts/${recordOf(answer, upsertedContactSchema).id}`)
  })
})
