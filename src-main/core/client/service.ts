import type { ServiceQuirks } from './service-quirks'
import type { Answer } from './answer'
import type { CallOptions } from './call-options'
import type { Clock } from '../clock'
import { largestAnswer } from './too-large'
import { jsonText } from '../../../src-shared/interface/exact-number'
import { z } from 'zod'
import {
  contactSchema,
  upsertedContactSchema,
  type Contact,
  type UpdateContactRequest,
} from '../../../src-shared/interface/contact'
import { eventSchema, trackedEventSchema } from '../../../src-shared/interface/event'
import { addedMembersSchema, removedMembersSchema } from '../../../src-shared/interface/segment'
import { limits } from '../../../src-shared/interface/limits'
import { decodeList, decodeNames, decodeRecord, type Decoded } from '../../../src-shared/interface/paging'
import { keepSecret, type Logger } from '../log'
import { isProblem, problem } from '../problems'
import { decodeAnswer, decodeDeleted, isRefusal } from './answers'
import { createAsk } from './asking'
import { parseBody } from './body'
import { createBudget, type SpentBefore } from './budget'
import { bulkClient } from './bulk'
import { catalogueClient, recordPath } from './catalogue'
import { createCaller, type TimeLimits } from './calls'
import { deployedClient } from './deployed'
import { stepClient } from './workflow-steps'
import { imageClient } from './images'
import { projectActivityClient } from './project-activity'
import type { ServiceClient } from './client'
import { Hearing } from './heard'
import { mailClient } from './mail'
import { askProbe } from './probes'
import { KeyProject } from './projects'
import { listQuery } from './query'
import { factsOf, type UsedKey } from './refusals'
import { refuseUnusableKey } from './idempotency'
import { createTransport } from './transport'
import { needsPublicKey, trackOutcome, withoutPublicKey } from './track'
import { readVerification } from './verify'

/** What a client is opened with. */
export interface ServiceClientOptions {
  /** As `tidyAddress` gives it. */
  address: string
  secretKey: string
  /** Used for tracking where it is given: it may do nothing else. */
  publicKey?: string | null
  clock: Clock
  /** Of the console, for `User-Agent`. */
  version: string
  /** Most requests a minute; the documented 1,000 unless said otherwise. */
  ceiling?: number
  /** 0.05 to 1. */
  backgroundShare: number
  /** What was spent before, by a program that ended meanwhile. */
  before?: SpentBefore
  log: Logger
  /** Milliseconds for a connection and for a whole answer, in place of what each priority gets. */
  limits?: Partial<TimeLimits>
  /** Most bytes of an answer once decompressed, 32 MB unless said otherwise. */
  maxAnswerBytes?: number
}

/**
 * Opens the client of one project: one budget, one set of connections.
 * In one piece: its calls share the ways of asking at its head.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { clock, log } = options
  keepSecret(options.secretKey)
  if (options.publicKey) keepSecret(options.publicKey)
  const budget = createBudget({
    clock,
    ceiling: options.ceiling ?? limits.requestsPerMinute,
    backgroundShare: options.backgroundShare,
    ...(options.before && { before: options.before }),
  })
  const transport = createTransport({
    address: options.address,
    version: options.version,
    clock,
    maxAnswerBytes: options.maxAnswerBytes ?? largestAnswer,
  })
  const hearing = new Hearing()
  const call = hearing.through(createCaller({ transport, budget, clock, log }, options.limits))
  const known: ServiceQuirks = { campaignsByPut: false, eventsByPublicKey: false }
  const closing = new AbortController()
  const secret: UsedKey = { text: options.secretKey, takesPublic: false }
  const tracking: UsedKey = { text: options.publicKey || options.secretKey, takesPublic: true }

  const ask = createAsk({ call, key: secret, closing: closing.signal, clock })

  const project = new KeyProject(ask)

  const get = <T>(path: string, callOptions: CallOptions, decode: (body: unknown) => Decoded<T>) =>
    ask({ method: 'GET', path }, callOptions, ({ answer }, key) => decodeAnswer(answer, decode, key))

  /** A list whose endpoint every service has: that it is unknown means that this is another service. */
  async function list<T>(path: string, callOptions: CallOptions, decode: (body: unknown) => Decoded<T>) {
    try {
      return await get(path, callOptions, decode)
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error
      const why = `The address answers, but knows nothing of ${path.replace(/\?.*$/, '')}.`
      throw problem('not_the_service', { ...factsOf(error.problem), why }, { cause: error })
    }
  }

  /** A list that a deployment may not have: `absent` in its place. */
  async function optional<T>(
    path: string,
    callOptions: CallOptions,
    absent: T,
    decode: (body: unknown) => Decoded<T>,
  ): Promise<Answer<T>> {
    return ask({ method: 'GET', path }, callOptions, ({ answer }, key) =>
      answer.status === 404 ? absent : decodeAnswer(answer, decode, key),
    )
  }

  const contactPath = (id: string) => recordPath('contacts', id)
  const membersPath = (id: string) => `${recordPath('segments', id)}/members`
  const contact = (body: unknown) => decodeRecord(body, contactSchema)

  async function updateContact(
    id: string,
    changes: UpdateContactRequest | { email: string },
    callOptions: CallOptions,
  ) {
    const path = contactPath(id)
    const body = jsonText(changes)
    const updated = await ask<Contact | null>(
      { method: 'PATCH', path, body },
      callOptions,
      ({ answer }, key) => {
        const bare = answer.text.trim() === '' || isPlainSuccess(parseBody(answer.text))
        return bare && !isRefusal(answer, undefined) ? null : decodeAnswer(answer, contact, key)
      },
    )
    if (updated.value) return { ...updated, value: updated.value }
    // Done, but without the record: it is read, so that the copy holds what the service made of the change.
    const read = await get(path, { ...callOptions, onSent: undefined }, contact)
    return { ...updated, value: read.value }
  }

  return {
    ...catalogueClient(ask, project, known),
    ...mailClient(ask),
    ...deployedClient(ask),
    ...stepClient(ask),
    ...projectActivityClient(ask),
    ...imageClient(ask),
    ...bulkClient(ask),
    listContacts: ({ subscribed, search, ...request }, callOptions) =>
      list(`/contacts${listQuery(request, { subscribed, search })}`, callOptions, (body) => {
        const page = decodeList(body, 'contacts', contactSchema, request)
        if (page.ok) project.note(body, page.value.items.length)
        return page
      }),
    listEvents: ({ eventName, ...request }, callOptions) =>
      list(`/events${listQuery(request, { eventName })}`, callOptions, (body) =>
        decodeList(body, 'events', eventSchema, request),
      ),
    listEventNames: (callOptions) => list('/events/names', callOptions, decodeNames),
    async countCampaigns(callOptions) {
      const request = { limit: 1 }
      return optional<number | null>(`/campaigns${listQuery(request)}`, callOptions, null, (body) => {
        const page = decodeList(body, 'campaigns', z.unknown(), request)
        return page.ok ? { ok: true, value: page.value.total } : page
      })
    },
    getContact: async (id, callOptions) => get(contactPath(id), callOptions, contact),
    upsertContact: (body, callOptions) =>
      ask({ method: 'POST', path: '/contacts', body: jsonText(body) }, callOptions, ({ answer }, key) =>
        decodeAnswer(answer, (json) => decodeRecord(json, upsertedContactSchema), key),
      ),
    updateContact,
    changeAddress: (id, email, callOptions) => updateContact(id, { email }, callOptions),
    deleteContact: async (id, callOptions) =>
      ask({ method: 'DELETE', path: contactPath(id) }, callOptions, decodeDeleted),
    listMembers: async (id, request, callOptions) =>
      get(`${recordPath('segments', id)}/contacts${listQuery(request)}`, callOptions, (body) =>
        decodeList(body, 'contacts', contactSchema, request),
      ),
    addMembers: async (id, emails, { createMissing, ...callOptions }) =>
      ask(
        {
          method: 'POST',
          path: membersPath(id),
          body: jsonText(createMissing === undefined ? { emails } : { emails, createMissing }),
        },
        callOptions,
        ({ answer }, key) => decodeAnswer(answer, (json) => decodeRecord(json, addedMembersSchema), key),
      ),
    removeMembers: async (id, emails, callOptions) =>
      ask(
        { method: 'DELETE', path: membersPath(id), body: jsonText({ emails }) },
        callOptions,
        ({ answer }, key) => decodeAnswer(answer, (json) => decodeRecord(json, removedMembersSchema), key),
      ),
    async track(body, idempotencyKey, callOptions) {
      refuseUnusableKey(idempotencyKey)
      if (!options.publicKey && known.eventsByPublicKey) throw needsPublicKey()
      const tracked = ask(
        {
          method: 'POST',
          path: '/v1/track',
          body: jsonText(body),
          idempotencyKey,
          key: tracking,
          repeat: 'once',
        },
        callOptions,
        ({ answer }, key) =>
          trackOutcome(answer, () =>
            decodeAnswer(answer, (json) => decodeRecord(json, trackedEventSchema), key),
          ),
      )
      return tracked.catch((error: unknown) => {
        throw options.publicKey ? error : withoutPublicKey(error)
      })
    },
    verifyAddress: (email, callOptions) =>
      ask({ method: 'POST', path: '/v1/verify', body: jsonText({ email }) }, callOptions, ({ answer }, key) =>
        readVerification(answer, email, key),
      ),
    probe: (probe, callOptions) => askProbe(ask, probe, callOptions),
    get service() {
      return { address: options.address, version: hearing.version }
    },
    hear: (listener) => hearing.watch(listener),
    know: (quirks) => void Object.assign(known, quirks),
    get reading() {
      return project.reading
    },
    get budget() {
      return budget.state
    },
    watch: (listener) => budget.watch(listener),
    setBackgroundShare: (share) => budget.setBackgroundShare(share),
    async close() {
      closing.abort()
      budget.close()
      transport.close()
    },
  }
}

/** `{success: true}` and nothing else: done, without the record. */
function isPlainSuccess(body: unknown): boolean {
  return z.strictObject({ success: z.literal(true) }).safeParse(body).success
}
