import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { project } from '../../tests/fixtures/built'
import type { Zone } from '../../tests/fixtures/dns-server'
import type { RunningService } from '../../tests/fixtures/service'

/** Asks the service: with a body, for it to be written. */
export async function ask(service: RunningService, route: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${service.url}${route}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${route} was answered with ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

const contactsSchema = z.object({
  contacts: z.object({ email: z.string(), subscribed: z.boolean() }).array(),
  cursor: z.string().nullish(),
})

/** Three pages of the sample's addresses, the newest first. */
export async function somePeople(service: RunningService): Promise<string[]> {
  const found: string[] = []
  for (let cursor = ''; found.length < 300;) {
    const asked = await ask(service, `/contacts?limit=100${cursor && `&cursor=${cursor}`}`)
    const page = contactsSchema.parse(asked)
    found.push(...page.contacts.map(({ email }) => email))
    cursor = encodeURIComponent(page.cursor ?? '')
  }
  return found
}

/** Names as a name server would know them: most take mail, a few only have pages, misspelt ones are not there. */
export function zoneOf(emails: readonly string[]): Zone {
  const domains = [...new Set(emails.map((email) => (email.split('@')[1] ?? '').toLowerCase()))]
  const entries = domains.flatMap((domain, index): [string, Zone[string]][] => {
    if (/gmial|hotmial|outlok|yaho\.com|iclould/.test(domain) || index % 31 === 30) return []
    if (index % 23 === 22) return [[domain, { TXT: ['v=spf1 -all'], NS: [`ns.${domain}`] }]]
    return [[domain, { MX: [[10, `mx.${domain}`]], NS: [`ns.${domain}`] }]]
  })
  return Object.fromEntries(entries)
}

const domainsSchema = z.object({
  domains: z.object({ domain: z.string(), dkimTokens: z.string().array() }).array(),
})

/** The records of the sample's sending domain, so that only its DMARC policy is worth a word. */
export async function senderZone(service: RunningService): Promise<Zone> {
  const { domains } = domainsSchema.parse(await ask(service, '/domains'))
  const [first] = domains
  if (!first) throw new Error('The sample has no domain.')
  const keys = first.dkimTokens.map((token) => [
    `${token}._domainkey.${first.domain}`,
    { CNAME: [`${token}.dkim.amazonses.com`] },
  ])
  return {
    ...Object.fromEntries(keys),
    [first.domain]: { TXT: ['v=spf1 include:amazonses.com ~all'] },
    [`_dmarc.${first.domain}`]: { TXT: ['v=DMARC1; p=none'] },
  }
}

/** A campaign with a few faults, to the people whose addresses are verified, and a sound one to all who are subscribed. */
export async function makeDrafts(service: RunningService, people: readonly string[]): Promise<void> {
  const segment = await ask(service, '/segments', { name: 'Active in 12 months', type: 'STATIC' })
  const { id } = z.object({ id: z.string() }).parse(segment)
  await ask(service, `/segments/${id}/members`, { emails: people })
  const common = {
    from: 'notes@mail.harbournotes.app',
    fromName: 'Harbour Notes',
    replyTo: 'hello@mail.harbournotes.app',
    type: 'MARKETING',
  }
  await ask(service, '/campaigns', {
    ...common,
    name: 'Tide tables, November',
    subject: 'Tide tables are in your log now',
    body: await readFile(path.join(project, 'scripts', 'tide-tables.html'), 'utf8'),
    audienceType: 'SEGMENT',
    segmentId: id,
  })
  await ask(service, '/campaigns', {
    ...common,
    name: 'Harbour fees, December',
    subject: 'What mooring costs from December',
    body: `<p>Hello {{firstName ?? 'there'}},</p><p>From December mooring is paid by the night, and your log keeps the receipts.</p>
<p><a href="https://harbournotes.app/fees">See the new fees</a></p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>`,
    audienceType: 'ALL',
  })
}
