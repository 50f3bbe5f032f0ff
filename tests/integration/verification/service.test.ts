import { saidText } from '../../../src-shared/messages/told'
import { expect, it, onTestFinished } from 'vitest'
import { startDnsServer } from '../../fixtures/dns-server'
import { startKeptService } from '../../fixtures/kept-service'
import { openFixture } from './fixture'

it('gives each class to whom it belongs, with the embedded service and a real name server', async () => {
  const dns = await startDnsServer({
    'mail.example': { MX: [[10, 'mx.mail.example']], A: ['192.0.2.1'], NS: ['ns.mail.example'] },
    'bare.example': { A: ['192.0.2.2'] },
    'web.example': { NS: ['ns.web.example'], TXT: ['v=spf1 -all'] },
    'refusing.example': { MX: [[0, '']], A: ['192.0.2.3'] },
    'mozmail.com': { MX: [[10, 'mx.mozmail.com']] },
  })
  onTestFinished(() => dns.stop())
  const service = await startKeptService({ dns: dns.address })
  onTestFinished(async () => void (await service.stop()))
  const classes = {
    'ann@mail.example': 'accepts',
    'ann@bare.example': 'accepts',
    'info@mail.example': 'risky',
    'ann+spring@mail.example': 'risky',
    'liam@mozmail.com': 'risky',
    'temp8841@mailinator.com': 'risky',
    'ann@nowhere.example': 'undeliverable',
    'ann@web.example': 'undeliverable',
    'ann@refusing.example': 'undeliverable',
  }
  const fixture = await openFixture(Object.keys(classes), {
    url: service.url,
    factor: 1,
    secretKey: service.secretKey,
  })
  const { id } = await fixture.begin()
  expect(await fixture.reached(id, 'finished')).toMatchObject({ done: 9, total: 9 })
  expect(Object.fromEntries(await fixture.verdicts())).toEqual(classes)
  expect(await fixture.history('liam@mozmail.com')).toMatchObject([
    {
      signs: ['alias', 'takesMail'],
      source: 'service',
      answer: { email: 'liam@mozmail.com', valid: true, isAlias: true, hasMxRecords: true },
    },
  ])
  expect(saidText((await fixture.history('ann@refusing.example'))[0]?.reasons[0] ?? '')).toBe(
    'Its domain has no server that takes mail.',
  )
})

it('calls addresses unknown, and nobody undeliverable, while the name server cannot be asked', async () => {
  const dns = await startDnsServer({ 'mail.example': { MX: [[10, 'mx.mail.example']] } })
  onTestFinished(() => dns.stop())
  dns.mood = 'fails'
  const service = await startKeptService({ dns: dns.address })
  onTestFinished(async () => void (await service.stop()))
  const emails = ['ann@mail.example', 'info@mail.example', 'ann@nowhere.example']
  const fixture = await openFixture(emails, { url: service.url, factor: 1, secretKey: service.secretKey })
  const { id } = await fixture.begin()
  await fixture.reached(id, 'finished')
  expect(new Set((await fixture.verdicts()).values())).toEqual(new Set(['unknown']))
  expect(await fixture.history('info@mail.example')).toMatchObject([{ signs: ['lookupFailed', 'role'] }])
})
