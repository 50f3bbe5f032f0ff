import { describe, expect, it } from 'vitest'
import {
  meaningOf,
  namesCheckDate,
  namesReason,
  namesResult,
  vendorOf,
} from '../../../src-main/features/verification/bought/words'

describe('what a result of a bought list means', () => {
  it.each([
    [
      'ZeroBounce',
      'valid accepts, invalid undeliverable, catch-all risky, unknown unknown, spamtrap risky, abuse risky, do_not_mail risky',
    ],
    [
      'NeverBounce',
      'valid accepts, invalid undeliverable, disposable risky, catchall risky, unknown unknown',
    ],
    ['Kickbox', 'deliverable accepts, undeliverable undeliverable, risky risky, unknown unknown'],
    ['Bouncer', 'deliverable accepts, undeliverable undeliverable, risky risky, unknown unknown'],
    ['Reacher', 'safe accepts, risky risky, invalid undeliverable, unknown unknown'],
    [
      'EmailListVerify',
      'ok accepts, email_disabled undeliverable, dead_server undeliverable, invalid_mx undeliverable, ok_for_all risky, disposable risky, spamtrap risky, smtp_protocol unknown, antispam_system unknown, unknown unknown, invalid_syntax undeliverable',
    ],
    [
      'MillionVerifier',
      'ok accepts, catch_all risky, unknown unknown, error unknown, disposable risky, invalid undeliverable',
    ],
    ['many', 'Good accepts, BAD undeliverable, Accept All risky, Verified accepts, failed undeliverable'],
  ])('is known for %s', (_, said) => {
    for (const pair of said.split(', ')) {
      const space = pair.lastIndexOf(' ')
      expect([pair, meaningOf(pair.slice(0, space), 1)]).toEqual([pair, pair.slice(space + 1)])
    }
  })

  it('is known of yes and no only where the column asks for it', () => {
    expect(meaningOf('true', namesResult('is_valid'))).toBe('accepts')
    expect(meaningOf('0', namesResult('Deliverable'))).toBe('undeliverable')
    for (const name of ['free', 'disposable', 'role', 'accept_all', 'subscribed']) {
      expect(meaningOf('true', namesResult(name))).toBeNull()
    }
  })

  it('is not known of anything else', () => {
    for (const text of ['', 'Berlin', 'ann@x.example', '7']) expect(meaningOf(text, 2)).toBeNull()
  })
})

it.each([
  ['list.csv', ['Email', 'ZB Status', 'ZB Sub Status'], ['valid'], 'ZeroBounce'],
  ['list.csv', ['email', 'status'], ['valid', 'do_not_mail'], 'ZeroBounce'],
  ['list.csv', ['email', 'result'], ['valid', 'catchall', 'unknown'], 'NeverBounce'],
  ['list.csv', ['email', 'result', 'sendex'], ['deliverable'], 'Kickbox'],
  ['list.csv', ['input', 'is_reachable'], ['safe', 'invalid'], 'Reacher'],
  ['list.csv', ['email', 'result'], ['ok', 'dead_server'], 'EmailListVerify'],
  ['list.csv', ['email', 'quality', 'result'], ['ok', 'catch_all'], 'MillionVerifier'],
  ['bouncer-results.csv', ['email', 'status'], ['deliverable'], 'Bouncer'],
  ['list.csv', ['email', 'status'], ['deliverable', 'risky'], null],
  ['list.csv', ['email', 'ok'], ['true', 'false'], null],
])('guesses who sold %s with %j and %j: %s', (file, columns, results, vendor) => {
  expect(vendorOf(file, columns, results)).toBe(vendor)
})

it('tells columns of reasons and of dates of checks from others', () => {
  expect(['reason', 'ZB Sub Status', 'sub_status', 'Detail'].every(namesReason)).toBe(true)
  expect(['status', 'email', 'name'].some(namesReason)).toBe(false)
  expect(
    ['checked_at', 'Verification time', 'date', 'Processed At', 'ZB Processed At'].every(namesCheckDate),
  ).toBe(true)
  expect(['created_at', 'signup date', 'birthday', 'last_open_time'].some(namesCheckDate)).toBe(false)
})
