import { dialects } from './dialect/dialects'
import { machineClock } from './clock'
import { createService } from './create-service'
import { makeFolder, openDataFolder } from './data-folder'
import { writing } from './folder-faults'
import { lockFolder } from './folder-lock'
import { outboxToken } from './http/outbox-key'
import { settleKeys } from './keys'
import { isLoopback, listen, probe } from './listen'
import type { ServiceLog } from './log'
import type { ServiceOptions } from './options'
import { recordAccountReader } from './records/account'
import { projectReader } from './store/project'
import { sqliteDatabase } from './store/sqlite-database'
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
  const { data, contacts, anchor, host, dialect, rate, latency, smtp, dns } = options
  const at = { host, port: options.port, option: 'port' }
  const recordsAt = { host, port: options.recordsPort, option: 'records-port' }
  await probe(at)
  await probe(recordsAt)
  makeFolder(data)
  const letGo = writing(data, () => lockFolder(data))
  const onProgress = (done: number): void =>
    log.warn('filling', `Filling the sample: ${done} of ${contacts} contacts.`)
  const onSetAside = (path: string): void => log.warn('set-aside', setAside(path))
  const file = await openDataFolder(data, { contacts, anchor, onProgress, onSetAside })
  if (smtp !== null && holdsSample(file) && !staysHere(smtp)) throw new Error(strangers)
  const own = writing(data, () => settleKeys(data, file, options.keys))
  const db = sqliteDatabase(file)
  let ownUrl = ''
  const service = await createService(db, {
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
    await db.close()
    letGo()
    log.note('stopped')
  }

  const { companyId, workspaceId } = await recordAccountReader(db)()
  // What was given is not told: who gave it has it.
  const { secretKey = null, publicKey = null, recordsToken: token = null } = own
  const records = { url: recordsListening.url, token, companyId, workspaceId }
  const outbox = `${listening.url}/outbox?token=${outboxToken((await projectReader(db)()).secretHash)}`
  return { ready: { url: listening.url, secretKey, publicKey, records, outbox }, end }
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
