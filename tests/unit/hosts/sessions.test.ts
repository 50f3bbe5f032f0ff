import { describe, expect, it } from 'vitest'
import { linkLifetime, Sessions } from '../../../src-main/hosts/browser/loopback/sessions'

function sessions() {
  let now = 0
  return { sessions: new Sessions({ monotonic: () => now }), pass: (ms: number) => (now += ms) }
}

describe('links and sessions', () => {
  it('give a session for a link', () => {
    const { sessions: own } = sessions()
    const bearer = own.redeem(own.issueLink())
    expect(bearer).not.toBeNull()
    expect(own.accepts(bearer ?? '')).toBe(true)
  })

  it('redeem a link once', () => {
    const { sessions: own } = sessions()
    const token = own.issueLink()
    own.redeem(token)
    expect(own.redeem(token)).toBeNull()
  })

  it('redeem a link until its time is over', () => {
    const { sessions: own, pass } = sessions()
    const early = own.issueLink()
    pass(linkLifetime - 1)
    expect(own.redeem(early)).not.toBeNull()
    const late = own.issueLink()
    pass(linkLifetime)
    expect(own.redeem(late)).toBeNull()
  })

  it('keep a session that was opened before its link expired', () => {
    const { sessions: own, pass } = sessions()
    const bearer = own.redeem(own.issueLink()) ?? ''
    pass(linkLifetime * 1000)
    expect(own.accepts(bearer)).toBe(true)
  })

  it('accept several sessions, each by its own link', () => {
    const { sessions: own } = sessions()
    const bearers = [own.issueLink(), own.issueLink()].map((token) => own.redeem(token) ?? '')
    expect(new Set(bearers).size).toBe(2)
    expect(bearers.every((bearer) => own.accepts(bearer))).toBe(true)
  })

  it('take neither a guess nor a link for a session', () => {
    const { sessions: own } = sessions()
    const token = own.issueLink()
    expect(own.accepts(token)).toBe(false)
    expect(own.accepts('')).toBe(false)
    expect(own.redeem('x'.repeat(43))).toBeNull()
  })

  it('are 256 random bits', () => {
    const { sessions: own } = sessions()
    expect(Buffer.from(own.issueLink(), 'base64url')).toHaveLength(32)
  })
})
