import { dialects } from './dialect/dialects'
import { machineClock } from './clock'
import { createService, type ServiceSettings } from './create-service'
import { makeFolder, openDataFolder } from './data-folder'
import { writing, writingAsync } from './folder-faults'
import { lockFolder } from './folder-lock'
import { outboxPath } from './http/outbox-key'
import { settleKeys } from './keys'
import { type Answering, isLoopback, listen, probe } from './listen'
import type { ServiceLog } from './log'
import type { ServiceOptions } from './options'
import { createProjectService } from './projects/project-service'
import { recordAccountReader } from './records/account'
import { projectReader } from './store/project'
import { sqliteDatabase } from './store/sqlite-database'
import type { OpenedProject } from './store/postgres/shared-database'
import type { ServiceDatabase } from './store/statements'
import { holdsSample } from './store/sample'

/** A service that listens. */
interface Serving {
  /** What whoever started it is told. */
  ready: object
  /** Lets requests under way come to their end, and lets go of the data folder. */
  end(): Promise<void>
}

/** What is served, not yet listening. */
interface Served {
  email: Answering
  records: Answering
  start(): Promise<void>
  retire(): void
  stop(): Promise<void>
  /** What whoever started it is told beside its addresses; `outbox` is the path of a link. */
  told(): Promise<{ secretKey?: string | null; publicKey?: string | null; records?: object; outbox?: string }>
}

/** Starts a service as its options have it; `log` is told what a person should know. */
export async function serve(options: ServiceOptions, log: ServiceLog): Promise<Serving> {
  const { data, host } = options
  const at = { host, port: options.port, option: 'port' }
  const recordsAt = { host, port: options.recordsPort, option: 'records-port' }
  await probe(at)
  await probe(recordsAt)
  let ownUrl = ''
  const settings = settingsOf(options, log, () => ownUrl)
  if (!options.allProjects) makeFolder(data)
  const served = await (options.allProjects ? serveAll(options, settings) : serveOne(options, settings, log))
  const listening = await listen(served.email, at)
  const recordsListening = await listen(served.records, recordsAt)
  ownUrl = listening.url
  if (!isLoopback(host)) log.warn('open-to-others', openToOthers(host))
  await served.start()
  log.note('ready')

  const end = async (): Promise<void> => {
    log.note('stopping')
    served.retire()
    const forRequests = (options.stopWithin * 1000) / 4
    await Promise.all([listening.stop(forRequests), recordsListening.stop(forRequests)])
    await served.stop()
    log.note('stopped')
  }
  const { records, outbox, ...keys } = await served.told()
  const ready = {
    url: listening.url,
    ...keys,
    records: { url: recordsListening.url, ...records },
    ...(outbox !== undefined && { outbox: `${listening.url}${outbox}` }),
  }
  return { ready, end }
}

function settingsOf(options: ServiceOptions, log: ServiceLog, ownUrl: () => string): ServiceSettings {
  const { dialect, rate, mailsPerSecond, latency, smtp, dns, metricsToken } = options
  return {
    ...{ dialect: dialects[dialect], rate, mailsPerSecond, latency, smtp, dns, metricsToken, ownUrl },
    clock: machineClock,
    publicUrl: () => options.publicUrl ?? ownUrl(),
    report: log.failed,
    observe: log.request,
  }
}

/** All projects of a database. */
async function serveAll({ database, smtp }: ServiceOptions, settings: ServiceSettings): Promise<Served> {
  if (database === null) throw new Error('There is no database.')
  // Who keeps all in a file needs no driver.
  const { serveProjects } = await import('./projects/serve-projects')
  const refusesSample = smtp !== null && !staysHere(smtp)
  const service = await serveProjects({ ...database, refusesSample }, settings)
  return { ...service, told: async () => ({}) }
}

/** A data folder, or one project of a database. */
async function serveOne(
  options: ServiceOptions,
  settings: ServiceSettings,
  log: ServiceLog,
): Promise<Served> {
  const { data, smtp } = options
  const { shared, db, letGo } = await openDatabase(options, log)
  if (smtp !== null && (await holdsSample(db)) && !staysHere(smtp)) throw new Error(strangers)
  const own = await writingAsync(data, () => settleKeys(data, db, options.keys))
  const service = await (shared
    ? createProjectService(shared, settings, () => log.note('working'))
    : createService(db, settings))
  return {
    email: service.app,
    records: service.recordsApp,
    start: async () => service.start(),
    retire: () => service.retire(),
    async stop() {
      await service.stop()
      await letGo()
    },
    async told() {
      const { companyId, workspaceId } = await recordAccountReader(db)()
      // What was given is not told: who gave it has it.
      const { secretKey = null, publicKey = null, recordsToken: token = null } = own
      const { secretHash } = await projectReader(db)()
      return {
        secretKey,
        publicKey,
        records: { token, companyId, workspaceId },
        outbox: outboxPath(secretHash),
      }
    },
  }
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
