import { trackedHtml } from '../../src-shared/interface/tracked-html'
import type { ServiceContext } from '../service-context'
import { compose } from './compose'
import type { ContentStore } from './content'
import type { DueMessage } from './deliveries'
import type { Links } from './links'
import type { MailContent } from './message'
import { render, type RenderContact, type RenderLinks } from './render'
import { type DeployedMail, renderDeployed } from './render-deployed'

/** Why a message was withdrawn whose campaign was cancelled. */
export const cancelledBefore = 'The campaign was cancelled before it was sent.'

/** A message as it leaves. */
export interface Prepared {
  subject: string
  from: string
  to: string
  /** Its MIME source. */
  source: Buffer
}

/** What is to be done with a message whose turn it is. */
export interface Preparation {
  /**
   * Why it is not sent after all; null when it is. Since it was queued, its campaign was cancelled, or its contact deleted
   * or unsubscribed.
   */
  withdrawn(message: DueMessage): Promise<string | null>
  /**
   * Renders and composes it for its contact as that is now.
   * @throws Error when that cannot be done.
   */
  prepare(message: DueMessage): Promise<Prepared>
}

/** How messages of this service are prepared. In one piece: what one message needs, in the order in which it needs it. */
export function createPreparation(
  { store, dialect, clock }: Pick<ServiceContext, 'store' | 'dialect' | 'clock'>,
  contents: ContentStore,
  links: Links,
): Preparation {
  // One content serves thousands in a row, and may hold 10 MB of attachments: it is read once for them.
  let cached: { seq: number; content: Promise<MailContent> } | null = null

  function contentOf(seq: number): Promise<MailContent> {
    if (cached?.seq === seq) return cached.content
    const content = read(seq)
    cached = { seq, content }
    content.catch(() => {
      if (cached?.content === content) cached = null
    })
    return content
  }

  async function read(seq: number): Promise<MailContent> {
    const content = await contents.get(seq)
    if (!content) throw new Error('Its content is gone.')
    return content
  }

  async function contactOf({ contact, address }: DueMessage): Promise<RenderContact> {
    const row = contact === null ? null : await store.contacts.get(contact)
    if (!row) return { id: null, email: address, data: {} }
    // What the service stored itself is an object: nothing else writes this column.
    return { id: dialect.ids.encode('contact', row.seq), email: row.email, data: JSON.parse(row.data) }
  }

  function rendered(content: MailContent, contact: RenderContact, pages: RenderLinks): DeployedMail {
    if (dialect.rules.templates === 'liquid') return renderDeployed(content, contact, pages)
    return { ...render(content, contact, pages), offersWayOut: content.kind === 'MARKETING' }
  }

  function tracked(html: string, token: string): string {
    const pages = Object.values(links.pages(token))
    return trackedHtml(html, {
      pages,
      click: (target) => links.click(token, target),
      pixel: links.pixel(token),
    })
  }

  return {
    async withdrawn({ campaign, contact, subscribed, content }) {
      if (campaign !== null && (await store.campaigns.isCancelled(campaign))) {
        return cancelledBefore
      }
      if (contact === null) return null
      const row = await store.contacts.get(contact)
      if (!row) return 'The contact was deleted before it was sent.'
      if (row.subscribed || !subscribed) return null
      const { kind, toAddress } = await contentOf(content)
      return kind === 'TRANSACTIONAL' || toAddress != null
        ? null
        : 'The contact unsubscribed before it was sent.'
    },
    async prepare(message) {
      const { token, campaign } = message
      const content = await contentOf(message.content)
      const contact = await contactOf(message)
      const to = content.toAddress ?? contact.email
      const pages = links.pages(token)
      const mail = rendered(content, contact, pages)
      const html = campaign === null ? mail.html : tracked(mail.html, token)
      const source = await compose(
        { ...mail, html },
        {
          content,
          to: { address: to, name: message.name },
          token,
          date: clock.now(),
          unsubscribeUrl: pages.unsubscribeUrl,
          offersWayOut: mail.offersWayOut,
        },
      )
      return { subject: mail.subject, from: content.fromAddress, to, source }
    },
  }
}
