import { expect, it } from 'vitest'
import { json, late, refuse, reset, tooMany, truncated, type Reply } from '../../fixtures/misbehaving-server'
import { seeded } from '../../fixtures/seeded'
import { takesMail } from '../verification/fixture'
import { openFixture } from './fixture'

const count = 6000

/** What the domain of an address stands for here: its answer, and the class and the reason that it must end in. */
const kinds: Record<string, { ends: string; answer: (email: string) => Reply }> = {
  'fine.example': { ends: 'accepts Domain takes mail', answer: (email) => json(takesMail(email)) },
  'gone.example': {
    ends: 'undeliverable Domain does not exist',
    answer: (email) => json(takesMail(email, { valid: false, domainExists: false, hasMxRecords: false })),
  },
  'alias.example': {
    ends: 'risky Forwarding address',
    answer: (email) => json(takesMail(email, { isAlias: true })),
  },
  'mailinator.com': { ends: 'risky Disposable domain', answer: () => refuse(500, 'NEVER_ASKED') },
  'refused.example': {
    ends: 'undeliverable Refused by the service',
    answer: () => refuse(422, 'VALIDATION_ERROR'),
  },
  'other.example': {
    ends: 'unknown Answer for another address',
    answer: () => json(takesMail('someone@else.example')),
  },
  'missing.example': {
    ends: 'unknown Incomplete answer',
    answer: (email) => json({ success: true, data: { email, valid: false } }),
  },
  'cut.example': {
    ends: 'unknown Answer cannot be read',
    answer: (email) => truncated(takesMail(email), 30),
  },
}
const domains = Object.keys(kinds)
const domainOf = (email: string) => email.slice(email.indexOf('@') + 1)

it(
  `ends each of ${count} addresses with exactly one verdict and its reason, whatever the service does in between`,
  { timeout: 300_000 },
  async () => {
    const random = seeded(11)
    const emails = Array.from({ length: count }, (_, index) => {
      // Most are fine, so that a service that fails now and then is never taken for one that fails.
      const domain = index % 10 < 7 ? 'fine.example' : domains[Math.floor(random() * domains.length)]
      return `p${index}@${domain ?? ''}`
    })
    const fixture = await openFixture({ factor: 500, ceiling: 10_000_000 })
    let faults = 0
    fixture.server.answer = (email, call) => {
      const reply = kinds[domainOf(email)]?.answer(email) ?? reset()
      const dice = random()
      if (call > 2 || dice > 0.01) return dice > 0.995 ? late(5, reply) : reply
      faults += 1
      if (dice < 0.005) return refuse(500, 'INTERNAL_SERVER_ERROR')
      return dice < 0.008 ? reset() : tooMany(1)
    }
    const { id } = await fixture.batchOf(emails)
    const batch = await fixture.run(id)
    expect(batch).toMatchObject({
      addresses: count,
      waiting: 0,
      flipped: 0,
      job: { total: count, done: count },
    })
    expect(faults).toBeGreaterThan(36)

    const rows = await fixture.rows(id)
    expect(rows.map(({ email }) => email)).toEqual(emails)
    const wrong = rows.filter(
      ({ email, verdict }) => `${verdict?.class} ${verdict?.reason}` !== kinds[domainOf(email)]?.ends,
    )
    expect(wrong).toEqual([])
    expect(fixture.rowsOfLedger()).toEqual({ rows: count, emails: count })
    const { fromLedger, settledLocally, calls, byClass } = batch
    expect(fromLedger + settledLocally + calls).toBe(count)
    expect(Object.values(byClass).reduce((sum, one) => sum + one, 0)).toBe(count)
    expect([...fixture.server.calls.keys()].filter((email) => email.endsWith('@mailinator.com'))).toEqual([])
  },
)
