import type { Answer } from '../../client/answer'
import type { CallOptions } from '../../client/call-options'
import type { Clock } from '../../clock'
import type { Job } from '../../../src-shared/bridge/jobs'
import type { Contact, UpdateContactRequest } from '../../../src-shared/interface/contact'
import { sameValue } from '../../../src-shared/same-value'
import type { CorrectionTarget } from '../../cache/corrections'
import type { Cache } from '../../cache/store'
import { logged, type LoggedWrite } from '../../cache/write-log'
import { isProblem } from '../../problems'
import { leaving } from '../leaving'
import type { JobLine } from '../line'

/** What the jobs of corrections are given. */
export interface CorrectionTools {
  cache: Cache
  line: JobLine
  clock: Clock
}

/** The calls of one job of corrections: writes are logged, and the copy follows every answer. */
export class ServiceCalls {
  constructor(
    private readonly job: Job,
    private readonly tools: CorrectionTools,
    private readonly signal: AbortSignal,
  ) {}

  /** A contact as the service holds it now; null: it is gone, there and from the copy. */
  async read(id: string): Promise<Contact | null> {
    const { cache, line } = this.tools
    try {
      const { value } = await this.#leaving((options) => line.client.getContact(id, options))
      await cache.contacts.upsert(value)
      return value
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error
      await cache.contacts.remove(id)
      return null
    }
  }

  /** The contact of an address, as the service holds it now: the copy may not know it yet. */
  async find(email: string): Promise<Contact | null> {
    const { cache, line } = this.tools
    const known = await cache.contacts.findByEmail(email)
    if (known) {
      const there = await this.read(known.id)
      if (there && isSame(there.email, email)) return there
    }
    const { value } = await this.#leaving((options) =>
      line.client.listContacts({ limit: 20, search: email }, options),
    )
    const found = value.items.find((contact) => isSame(contact.email, email)) ?? null
    if (found) await cache.contacts.upsert(found)
    return found
  }

  /** Asks the service to give a contact another address. It may answer with the old one: it does not allow that. */
  async changeAddress(id: string, from: string, email: string): Promise<Contact> {
    const write = this.#patch(id, `Change ${from} to ${email}`, { email })
    return this.#write(write, (options) => this.tools.line.client.changeAddress(id, email, options))
  }

  async update(id: string, title: string, change: UpdateContactRequest): Promise<Contact> {
    return this.#write(this.#patch(id, title, change), (options) =>
      this.tools.line.client.updateContact(id, change, options),
    )
  }

  async create(body: {
    email: string
    subscribed: boolean
    data: Record<string, unknown>
  }): Promise<Contact> {
    const write = { title: `Add ${body.email}`, method: 'POST', path: '/contacts', body } as const
    return this.#write(write, (options) => this.tools.line.client.upsertContact(body, options))
  }

  async delete(id: string, email: string): Promise<void> {
    const { cache, line, clock } = this.tools
    const write = { title: `Delete ${email}`, method: 'DELETE', path: pathOf(id), body: null } as const
    try {
      await this.#leaving((options) =>
        logged(cache, clock, { cause: this.job.title, ...write }, () =>
          line.client.deleteContact(id, options),
        ),
      )
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error
    }
    await cache.contacts.remove(id)
  }

  #patch(id: string, title: string, body: unknown) {
    return { title, method: 'PATCH', path: pathOf(id), body } as const
  }

  async #write(
    write: Omit<LoggedWrite, 'cause'>,
    call: (options: CallOptions) => Promise<Answer<Contact>>,
  ): Promise<Contact> {
    const { cache, clock } = this.tools
    const { value } = await this.#leaving((options) =>
      logged(cache, clock, { cause: this.job.title, ...write }, () => call(options)),
    )
    await cache.contacts.upsert(value)
    return value
  }

  #leaving<T>(call: (options: CallOptions) => Promise<T>): Promise<T> {
    return leaving(this.signal, this.tools.clock, call)
  }
}

/** Whether two texts are one address, as the service tells them apart. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Whether a contact is as one that is made in the place of another: whatever somebody changed of it since makes it theirs. */
export function isAsMade(
  { email, subscribed, data }: Contact,
  suggestion: string,
  before: NonNullable<CorrectionTarget['before']>,
): boolean {
  return isSame(email, suggestion) && subscribed === before.subscribed && sameValue(data, before.data)
}

const pathOf = (id: string) => `/contacts/${encodeURIComponent(id)}`
