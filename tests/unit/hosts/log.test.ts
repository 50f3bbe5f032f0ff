import { describe, expect, it } from 'vitest'
import { keepSecret, redact } from '../../../src-shared/redact'
import { createRecordClient } from '../../../src-main/core/client/records'
import { systemClock } from '../../../src-main/core/clock'
import { createRecordedLog } from '../../fixtures/recorded-log'

describe('what a log line holds', () => {
  it.each([
    ['a secret key', 'refused sk_live_0123456789ab', 'refused [key]'],
    ['a public key', 'pk_test_xyz, said the service', '[key], said the service'],
    ['a token of records', 'token pat_eu1.2-x is revoked', 'token [key].2-x is revoked'],
    ['a signed token', 'got eyJhbGciOi.eyJzdWIi.c2ln-_ back', 'got [key] back'],
    ['a header', 'Authorization: Bearer whatever/it+is=', 'Authorization: [key]'],
    ['a header as HTTP/2 has it', 'authorization: bearer whatever/it+is=', 'authorization: [key]'],
    ['a header whose value is on the next line', 'Authorization: Bearer\n  whatever', 'Authorization: [key]'],
    ['a key in an escaped query', '?next=%2Fx%3Fkey%3Dsk_live_0123456789ab', '?next=%2Fx%3Fkey%3D[key]'],
    ['a key behind a name', 'my_sk_live_0123456789ab', 'my_[key]'],
  ])('is without %s (C45)', (_, text, said) => {
    expect(redact(text)).toBe(said)
  })

  it('is without a token that is in use, whatever it looks like (C45)', async () => {
    const { log, text } = createRecordedLog()
    const token = 'zwei Wörter & (ein Zeichen)*'
    const client = createRecordClient({
      address: 'http://127.0.0.1:9',
      companyId: 'com',
      workspaceId: 'wsp',
      form: 'rpc',
      operation: 'list-records',
      resource: 'records',
      listName: null,
      token,
      clock: systemClock,
      version: '0',
      backgroundShare: 1,
      log,
    })
    log.error('failed', { detail: `The service said: ${token} is not known here.` })
    expect(text()).toContain('The service said: [key] is not known here.')
    await client.close()
  })

  it.each([
    ['an address', encodeURIComponent],
    ['a form', (token: string) => new URLSearchParams({ token }).toString().slice(6)],
    ['JSON', (token: string) => JSON.stringify(token).slice(1, -1)],
  ])('is without a token as %s has it (C45)', (_, write) => {
    const token = 'a/b+c "d" \\ e=='
    keepSecret(token)
    expect(redact(`before ${write(token)} after`)).toBe('before [key] after')
  })

  it('is without a token that begins as another does (C45)', () => {
    keepSecret('twelve-three')
    keepSecret('twelve-three-four')
    expect(redact('twelve-three-four')).toBe('[key]')
  })

  it('is without a token in a path (C45)', () => {
    const { log, text } = createRecordedLog()
    keepSecret('a-token-in-a-path')
    log.info('request', { path: '/records/a-token-in-a-path' })
    expect(text()).toContain('/records/[key]')
  })

  it('keeps a word that somebody took for a token', () => {
    keepSecret('token')
    expect(redact('The token is refused.')).toBe('The token is refused.')
  })
})
