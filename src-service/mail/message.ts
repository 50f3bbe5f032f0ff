/** What a message is: MARKETING carries ways to unsubscribe. */
export type MailKind = 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS'

/** What a message comes of: of a call of its own, a campaign, a test of one, a workflow. */
type MailOrigin = 'send' | 'campaign' | 'test' | 'workflow'

/** One attachment, decoded. */
export interface Attachment {
  filename: string
  /** Base64. */
  content: string
  contentType: string | null
  /** What `cid:` in the HTML calls it; null for one that is not shown within it. */
  contentId?: string | null
}

/** What is to be sent, before it is rendered for anyone. Subject and body hold variables. */
export interface MailContent {
  kind: MailKind
  /** The campaign it belongs to; null for any other message. */
  campaign: number | null
  subject: string
  /** HTML. */
  body: string
  fromAddress: string
  fromName: string | null
  replyTo: string | null
  headers: Record<string, string>
  attachments: Attachment[]
  /** Variables of this call: they go before the contact's own data, and may hold what is not to be stored. */
  data: Record<string, unknown>
  /** `send` unless said. */
  origin?: MailOrigin
  /** The number of the template that it was made of; null without one. */
  template?: number | null
  /** Another address than the contact's, which gets it whether the contact is subscribed or not. */
  toAddress?: string | null
}

/** Who gets a message. */
export interface Recipient {
  /** Null for who is no contact, such as a colleague who gets a test: rendered from the call's data alone. */
  contact: number | null
  address: string
  /** The display name in `To`. */
  name: string | null
}

/** A condition over `contact AS c`, as SQL with `?`. */
export interface ContactCondition {
  where: string
  values: (string | number | null)[]
  /** It asks for a span up to now: a moment later it is another one. */
  isTimed?: boolean
}

/**
 * The durable queue of everything that is sent. Each call joins the transaction it is made in; what is in it goes out
 * at 14 a second, each message once, over any number of restarts.
 */
export interface MailQueue {
  /** Adds a message for each recipient. Returns their numbers, in order. */
  enqueue(content: MailContent, recipients: readonly Recipient[]): Promise<number[]>
  /** Notes a message that is not sent, and why. Returns its number. */
  noteFailed(content: MailContent, recipient: Recipient, fault: string): Promise<number>
  /**
   * Adds a message for every contact that fits. Returns how many. A large campaign comes in several calls: its content
   * is stored with the first, and those that follow use it.
   */
  enqueueAudience(content: MailContent, audience: ContactCondition): Promise<number>
  /**
   * Takes back what a campaign has not sent, at most `atMost` messages (all unless said). Returns how many that were.
   * What is left of a campaign that is CANCELLED is not sent either: a large one is taken back in several calls.
   */
  cancelCampaign(campaign: number, atMost?: number): Promise<number>
}

/** What the queue tells the campaign a message belongs to, in the transaction in which it happens. */
export interface CampaignProgress {
  /** One more of a count. */
  count(
    campaign: number,
    what: 'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'unsubscribed',
  ): Promise<unknown>
  /** A message of it left the queue for good: SENDING becomes SENT when it was the last one. */
  settle(campaign: number): Promise<unknown>
}
