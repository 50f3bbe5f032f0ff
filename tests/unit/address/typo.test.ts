import { describe, expect, it } from 'vitest'
import { createDomainLists } from '../../../src-service/verification/domain-lists'
import { distinctiveProviders, plainProviders } from '../../../src-shared/address/providers'
import { meantDomain } from '../../../src-shared/address/typo'

const lists = createDomainLists()
const meant = (domain: string, takesMail: boolean | null = null) =>
  meantDomain(domain, { known: lists.isPersonal(domain), takesMail })

describe('a misspelling', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmal.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmil.com', 'gmail.com'],
    ['gamil.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.cm', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.cmo', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmal.com', 'hotmail.com'],
    ['hotmai.com', 'hotmail.com'],
    ['hotnail.com', 'hotmail.com'],
    ['hotmail.con', 'hotmail.com'],
    ['hotmial.co.uk', 'hotmail.co.uk'],
    ['yaho.com', 'yahoo.com'],
    ['yahooo.com', 'yahoo.com'],
    ['yhaoo.com', 'yahoo.com'],
    ['ahoo.com', 'yahoo.com'],
    ['yahoo.co', 'yahoo.com'],
    ['outlok.com', 'outlook.com'],
    ['outloook.com', 'outlook.com'],
    ['otulook.com', 'outlook.com'],
    ['iclould.com', 'icloud.com'],
    ['icoud.com', 'icloud.com'],
    ['iclod.com', 'icloud.com'],
    ['protonmial.com', 'protonmail.com'],
    ['verzion.net', 'verizon.net'],
    ['comcats.net', 'comcast.net'],
  ])('%s of a distinctive name is seen whatever the DNS says', (domain, provider) => {
    for (const takesMail of [true, false, null]) expect(meant(domain, takesMail)).toBe(provider)
  })

  it.each([
    ['gmx.dee', 'gmx.de'],
    ['t-onlin.de', 't-online.de'],
    ['wed.de', 'web.de'],
    ['lbiero.it', 'libero.it'],
    ['navr.com', 'naver.com'],
    ['aoll.com', 'aol.com'],
    ['lvie.com', 'live.com'],
    ['rambler.rru', 'rambler.ru'],
  ])('%s of an ordinary name is seen when the domain takes no mail', (domain, provider) => {
    expect(meant(domain, false)).toBe(provider)
  })

  it.each(['gmx.dee', 'wed.de', 'lvie.com'])('%s of an ordinary name is not seen otherwise', (domain) => {
    expect(meant(domain, true)).toBeNull()
    expect(meant(domain, null)).toBeNull()
  })

  it('of two letters is seen when the domain takes no mail', () => {
    expect(meant('gnaul.com', false)).toBe('gmail.com')
    expect(meant('gnaul.com', true)).toBeNull()
    expect(meant('gmaul.con', false)).toBe('gmail.com')
  })

  it('of an ending alone is seen of a provider with an ordinary name', () => {
    expect(meant('mail.con', false)).toBe('mail.com')
  })

  it('of an ending is seen at any domain, but only where the ending is none', () => {
    expect(meant('company.con')).toBe('company.com')
    expect(meant('company.nte')).toBe('company.net')
    expect(meant('company.co')).toBeNull()
    expect(meant('company.cm')).toBeNull()
  })
})

describe('no misspelling', () => {
  it('is any provider that is suggested', () => {
    for (const domain of [...distinctiveProviders, ...plainProviders])
      expect(meant(domain, false), domain).toBeNull()
  })

  it.each(
    (
      'mail.com email.com ymail.com gmx.de gmx.ch gmx.co.uk googlemail.com hotmail.be hotmail.ch hotmail.se hotmail.nl ' +
      'outlook.at outlook.be outlook.cz outlook.sk outlook.ie yahoo.ca yahoo.cz yahoo.fi yahoo.gr yahoo.se yahoo.at ' +
      'yahoo.com.ar yahoo.com.au yahoo.com.tr live.nl live.be live.it live.se msn.cn aim.com mac.com me.com rocketmail.com'
    ).split(' '),
  )('%s: a provider with a name like another', (domain) => {
    for (const takesMail of [true, false, null]) expect(meant(domain, takesMail)).toBeNull()
  })

  it.each(
    (
      'google.com goggles.com mailchimp.com gitlab.com github.com gmbh.com gmg.com globalmail.com jmail.org small.com ' +
      'snail.com trail.com avail.com detail.com retail.com email.de emails.com mails.com cloud.com iclouds.org ' +
      'clouds.com hotel.com hotels.com hotjar.com hostmail.net postmail.org outlier.com outline.com outcook.org ' +
      'looker.com yoho.com yahara.com yammer.com tahoe.com proton.org photon.com verisign.com horizon.net comcast.com ' +
      'comsat.com never.com paver.com interio.pl terra.com serra.com sierra.com orange.com range.com grange.fr ' +
      'free.com tree.com love.com alive.com olive.com dive.com five.com bell.ca bell.net att.com at.com aon.com abc.com ' +
      'ibm.com bbc.co.uk sky.net skype.com box.com cox.com fox.com nox.de web.dev weg.de wdr.de ard.de zdf.de t-mobile.de ' +
      'online.de freenet.com siemens.com bosch.de bmw.de basf.com sap.com dhl.com amazon.com apple.com microsoft.com ' +
      'salesforce.com slack.com stripe.com shopify.com squareup.com nhs.uk harvard.edu mit.edu ox.ac.uk unesco.org who.int'
    ).split(' '),
  )('%s: a domain of its own that takes mail', (domain) => {
    expect(meant(domain, true)).toBeNull()
    expect(meant(domain, null)).toBeNull()
  })

  it('is a domain that merely begins or ends with the name of a provider', () => {
    for (const domain of [
      'mygmail.com',
      'gmail.company.com',
      'mail.gmail.com',
      'yahoo-inc.com',
      'hotmailer.com',
    ]) {
      expect(meant(domain, true), domain).toBeNull()
    }
  })

  it('is a name below somebody’s domain, unless it takes no mail', () => {
    expect(meantDomain('g.mail.com', { takesMail: null })).toBeNull()
    expect(meantDomain('g.mail.com', { takesMail: false })).toBe('gmail.com')
  })

  it('is a short name near a short provider, unless its ending is none', () => {
    expect(meantDomain('mp.com', { takesMail: false })).toBeNull()
    expect(meantDomain('wp.pll', { takesMail: false })).toBe('wp.pl')
  })

  it('is a key that every object has', () => {
    expect(meant('company.constructor', false)).toBeNull()
  })
})
