import { describe, expect, it } from 'vitest'
import relays from '../../../resources/mail-relays.json'
import { createDomainLists } from '../../../src-service/verification/domain-lists'
import { distinctiveProviders, plainProviders } from '../../../src-shared/address/providers'

const lists = createDomainLists()

describe('the lists of domains', () => {
  it('know the large providers of private mailboxes', () => {
    for (const domain of [...distinctiveProviders, ...plainProviders])
      expect(lists.isPersonal(domain), domain).toBe(true)
  })

  it.each(
    'google.com microsoft.com apple.com github.com siemens.com harvard.edu example.com company.example'.split(
      ' ',
    ),
  )('take %s for nobody’s private mailbox', (domain) => {
    expect(lists.isPersonal(domain)).toBe(false)
    expect(lists.isDisposable(domain)).toBe(false)
    expect(lists.relay(domain)).toBeNull()
  })

  it('take no provider for a disposable domain or a relay', () => {
    for (const domain of [...distinctiveProviders, ...plainProviders]) {
      expect(lists.isDisposable(domain), domain).toBe(false)
      expect(lists.relay(domain), domain).toBeNull()
    }
  })

  it('find a disposable domain above another', () => {
    expect(lists.isDisposable('mailinator.com')).toBe(true)
    expect(lists.isDisposable('a.b.mailinator.com')).toBe(true)
    expect(lists.isDisposable('xmailinator.com')).toBe(false)
    expect(lists.isDisposable('mailinator.com.company.example')).toBe(false)
  })

  it('name the relay of a domain and of what is below it', () => {
    expect(lists.relay('mozmail.com')).toBe('Firefox Relay')
    expect(lists.relay('ada.anonaddy.com')).toBe('addy.io')
    expect(lists.relay('appleid.com')).toBeNull()
  })

  it('take no relay for a private mailbox', () => {
    for (const domain of relays.flatMap(({ domains }) => domains)) {
      expect(lists.isPersonal(domain), domain).toBe(false)
    }
  })

  it('know nothing of the keys that every object has', () => {
    for (const domain of ['constructor', '__proto__', 'toString', '']) {
      expect([lists.isDisposable(domain), lists.isPersonal(domain), lists.relay(domain)]).toEqual([
        false,
        false,
        null,
      ])
    }
  })
})
