import { expect } from 'vitest'
import { type Campaign, campaignSchema, type CampaignStatus } from '../../../src-shared/interface/campaign'
import { createServiceClock, type ServiceClock } from '../../fixtures/service-clock'
import { type Answer, type OpenedInside, openInProcess } from './open'
import type { StoredRows } from '../../fixtures/stored'

/** What a campaign of these tests says unless told. */
export const fitting = {
  name: 'Spring',
  subject: 'Spring is here',
  body: '<p>Hello {{name}}</p>',
  from: 'news@mail.example',
  audienceType: 'ALL',
}

/** A service with a verified domain, `mail.example`, whose time a test moves. */
export interface CampaignService extends Omit<OpenedInside, 'send'> {
  clock: ServiceClock
  create(more?: Record<string, unknown>): Promise<Campaign>
  read(id: string): Promise<Campaign>
  send(id: string, body?: unknown): Promise<Answer>
  cancel(id: string): Promise<Answer>
  /** Moves time until this holds. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>
  /** A campaign in this state; one that is SENDING stays so until time is moved. */
  inState(status: CampaignStatus): Promise<Campaign>
}

/** Opens such a service. */
export async function openForCampaigns({
  now,
  ...wishes
}: Omit<Parameters<typeof openInProcess>[0] & object, 'clock'> & { now?: number } = {}) {
  const clock = createServiceClock(now)
  const service = await openInProcess({ ...wishes, clock })
  await verifyDomain(service.stored)

  async function create(more: Record<string, unknown> = {}): Promise<Campaign> {
    const answer = await service.ask('POST', '/campaigns', { body: { ...fitting, ...more } })
    expect(answer.status).toBe(201)
    return campaignSchema.parse(answer.body)
  }
  const read = async (id: string) => campaignSchema.parse((await service.ask('GET', `/campaigns/${id}`)).body)
  const send = (id: string, body?: unknown) => service.ask('POST', `/campaigns/${id}/send`, { body })
  const cancel = (id: string) => service.ask('POST', `/campaigns/${id}/cancel`)

  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    // Composing a message takes turns of the event loop that no clock counts.
    while (!(await holds())) await clock.advance(100)
  }
  async function inState(status: CampaignStatus): Promise<Campaign> {
    const { id } = await create()
    const scheduledFor = new Date(clock.now() + 3_600_000).toISOString()
    if (status === 'SCHEDULED' || status === 'CANCELLED') await send(id, { scheduledFor })
    if (status === 'SENDING' || status === 'SENT') await send(id)
    if (status === 'SENT') await until(async () => (await read(id)).status === 'SENT')
    if (status === 'CANCELLED') await cancel(id)
    const made = await read(id)
    expect(made.status).toBe(status)
    return made
  }
  const opened: CampaignService = { ...service, clock, create, read, send, cancel, until, inState }
  return opened
}

/** Adds a domain that may be sent from. */
export async function verifyDomain(stored: StoredRows, domain = 'mail.example'): Promise<void> {
  await stored.change(
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at)
     SELECT name, 1, '', 1, 1 FROM (SELECT CAST(? AS TEXT) AS name) AS new
     WHERE name NOT IN (SELECT domain FROM domain)`,
    domain,
  )
}

/** Adds `p1@people.example` to `p<count>@people.example`, in one state of subscription. */
export async function addPeople(stored: StoredRows, count: number, subscribed = true): Promise<void> {
  await addContacts(stored, subscribed ? 'p' : 'un', count, { subscribed })
}

/** Adds contacts with numbered addresses, such as `more1@people.example`. */
export async function addContacts(
  stored: StoredRows,
  name: string,
  count: number,
  { subscribed = true, data = '{}' } = {},
): Promise<void> {
  await stored.change(
    `INSERT INTO contact (email, subscribed, data, created_at, updated_at)
     WITH RECURSIVE person(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM person WHERE number < ?)
     SELECT '${name}' || number || '@people.example', ${subscribed ? 1 : 0}, '${data}', 1, 1 FROM person`,
    count,
  )
}

/** The addresses that messages go to, in order of the queue, by the state of the message. */
export async function addressesOf(stored: StoredRows, status?: string): Promise<string[]> {
  const some = status === undefined ? '' : `WHERE status = '${status}'`
  return stored.values(`SELECT address FROM message ${some} ORDER BY seq`)
}

/** The addresses of the first `count` of {@link addPeople}, subscribed ones. */
export const addresses = (count: number) =>
  Array.from({ length: count }, (_, at) => `p${at + 1}@people.example`)
