import type { MissedCampaign } from '../../../src-shared/bridge/campaigns'
import { eventQuerySchema } from '../../../src-shared/bridge/events'
import { instantOf } from '../../../src-shared/instants'
import { campaignSchema, reachesUnsubscribed, type Campaign } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import { mailsOfContact } from '../events'
import { audienceOf, defined, mailOf, verdictSegments } from '../review'

/** What is known of a campaign that somebody did not get. Times in milliseconds since 1970. */
export interface MissedFacts {
  /** When it left; of one that was cancelled before, when that was. */
  at: number
  hasLeft: boolean
  isCancelled: boolean
  /** When the contact came. */
  cameAt: number | null
  /** Since when it was unsubscribed then, where the mail goes to subscribed people alone; null: it was not, or nobody knows since when. */
  unsubscribed: { since: number | null } | null
  /** Whether its last review counted the person among those who would get it; null: that is not kept. */
  reviewed: boolean | null
  leftOut: boolean
  /** Whether the person is in its audience now. */
  inside: boolean
}

/** Why somebody did not get a campaign: what was so then, before what is so now. */
export function whyNot(of: MissedFacts): Pick<MissedCampaign, 'why' | 'since'> {
  const unknown = of.isCancelled ? 'cancelled' : 'noEvent'
  if (!of.hasLeft) return { why: 'cancelled', since: null }
  if (of.cameAt !== null && of.cameAt > of.at) return { why: 'notYet', since: of.cameAt }
  if (of.unsubscribed) return { why: 'unsubscribed', since: of.unsubscribed.since }
  if (of.reviewed === true) return { why: unknown, since: null }
  if (of.leftOut) return { why: 'leftOut', since: null }
  if (of.reviewed === false) return { why: 'outside', since: null }
  return { why: of.inside ? unknown : 'outsideNow', since: null }
}

/** Of a contact: since when it was unsubscribed at an instant, by the changes that are known; null: it was not. */
export function unsubscribedAt(
  at: number,
  changes: readonly { at: number; subscribed: boolean }[],
  isSubscribed: boolean,
): MissedFacts['unsubscribed'] {
  const sorted = [...changes].sort((one, other) => one.at - other.at)
  const before = sorted.filter((change) => change.at <= at).at(-1)
  if (before) return before.subscribed ? null : { since: before.at }
  const after = sorted[0]
  // The first change that is known says what was before it.
  const was = after ? !after.subscribed : isSubscribed
  return was ? null : { since: null }
}

/** The campaigns that a contact did not get, the latest first, each with why, by what the copy and this console keep. */
export async function missedBy(cache: Cache, contactId: string): Promise<MissedCampaign[]> {
  const contact = await cache.contacts.get(contactId)
  if (contact === null) return []
  const all = (await cache.catalogue.all('campaigns')).map((record) => campaignSchema.parse(record))
  const { mails } = await mailsOfContact(cache, contactId, all)
  const got = new Set(mails.flatMap(({ campaignId }) => campaignId ?? []))
  const missed = all.filter(
    ({ id, status }) => !got.has(id) && ['SENT', 'SENDING', 'CANCELLED'].includes(status),
  )
  const changes = await subscriptionChanges(cache, contactId)
  const kept = await cache.audience.keptWith({ contactId, owners: missed.map(({ id }) => id) })
  const places = await placesOf(cache, contactId, missed)
  return missed
    .map((campaign, at) => {
      const { id, name, type, status, sentCount, sentAt, updatedAt } = campaign
      const left = instantOf(sentAt) ?? instantOf(updatedAt) ?? 0
      const facts = {
        at: left,
        hasLeft: status !== 'CANCELLED' || sentCount > 0,
        isCancelled: status === 'CANCELLED',
        cameAt: contact.createdAt,
        unsubscribed: reachesUnsubscribed(type) ? null : unsubscribedAt(left, changes, contact.subscribed),
        reviewed: kept[at] ?? null,
        ...(places[at] ?? { inside: true, leftOut: false }),
      }
      return { campaignId: id, title: name, at: left, ...whyNot(facts) }
    })
    .sort((one, other) => other.at - one.at)
}

async function subscriptionChanges(cache: Pick<Cache, 'events'>, contactId: string) {
  const names = ['contact.subscribed', 'contact.unsubscribed']
  const query = eventQuerySchema.parse({ contactId, names })
  const { rows } = await cache.events.page({ query, slice: { offset: 0, limit: 500 } })
  return rows.flatMap(({ name, createdAt }) =>
    createdAt === null ? [] : [{ at: createdAt, subscribed: name === names[0] }],
  )
}

/** For each campaign whether somebody is in its audience now, and whether that leaves them out for their verdict. */
async function placesOf(cache: Cache, contactId: string, campaigns: readonly Campaign[]) {
  const ours = new Set<string>()
  for (const of of ['undeliverable', 'risky', 'unknown'] as const)
    for (const id of await verdictSegments(cache, of)) ours.add(id)
  const definitions = new Map<string, ReturnType<typeof defined>>()
  const asked = await Promise.all(
    campaigns.map(async (campaign) => {
      const { audience } = audienceOf(campaign)
      if (audience === null) return null
      const key = JSON.stringify(audience)
      const reading = definitions.get(key) ?? defined(audience, mailOf(campaign).type, { cache, ours })
      definitions.set(key, reading)
      return (await reading).definition
    }),
  )
  const conditions = asked.flatMap((one) =>
    one === null
      ? []
      : [
          { condition: one.condition, segments: one.segments },
          { condition: one.without ?? nobody, segments: one.segments },
        ],
  )
  const held = (await cache.audience.ofContact({ contactId, conditions })).values()
  return asked.map((one) => {
    if (one === null) return null
    const [inside, leftOut] = [held.next().value === true, held.next().value === true]
    return { inside, leftOut: inside && leftOut }
  })
}

/** Holds for nobody. */
const nobody = { logic: 'OR' as const, groups: [] }
