import { tell } from '../../../src-shared/messages/told'
import type {
  AudienceFigures,
  LinkAnswer,
  Mail,
  RenderAs,
  ReviewInput,
  ReviewState,
  ReviewStep,
  Rule,
} from '../../../src-shared/bridge/review'
import type { MailProgram, RenderedMail } from '../../../src-shared/bridge/rendered-mail'
import type { TemplateLanguage } from '../../../src-shared/interface/liquid-view'
import type { Campaign } from '../../../src-shared/interface/campaign'
import { languageOf } from '../catalogue'
import type { ServiceClient } from '../../core/client/client'
import { problem } from '../../core/problems'
import { faintestIn } from './contrast/faint'
import { readMail } from './language'
import { lookUpLinks } from './look-up-links'
import { parseMail } from './parsed-mail'
import { RememberedReviews } from './people'
import { valuesOf } from './people-values'
import { Pictures } from './render/pictures'
import { renderMail, type RenderOptions } from './render/rendering'
import { linksToLookUp } from './rules/links'
import { leftOutBy } from './rules/programs/features'
import { runReview, type RunTools } from './run'
import { SignOffs } from './sign-off'
import { audienceFigures, leftOutOf } from './survey'
import { KnownVariables } from './variables'
import type { Web } from './web'

/** What reviews are made with. */
interface ReviewTools extends RunTools {
  web: Web
  access: { readonly client: ServiceClient; readonly online: boolean }
}

/** Looking at mails before they are sent: as somebody receives them, by rules, and what a person decided about it. */
export class Reviews {
  readonly signOffs: SignOffs
  readonly #pictures: Pictures
  readonly #reviews = new RememberedReviews()

  constructor(private readonly tools: ReviewTools) {
    this.signOffs = new SignOffs(tools.cache, tools.clock)
    this.#pictures = new Pictures(tools.web)
  }

  /** Renders a mail as somebody receives it. */
  async render(
    input: {
      mail: Mail
      as: RenderAs
      marks: boolean
      images: boolean
      dark: RenderOptions['dark']
      program?: MailProgram | undefined
      beside?: Record<string, string> | undefined
    },
    signal?: AbortSignal,
  ): Promise<RenderedMail> {
    const { mail, as, marks, images, dark, program, beside = {} } = input
    const values = await valuesOf(as, this.tools)
    const known = marks ? await this.#known() : new KnownVariables([])
    const language = await languageOf(this.tools.cache)
    const rendered = await renderMail(mail, {
      values,
      language,
      isKnown: (name) => known.has(name) || (as.kind === 'values' && name in as.data),
      marks,
      namesMissing: as.kind === 'values',
      dark,
      without: program && leftOutBy(program),
      beside: new Map(Object.entries(beside)),
      pictures: images ? (addresses) => this.#pictures.load(addresses, signal) : null,
    })
    return { ...rendered, faint: faintestIn(readMail(mail, language).mail.body, dark, rendered.ownDark) }
  }

  /** Names that variables can have, those of the service first, and the language that templates are read in. */
  async variables(): Promise<{ variables: { name: string; count: number }[]; language: TemplateLanguage }> {
    const { contacts, maintenance } = this.tools.cache
    const [fields, copy] = [await contacts.fields(), await maintenance.revision()]
    const own = ['email', 'id', 'unsubscribeUrl', 'manageUrl', 'subscribeUrl']
    const written = fields.map(({ key, count }) => ({ name: key, count }))
    return {
      variables: [
        ...own.map((name) => ({ name, count: copy.contacts })),
        ...written.sort((one, other) => other.count - one.count),
      ],
      language: await languageOf(this.tools.cache),
    }
  }

  /** Checks a mail over the people who would get it. */
  run(input: ReviewInput, signal?: AbortSignal): AsyncGenerator<ReviewStep, void, undefined> {
    return runReview(input, this.tools, (review) => this.#reviews.add(review), signal)
  }

  /** Freezes the people that a check counted. Rejects with `not_found` where the review is too old. */
  async people(reviewId: string, key: string): Promise<{ selectionId: string; count: number }> {
    const people = await this.#reviews.people(reviewId, key, this.tools.cache)
    await this.tools.frozen.keep(people)
    return people
  }

  /** How many several audiences reach. */
  figures(of: Parameters<typeof audienceFigures>[0]): Promise<AudienceFigures> {
    return audienceFigures(of, this.tools.cache)
  }

  /** Freezes those whom an audience leaves out of another. */
  async leftOut(of: Parameters<typeof leftOutOf>[0]): Promise<{ selectionId: string; count: number }> {
    const people = await leftOutOf(of, this.tools.cache)
    await this.tools.frozen.keep(people)
    return people
  }

  letGo(reviewId: string): void {
    this.#reviews.letGo(reviewId)
  }

  /** Asks every link of a mail once. */
  async *lookUpLinks(mail: Mail, signal?: AbortSignal): AsyncGenerator<LinkAnswer, void, undefined> {
    const read = readMail(mail, await languageOf(this.tools.cache))
    yield* lookUpLinks(linksToLookUp(parseMail(read.mail)), this.tools.web, signal)
  }

  /** Switches a rule off for a campaign with a reason, or on again with null. */
  async setRule(campaignId: string, rule: Rule, reason: string | null): Promise<ReviewState> {
    await this.tools.cache.reviews.setRule({ campaignId, rule, reason, now: this.tools.clock.now() })
    return this.state(campaignId)
  }

  state(campaignId: string): Promise<ReviewState> {
    return this.signOffs.state(campaignId)
  }

  /** Signs off what the service holds, read anew. Rejects with `offline` where it cannot be asked. */
  async signOff(campaignId: string, hash: string): Promise<ReviewState> {
    await this.signOffs.sign(await this.#campaign(campaignId), hash)
    return this.state(campaignId)
  }

  async open(campaignId: string): Promise<ReviewState> {
    await this.signOffs.open(campaignId)
    return this.state(campaignId)
  }

  async #campaign(id: string): Promise<Campaign> {
    const { cache, access } = this.tools
    if (!access.online) {
      throw problem('offline', {
        why: tell('review.reviews.signingComparesWithWhat'),
      })
    }
    const { value } = await access.client.getRecord('campaigns', id, { priority: 'click' })
    await cache.catalogue.upsert({ list: 'campaigns', record: value })
    return value
  }

  async #known(): Promise<KnownVariables> {
    return new KnownVariables((await this.tools.cache.contacts.fields()).map(({ key }) => key))
  }
}
