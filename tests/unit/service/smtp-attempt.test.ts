import { describe, expect, it } from 'vitest'
import { attemptOf } from '../../../src-service/mail/smtp'

const nothing = { begun: false, ended: false }
const part = { begun: true, ended: false }
const all = { begun: true, ended: true }
const failure = (code: string, command: string, status: number | null = null) => ({
  code,
  command,
  status,
  text: 'text',
})

describe('what a failure to hand over a message means', () => {
  it.each([
    ['550 to a recipient', failure('EENVELOPE', 'RCPT TO', 550), nothing, 'refused'],
    ['553 to the sender', failure('EENVELOPE', 'MAIL FROM', 553), nothing, 'refused'],
    ['554 to the message', failure('EMESSAGE', 'DATA', 554), all, 'refused'],
    ['an address that cannot be asked for', failure('EENVELOPE', 'API'), nothing, 'refused'],
    ['a message larger than the server takes', failure('EMESSAGE', 'MAIL FROM'), nothing, 'refused'],
    ['451 to a recipient', failure('EENVELOPE', 'RCPT TO', 451), nothing, 'later'],
    ['452 to the message', failure('EMESSAGE', 'DATA', 452), all, 'later'],
    ['421 at any time', failure('EENVELOPE', 'RCPT TO', 421), nothing, 'down'],
    ['530, which asks for a login', failure('EENVELOPE', 'MAIL FROM', 530), nothing, 'down'],
    ['a refused login', failure('EAUTH', 'AUTH PLAIN', 535), nothing, 'down'],
    ['no connection', failure('ESOCKET', 'CONN'), nothing, 'down'],
    ['no name of the server', failure('EDNS', 'CONN'), nothing, 'down'],
    ['no TLS', failure('ETLS', 'CONN'), nothing, 'down'],
    ['a connection lost before the message', failure('ECONNECTION', 'CONN'), nothing, 'down'],
    ['a connection lost within the message', failure('ESOCKET', 'CONN'), part, 'down'],
    ['a connection lost after the message', failure('ECONNECTION', 'CONN'), all, 'unknown'],
    ['no answer to the message', failure('ETIMEDOUT', 'CONN'), all, 'unknown'],
  ])('%s', (_what, said, sent, kind) => {
    expect(attemptOf(said, sent).kind).toBe(kind)
  })

  it.each([
    [failure('ESOCKET', 'CONN'), 'ESOCKET'],
    [failure('', ''), 'no answer'],
    [failure('EAUTH', 'AUTH PLAIN', 535), 'AUTH PLAIN was answered 535'],
    [failure('EPROTOCOL', '', 554), 'the connection was answered 554'],
  ])('says why nothing can be handed over without the words of the server: %j', (said, why) => {
    expect(attemptOf(said, nothing)).toEqual({ kind: 'down', why, begun: false })
  })

  it('says whether the connection broke within the message', () => {
    expect(attemptOf(failure('ESOCKET', 'CONN'), part)).toMatchObject({ begun: true })
    expect(attemptOf(failure('ESOCKET', 'CONN'), nothing)).toMatchObject({ begun: false })
  })
})
