import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { SerialQueue } from '../../../src-shared/serial-queue'
import { Emitter } from '../../../src-shared/emitter'
import type { Priority } from '../../core/client/call-options'
import type { Clock } from '../../core/clock'
import {
  capabilityKeys,
  knownCapabilities,
  type Capability,
  type CapabilityKey,
  type CountDifference,
  type Counted,
  type ServiceAbilities,
} from '../../../src-shared/bridge/capabilities'
import type { FilterReading } from '../../../src-shared/interface/filter'
import type { CapabilityCheck, FoundOut } from './store/capabilities'
import type { Cache } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import type { HeardAnswer } from '../../core/client/heard'
import { createOfferedCalls, type OptionalCall } from '../../core/client/offered-calls'
import type { Logger } from '../../core/log'
import { isProblem, problem } from '../../core/problems'
import { askAll } from './asking'
import { CountComparison } from './counts'
import { totalIn } from './evidence'
import { findingsIn } from './rules'
import { noted } from './traffic'

/** What finding out what a service can do takes. */
export interface CapabilityOptions {
  profileId: string
  /** The service is the embedded one: it is the same at whatever address. */
  embedded: boolean
  cache: Cache
  access: {
    readonly client: ServiceClient
    readonly state: { readonly online: boolean }
    readonly blocked: unknown
    watch(listener: () => void): () => void
    onHeard(listener: (heard: HeardAnswer) => void): void
  }
  /** What of the copy is read anew. */
  copy: {
    /** When contacts, segments and campaigns were last read, as one text that changes with each. */
    readAt(): string
    isReading(): boolean
    watch(listener: () => void): () => void
  }
  clock: Clock
  log: Logger
  /** It asks by itself; else only a person has it ask. */
  unbidden: boolean
}

const hour = 3_600_000
/** Asked by itself no more often than this, where nothing says that the service is another (milliseconds). */
const restMs = hour
const dayMs = 24 * hour
/** After questions that came to nothing, and after an answer that contradicts (milliseconds). */
const againMs = 10 * 60_000
const tickMs = 60_000

/**
 * What the service of a profile can do: asked by itself at connecting, daily, and when an answer contradicts what is
 * remembered; asked at once by a person. Nothing waits for it, and none of its questions writes.
 */
export class Capabilities {
  /** Which calls the service has, as jobs ask before they make them. */
  readonly offered = createOfferedCalls((call) => this.#remembers(call))
  readonly #known = new Map<CapabilityKey, Capability>()
  readonly #listeners = new Emitter()
  /** Called with every change. Returns the way to stop. */
  readonly watch = this.#listeners.add
  readonly #closing = new AbortController()
  readonly #counts: CountComparison
  #asking: Promise<void> | null = null
  #last: CapabilityCheck | null = null
  #differences: CountDifference[] = []
  #wanted = true
  /** Monotonic: not by itself before. */
  #notBefore = 0
  /** Monotonic: when it was last begun. */
  #began = 0
  /** Askings in a row of which some question came to nothing. */
  #failures = 0
  #compared = ''
  /** Whatever is kept and compared, one after another. */
  readonly #work = new SerialQueue()
  #ticking: Promise<void> = Promise.resolve()

  private constructor(private readonly options: CapabilityOptions) {
    const { cache, copy } = options
    this.#counts = new CountComparison({
      cache,
      reading: () => this.#reading(),
      isReading: () => copy.isReading(),
    })
  }

  /** Reads what is remembered, and begins to ask as soon as the service answers. */
  static async open(options: CapabilityOptions): Promise<Capabilities> {
    const opened = new Capabilities(options)
    await opened.#load()
    opened.#wanted = opened.#isStale(restMs)
    options.access.onHeard((heard) => opened.#heard(heard))
    options.access.watch(() => opened.#consider())
    options.copy.watch(() => opened.#compareSoon())
    opened.#consider()
    if (options.unbidden) opened.#ticking = opened.#keepTime()
    return opened
  }

  get state(): ServiceAbilities {
    const { profileId } = this.options
    const last = this.#last
    return {
      profileId,
      capabilities: capabilityKeys.map((key) => this.#known.get(key) ?? notAsked(key)),
      asking: this.#asking !== null,
      askedAt: last?.at ?? null,
      askedBefore: last?.before ?? null,
      requests: last?.requests ?? 0,
      failed: last?.failed ?? 0,
      changed: [...this.#known.values()].filter(
        ({ changedAt }) => last !== null && changedAt !== null && changedAt >= last.at,
      ).length,
      version: last?.version ?? null,
      differences: this.#differences,
    }
  }

  /** Asks now, for a person. Rejects with `offline` where the service does not answer. */
  async ask(): Promise<void> {
    const offline = { why: t('capabilities.capabilities.whatTheServiceCan') }
    if (!this.#mayAsk) throw problem('offline', offline)
    await (this.#asking ?? this.#begin('click'))
    if (!this.#mayAsk) throw problem('offline', offline)
  }

  /** Compares a count with that of the service as both are known now. */
  async compare(of: Counted): Promise<CountDifference | null> {
    const found = await this.#counts.compare(of)
    await this.#load()
    return found
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    this.#listeners.clear()
    await Promise.all([this.#asking, this.#ticking])
    await this.#work.idle()
  }

  get #mayAsk(): boolean {
    const { access } = this.options
    return access.state.online && !access.blocked && !this.#closing.signal.aborted && this.#service !== ''
  }

  /** What is spoken to: another text is another service. */
  get #service(): string {
    const { address } = this.options.access.client.service
    return address !== '' && this.options.embedded ? 'embedded' : address
  }

  #remembers(call: OptionalCall): boolean | null {
    const state = this.#known.get(call)?.state
    return state === 'can' ? true : state === 'cannot' ? false : null
  }

  /** As records told it first, else as it is remembered. */
  #reading(): FilterReading | null {
    const { reading } = this.options.access.client
    if (reading !== null) return reading
    const answer = this.#known.get('textCase')?.answer
    return answer === 'exactCase' ? 'deployed' : answer === 'anyCase' ? 'specified' : null
  }

  #isStale(age: number): boolean {
    const last = this.#last
    return last === null || this.options.clock.now() - last.at > age || last.at > this.options.clock.now()
  }

  /** Asks where there is a reason to, and none against it. */
  #consider(): void {
    const { access, clock, unbidden } = this.options
    this.#tellClient()
    if (this.#last && this.#service !== '' && this.#last.service !== this.#service) this.#forget()
    const { version } = access.client.service
    if (this.#last && version !== null && version !== this.#last.version) {
      this.#wanted = true
      this.#notBefore = Math.min(this.#notBefore, this.#began + tickMs)
    }
    const isDue = this.#wanted || this.#isStale(dayMs)
    if (!unbidden || !isDue || this.#asking || !this.#mayAsk || clock.monotonic() < this.#notBefore) return
    this.#begin('sync').catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.options.log.error('asking_failed', { detail: String(error) })
    })
  }

  #begin(priority: Priority): Promise<void> {
    this.#wanted = false
    this.#began = this.options.clock.monotonic()
    this.#notBefore = this.#began + againMs
    const asking = this.#askAll(priority)
      .catch((error: unknown) => {
        // Left in the middle: it is asked the next time.
        if (!this.#closing.signal.aborted) throw error
      })
      .finally(() => {
        this.#asking = null
        this.#announce()
      })
    this.#asking = asking
    this.#announce()
    return asking
  }

  async #askAll(priority: Priority): Promise<void> {
    const { access, clock, cache } = this.options
    const service = this.#service
    const { signal } = this.#closing
    const online = () => access.state.online
    const { evidence, requests, failed } = await askAll(access.client, { priority, signal, online })
    // What was to be forgotten before is forgotten first.
    await this.#work.idle()
    // Another service stands there by now, or nothing was answered at all: what is known stays as it is.
    if (service !== this.#service || evidence.size === 0) {
      this.#afterFailures(requests)
      return
    }
    this.#afterFailures(failed)
    const now = clock.now()
    const changed = await cache.capabilities.put({ found: findingsIn(evidence), now })
    const { version } = access.client.service
    const { unknownRoute } = evidence
    await cache.capabilities.asked({ at: now, service, version, requests, failed, unknownRoute })
    if (changed.length > 0) await this.#enter(changed, priority)
    const contacts = totalIn(evidence.of('contacts')?.body)
    if (contacts !== null) await this.#counts.compareContacts(contacts, now)
    await this.#load()
  }

  /** What nothing was answered to is asked again, ever more rarely. */
  #afterFailures(failed: number): void {
    this.#failures = failed > 0 ? this.#failures + 1 : 0
    if (failed === 0) return
    this.#wanted = true
    this.#notBefore = this.options.clock.monotonic() + Math.min(dayMs, againMs * 2 ** (this.#failures - 1))
  }

  /** A change of what the service can do stands in the activity log. */
  async #enter(changed: readonly CapabilityKey[], priority: Priority): Promise<void> {
    const { cache, clock } = this.options
    const names = changed.map((key) => tell(knownCapabilities[key].key))
    await cache.activity.add({
      at: clock.now(),
      kind: 'run',
      cause: priority === 'click' ? 'person' : 'schedule',
      title: tell('told.abilitiesChanged', { names }),
      outcome: 'done',
      method: null,
      path: null,
      status: null,
      requestId: null,
      durationMs: null,
      sent: null,
      problem: null,
    })
  }

  /** An answer to the console's own work: what contradicts is remembered at once, or asked about soon. */
  #heard(heard: HeardAnswer): void {
    const { version } = this.options.access.client.service
    if (this.#last && version !== null && version !== this.#last.version) this.#consider()
    const news = noted(heard, this.#known, this.#last?.unknownRoute ?? null)
    if (news === null) return
    if (news === 'ask') {
      this.#wanted = true
      this.#consider()
    } else this.#inTurn(() => this.#remember(news.found))
  }

  async #remember(found: FoundOut): Promise<void> {
    const { cache, clock } = this.options
    const changed = await cache.capabilities.put({ found: [found], now: clock.now() })
    if (changed.length > 0) await this.#enter(changed, 'sync')
    await this.#load()
  }

  #forget(): void {
    this.#last = null
    this.#known.clear()
    this.#differences = []
    this.#wanted = true
    this.#notBefore = 0
    this.#inTurn(() => this.options.cache.capabilities.forget())
    this.#announce()
  }

  /** Once what is compared was read anew, and nothing of it is on its way. */
  #compareSoon(): void {
    const { copy } = this.options
    const readAt = copy.readAt()
    if (readAt === this.#compared || copy.isReading()) return
    this.#compared = readAt
    this.#inTurn(async () => {
      await this.#counts.compareAll(this.#closing.signal)
      await this.#askContacts()
      await this.#load()
    })
  }

  /** Whether a difference of contacts that is known still is one: a request, where there is one to ask about. */
  async #askContacts(): Promise<void> {
    const { access, clock } = this.options
    if (!this.#mayAsk || !this.#differences.some(({ of }) => of.kind === 'contacts')) return
    const { signal } = this.#closing
    const { value } = await access.client.probe('contacts', { priority: 'sync', signal })
    const contacts = value.status === 200 ? totalIn(value.body) : null
    if (contacts !== null) await this.#counts.compareContacts(contacts, clock.now())
  }

  #inTurn(work: () => Promise<void>): void {
    this.#work
      .run(() => (this.#closing.signal.aborted ? undefined : work()))
      .catch((error: unknown) => {
        if (this.#closing.signal.aborted || isProblem(error, 'cache_worker_stopped')) return
        this.options.log.warn('capabilities_not_kept', { detail: String(error) })
      })
  }

  async #load(): Promise<void> {
    const { capabilities } = this.options.cache
    const all = await capabilities.all()
    this.#known.clear()
    for (const each of all) this.#known.set(each.key, each)
    this.#last = await capabilities.asking()
    this.#differences = await capabilities.differences()
    this.#tellClient()
    this.#announce()
  }

  #tellClient(): void {
    this.options.access.client.know({
      campaignsByPut: this.#known.get('campaignChanges')?.answer === 'byPut',
      eventsByPublicKey: this.#known.get('trackKey')?.answer === 'publicKey',
    })
  }

  async #keepTime(): Promise<void> {
    const { clock } = this.options
    const { signal } = this.#closing
    while (!signal.aborted) {
      this.#consider()
      await clock.sleep(tickMs, signal).catch(() => undefined)
    }
  }

  #announce(): void {
    this.#listeners.emit()
  }
}

function notAsked(key: CapabilityKey): Capability {
  return {
    key,
    state: 'notAsked',
    answer: null,
    amount: null,
    evidence: '',
    askedAt: null,
    since: null,
    changedAt: null,
  }
}
