import { dialects } from './dialect/dialects'
import { machineClock } from './clock'
import { createService } from './create-service'
import { makeFolder, openDataFolder } from './data-folder'
import { writing, writingAsync } from './folder-faults'
import { lockFolder } from './folder-lock'
import { outboxToken } from './http/outbox-key'
import { settleKeys } from './keys'
import { isLoopback, listen, probe } from './listen'
import type { ServiceLog } from './log'
import type { ServiceOptions } from './options'
import { recordAccountReader } from './records/account'
import { projectReader } from './store/project'
import { sqliteDatabase } from './store/sqlite-database'
import type { OpenedProject } from './store/postgres/open-project'
import type { ServiceDatabase } from './store/statements'
import { holdsSample } from './store/sample'

/** A service that listens. */
interface Serving {
  /** What whoever started it is told. */
  ready: object
  /** Lets requests under way come to their end, and lets go of the data folder. */
  end(): Promise<void>
}

/** Starts a service as its options have it; `log` is told what a person should know. */
export async function serve(options: ServiceOptions, log: ServiceLog): Promise<Serving> {
  const { data, host, dialect, rate, latency, smtp, dns } = options
  const at = { host, port: options.port, option: 'port' }
  const recordsAt = { host, port: options.recordsPort, option: 'records-port' }
  await probe(at)
  await probe(recordsAt)
  makeFolder(data)
  const { db, shared, letGo } = await openDatabase(options, log)
  if (smtp !== null && (await holdsSample(db)) && !staysHere(smtp)) throw new Error(strangers)
  const own = await writingAsync(data, () => settleKeys(data, db, options.keys))
  let ownUrl = ''
  const settings = {
    dialect: dialects[dialect],
    rate,
    latency,
    smtp,
    dns,
    clock: machineClock,
    publicUrl: () => options.publicUrl ?? ownUrl,
    ownUrl: () => ownUrl,
    report: log.failed,
    observe: log.request,
    metricsToken: options.metricsToken,
  }
  const service = await createService(db, {
    ...settings,
    works: shared === null,
    ...(shared && { limitOf: (api) => shared.limit(api, rate) }),
  })
  // Of all processes that serve a project one works for it, as a service of its own that answers nobody.
  shared?.work(async () => {
    const db = shared.database()
    const worker = await createService(db, { ...settings, metrics: service.metrics })
    await worker.start()
    log.note('working')
    return async () => {
      await worker.stop()
      await db.close()
    }
  })
  const listening = await listen(service.app, at)
  const recordsListening = await listen(service.recordsApp, recordsAt)
  ownUrl = listening.url
  if (!isLoopback(host)) log.warn('open-to-others', openToOthers(host))
  await service.start()
  log.note('ready')

  const end = async (): Promise<void> => {
    log.note('stopping')
    service.retire()
    const forRequests = (options.stopWithin * 1000) / 4
    await Promise.all([listening.stop(forRequests), recordsListening.stop(forRequests)])
    await service.stop()
    await letGo()
    log.note('stopped')
  }

  const { companyId, workspaceId } = await recordAccountReader(db)()
  // What was given is not told: who gave it has it.
  const { secretKey = null, publicKey = null, recordsToken: token = null } = own
  const records = { url: recordsListening.url, token, companyId, workspaceId }
  const outbox = `${listening.url}/outbox?token=${outboxToken((await projectReader(db)()).secretHash)}`
  return { ready: { url: listening.url, secretKey, publicKey, records, outbox }, end }
}

/** Opens what the service keeps: a project of the database that is named, or the data folder's own. */
async function openDatabase(
  { data, contacts, anchor, database }: ServiceOptions,
  log: ServiceLog,
): Promise<{ db: ServiceDatabase; shared: OpenedProject | null; letGo(): Promise<void> }> {
  const onProgress = (done: number): void =>
    log.warn('filling', `Filling the sample: ${done} of ${contacts} contacts.`)
  const onSetAside = (path: string): void => log.warn('set-aside', setAside(path))
  const filling = { contacts, anchor, onProgress, onSetAside }
  if (database !== null) {
    // Who keeps all in a file needs no driver.
    const { openProject } = await import('./store/postgres/open-project')
    const shared = await openProject(database, data, filling, log.failed)
    return { db: shared.database(), shared, letGo: shared.close }
  }
  const unlock = writing(data, () => lockFolder(data))
  const db = sqliteDatabase(await openDataFolder(data, filling))
  const letGo = async (): Promise<void> => {
    await db.close()
    unlock()
  }
  return { db, shared: null, letGo }
}

const setAside = (path: string): string =>
  `The data folder was made by an older version of the service, which this one cannot read. Its database was kept as ${path}; ` +
  'a new one is made, with new keys.'

const openToOthers = (host: string): string =>
  `Listening on ${host}: whoever reaches this machine over the network reaches the service. Keys, and everything that ` +
  'they open, go over plain HTTP, which is not encrypted.'

const staysHere = (smtp: string): boolean => {
  const host = new URL(smtp).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || isLoopback(host)
}

const strangers =
  'This data folder holds the sample. Its people are invented, but their addresses may be somebody’s, so mail to them ' +
  'goes to an SMTP server on this machine only. To send to others, start with another --data and --contacts 0.'
