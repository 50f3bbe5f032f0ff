import { expect, it } from 'vitest'
import { z } from 'zod'
import { verificationSchema } from '../../../src-shared/interface/verification'
import { expectRefusal } from './refusals'
import { conformance } from './suite'

const flags = [
  'valid',
  'isDisposable',
  'isAlias',
  'isTypo',
  'isPlusAddressed',
  'isPersonalEmail',
  'domainExists',
  'hasWebsite',
  'hasMxRecords',
] as const
const envelope = z.object({ success: z.literal(true), data: verificationSchema })

conformance('4 POST /v1/verify', (the) => {
  const verify = async (email: string) => {
    const answer = await the.service.ask('POST', '/v1/verify', { body: { email } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return envelope.parse(answer.body).data
  }

  it('answers {success, data: the verification result} in every dialect', async () => {
    const answer = await the.service.ask('POST', '/v1/verify', { body: { email: 'jo@example.com' } })
    const { data } = z.object({ success: z.literal(true), data: z.looseObject({}) }).parse(answer.body)
    expect(data['email']).toBe('jo@example.com')
    for (const flag of flags) expect([flag, typeof data[flag]]).toEqual([flag, 'boolean'])
    expect(z.array(z.string()).safeParse(data['reasons']).success).toBe(true)
  })

  it('says why an address is not valid', async () => {
    const { valid, reasons } = await verify('jo@no-such-domain.invalid')
    expect(valid).toBe(false)
    expect(reasons.length).toBeGreaterThan(0)
  })

  it.each([
    ['two at signs', 'a@b@example.com'],
    ['no name', '@example.com'],
    ['no domain', 'jo@'],
    ['two dots', 'a..b@example.com'],
    ['a space', 'a b@example.com'],
  ])('says that an address with %s is not valid', async (_what, email) => {
    const answer = await the.service.ask('POST', '/v1/verify', { body: { email } })
    // interface.md: `email` is of "email format"; whether it is, is also what the answer tells. Either will do.
    if (answer.status === 200) expect(envelope.parse(answer.body).data.valid).toBe(false)
    else expectRefusal(the, answer, 'VALIDATION_ERROR', 'email')
  })

  it.each([
    ['a personal provider', 'jo@gmail.com', 'isPersonalEmail'],
    ['a throwaway domain', 'jo@mailinator.com', 'isDisposable'],
    ['a tag after a plus', 'jo+news@example.com', 'isPlusAddressed'],
    ['a misspelt provider', 'jo@gmial.com', 'isTypo'],
  ] as const)('knows %s', async (_what, email, flag) => {
    expect((await verify(email))[flag]).toBe(true)
  })

  it.each(['isDisposable', 'isTypo', 'isPlusAddressed', 'isPersonalEmail'] as const)(
    'does not say %s of a plain address',
    async (flag) => {
      expect((await verify('jo@example.com'))[flag]).toBe(false)
    },
  )

  it('suggests what a misspelt address may mean', async () => {
    const { suggestedEmail, reasons } = await verify('jo@gmial.com')
    expect([suggestedEmail, ...reasons].join(' ')).toContain('gmail.com')
  })

  it('creates no contact', async () => {
    await verify('jo+conformance@example.com')
    const answer = await the.service.ask('GET', '/contacts?search=jo%2Bconformance%40example.com')
    expect(JSON.stringify(answer.body)).not.toContain('jo+conformance')
  })

  it.each([
    ['no address', {}],
    ['null', { email: null }],
    ['a number', { email: 7 }],
    ['a list', { email: ['jo@example.com'] }],
    ['an empty text', { email: '' }],
    ['a text without an at sign', { email: 'nobody' }],
    ['a text of 5,000 characters', { email: `${'a'.repeat(5000)}@example.com` }],
  ])('refuses %s with 422', async (_what, body) => {
    const answer = await the.service.ask('POST', '/v1/verify', { body })
    expectRefusal(the, answer, 'VALIDATION_ERROR', 'email')
  })
})
