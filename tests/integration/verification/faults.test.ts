import { expect, it, onTestFinished } from 'vitest'
import { json, late, refuse, reset, tooMany, truncated, type Reply } from '../../fixtures/misbehaving-server'
import { seeded } from '../../fixtures/seeded'
import { openFixture, startVerifier, takesMail } from './fixture'

const count = 3000

/** What the domain of an address stands for here, and the class it must end in. */
const kinds: Record<string, { class: string; answer: (email: string) => Reply }> = {
  'fine.example': { class: 'accepts', answer: (email) => json(takesMail(email)) },
  'bare.example': {
    class: 'accepts',
    answer: (email) => json({ email, valid: true, domainExists: true, hasMxRecords: true }),
  },
  'gone.example': {
    class: 'undeliverable',
    answer: (email) => json(takesMail(email, { valid: false, domainExists: false, hasMxRecords: false })),
  },
  'alias.example': { class: 'risky', answer: (email) => json(takesMail(email, { isAlias: true })) },
  'mailinator.com': { class: 'risky', answer: () => refuse(500, 'NEVER_ASKED') },
  'refused.example': { class: 'undeliverable', answer: () => refuse(422, 'VALIDATION_ERROR') },
  'flat.example': {
    class: 'undeliverable',
    answer: () => json({ code: 422, error: 'Unprocessable Entity', message: 'no', time: 1 }, { status: 422 }),
  },
  'other.example': { class: 'unknown', answer: () => json(takesMail('someone@else.example')) },
  'missing.example': {
    class: 'unknown',
    answer: (email) => json({ success: true, data: { email, valid: false } }),
  },
  'cut.example': { class: 'unknown', answer: (email) => truncated(takesMail(email), 30) },
  'dns.example': {
    class: 'unknown',
    answer: (email) =>
      json(
        takesMail(email, {
          valid: false,
          domainExists: false,
          hasMxRecords: false,
          reasons: ['The DNS could not be asked, so whether its domain takes mail is not known.'],
        }),
      ),
  },
}

const domains = Object.keys(kinds)
const domainOf = (email: string) => email.slice(email.indexOf('@') + 1)

it(
  `gives each of ${count} addresses one verdict, whatever the service does in between`,
  { timeout: 180_000 },
  async () => {
    const random = seeded(7)
    const emails = Array.from({ length: count }, (_, index) => {
      // Half are fine, so that a service that fails now and then is never taken for one that fails.
      const domain = index % 2 === 0 ? 'fine.example' : domains[Math.floor(random() * domains.length)]
      return `p${index}@${domain ?? ''}`
    })
    const server = await startVerifier()
    onTestFinished(() => server.close())
    let faults = 0
    server.answer = (email, call) => {
      const reply = kinds[domainOf(email)]?.answer(email) ?? reset()
      const dice = random()
      if (call > 2 || dice > 0.06) return dice > 0.97 ? late(30, reply) : reply
      faults += 1
      if (dice < 0.03) return refuse(500, 'INTERNAL_SERVER_ERROR')
      return dice < 0.05 ? reset() : tooMany(1)
    }
    const fixture = await openFixture(emails, { url: server.url, factor: 200 })
    const { id } = await fixture.begin()
    const done = await fixture.reached(id, 'finished')
    expect(done).toMatchObject({ total: count, done: count, failed: 0 })
    expect(faults).toBeGreaterThan(50)

    const verdicts = await fixture.verdicts()
    expect(verdicts.size).toBe(count)
    const wrong = [...verdicts].filter(([email, found]) => found !== kinds[domainOf(email)]?.class)
    expect(wrong).toEqual([])
    const kept = fixture.rowsOfLedger()
    expect(kept).toEqual({ rows: count, emails: count })
    expect([...server.calls.keys()].filter((email) => email.endsWith('@mailinator.com'))).toEqual([])
    expect(await fixture.estimate()).toMatchObject({ unique: count, calls: 0 })
  },
)
