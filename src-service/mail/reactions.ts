import type { ServiceContext } from '../service-context'
import { statements } from '../store/statements'
import type { CampaignProgress } from './message'

/** What is known of who got a message. */
export type Subscription =
  | { who: 'contact'; address: string; subscribed: boolean }
  /** A contact that was deleted since. */
  | { who: 'deleted' }
  /** No contact: a test of a campaign. */
  | { who: 'nobody'; address: string }

/** What those who got a message do with it. A token that no message has does nothing. */
export interface Reactions {
  /** A campaign's message was opened: an event each time, counted once. */
  opened(token: string): Promise<void>
  /** A link of a campaign's message was followed: an event each time, counted once. Who follows one has opened it. */
  clicked(token: string, url: string): Promise<void>
  /** Null for a token that no message has. */
  subscription(token: string): Promise<Subscription | null>
  /** Subscribes or unsubscribes who got the message. Returns what holds then. */
  setSubscribed(token: string, subscribed: boolean): Promise<Subscription | null>
}

/** Events of one kind that a message may cause: who has its token could otherwise fill the disk. */
const eventsMax = 100

interface ReactedTo {
  seq: number
  campaign: number | null
  contact: number | null
  address: string
  subject: string | null
  opens: number
  clicks: number
}

/** The reactions to a service's messages. In one piece: each reaction is a transaction over the statements at its head. */
export function createReactions(
  { db, store, clock }: Pick<ServiceContext, 'db' | 'store' | 'clock'>,
  progress: CampaignProgress,
): Reactions {
  const sql = statements(db)
  const find = sql.row<[token: string], ReactedTo>(
    'SELECT seq, campaign, contact, address, subject, opens, clicks FROM message WHERE token = ?',
  )
  const countOpen = sql.run<[seq: number]>('UPDATE message SET opens = opens + 1 WHERE seq = ?')
  const countClick = sql.run<[seq: number]>('UPDATE message SET clicks = clicks + 1 WHERE seq = ?')
  const noteUnsubscribed = sql.run<[at: number, seq: number]>(
    'UPDATE message SET unsubscribed_at = ? WHERE seq = ? AND unsubscribed_at IS NULL',
  )

  /** What a campaign's message did to a contact that is still there; null for any other message. */
  async function tracked(token: string) {
    const message = await find(token)
    if (!message || message.campaign === null || message.contact === null) return null
    if (!(await store.contacts.get(message.contact))) return null
    const { campaign, contact } = message
    return { ...message, campaign, contact }
  }

  async function open({
    seq,
    campaign,
    contact,
    subject,
    opens,
  }: NonNullable<Awaited<ReturnType<typeof tracked>>>): Promise<void> {
    if (opens >= eventsMax) return
    await countOpen(seq)
    if (opens === 0) await progress.count(campaign, 'opened')
    await store.eventWriter.record({
      contact,
      name: 'email.open',
      email: seq,
      data: JSON.stringify({ subject }),
    })
  }

  const opened = sql.whole(async (token: string) => {
    const message = await tracked(token)
    if (message) await open(message)
  })

  const clicked = sql.whole(async (token: string, url: string) => {
    const message = await tracked(token)
    if (!message || message.clicks >= eventsMax) return
    const { seq, campaign, contact, subject, opens, clicks } = message
    // Many mail programs load no images: a click is then the first that is heard.
    if (opens === 0) await open(message)
    await countClick(seq)
    if (clicks === 0) await progress.count(campaign, 'clicked')
    const data = JSON.stringify({ subject, url })
    await store.eventWriter.record({ contact, name: 'email.click', email: seq, data })
  })

  async function subscription(token: string): Promise<Subscription | null> {
    const message = await find(token)
    if (!message) return null
    if (message.contact === null) return { who: 'nobody', address: message.address }
    const contact = await store.contacts.get(message.contact)
    if (!contact) return { who: 'deleted' }
    return { who: 'contact', address: contact.email, subscribed: contact.subscribed }
  }

  const setSubscribed = sql.whole(async (token: string, subscribed: boolean) => {
    const message = await find(token)
    const before = await subscription(token)
    if (!message || message.contact === null || before?.who !== 'contact') return before
    if (before.subscribed === subscribed) return before
    await store.contacts.update(message.contact, { subscribed })
    if (!subscribed && (await noteUnsubscribed(clock.now(), message.seq)) === 1) {
      if (message.campaign !== null) await progress.count(message.campaign, 'unsubscribed')
    }
    return subscription(token)
  })

  return { opened, clicked, subscription, setSubscribed }
}
