import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Check, Mail } from '../../../src-shared/bridge/review'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { queueEmail } from '../../fixtures/deployed-service/mail/queue'
import { mailWith } from '../../fixtures/mails'
import { plainText } from '../../../src-shared/interface/plain-text'
import { until } from '../../fixtures/until'

/** Templates in Liquid, shown and checked by the console and sent by a deployed service. */

let service: DeployedService
let core: TestCore
beforeEach(async () => {
  service = await startDeployedService()
  service.add({
    email: 'ann@x.example',
    data: { firstName: 'Ann', trips: 3, ports: ['Bergen', 'Oslo'], 'home port': 'Vik' },
  })
  service.add({ email: 'bo@x.example', data: { trips: 0 } })
  core = await startCore()
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
  await until(
    () => core.bridge.review.variables(),
    ({ language }) => language === 'liquid',
  )
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

const body = [
  '<p>{% if firstName %}Hello {{ firstName | upcase }}{% else %}Hello{% endif %}, {{ nick ?? friend }}.',
  'Trips: {{ trips ?? none }}. {% for port in ports %}{{ forloop.index }} {{ port }}; {% endfor %}',
  '{{ home port ?? "At sea" }} {{ "2026-11-20" | date: "%d/%m" }} {% assign n = trips | plus: 1 %}{{ n }}</p>',
].join('\n')

async function checksOf(mail: Mail): Promise<Check[]> {
  const checks: Check[] = []
  const input = { mail, audience: { kind: 'all' as const }, campaignId: null, scheduledFor: null }
  for await (const step of await core.bridge.review.run(input))
    if (step.part === 'checks') checks.push(...step.checks)
  return checks
}

const subject = '{% if trips > 0 %}Again{% else %}First{% endif %}'

it.each(['ann@x.example', 'bo@x.example'])('the preview shows what %s gets', async (email) => {
  const person = service.state.contacts.all().find((each) => each.email === email)
  if (person === undefined) throw new Error(`${email} is not there`)
  const as = { kind: 'contact' as const, id: person.id }
  const mail = mailWith(body, { subject })
  const shown = await core.bridge.review.render({ mail, as, marks: false, images: false, dark: false })
  const got = queueEmail(service.state, person, {
    subject,
    body,
    from: 'ann@x.example',
    fromName: null,
    replyTo: null,
    type: 'HEADLESS',
  })
  expect(shown.subject).toBe(got.subject)
  expect(shown.text).toBe(plainText(got.body))
})

it('the review finds no error in a mail that works', async () => {
  const checks = await checksOf(mailWith(body, { subject }))
  expect(checks.filter(({ rule, outcome }) => rule === 'unknownVariable' && outcome === 'error')).toEqual([])
})

it('the review tells what the service would refuse', async () => {
  const mail = mailWith('<p>Hello</p>\n<p>{% if trips %}</p>')
  const found = (await checksOf(mail)).find(({ key }) => key === 'unknownVariable:template:body')
  expect(found?.places[0]).toMatchObject({ part: 'body', line: 2, column: 4 })
  const refused = core.bridge.templates.create({ ...mail, name: 'Trips', type: 'MARKETING', description: '' })
  await expect(refused).rejects.toMatchObject({ data: { code: 'invalid_request' } })
})

it('of an early deployment nothing is taken for Liquid, once a campaign tells that it is one', async () => {
  const early = await startDeployedService({ generation: 'spring', domains: ['mail.harbournotes.app'] })
  try {
    early.seed(3)
    const made = await fetch(`${early.url}/campaigns`, {
      method: 'POST',
      headers: { authorization: `Bearer ${early.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Tides',
        subject: 'Tides',
        body: '<p>Hi</p>',
        from: 'notes@mail.harbournotes.app',
        audienceType: 'ALL',
      }),
    })
    expect(made.status).toBe(201)
    await core.bridge.profiles.create(profileFor(early.url, early.secretKey))
    await settled(core.bridge)
    await core.bridge.capabilities.ask()
    expect((await core.bridge.review.variables()).language).toBe('plain')
  } finally {
    await early.stop()
  }
})
