import { type DialectName, dialects } from '../../../src-service/dialect/dialects'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineClock, type TimerClock } from '../../../src-service/clock'
import { keptKeys } from '../../../src-service/keys'
import { recordAccountReader } from '../../../src-service/records/account'
import { createService } from '../../../src-service/create-service'
import type { Ids } from '../../../src-service/dialect/ids'
import type Database from 'better-sqlite3'
import { type ServiceDatabase, statements } from '../../../src-service/store/statements'
import { standardErrorSchema } from '../../../src-shared/interface/errors'
import { startService } from '../../fixtures/service'
import { openStored, type StoredRows, storedIn } from '../../fixtures/stored'
import { limits } from '../../../src-shared/interface/limits'

/** How the contract is asked: inside this process, or over HTTP from a process of its own. */
export const ways = ['in process', 'over HTTP'] as const
export type Way = (typeof ways)[number]

/** A request: a JSON body, a key other than the secret one (null for none), more headers. */
export interface Question {
  body?: unknown
  /** A body that is sent as it is. */
  text?: string
  key?: string | null
  headers?: Record<string, string>
}

/** A request to the records: with a company other than the right one (null for none). */
export interface RecordQuestion extends Question {
  company?: string | null
}

/** What opens the record-management interface. */
type RecordAccess = Record<'token' | 'companyId' | 'workspaceId', string>

/** A service to ask. */
export interface Opened {
  ask(method: string, path: string, question?: Question): Promise<Answer>
  /** Asks the record-management interface, with its token unless `key` says otherwise. */
  askRecords(method: string, path: string, question?: RecordQuestion): Promise<Answer>
  records: RecordAccess
  secretKey: string
  publicKey: string
  /** What was reported as failed inside; only in process. */
  failures: unknown[]
  setDisabled(disabled: boolean): Promise<unknown>
  stop(): Promise<void>
}

/** An answer, its body read. */
export interface Answer {
  status: number
  headers: Headers
  /** The body as JSON; undefined without a body. */
  body: unknown
}

interface Wishes {
  contacts?: number
  dialect?: DialectName
  rate?: number
  /** Milliseconds since 1970. */
  anchor?: number
  /** URL of an SMTP server. */
  smtp?: string
  /** Address of a resolver. */
  dns?: string
  /** A data folder to keep; without one a temporary folder is made, and removed by `stop`. */
  data?: string
}

/** What only a service in this process can be given. */
interface InsideWishes extends Wishes {
  clock?: TimerClock
  /** Which addresses webhooks may call; without it those of the public internet. */
  mayCall?: (address: string) => boolean
  metricsToken?: string
  /** Whether it begins its work at once; it does unless told. */
  start?: boolean
}

/** A service in this process: what it does by itself is under way, and its database can be looked into. */
export interface OpenedInside extends Opened {
  service: Pick<Awaited<ReturnType<typeof createService>>, 'start' | 'retire' | 'outgoing'>
  /** Its file, where it has one: for what is about the file. */
  db: Database.Database
  /** What it reads and writes through. */
  served: ServiceDatabase
  stored: StoredRows
  ids: Ids
  /** What it answers to, as Hono lists it: middleware has the method ALL. */
  routes: { method: string; path: string }[]
  /** Asks it as it is said: no key of its own, and the answer unread. */
  request: Send
}

/** A fixed end of the sample's two years. */
export const anchor = Date.UTC(2026, 10, 20, 14)

/** Opens a service for one file of tests. */
export async function open(way: Way, wishes: Wishes = {}): Promise<Opened> {
  return way === 'in process' ? await openInProcess(wishes) : openOverHttp(wishes)
}

async function openOverHttp({ anchor: at, ...wishes }: Wishes): Promise<Opened> {
  const service = await startService({
    rate: 100_000,
    ...wishes,
    anchor: at ? new Date(at).toISOString() : undefined,
  })
  const { secretKey, publicKey } = service
  return {
    secretKey,
    publicKey,
    ask: asker(secretKey, (path, init) => fetch(service.url + path, init)),
    askRecords: recordAsker(service.records, (path, init) => fetch(service.records.url + path, init)),
    records: service.records,
    failures: [],
    setDisabled: async (disabled) => service.disable(disabled),
    stop: async () => void (await service.stop()),
  }
}

/** Opens a service in this process. */
export async function openInProcess(wishes: InsideWishes = {}): Promise<OpenedInside> {
  const { contacts = 0, dialect = 'reference', rate = 100_000, anchor: at, clock = machineClock } = wishes
  const folder = wishes.data ?? mkdtempSync(join(tmpdir(), 'postroom-service-'))
  const { db, served } = await openStored(folder, { contacts, anchor: at })
  const failures: unknown[] = []
  const setDisabled = statements(served).run<[number]>('UPDATE project SET disabled = ?')
  const service = await createService(served, {
    dialect: dialects[dialect],
    rate,
    mailsPerSecond: limits.emailsPerSecond,
    latency: 0,
    smtp: wishes.smtp ?? null,
    dns: wishes.dns ?? null,
    clock,
    mayCall: wishes.mayCall,
    metricsToken: wishes.metricsToken,
    publicUrl: () => 'http://service.example',
    report: (_what, error) => void failures.push(error),
  })
  if (wishes.start ?? true) await service.start()
  const { secretKey = '', publicKey = '', recordsToken: token = '' } = keptKeys(folder)
  const { companyId, workspaceId } = await recordAccountReader(served)()
  const records = { token, companyId, workspaceId }
  return {
    service,
    db,
    served,
    stored: storedIn(served),
    ids: dialects[dialect].ids,
    routes: service.app.routes,
    request: async (path, init) => service.app.request(path, init),
    secretKey,
    publicKey,
    ask: asker(secretKey, async (path, init) => service.app.request(path, init)),
    askRecords: recordAsker(records, async (path, init) => service.recordsApp.request(path, init)),
    records,
    failures,
    setDisabled: (disabled) => setDisabled(disabled ? 1 : 0),
    async stop() {
      await service.stop()
      await served.close()
      if (wishes.data === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** How a request is sent. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

/** Asks the record-management interface by `send`, with its token and its company unless the question says otherwise. */
export function recordAsker({ token, companyId }: RecordAccess, send: Send): Opened['askRecords'] {
  const ask = asker(token, send)
  return (method, path, { company = companyId, headers, ...question } = {}) =>
    ask(method, path, {
      ...question,
      headers: { ...(company !== null && { 'x-service-company-id': company }), ...headers },
    })
}

/** Asks by `send`, with this key unless the question says otherwise. */
export function asker(secretKey: string, send: Send): Opened['ask'] {
  return async (method, path, { body, text, key = secretKey, headers = {} } = {}) => {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await send(path, {
      method,
      body: sent,
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    })
    const read = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: read === '' ? undefined : JSON.parse(read),
    }
  }
}

/** The error of an answer with the standard body, its status and request id checked. */
export function errorOf({ status, headers, body }: Answer) {
  const { error } = standardErrorSchema.parse(body)
  if (error.statusCode !== status) throw new Error(`${error.statusCode} in the body, ${status} on the wire`)
  if (error.requestId !== headers.get('x-request-id')) throw new Error('The request ids differ.')
  return { status, code: error.code, fields: error.errors?.map(({ field }) => field) }
}
