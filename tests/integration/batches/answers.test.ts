import { expect, it } from 'vitest'
import { hang, json, refuse, reset, tooMany, truncated, type Reply } from '../../fixtures/misbehaving-server'
import { takesMail } from '../verification/fixture'
import { openFixture } from './fixture'

interface Case {
  when: string
  /** What is answered about the one address; `call`: how often it was asked about, this time included. */
  answer: (email: string, call: number) => Reply
  class: 'accepts' | 'risky' | 'undeliverable' | 'unknown'
  reason: string
}

const flat = { code: 422, error: 'Unprocessable Entity', message: 'no address', time: 1 }
const flatEverywhere = { code: 500, error: 'Internal Server Error', message: 'boom', time: 1 }

const cases: Case[] = [
  {
    when: 'it is refused with 422',
    answer: () => refuse(422, 'VALIDATION_ERROR'),
    class: 'undeliverable',
    reason: 'Refused by the service',
  },
  {
    when: 'it is refused with 422 in the other form of error bodies',
    answer: () => json(flat, { status: 422 }),
    class: 'undeliverable',
    reason: 'Refused by the service',
  },
  {
    when: 'the service has no requests left for a while',
    answer: (email, call) => (call < 3 ? tooMany(1) : json(takesMail(email))),
    class: 'accepts',
    reason: 'Domain takes mail',
  },
  {
    when: 'the service fails once',
    answer: (email, call) => (call < 2 ? refuse(503, 'UNAVAILABLE') : json(takesMail(email))),
    class: 'accepts',
    reason: 'Domain takes mail',
  },
  {
    when: 'the service fails whenever it is asked',
    answer: () => refuse(500, 'INTERNAL_SERVER_ERROR'),
    class: 'unknown',
    reason: 'Service answered 5xx',
  },
  {
    when: 'the service fails in the other form of error bodies',
    answer: () => json(flatEverywhere, { status: 500 }),
    class: 'unknown',
    reason: 'Service answered 5xx',
  },
  { when: 'no answer comes', answer: () => hang(), class: 'unknown', reason: 'No answer in time' },
  {
    when: 'the connection breaks off',
    answer: () => reset(),
    class: 'unknown',
    reason: 'Connection broke off',
  },
  {
    when: 'the answer is about another address',
    answer: () => json(takesMail('somebody@else.example')),
    class: 'unknown',
    reason: 'Answer for another address',
  },
  {
    when: 'the answer lacks fields',
    answer: (email) => json({ success: true, data: { email, valid: false } }),
    class: 'unknown',
    reason: 'Incomplete answer',
  },
  {
    when: 'the answer is cut off',
    answer: (email) => truncated(takesMail(email), 30),
    class: 'unknown',
    reason: 'Answer cannot be read',
  },
]

it.each(cases)('gives one address one verdict when $when', async ({ answer, class: name, reason }) => {
  const fixture = await openFixture({ factor: 200 })
  const one = 'one@odd.example'
  fixture.server.answer = (email, call) => (email === one ? answer(email, call) : json(takesMail(email)))
  const others = Array.from({ length: 30 }, (_, index) => `p${index}@fine.example`)
  const { id } = await fixture.batchOf([...others.slice(0, 10), one, ...others.slice(10)])
  const batch = await fixture.run(id)
  expect(batch).toMatchObject({ waiting: 0, addresses: 31, calls: 31 })
  const rows = await fixture.rows(id)
  expect(rows.find(({ email }) => email === one)?.verdict).toMatchObject({
    class: name,
    reason,
    source: 'service',
  })
  const rest = rows.filter(({ email }) => email !== one)
  expect(rest.filter(({ verdict }) => verdict?.class !== 'accepts')).toEqual([])
  expect(await fixture.cache.verdicts.history({ email: one, limit: 10 })).toHaveLength(1)
})
