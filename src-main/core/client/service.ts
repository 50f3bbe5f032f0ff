import { tell } from '../../../src-shared/messages/told'
import type { ServiceQuirks } from './service-quirks'
import type { Answer, CallOptions } from './call-options'
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
import { decodeList, decodeNames, type Decoded } from '../../../src-shared/interface/paging'
import { keepSecret } from '../../../src-shared/redact'
import { isProblem, problem } from '../problems'
import { decodeAnswer, decodedBy, deleted, isRefusal, listIn, recordIn } from './answers'
import { createAsk, get, post, postOnce, remove } from './asking'
import { parseBody } from './body'
import { bulkClient } from './bulk'
import { catalogueClient, recordPath } from './catalogue'
import { deployedClient } from './deployed'
import { stepClient } from './workflow-steps'
import { imageClient } from './images'
import { projectActivityClient } from './project-activity'
import type { ServiceClient } from './client'
import { Hearing } from './heard'
import { mailClient } from './mail'
import { askProbe } from './probes'
import { type ServiceConnectionOptions, openServiceConnection } from './service-connection'
import { KeyProject } from './projects'
import { listQuery } from './query'
import { factsOf, type UsedKey } from './refusals'
import { refuseUnusableKey } from './idempotency'
import { needsPublicKey, trackOutcome, withoutPublicKey } from './track'
import { readVerification } from './verify'

/** What a client is opened with. */
export interface ServiceClientOptions extends ServiceConnectionOptions {
  secretKey: string
  /** Used for tracking where it is given: it may do nothing else. */
  publicKey?: string | null
}

/**
 * Opens the client of one project: one budget, one set of connections.
 * In one piece: its calls share the ways of asking at its head.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { clock } = options
  keepSecret(options.secretKey)
  if (options.publicKey) keepSecret(options.publicKey)
  const connection = openServiceConnection(options)
  const hearing = new Hearing()
  const call = hearing.through(connection.call)
  const known: ServiceQuirks = { campaignsByPut: false, eventsByPublicKey: false }
  const secret: UsedKey = { text: options.secretKey, takesPublic: false }
  const tracking: UsedKey = { text: options.publicKey || options.secretKey, takesPublic: true }

  const ask = createAsk({ call, key: secret, closing: connection.closing, clock })

  const project = new KeyProject(ask)

  /** A list whose endpoint every service has: that it is unknown means that this is another service. */
  async function list<T>(path: string, callOptions: CallOptions, decode: (body: unknown) => Decoded<T>) {
    try {
      return await ask(get(path), callOptions, decodedBy(decode))
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error
      const why = tell('core.service.theAddressAnswersBut', { replace: path.replace(/\?.*$/, '') })
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
    return ask(get(path), callOptions, ({ answer }, key) =>
      answer.status === 404 ? absent : decodeAnswer(answer, decode, key),
    )
  }

  const contactPath = (id: string) => recordPath('contacts', id)
  const membersPath = (id: string) => `${recordPath('segments', id)}/members`

  async function updateContact(
    id: string,
    changes: UpdateContactRequest | { email: string },
    callOptions: CallOptions,
  ) {
    const path = contactPath(id)
    const body = jsonText(changes)
    const updated = await ask<Contact | null>({ method: 'PATCH', path, body }, callOptions, (made, key) => {
      const { answer } = made
      const bare = answer.text.trim() === '' || isPlainSuccess(parseBody(answer.text))
      return bare && !isRefusal(answer, undefined) ? null : recordIn(contactSchema)(made, key)
    })
    if (updated.value) return { ...updated, value: updated.value }
    // Done, but without the record: it is read, so that the copy holds what the service made of the change.
    const read = await ask(get(path), { ...callOptions, onSent: undefined }, recordIn(contactSchema))
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
    getContact: async (id, callOptions) => ask(get(contactPath(id)), callOptions, recordIn(contactSchema)),
    upsertContact: (body, callOptions) =>
      ask(post('/contacts', body), callOptions, recordIn(upsertedContactSchema)),
    updateContact,
    changeAddress: (id, email, callOptions) => updateContact(id, { email }, callOptions),
    deleteContact: async (id, callOptions) => ask(remove(contactPath(id)), callOptions, deleted),
    listMembers: async (id, request, callOptions) =>
      ask(
        get(`${recordPath('segments', id)}/contacts${listQuery(request)}`),
        callOptions,
        listIn('contacts', contactSchema, request),
      ),
    addMembers: async (id, emails, { createMissing, subscribed, ...callOptions }) =>
      ask(
        post(membersPath(id), {
          emails,
          ...(createMissing === undefined ? {} : { createMissing }),
          ...(subscribed === undefined ? {} : { subscribed }),
        }),
        callOptions,
        recordIn(addedMembersSchema),
      ),
    removeMembers: async (id, emails, callOptions) =>
      ask(
        { ...remove(membersPath(id)), body: jsonText({ emails }) },
        callOptions,
        recordIn(removedMembersSchema),
      ),
    async track(body, idempotencyKey, callOptions) {
      refuseUnusableKey(idempotencyKey)
      if (!options.publicKey && known.eventsByPublicKey) throw needsPublicKey()
      const tracked = ask(
        { ...postOnce('/v1/track', body), idempotencyKey, key: tracking },
        callOptions,
        (made, key) => trackOutcome(made.answer, () => recordIn(trackedEventSchema)(made, key)),
      )
      return tracked.catch((error: unknown) => {
        throw options.publicKey ? error : withoutPublicKey(error)
      })
    },
    verifyAddress: (email, callOptions) =>
      ask(post('/v1/verify', { email }), callOptions, ({ answer }, key) =>
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
      return connection.budget
    },
    watch: (listener) => connection.watch(listener),
    setBackgroundShare: (share) => connection.setBackgroundShare(share),
    tryNow: () => connection.tryNow(),
    close: () => connection.close(),
  }
}

/** `{success: true}` and nothing else: done, without the record. */
function isPlainSuccess(body: unknown): boolean {
  return z.strictObject({ success: z.literal(true) }).safeParse(body).success
}
