import type { ContactMail } from '../../../src-shared/bridge/events'
import { campaignSchema, type Campaign } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import type { MailEvent } from './store'

/** A campaign that left: its mails are found by its id, else by its subject. */
interface CampaignThatLeft {
  id: string
  name: string
  subject: string
  /** Milliseconds since 1970. */
  sentAt: number
}

/** A campaign's mails leave from a little before the service says that it was sent, by its clock, to days after. */
const beforeMs = 15 * 60_000
const afterMs = 7 * 24 * 3_600_000

/** Which mails a contact got, as the copied events tell, and what became of each; the newest first. `known`: all campaigns. */
export async function mailsOfContact(
  cache: Pick<Cache, 'events' | 'catalogue'>,
  contactId: string,
  known?: readonly Campaign[],
): Promise<{ mails: ContactMail[]; campaigns: number }> {
  const all = known ?? (await cache.catalogue.all('campaigns')).map((record) => campaignSchema.parse(record))
  const campaigns = all.flatMap(sentCampaign)
  return { mails: mailsOf(await cache.events.mails(contactId), campaigns), campaigns: campaigns.length }
}

function sentCampaign(campaign: Campaign): CampaignThatLeft[] {
  const { id, name, subject, status, sentAt, updatedAt, sentCount } = campaign
  if (status !== 'SENT' && status !== 'SENDING' && (status !== 'CANCELLED' || sentCount === 0)) return []
  const at = Date.parse(sentAt ?? updatedAt ?? '')
  return Number.isNaN(at) ? [] : [{ id, name, subject, sentAt: at }]
}

const steps: Record<string, 'sentAt' | 'deliveredAt' | 'openedAt' | 'clickedAt'> = {
  'email.sent': 'sentAt',
  'email.delivery': 'deliveredAt',
  'email.delivered': 'deliveredAt',
  'email.open': 'openedAt',
  'email.opened': 'openedAt',
  'email.click': 'clickedAt',
  'email.clicked': 'clickedAt',
}
const ends: Record<string, ContactMail['failed']> = {
  'email.bounce': 'bounced',
  'email.bounced': 'bounced',
  'email.complaint': 'complained',
  'email.complained': 'complained',
}

/** What events tell of one mail. `first`: of the first of them; `campaign`: which one they name. */
export interface MailSteps extends ContactMail {
  first: number
  campaign: string | null
}

/** The mails that events tell of, by their id, or else by their subject. */
export function stepsByMail(events: readonly MailEvent[]): Map<string, MailSteps> {
  const mails = new Map<string, MailSteps>()
  for (const { name, at, emailId, subject, campaignId } of [...events].sort((a, b) => a.at - b.at)) {
    const key = emailId ?? subject
    if (key === null || !(name in steps || name in ends)) continue
    const mail = mails.get(key) ?? { ...blank, first: at, campaign: null }
    mails.set(key, mail)
    mail.title ||= subject ?? ''
    mail.campaign ??= campaignId
    const step = steps[name]
    // The first time counts: a mail may be opened often.
    if (step) mail[step] ??= at
    mail.failed = ends[name] ?? mail.failed
  }
  return mails
}

/** The mails that events tell of, with the campaigns that they are of. */
export function mailsOf(events: readonly MailEvent[], campaigns: readonly CampaignThatLeft[]): ContactMail[] {
  const latest = [...campaigns].sort((a, b) => b.sentAt - a.sentAt)
  return [...stepsByMail(events).values()]
    .sort((a, b) => b.first - a.first)
    .map(({ first, campaign, ...mail }) => {
      const of = latest.find((one) => isOf(one, { campaign, first, subject: mail.title }))
      return { ...mail, campaignId: of?.id ?? null, title: of?.name ?? mail.title }
    })
}

const blank: ContactMail = {
  campaignId: null,
  title: '',
  sentAt: null,
  deliveredAt: null,
  openedAt: null,
  clickedAt: null,
  failed: null,
}

/** Whether a mail is of a campaign: it says so, or has its subject and left in the days after it. */
function isOf(
  { id, subject, sentAt }: CampaignThatLeft,
  mail: { campaign: string | null; first: number; subject: string },
): boolean {
  if (mail.campaign !== null) return mail.campaign === id
  if (mail.first < sentAt - beforeMs || mail.first > sentAt + afterMs) return false
  return mail.subject !== '' && shows(subject, mail.subject)
}

/** Whether a subject, as it is written with its variables, may have become this one. */
export function shows(written: string, subject: string): boolean {
  const parts = written.split(/\{\{.*?\}\}|\{%.*?%\}/)
  if (parts.length === 1) return written.trim() === subject.trim()
  if (parts.join('').trim().length < 8) return false
  let at = 0
  return parts.every((part) => {
    const found = subject.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
}
