import { saidText } from '../../../src-shared/messages/told'
import { describe, expect, it } from 'vitest'
import { observeAnswer, observeFailure } from '../../../src-main/features/verification/answer'
import { classify } from '../../../src-main/features/verification/store/ledger/classes'
import { problem } from '../../../src-main/core/problems'
import { verificationAnswerSchema } from '../../../src-shared/interface/verification'
import type { Problem } from '../../../src-shared/problem'

const no = {
  isDisposable: false,
  isAlias: false,
  isTypo: false,
  isPlusAddressed: false,
  isPersonalEmail: false,
}
const takes = { ...no, valid: true, domainExists: true, hasWebsite: true, hasMxRecords: true }
const nothing = { ...no, valid: false, domainExists: false, hasWebsite: false, hasMxRecords: false }

const read = (fields: object) => classify(observeAnswer(verificationAnswerSchema.parse(fields)))

describe('an answer of the service', () => {
  it.each<[string, object, string, string[]]>([
    ['a domain that takes mail', takes, 'accepts', ['takesMail']],
    ['a private mailbox', { ...takes, isPersonalEmail: true }, 'accepts', ['personal', 'takesMail']],
    ['a tag', { ...takes, isPlusAddressed: true }, 'risky', ['plus', 'takesMail']],
    ['a forwarding address', { ...takes, isAlias: true }, 'risky', ['alias', 'takesMail']],
    ['a likely typo in a domain that takes mail', { ...takes, isTypo: true }, 'risky', ['typo', 'takesMail']],
    ['a domain without MX that is called valid', { ...takes, hasMxRecords: false }, 'accepts', ['takesMail']],
    ['a domain that does not exist', nothing, 'undeliverable', ['noDomain']],
    ['a typo that leads nowhere', { ...nothing, isTypo: true }, 'undeliverable', ['noDomain', 'typo']],
    ['a domain without a mail server', { ...nothing, domainExists: true }, 'undeliverable', ['noMailServer']],
    ['a disposable domain', { ...takes, valid: false, isDisposable: true }, 'risky', ['disposable']],
    [
      'a disposable domain that may take mail at its own address',
      { ...nothing, domainExists: true, isDisposable: true },
      'risky',
      ['disposable'],
    ],
    ['not valid, and no reason why', { ...takes, valid: false }, 'unknown', ['notValid']],
    ['valid at a domain that does not exist', { ...takes, domainExists: false }, 'unknown', ['incomplete']],
    ['valid and nothing else', { valid: true }, 'unknown', ['incomplete']],
    ['valid, with a domain', { valid: true, domainExists: true }, 'accepts', ['takesMail']],
    ['not valid and nothing else', { valid: false }, 'unknown', ['incomplete']],
    [
      'no mail server, with no word about valid',
      { domainExists: true, hasMxRecords: false },
      'unknown',
      ['incomplete'],
    ],
    [
      'no domain, with no word about its mail servers',
      { valid: false, domainExists: false },
      'unknown',
      ['incomplete'],
    ],
    [
      'no mail server, with no word about its domain',
      { valid: false, hasMxRecords: false },
      'unknown',
      ['incomplete'],
    ],
    ['mail servers and nothing else', { hasMxRecords: true }, 'accepts', ['takesMail']],
  ])('%s', (_, fields, expected, signs) => {
    expect(read(fields)).toMatchObject({ class: expected, signs })
  })

  it.each([
    'The DNS could not be asked, so whether its domain takes mail is not known.',
    'DNS lookup timed out',
    'Connection time-out',
    'Temporary failure in name resolution',
    'Greylisted, try again later',
    'SERVFAIL',
    'Service unavailable',
    "The domain couldn't be resolved",
  ])('is unknown where it says so: %s', (reason) => {
    expect(read({ ...nothing, reasons: [reason] })).toMatchObject({
      class: 'unknown',
      signs: ['lookupFailed'],
    })
    expect(read({ ...nothing, domainExists: true, reasons: [reason] })).toMatchObject({ class: 'unknown' })
  })

  it('stays undeliverable where only a side question was not answered', () => {
    const reasons = [
      'Its domain does not exist.',
      'The DNS did not answer everything that was asked about its domain.',
    ]
    expect(read({ ...nothing, reasons }).class).toBe('undeliverable')
  })

  it('is no address where the service says that its form is wrong', () => {
    const found = read({ ...nothing, reasons: ['Invalid email format'] })
    expect(found).toMatchObject({ class: 'undeliverable', signs: ['syntax'] })
    expect(saidText(found.reasons[1] ?? '')).toBe('The service said: Invalid email format')
  })

  it('quotes reasons that are not known, as one short line each', () => {
    const found = read({ ...takes, valid: false, reasons: ['Owner\nasked', 'x'.repeat(500), '', 'a', 'b'] })
    expect(found.reasons).toHaveLength(3)
    expect(saidText(found.reasons[1] ?? '')).toBe('The service said: Owner asked')
    expect(saidText(found.reasons[2] ?? '').length).toBeLessThan(230)
  })
})

describe('a failure to ask', () => {
  const told = (code: Problem['code'], more: Partial<Problem> = {}) =>
    observeFailure(problem(code, more).problem)

  it.each([
    ['service_failed', 'serviceFailed'],
    ['timed_out', 'timedOut'],
    ['connection_reset', 'connectionLost'],
    ['rate_limited', 'rateLimited'],
    ['answer_for_another', 'answerForAnother'],
    ['answer_malformed', 'answerUnreadable'],
    ['answer_too_large', 'answerUnreadable'],
    ['invalid_request', 'notChecked'],
    ['conflict', 'notChecked'],
  ] as const)('by %s is unknown, with its reason', (code, sign) => {
    const observed = told(code)
    if (observed === null) throw new Error('it concerns all')
    expect(classify([observed])).toMatchObject({ class: 'unknown', signs: [sign] })
    expect(classify([observed]).reasons.map(saidText)).toContain(problem(code).problem.why)
  })

  it.each([
    'key_refused',
    'key_wrong_class',
    'key_missing',
    'forbidden',
    'project_disabled',
    'billing_limit',
    'not_found',
    'offline',
    'dns_failed',
    'connection_refused',
    'tls_failed',
    'redirected',
    'not_the_service',
    'disk_full',
    'cache_worker_stopped',
    'internal',
  ] as const)('by %s concerns every address', (code) => {
    expect(told(code)).toBeNull()
  })

  it('by a 422 that names another field concerns every address', () => {
    const fields = [{ field: 'projectId', message: 'Required' }]
    expect(told('invalid_request', { status: 422, fields })).toBeNull()
  })
})
