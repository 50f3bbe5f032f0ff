import { t } from '../../../src-shared/messages/message'
import type { CountDifference, Counted } from '../../../src-shared/bridge/capabilities'
import { campaignSchema, type Campaign } from '../../../src-shared/interface/campaign'
import type { FilterReading } from '../../../src-shared/interface/filter'
import { segmentSchema, type Segment } from '../../../src-shared/interface/segment'
import type { Cache } from '../../cache/store'
import { conditionOf, gatherSegments } from '../segments'
import { instantOf } from '../../../src-shared/instants'
import { audienceOf, mailOf, defined, undeliverableSegments } from '../review'

/** Two figures of the same people are compared where no more time than this lies between them (milliseconds). */
const nearMs = 10 * 60_000
/** Deployed services count a segment again so often, and a little later (milliseconds). */
const keptMs = 6 * 60_000
/** So many segments and campaigns are compared by themselves: each is counted over the copy. */
const most = 500

/** What comparing takes. */
interface ComparingTools {
  cache: Cache
  /** How the service reads conditions; null where that is not known yet. */
  reading(): FilterReading | null
  /** Whether contacts are being read: their number is then on its way. */
  isReading(): boolean
}

type Figures = Pick<CountDifference, 'name' | 'here' | 'there' | 'reason' | 'countedAt'>
type Moments = Pick<CountDifference, 'hereAt' | 'thereAt'>

/** Compares counts of the console with those of the service for the same people, and remembers where they differ. */
export class CountComparison {
  #asked = 0

  constructor(private readonly tools: ComparingTools) {}

  /** The difference as it is now; null where there is none, or where the two cannot be compared. */
  async compare(of: Counted): Promise<CountDifference | null> {
    const { cache } = this.tools
    if (of.kind === 'contacts')
      return (await cache.capabilities.differences()).find((known) => known.of.kind === 'contacts') ?? null
    const list = of.kind === 'segment' ? 'segments' : 'campaigns'
    const moments = await this.#moments(list)
    if (moments === null) return null
    const record = await cache.catalogue.get({ list, id: of.id })
    if (record === null) return null
    const figures =
      of.kind === 'segment'
        ? await this.#ofSegment(segmentSchema.parse(record))
        : await this.#ofCampaign(campaignSchema.parse(record))
    return this.#keep(of, figures, moments)
  }

  /** Compares the number of contacts with what the service said at `at`. */
  async compareContacts(there: number, at: number): Promise<void> {
    const { cache } = this.tools
    const of = { kind: 'contacts' } as const
    const { asOf, rows } = await cache.runs.resource('contacts')
    if (asOf === null || this.tools.isReading() || (await cache.outbox.open()).length > 0) return
    const reason = there > rows ? 'coming' : 'gone'
    const figures: Figures = { name: t('words.contacts'), here: rows, there, reason, countedAt: null }
    await this.#keep(of, figures, { hereAt: asOf, thereAt: at })
  }

  /** Compares all segments, and campaigns that were not sent; forgets what was known of those that are gone. */
  async compareAll(signal: AbortSignal): Promise<void> {
    const { cache } = this.tools
    for (const kind of ['segment', 'campaign'] as const) {
      const list = kind === 'segment' ? 'segments' : 'campaigns'
      const ids = (await cache.catalogue.all(list)).map(
        (record) => segmentSchema.unwrap().pick({ id: true }).parse(record).id,
      )
      await cache.capabilities.keepDifferences({ kind, ids })
      for (const id of ids.slice(0, most)) {
        if (signal.aborted) return
        await this.compare({ kind, id })
      }
    }
  }

  async #ofSegment(segment: Segment): Promise<Figures | null> {
    const { cache } = this.tools
    const { id, name, type, memberCount: there } = segment
    if (there === undefined) return null
    if (type === 'STATIC') {
      const of = { list: 'members', owner: id } as const
      const { asOf, count } = await cache.catalogueParts.page({
        ...of,
        kinds: null,
        slice: { offset: 0, limit: 1 },
      })
      return asOf === null ? null : { name, here: count, there, reason: 'unknown', countedAt: null }
    }
    const condition = type === 'DYNAMIC' ? conditionOf(segment) : null
    if (condition === null) return null
    const { segments, gaps } = await gatherSegments(condition, cache)
    const { count } = await cache.audience.count({ asker: this.#asker(), condition, segments })
    const reason = gaps.length > 0 ? 'notRead' : this.tools.reading() === 'deployed' ? 'kept' : 'unknown'
    return { name, here: count, there, reason, countedAt: null }
  }

  /** Of a campaign that was sent, nobody knows any more whom its audience held then. */
  async #ofCampaign(campaign: Campaign): Promise<Figures | null> {
    const { cache } = this.tools
    const { name, status, totalRecipients: there, updatedAt } = campaign
    if (status !== 'DRAFT' && status !== 'SCHEDULED') return null
    // A service as it is specified counts nobody before it sends.
    if (there === 0 && this.tools.reading() !== 'deployed') return null
    const { audience } = audienceOf(campaign)
    if (audience === null) return null
    const ours = await undeliverableSegments(cache)
    const { definition, gaps } = await defined(audience, mailOf(campaign).type, { cache, ours })
    const { willGet } = await cache.audience.first({ asker: this.#asker(), ...definition })
    const countedAt = instantOf(updatedAt)
    return { name, here: willGet, there, reason: gaps.length > 0 ? 'notRead' : 'saved', countedAt }
  }

  async #keep(of: Counted, figures: Figures | null, moments: Moments): Promise<CountDifference | null> {
    const { capabilities } = this.tools.cache
    const known = (await capabilities.differences()).find((each) => isSame(each.of, of)) ?? null
    if (figures === null || figures.here === figures.there) {
      if (known !== null) await capabilities.compared({ of, difference: null })
      return null
    }
    const difference = lasting(known, { of, ...figures, ...moments })
    if (difference !== known) await capabilities.compared({ of, difference })
    return difference
  }

  /** One of its own for every question: an asker that asks again calls off what it asked before, which somebody else may wait for. */
  #asker(): string {
    return `compared:${++this.#asked}`
  }

  /** When both figures were read; null where too much time lies between them, or the contacts are being read. */
  async #moments(list: 'segments' | 'campaigns'): Promise<Moments | null> {
    const { runs } = this.tools.cache
    if (this.tools.isReading()) return null
    const { asOf: hereAt } = await runs.resource('contacts')
    const { asOf: thereAt } = await runs.resource(list)
    if (hereAt === null || thereAt === null || Math.abs(hereAt - thereAt) > nearMs) return null
    return { hereAt, thereAt }
  }
}

/** A count that the service keeps for minutes does not explain a difference that lasts longer. */
function lasting(known: CountDifference | null, found: CountDifference): CountDifference {
  if (known?.here !== found.here || known.there !== found.there || found.reason !== 'kept') return found
  if (known.reason === 'unknown') return { ...found, reason: 'unknown' }
  return found.thereAt - known.thereAt > keptMs ? { ...found, reason: 'unknown' } : known
}

function isSame(a: Counted, b: Counted): boolean {
  return a.kind === b.kind && (a.kind === 'contacts' || b.kind === 'contacts' || a.id === b.id)
}
