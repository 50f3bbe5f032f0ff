import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { Emitter } from '../../../src-shared/emitter'
import type { Clock } from '../../core/clock'
import type { ContactDetail, ValueOutcome, WriteOutcome } from '../../../src-shared/bridge/contacts'
import type { OutboxEntry } from '../../../src-shared/bridge/outbox'
import type { UpdateContactRequest, UpsertContactRequest } from '../../../src-shared/interface/contact'
import type { TrackRequest } from '../../../src-shared/interface/event'
import type { Cache } from '../../cache/store'
import type { OutboxRecord } from './store/api'
import type { Logger } from '../../core/log'
import { isAway } from '../../core/client/reach'
import { PendingWork } from '../../core/client/under-way'
import { problem } from '../../core/problems'
import { attempt, edit, isWaiting, type EditTools } from './edits'
import type { OutboxAccess } from './access'
import { takeOut, resolve, type OutboxAnswer } from './resolving'
import { track, type TrackOutcome } from './tracking'
import { logged, settleInterrupted } from '../../cache/write-log'
import { againTitle, summaryOf } from './words'
import { sameValue } from '../../../src-shared/same-value'

/** Every write of a profile to its service (docs/rules.md, rules 3, 7 and 11). */
interface Outbox {
  /** What waits or wants a person, the oldest first. */
  entries(): Promise<OutboxEntry[]>
  /** `reason`: why somebody is subscribed again. */
  create(request: UpsertContactRequest, reason?: string): Promise<{ contact: ContactDetail; isNew: boolean }>
  update(id: string, change: UpdateContactRequest, reason?: string): Promise<WriteOutcome>
  /** Writes one key of the data, unless the service holds another value than was shown: that is answered, and nothing sent. */
  setValue(of: ValueWrite): Promise<ValueOutcome>
  /** `email` must be the contact's address, typed or confirmed. */
  remove(id: string, email: string): Promise<WriteOutcome>
  track(request: TrackRequest): Promise<TrackOutcome>
  revoke(id: number): Promise<void>
  resolve(id: number, choice: OutboxAnswer): Promise<void>
  /** Sends what is queued, in order. Called when the service answers again. */
  flush(): Promise<void>
  /** Sends what waits; nobody waits for what comes of it. */
  flushByItself(): void
  watch(listener: () => void): () => void
  /** Resolves when nothing is being sent. */
  close(): Promise<void>
}

/** What an outbox is given. `readOnly` is asked before every write. */
interface OutboxOptions {
  cache: Cache
  access: OutboxAccess
  clock: Clock
  log: Logger
  readOnly(): boolean
}

/** After a failure of the service itself the rest of the queue is tried again so much later. */
const pauseMs = 30_000

/** Opens the outbox of a profile, settling what was in flight when the program last ended. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { cache, clock } = options
  await settleInterrupted(cache)
  for (const { entry } of await cache.outbox.open()) {
    if (entry.state !== 'in_flight') continue
    // An edit by id has the same effect twice; an event may have been taken, so a person decides.
    const tracked = entry.kind === 'track'
    await cache.outbox.set({
      id: entry.id,
      state: tracked ? 'unknown' : 'queued',
      now: clock.now(),
      problem: tracked ? problem('outcome_unknown').problem : null,
    })
  }
  return new ProfileOutbox(options)
}

class ProfileOutbox implements Outbox {
  readonly #listeners = new Emitter()
  readonly watch = this.#listeners.add
  readonly #closing = new AbortController()
  readonly #tools: EditTools
  readonly #underWay = new PendingWork()
  #flushing: Promise<void> | null = null
  #again = false

  constructor(private readonly options: OutboxOptions) {
    const { cache, access, clock } = options
    this.#tools = { cache, access, clock, changed: () => this.#announce() }
  }

  async entries(): Promise<OutboxEntry[]> {
    return (await this.options.cache.outbox.open()).map(shownEntry)
  }

  create(
    request: UpsertContactRequest,
    reason?: string,
  ): Promise<{ contact: ContactDetail; isNew: boolean }> {
    return this.#writing(async () => {
      const { cache, clock, access } = this.options
      const write = {
        cause: 'person',
        title:
          reason === undefined
            ? tell('told.addContact', { email: request.email })
            : againTitle(request.email, reason),
        method: 'POST',
        path: '/contacts',
        body: request,
      } as const
      if (!access.online) throw offlineCreate()
      const answer = await logged(cache, clock, write, () =>
        access.client.upsertContact(request, { priority: 'click' }),
      ).catch((error: unknown) => {
        throw isAway(error) ? offlineCreate(error) : error
      })
      const { _meta, ...record } = answer.value
      await cache.contacts.upsert(record)
      const contact = await cache.contacts.get(record.id)
      if (!contact) throw problem('internal')
      return { contact, isNew: _meta?.isNew ?? answer.status === 201 }
    })
  }

  update(id: string, change: UpdateContactRequest, reason?: string): Promise<WriteOutcome> {
    return this.#writing(() => edit(this.#tools, id, change, reason))
  }

  setValue(of: ValueWrite): Promise<ValueOutcome> {
    return this.#writing(() => writeValue(this.#tools, of))
  }

  remove(id: string, email: string): Promise<WriteOutcome> {
    return this.#writing(async () => {
      const contact = await this.options.cache.contacts.get(id)
      if (contact && contact.email.toLowerCase() !== email.trim().toLowerCase()) {
        throw problem('input_invalid', {
          why: tell('outbox.outbox.theAddressTypedIs'),
          fields: [{ field: 'email', message: t('outbox.outbox.itDiffersFromThe') }],
        })
      }
      return edit(this.#tools, id, null)
    })
  }

  track(request: TrackRequest): Promise<TrackOutcome> {
    return this.#writing(() => track(this.#tools, request))
  }

  async revoke(id: number): Promise<void> {
    const record = await this.#record(id)
    if (record.entry.state !== 'queued' && record.entry.state !== 'conflict') {
      throw problem('conflict', {
        title: tell('words.itHasLeft'),
        why: tell('outbox.outbox.thisChangeIsOn'),
      })
    }
    await takeOut(this.#tools, record)
  }

  async resolve(id: number, choice: OutboxAnswer): Promise<void> {
    const record = await this.#record(id)
    if (choice === 'mine' || choice === 'again') this.#refuseReadOnly()
    await this.#underWay.follow(resolve(this.#tools, record, choice))
    await this.flush()
  }

  flush(): Promise<void> {
    // What is queued while the queue is being worked off is not forgotten.
    this.#again = this.#flushing !== null
    this.#flushing ??= this.#underWay.follow(this.#sendAll()).finally(() => {
      this.#flushing = null
      if (this.#again) this.flushByItself()
    })
    return this.#flushing
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    this.#listeners.clear()
    await this.#underWay.ended()
  }

  async #sendAll(): Promise<void> {
    const held = new Set<string | null>()
    for (const { entry } of await this.options.cache.outbox.open()) {
      const { access, log, readOnly } = this.options
      if (!access.online || readOnly() || this.#closing.signal.aborted) return
      if (entry.kind === 'track') continue
      const record = await this.options.cache.outbox.get(entry.id)
      if (!record || held.has(entry.contactId)) continue
      if (record.entry.state === 'queued') {
        const outcome = await attempt(this.#tools, record)
        if (outcome.kind === 'settled') continue
        if (outcome.kind === 'wait') {
          log.warn('outbox_waits', { count: 1 })
          if (access.online && !outcome.needsPerson) this.#later()
          return
        }
      }
      // Later edits of the same contact keep their place behind this one.
      if (isWaiting(record.entry.state)) held.add(entry.contactId)
    }
  }

  flushByItself(): void {
    this.flush().catch((error: unknown) => this.options.log.error('outbox_failed', { detail: String(error) }))
  }

  #later(): void {
    const { clock, log } = this.options
    clock.sleep(pauseMs, this.#closing.signal).then(
      () => this.flushByItself(),
      () => log.info('outbox_closed'),
    )
  }

  #writing<T>(work: () => Promise<T>): Promise<T> {
    this.#refuseReadOnly()
    return this.#underWay.follow(work())
  }

  #refuseReadOnly(): void {
    if (this.options.readOnly()) throw problem('profile_read_only')
  }

  async #record(id: number): Promise<OutboxRecord> {
    const record = await this.options.cache.outbox.get(id)
    if (!record) throw problem('not_found', { why: tell('outbox.outbox.theOutboxDoesNot') })
    return record
  }

  #announce(): void {
    this.#listeners.emit()
  }
}

function offlineCreate(cause?: unknown) {
  return problem('offline', { why: tell('outbox.outbox.theServiceCannotBe') }, { cause })
}

const shownEntry = (record: OutboxRecord): OutboxEntry => ({ ...record.entry, summary: summaryOf(record) })

/** One key of a contact's data to be written: null removes it. `shown`: what a person saw there; null: nothing. */
interface ValueWrite {
  id: string
  key: string
  value?: unknown
  shown?: unknown
}

/**
 * Writes one value that a person entered in the place of another. The contact is read again before: where it changed
 * meanwhile, nothing is sent and the person is asked. Offline, and behind earlier changes of the same contact, it waits
 * in the outbox, which compares when it sends.
 */
async function writeValue(
  tools: EditTools,
  { id, key, value = null, shown = null }: ValueWrite,
): Promise<ValueOutcome> {
  if (!(await mustWait(tools, id))) {
    const theirs = await readAgain(tools, id, key)
    if (theirs && !sameValue(theirs.value, shown) && !sameValue(theirs.value, value))
      return { outcome: 'differs', theirs: theirs.value }
  }
  return edit(tools, id, { data: { [key]: value } })
}

async function mustWait({ access, cache }: EditTools, id: string): Promise<boolean> {
  if (!access.online) return true
  return (await cache.outbox.open()).some(({ entry }) => entry.contactId === id && isWaiting(entry.state))
}

/** What the service holds now, taken into the copy; null where it does not answer. */
async function readAgain(
  { access, cache }: EditTools,
  id: string,
  key: string,
): Promise<{ value: unknown } | null> {
  try {
    const contact = (await access.client.getContact(id, { priority: 'click' })).value
    await cache.contacts.upsert(contact)
    return { value: contact.data[key] ?? null }
  } catch (error) {
    if (isAway(error)) return null
    throw error
  }
}
