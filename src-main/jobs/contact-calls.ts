import { tell, type ToldSentence } from '../../src-shared/messages/told'
import type { Job } from '../../src-shared/bridge/jobs'
import type { Contact, UpdateContactRequest } from '../../src-shared/interface/contact'
import { logged, type LoggedAnswer, type LoggedWrite } from '../cache/write-log'
import type { Cache } from '../cache/store'
import type { Answer, CallOptions } from '../core/client/call-options'
import type { Clock } from '../core/clock'
import { isProblem, problem } from '../core/problems'
import { leaving, stoppedAfter } from './leaving'
import type { JobAccess } from './access'

/** What calls about contacts take. */
export interface ContactTools {
  cache: Cache
  access: JobAccess
  clock: Clock
}

/** Whether two texts are one address, as the service tells them apart. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The calls of one job about contacts, one at a time: writes are logged, and the copy follows every answer. */
export class ContactCalls {
  constructor(
    private readonly job: Job,
    private readonly tools: ContactTools,
    private readonly signal: AbortSignal,
    /** So long (milliseconds) a write may wait to leave, be it for the budget or after a 429; then it rejects with `cancelled`. */
    private readonly waitMs: number | null = null,
  ) {}

  /** A contact as the service holds it now. Rejects with `not_found` where it is gone there. */
  async get(id: string): Promise<Contact> {
    const { cache, access } = this.tools
    const { value } = await this.#leaving((options) => access.client.getContact(id, options))
    await cache.contacts.upsert(value)
    return value
  }

  /** A contact as the service holds it now; null: it is gone, there and from the copy. */
  async read(id: string): Promise<Contact | null> {
    try {
      return await this.get(id)
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error
      await this.tools.cache.contacts.remove(id)
      return null
    }
  }

  /** The contact of an address, as the service holds it now: the copy may not know it yet. */
  async find(email: string): Promise<Contact | null> {
    const { cache, access } = this.tools
    const known = await cache.contacts.findByEmail(email)
    if (known) {
      const there = await this.read(known.id)
      if (there && isSameAddress(there.email, email)) return there
    }
    const { value } = await this.#leaving((options) =>
      access.client.listContacts({ limit: 20, search: email }, options),
    )
    const found = value.items.find((contact) => isSameAddress(contact.email, email)) ?? null
    if (found) await cache.contacts.upsert(found)
    return found
  }

  /** Asks the service to give a contact another address. It may answer with the old one: it does not allow that. */
  async changeAddress(id: string, from: string, email: string): Promise<Contact> {
    const write = this.#patch(id, tell('told.changeAddress', { from, email }), { email })
    return this.#write(write, (options) => this.tools.access.client.changeAddress(id, email, options))
  }

  /** Changes a contact. An answer about another contact than this one is `answer_malformed`. */
  async update(id: string, title: ToldSentence, change: UpdateContactRequest): Promise<Contact> {
    return this.#write(
      this.#patch(id, title, change),
      (options) => this.tools.access.client.updateContact(id, change, options),
      id,
    )
  }

  async create(body: {
    email: string
    subscribed: boolean
    data: Record<string, unknown>
  }): Promise<Contact> {
    const write = {
      title: tell('told.addContact', { email: body.email }),
      method: 'POST',
      path: '/contacts',
      body,
    } as const
    return this.#write(write, (options) => this.tools.access.client.upsertContact(body, options))
  }

  /** Deletes a contact, or finds it deleted: by somebody else, or by a call of ours whose answer was lost. */
  async delete(id: string, email: string): Promise<void> {
    const { cache, access } = this.tools
    const write = {
      title: tell('told.deleteContact', { email }),
      method: 'DELETE',
      path: pathOf(id),
      body: null,
    } as const
    try {
      await this.send(write, (options) => access.client.deleteContact(id, options))
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error
    }
    await cache.contacts.remove(id)
  }

  #patch(id: string, title: ToldSentence, body: unknown) {
    return { title, method: 'PATCH', path: pathOf(id), body } as const
  }

  async #write(
    write: Omit<LoggedWrite, 'cause'>,
    call: (options: CallOptions) => Promise<Answer<Contact>>,
    of?: string,
  ): Promise<Contact> {
    const { value } = await this.send(write, call)
    if (of !== undefined && value.id !== of) {
      throw problem('answer_malformed', {
        why: tell('jobs.contactCalls.theServiceAnsweredWith'),
      })
    }
    await this.tools.cache.contacts.upsert(value)
    return value
  }

  /** Makes a write, entered into the activity log as one of the job. */
  send<T extends LoggedAnswer>(
    write: Omit<LoggedWrite, 'cause'>,
    call: (options: CallOptions) => Promise<T>,
  ): Promise<T> {
    const { waitMs } = this
    const { cache, clock } = this.tools
    const entry = { cause: 'person', job: this.job.id, ...write } as const
    return this.#leaving((options) =>
      logged(cache, clock, entry, () =>
        waitMs === null ? call(options) : stoppedAfter(waitMs, clock, options, call),
      ),
    )
  }

  #leaving<T>(call: (options: CallOptions) => Promise<T>): Promise<T> {
    return leaving(this.signal, this.tools.clock, call)
  }
}

const pathOf = (id: string) => `/contacts/${encodeURIComponent(id)}`
