import type { Clock } from '../../../src-main/core/clock'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ImportRules } from '../../../src-shared/bridge/imports'
import { connect } from '../../../src-main/core/database/database'
import { openCache } from '../../../src-main/cache/open'
import type { LedgerEntry } from '../../../src-main/features/verification/store/ledger/api'
import { createServiceClient } from '../../../src-main/core/client/service'
import { suggestAddress } from '../../../src-main/features/imports/map/suggest-address'
import { openStaging } from '../../../src-main/features/imports/open-staging'
import type { Staging } from '../../../src-main/features/imports/staging'
import { Jobs } from '../../../src-main/jobs/runner'
import { estimateVerification } from '../../../src-main/features/verification/estimate'
import {
  createImportVerification,
  verificationFailures,
} from '../../../src-main/features/verification/import-verification'
import { createLocalCheck } from '../../../src-main/features/verification/local'
import { jobAccess } from '../../../src-main/features/profiles/job-access'
import { createConnection } from '../../../src-main/copying/connection'
import { keptCacheWorker, keptImportWorker } from '../../fixtures/kept-worker'
import { fastClock } from '../../fixtures/fast-clock'
import {
  json,
  refuse,
  startMisbehavingServer,
  type Reply,
  type SeenRequest,
} from '../../fixtures/misbehaving-server'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { until } from '../../fixtures/until'
import { unknownDomains } from '../../fixtures/core'

/** A random key as the keychain would keep it. */
export const key = 'c0ffee'.padEnd(64, '7')

/** The rules of an import that wants every address verified. */
export const allVerified: ImportRules = {
  verify: 'all',
  byVerdict: { accepts: 'import', risky: 'import', undeliverable: 'leaveOut', unknown: 'hold' },
  resubscribe: false,
  writeConflicting: false,
}

/** An answer as the embedded service gives it of a domain that takes mail. */
export function takesMail(email: string, more: object = {}): object {
  const flags = {
    isDisposable: false,
    isAlias: false,
    isTypo: false,
    isPlusAddressed: false,
    isPersonalEmail: false,
  }
  const domain = { domainExists: true, hasWebsite: true, hasMxRecords: true }
  return { success: true, data: { email, valid: true, ...flags, ...domain, reasons: [], ...more } }
}

/** Which address a request asks about. */
export function askedAbout(request: SeenRequest): string {
  const body: unknown = JSON.parse(request.body)
  if (typeof body !== 'object' || body === null || !('email' in body))
    throw new Error('no address was asked about')
  return String(body.email)
}

/** How an address is answered; `call`: how often it was asked about, this time included. */
type AnswerAbout = (email: string, call: number) => Reply | Promise<Reply>

/** A server that answers POST /v1/verify; `answer` may be changed while it runs. */
export async function startVerifier() {
  const calls = new Map<string, number>()
  const waiting = new Set<{ left: number; done: () => void }>()
  let flying = 0
  const answer: AnswerAbout = (email) => json(takesMail(email))
  const verifier = {
    answer,
    /** How often each address was asked about. */
    calls,
    /** The most requests that were under way at one time. */
    most: 0,
    key: 'sk_first',
    url: '',
    total: () => [...calls.values()].reduce((sum, count) => sum + count, 0),
    /** Resolves in the moment in which so many more questions have come. */
    asked: (more: number) => new Promise<void>((done) => void waiting.add({ left: more, done })),
    close: () => server.close(),
  }
  const server = await startMisbehavingServer({
    answer: async (request) => {
      if (request.headers.authorization !== `Bearer ${verifier.key}`) return refuse(401, 'INVALID_API_KEY')
      if (request.path === '/contacts') return json({ contacts: [], cursor: null, hasMore: false, total: 0 })
      const email = askedAbout(request)
      const call = (calls.get(email) ?? 0) + 1
      calls.set(email, call)
      for (const one of waiting) {
        one.left -= 1
        if (one.left > 0) continue
        waiting.delete(one)
        one.done()
      }
      const reply = await verifier.answer(email, call)
      return async (response) => {
        flying += 1
        verifier.most = Math.max(verifier.most, flying)
        response.once('close', () => (flying -= 1))
        await reply(response)
      }
    },
  })
  verifier.url = server.url
  return verifier
}

/** Reads addresses into the rows of an import, maps and checks them. */
export async function stage(staging: Staging, emails: readonly string[], rules = allVerified): Promise<void> {
  const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
  const text = ['email', ...emails].join('\n')
  await staging.read({ source: { kind: 'text', text }, reading })
  await staging.map([{ index: 0, target: { kind: 'email' }, as: { type: 'text' }, rule: 'overwrite' }])
  await staging.rules(rules)
  await staging.check({})
}

/** Verification over a real copy, real rows and a server, in hurried time. */
export async function openFixture(
  emails: readonly string[],
  {
    url,
    rules = allVerified,
    factor = 50,
    secretKey: first = 'sk_first',
  }: { url: string; rules?: ImportRules; factor?: number; secretKey?: string },
) {
  const folder = await mkdtemp(join(tmpdir(), 'postroom-verify-'))
  const clock: Clock = fastClock(factor)
  const { log } = createRecordedLog()
  const cache = await openCache({ location: { folder, key }, worker: keptCacheWorker, log })
  const staging = await openStaging({
    folder,
    id: 1,
    key,
    cacheFolder: folder,
    worker: keptImportWorker,
    log,
  })
  await stage(staging, emails, rules)
  const clientFor = (secretKey: string) =>
    createServiceClient({
      address: url,
      secretKey,
      clock,
      version: '0.0.0-test',
      ceiling: 100_000,
      backgroundShare: 1,
      log,
      // A second of real time, unless time passes as it does.
      ...(factor === 1 ? {} : { limits: { connectMs: 1000 * factor, answerMs: 1000 * factor } }),
    })
  const connection = createConnection(clientFor(first), clock, log)
  const check = await createLocalCheck(suggestAddress)
  const now = () => clock.now()
  const ledger = cache.verdicts
  const access = jobAccess(connection)
  const jobs = new Jobs({
    cache,
    access,
    clock,
    log,
    readOnly: () => false,
    notify: () => undefined,
    progress: () => undefined,
  })
  const open = createImportVerification({
    staging: () => Promise.resolve(staging),
    ledger,
    check,
    mailDomains: unknownDomains,
    client: () => connection.client,
    clock,
  })
  jobs.handle('verification', open, verificationFailures)
  await jobs.start()
  onTestFinished(async () => {
    await jobs.close()
    await connection.close()
    await staging.close()
    await cache.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    cache,
    clock,
    connection,
    clientFor,
    staging,
    jobs,
    open,
    begin: () => jobs.add({ kind: 'verification', title: 'Verify addresses', importId: 1, detail: null }),
    /** Resolves when the job is in one of these states, and answers with it. */
    reached: (id: number, ...states: string[]) =>
      until(
        () => jobs.get(id),
        ({ state }) => states.includes(state),
        Infinity,
      ),
    estimate: () => estimateVerification(staging, { ledger, check, now }, connection.client.budget),
    /** How many verdicts the ledger holds, and over how many addresses. */
    rowsOfLedger(): unknown {
      const db = connect(join(folder, 'cache.db'), key, { readonly: true })
      const counted = db
        .prepare('SELECT count(*) AS rows, count(DISTINCT email) AS emails FROM verdict')
        .get()
      db.close()
      return counted
    },
    async history(email: string): Promise<LedgerEntry[]> {
      return ledger.history({ email, limit: 100 })
    },
    /** Every address of the rows with the verdict that is noted for it. */
    async verdicts() {
      const found = new Map<string, string>()
      for (let offset = 0; ; offset += 500) {
        const { rows } = await staging.rows({ filter: 'all', search: '', slice: { offset, limit: 500 } })
        for (const { cells, verdict } of rows) found.set(cells[0]?.text ?? '', verdict?.class ?? 'none')
        if (rows.length < 500) return found
      }
    },
  }
}
