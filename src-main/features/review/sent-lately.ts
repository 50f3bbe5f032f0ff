import { campaignSchema, type Campaign } from '../../../src-shared/interface/campaign'
import { secondsFor } from '../../../src-shared/campaign-rates'
import { instantOf } from '../../../src-shared/instants'
import type { Mail } from '../../../src-shared/bridge/review'
import type { Cache } from '../../cache/store'
import type { Clock } from '../../core/clock'
import type { SentCampaign } from '../segments/store'
import { audienceOf, mailOf } from './of-campaign'
import { defined } from './defined'
import { undeliverableSegments } from './undeliverable-segments'

/** Milliseconds in which campaigns count as of late. */
const lately = 14 * 24 * 3600 * 1000
/** So long after its last mail should have left, events of a campaign may still be missing in the copy. */
const stragglers = 3600 * 1000

/** A campaign that some of an audience may have had, or are about to get. */
export interface LateCampaign {
  campaign: SentCampaign
  name: string
  /** It is scheduled: nobody had it yet. */
  ahead: boolean
  /** What of its mail is the same as in the mail that is looked at. */
  same: 'both' | 'subject' | 'body' | null
}

/** A campaign with the same subject or body, and how many of those who would get a mail had it or are to get it. */
export interface SameMail {
  id: string
  name: string
  sentAt: number
  ahead: boolean
  same: 'both' | 'subject' | 'body'
  count: number
}

/** What the campaigns of late are read with. */
interface LateTools {
  cache: Cache
  clock: Clock
}

/**
 * Campaigns that were sent in the last days or are on their way, by the service's list and by what was sent from here, and
 * those that are scheduled.
 */
export async function sentLately(
  { cache, clock }: LateTools,
  { mail, except }: { mail: Mail; except: string | null },
): Promise<Map<string, LateCampaign>> {
  const now = clock.now()
  const ours = await undeliverableSegments(cache)
  const { asOf: eventsAsOf } = await cache.runs.resource('events')
  const own = new Map((await cache.sendings.left(now - lately)).map((one) => [one.campaignId, one.at]))
  const late = new Map<string, LateCampaign>()
  for (const record of await cache.catalogue.all('campaigns')) {
    const campaign = campaignSchema.parse(record)
    const at = sentAtOf(campaign) ?? ownAt(campaign, own.get(campaign.id))
    const { audience } = audienceOf(campaign)
    if (campaign.id === except || audience === null || at === null || at < now - lately) continue
    const theirs = mailOf(campaign)
    const { definition } = await defined(audience, theirs.type, { cache, ours })
    const people = campaign.totalRecipients
    const told = eventsAsOf !== null && eventsAsOf >= at + secondsFor(people) * 1000 + stragglers
    late.set(campaign.id, {
      name: campaign.name,
      ahead: at > now,
      same: sameIn(mail, theirs),
      campaign: {
        ...definition,
        id: campaign.id,
        sentAt: at,
        subject: campaign.subject,
        ...(told ? {} : { people: Math.max(1, people) }),
      },
    })
  }
  return late
}

/** When a campaign began to be sent, or is to; null: nothing of it has left by what the service says. */
function sentAtOf({ status, sentAt, scheduledFor, updatedAt, sentCount }: Campaign): number | null {
  if (status === 'SCHEDULED') return instantOf(scheduledFor)
  if (status === 'CANCELLED') return sentCount > 0 ? instantOf(sentAt ?? updatedAt) : null
  return status === 'SENT' || status === 'SENDING' ? instantOf(sentAt ?? updatedAt) : null
}

/** When one was sent from here of which the copy does not know it: what the copy has is of before. */
function ownAt({ updatedAt }: Campaign, at: number | undefined): number | null {
  return at !== undefined && (instantOf(updatedAt) ?? 0) <= at ? at : null
}

function sameIn(one: Mail, other: Mail): LateCampaign['same'] {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
  const subject = plain(one.subject) !== '' && plain(one.subject) === plain(other.subject)
  const body = plain(one.body) !== '' && plain(one.body) === plain(other.body)
  if (subject && body) return 'both'
  return subject ? 'subject' : body ? 'body' : null
}

/** Contacts to whom single mails were sent from here since an instant, answered or not. */
export async function writtenTo({ cache }: Pick<LateTools, 'cache'>, since: number): Promise<string[]> {
  const all = await cache.sentMails.recipients(since)
  const nameless = all.flatMap(({ contactId, email }) => (contactId === null ? [email] : []))
  const found = await cache.contacts.findByEmails(nameless)
  return [...all.flatMap(({ contactId }) => contactId ?? []), ...found.flatMap((row) => row?.id ?? [])]
}

/**
 * A campaign with the same subject or body that some of the people of one had lately or are to get; null: none, or a reason
 * was given, for this one or for `reviewed`, which it was made of.
 */
export async function sameLately(
  campaign: Campaign,
  tools: LateTools,
  reviewed = campaign.id,
): Promise<{ name: string; count: number } | null> {
  const { cache } = tools
  const { audience } = audienceOf(campaign)
  if (audience === null) return null
  const mail = mailOf(campaign)
  const late = await sentLately(tools, { mail, except: campaign.id })
  const same = [...late.values()].filter((one) => one.same !== null)
  const { off } = await cache.reviews.state(reviewed)
  if (same.length === 0 || off.some(({ rule }) => rule === 'sameMail')) return null
  const { definition } = await defined(audience, mail.type, {
    cache,
    ours: await undeliverableSegments(cache),
  })
  const overlap = await cache.audience.overlap({ ...definition, sent: same.map((one) => one.campaign) })
  const [most] = [...overlap].sort((one, other) => other.count - one.count)
  if (most === undefined || most.count === 0) return null
  return { name: late.get(most.id)?.name ?? '', count: most.count }
}
