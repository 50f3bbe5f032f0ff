import { describe, expect, it } from 'vitest'
import { coveringDomain, domainSchema } from '../../../src-shared/interface/domain'

const domains = ['harbour.example', 'mail.harbour.example', 'Wharf.Example'].map((domain) =>
  domainSchema.parse({ id: domain, domain, verified: true, createdAt: '2026-01-01T00:00:00.000Z' }),
)

describe('the domain that mail from a sender is sent by', () => {
  it.each([
    ['mail.harbour.example', false, 'mail.harbour.example'],
    ['a.mail.harbour.example', false, 'mail.harbour.example'],
    ['a.harbour.example', false, 'harbour.example'],
    ['other.example', false, undefined],
    ['wharf.example', false, 'Wharf.Example'],
    ['a.wharf.example', false, 'Wharf.Example'],
    ['wharf.example', true, 'Wharf.Example'],
    ['mail.harbour.example', true, 'mail.harbour.example'],
    ['a.harbour.example', true, undefined],
  ])('of %s, deployed: %s', (sender, deployed, covering) => {
    expect(coveringDomain(sender, domains, deployed)?.domain).toBe(covering)
  })
})
