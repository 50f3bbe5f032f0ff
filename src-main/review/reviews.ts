import type { Audience, Mail, RenderAs, RenderedMail, ReviewState } from '../../src-shared/bridge/review'
import { campaignSchema, type Campaign } from '../../src-shared/interface/campaign'
import type { AskSender } from '../catalogue/senders'
import type { Cache } from '../cache/store'
import type { ServiceClient } from '../client/client'
import type { Clock } from '../host'
import { problem } from '../problems'
import { valuesOf } from './people-values'
import { Pictures } from './render/pictures'
import { renderMail } from './render/rendering'
import { SignOffs } from './sign-off'
import { KnownVariables } from './variables'
import type { Web } from './web'

/** What reviews are made with. */
export interface ReviewTools {
  cache: Cache
  /** Takes over people that were frozen, so that the page can look at them. */
  frozen: { keep(selection: { selectionId: string; count: number }): Promise<void> }
  clock: Clock
  askSender: AskSender
  web: Web
  /** Of the service, as the profile has it. */
  address: string
  line: { readonly client: ServiceClient; readonly online: boolean }
}

/** Looking at mails before they are sent: as somebody receives them, by rules, and what a person decided about it. */
export class Reviews {
  readonly signOffs: SignOffs
  readonly #pictures: Pictures

  constructor(private readonly tools: ReviewTools) {
    this.signOffs = new SignOffs(tools.cache, tools.clock)
    this.#pictures = new Pictures(tools.web)
  }

  /** Renders a mail as somebody receives it. */
  async render(
    input: { mail: Mail; as: RenderAs; marks: boolean; images: boolean; dark: boolean },
    signal?: AbortSignal,
  ): Promise<RenderedMail> {
    const { mail, as, marks, images, dark } = input
    const values = await valuesOf(as, this.tools)
    const known = marks ? await this.#known() : new KnownVariables([])
    return renderMail(mail, {
      values,
      isKnown: (name) => known.has(name) || (as.kind === 'values' && name in as.data),
      marks,
      dark,
      pictures: images ? (addresses) => this.#pictures.load(addresses, signal) : null,
    })
  }

  /** Names that variables can have, those of the service first. */
  async variables(): Promise<{ name: string; count: number }[]> {
    const { contacts, maintenance } = this.tools.cache
    const [fields, copy] = [await contacts.fields(), await maintenance.revision()]
    const own = ['email', 'id', 'unsubscribeUrl', 'manageUrl', 'subscribeUrl']
    return [
      ...own.map((name) => ({ name, count: copy.contacts })),
      ...fields.map(({ key, count }) => ({ name: key, count })).sort((one, other) => other.count - one.count),
    ]
  }

  state(campaignId: string): Promise<ReviewState> {
    return this.signOffs.state(campaignId)
  }

  /** Signs off what the service holds, read anew where it can be asked. */
  async signOff(campaignId: string, hash: string): Promise<ReviewState> {
    await this.signOffs.sign(await this.#campaign(campaignId), hash)
    return this.state(campaignId)
  }

  async open(campaignId: string): Promise<ReviewState> {
    await this.signOffs.open(campaignId)
    return this.state(campaignId)
  }

  async #campaign(id: string): Promise<Campaign> {
    const { cache, line } = this.tools
    if (line.online) {
      const { value } = await line.client.getRecord('campaigns', id, { priority: 'click' })
      await cache.catalogue.upsert({ list: 'campaigns', record: value })
      return value
    }
    const stored = await cache.catalogue.get({ list: 'campaigns', id })
    if (stored === null) throw problem('not_found')
    return campaignSchema.parse(stored)
  }

  async #known(): Promise<KnownVariables> {
    return new KnownVariables((await this.tools.cache.contacts.fields()).map(({ key }) => key))
  }
}

/** Whom a review was of; null: of a mail alone. */
export type ReviewedAudience = Audience | null
