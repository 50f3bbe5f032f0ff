import { afterEach, beforeEach, expect, it } from 'vitest'
import { longestSize, writtenSize } from '../../../src-main/features/review/sent-size'
import { contactSchema } from '../../../src-shared/interface/contact'
import { mailWith } from '../../fixtures/mails'
import { createServiceClock, type ServiceClock } from '../../fixtures/service-clock'
import { everyone, type OpenedMail, openMail, plain, untilSent } from '../service/opened-mail'

let clock: ServiceClock
let desk: OpenedMail
beforeEach(async () => {
  clock = createServiceClock(Date.UTC(2026, 10, 20, 14))
  desk = await openMail({ clock })
})
afterEach(() => desk.stop())

const data = { name: 'Ada <b>', boat: 'Nés' }
// The service names a message in its pages by as many characters.
const ada = contactSchema.parse({ id: 'c'.repeat(32), email: 'ada@x.example', subscribed: true, data })
const contacts = { get: () => Promise.resolve(ada) } as never
const tools = {
  language: 'plain' as const,
  cache: { contacts },
  address: 'http://service.example/',
  ownService: true,
}
const personas = [{ kind: 'first' as const, label: 'Ada', contactId: ada.id, email: ada.email, of: null }]

it.each([
  [
    'with a link of its own to unsubscribe',
    '<p>{{name}}</p><a href="https://x.nl/?a=1&amp;b=2">é</a><a href=\'http://x.nl\'>b</a><a href="{{unsubscribeUrl}}">c</a></body>',
  ],
  [
    'with none, and no end',
    '<p>{{boat}}<a href=https://x.nl/path>a</a><a href="mailto:a@x.nl">b</a><a href="#top">c</a>',
  ],
  ['with a link too long to track', `<a href="https://x.nl/${'a'.repeat(1600)}">a</a><area href="{{boat}}">`],
])('counts a campaign’s mail as our own service sends it, %s', async (_case, body) => {
  await desk.context.store.contacts.upsert(ada.email, { data })
  await desk.queue.enqueueAudience(
    { ...plain, kind: 'MARKETING', body, campaign: await desk.campaign() },
    everyone,
  )
  await untilSent(desk, clock)
  const { html = '' } = await desk.kept(ada.email)
  const size = await longestSize(mailWith(body), personas, tools)
  expect(size).toEqual({ bytes: Buffer.byteLength(html.trimEnd()), label: null, added: true })
})

it('counts a mail for another service as it is rendered, since nobody knows what that adds', async () => {
  const mail = mailWith('<p>{{name}} <a href="https://x.nl">a</a></p>')
  const other = { ...tools, ownService: false }
  const rendered = '<p>Ada &lt;b&gt; <a href="https://x.nl">a</a></p>'
  expect(await longestSize(mail, personas, other)).toEqual({
    bytes: rendered.length,
    label: null,
    added: false,
  })
  expect(writtenSize(mail, other)).toEqual({ bytes: mail.body.length, label: null, added: false })
})

it('counts a mail as it is written where the people it was counted for are gone', async () => {
  const gone = { ...tools, cache: { contacts: { get: () => Promise.resolve(null) } as never } }
  const mail = mailWith('<p>Hello</p>')
  expect(await longestSize(mail, personas, gone)).toEqual(writtenSize(mail, gone))
})
