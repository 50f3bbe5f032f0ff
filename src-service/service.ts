import { dialects } from './dialect/dialects'
import { machineClock } from './clock'
import { runCommand } from './commands'
import { createService } from './create-service'
import { makeFolder, openDataFolder } from './data-folder'
import { writing } from './folder-faults'
import { lockFolder } from './folder-lock'
import { outboxToken } from './http/outbox-key'
import { settleKeys } from './keys'
import { isLoopback, listen, probe } from './listen'
import { createLog, type ServiceLog } from './log'
import { OptionRefused, readOptions, type ServiceOptions, usage } from './options'
import { recordAccountReader } from './records/account'
import { projectReader } from './store/project'
import { holdsSample } from './store/sample'

/** Standard output carries the one JSON line that says the service is ready; everything else goes to standard error. */
const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

async function run(options: ServiceOptions, log: ServiceLog): Promise<void> {
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
  const db = openDataFolder(data, { contacts, anchor, onProgress, onSetAside })
  if (smtp !== null && holdsSample(db) && !staysHere(smtp)) throw new Error(strangers)
  const own = writing(data, () => settleKeys(data, db, options.keys))
  let ownUrl = ''
  const service = createService(db, {
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
  service.start()
  log.note('ready')

  const end = async (): Promise<void> => {
    log.note('stopping')
    service.retire()
    const within = options.stopWithin * 1000
    // What is cut off is as after a kill: a message on its way is unknown, and all else goes on at the next start.
    const late = setTimeout(() => {
      log.warn('cut-off', `Not everything had ended within ${options.stopWithin} s: the rest was cut off.`)
      process.exit(0)
    }, within)
    const forRequests = within / 4
    await Promise.all([listening.stop(forRequests), recordsListening.stop(forRequests)])
    await service.stop()
    clearTimeout(late)
    db.close()
    letGo()
    log.note('stopped')
    process.exit(0)
  }
  // A second signal ends it at once.
  let ending: Promise<void> | undefined
  const onSignal = (): void => {
    if (ending) process.exit(1)
    ending = end().catch(giveUp(log))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)

  const { companyId, workspaceId } = recordAccountReader(db)()
  // What was given is not printed: who gave it has it.
  const { secretKey = null, publicKey = null, recordsToken: token = null } = own
  const records = { url: recordsListening.url, token, companyId, workspaceId }
  const outbox = `${listening.url}/outbox?token=${outboxToken(projectReader(db)().secretHash)}`
  process.stdout.write(`${JSON.stringify({ url: listening.url, secretKey, publicKey, records, outbox })}\n`)
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

/** Ends what went wrong in a way nobody foresaw. Not by Node's own words: they would quote the error. */
const giveUp =
  (log: ServiceLog) =>
  (error: unknown): void => {
    log.failed('The service', error)
    process.exit(1)
  }

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const held = runCommand(args)
  if (held !== null) {
    process.stdout.write(`${JSON.stringify(held)}\n`)
    return
  }
  const options = readOptions(args)
  if (options === 'help') {
    process.stdout.write(`${usage}\n`)
    return
  }
  const log = createLog(options.log, process.stderr)
  process.on('uncaughtException', giveUp(log))
  try {
    await run(options, log)
  } catch (error) {
    log.warn('refused', error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  if (error instanceof OptionRefused) say(usage)
  process.exit(1)
})
