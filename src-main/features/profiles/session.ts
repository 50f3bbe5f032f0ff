import type { Notices } from '../../../src-shared/bridge/settings'
import type { BrakeLimits } from '../../../src-shared/campaign-brake'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { PartsOf } from '../catalogue/store'
import { openCache } from '../../cache/open'
import { Capabilities } from '../capabilities'
import { Domains, createAskSender } from '../domains'
import { ProjectFeed } from '../activity'
import { Workflows } from '../workflows'
import { CatalogueWriting } from '../catalogue'
import type { ServiceClient } from '../../core/client/client'
import { FrozenSelections, openSelection } from '../exports'
import { type AskedRecords, type ConnectionRegistry, RecordConnections, RecordHandover } from '../records'
import { MailDomains } from '../../core/dns/mail-domains'
import type { Host } from '../../core/host'
import { Reviews, createWeb } from '../review'
import { BounceLearning } from '../campaigns'
import { DailyCounts } from '../segments'
import { openCorrections, ListFiles } from '../verification'
import { openBulk } from '../contacts'
import { Jobs } from '../../jobs/runner'
import { signMeanings } from '../verification/store'
import { openOutbox } from '../outbox'
import { Team, type TeamStore } from '../team'
import type { Problem } from '../../../src-shared/problem'
import { createConnection } from '../../copying/connection'
import { freshen, refreshContacts } from '../../copying/refresh'
import { Sync } from '../../copying/sync'
import { comparedCopy } from './compared-copy'
import { openImports } from './imports'
import { jobAccess } from './job-access'
import { openMailing } from './mailing'
import { rememberSpent } from './spent-budget'
import type { StoredProfile } from './stored'
import { openBatches, verdictTools } from './verification'

/** Everything that is open for the current profile. Only one profile's is: the others' runs wait in their caches. */
export type ProfileSession = Awaited<ReturnType<typeof openSession>>

/** What a session is opened with. */
interface SessionOptions {
  host: Host
  folder: string
  /** The cache's key; null: a plain file. */
  key: string | null
  profile: StoredProfile
  /** Its connections to record-management services. */
  records: ConnectionRegistry
  /** The way to the service, or why there is none yet. */
  client: ServiceClient | Problem
  readOnly(): boolean
  /** Where its team is remembered. */
  team: TeamStore
  /** Seconds that the sending of a campaign is held. */
  holdSeconds(): number
  /** What the system tells of. */
  notices(): Notices
  /** Where campaigns are stopped. */
  brake(): BrakeLimits
}

/** So long a write under way may take to be answered when its profile is left. */
const patienceMs = 3000

/**
 * Opens a profile: its cache, its way to the service, its outbox and its runs. Rejects where the cache cannot be opened.
 * In one piece: it is a sequence, in which parts need those before them.
 */
export async function openSession(options: SessionOptions) {
  const { host, folder, key, profile, readOnly } = options
  const { clock, log } = host
  /** Tells a person who looks elsewhere, of what they want to be told of. */
  const tells = (of: keyof Notices) => (title: string, body: string) => {
    if (options.notices()[of]) host.notify(title, body)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const cache = await openCache({ location: { folder, key }, worker: host.cacheWorker, log })
  await cache.verdicts.useRules(signMeanings)
  const connection = createConnection(options.client, clock, log)
  connection.onReading((reading) => {
    cache.audience.useReading(reading).catch((error: unknown) => {
      log.error('reading_not_kept', { profile: profile.id, detail: String(error) })
    })
  })
  const writeSpent = rememberSpent(folder, { connection, clock, log })
  const opened: { close(): Promise<void> }[] = []
  try {
    const access = {
      client: connection.client,
      get online() {
        return connection.state.online
      },
    }
    const outbox = await openOutbox({ cache, access, clock, log, readOnly })
    const sync = await Sync.open({
      cache,
      connection,
      clock,
      log,
      plan: profile.plan,
      notify: tells('runs'),
    })
    const toJobs = jobAccess(connection)
    const jobs = new Jobs({
      cache,
      access: toJobs,
      clock,
      log,
      readOnly,
      notify: tells('jobs'),
      progress: (share) => host.progress(share),
    })
    const frozen = new FrozenSelections(cache.contacts)
    const capabilities = await Capabilities.open({
      profileId: profile.id,
      embedded: profile.embedded,
      cache,
      access: connection,
      copy: comparedCopy(sync),
      clock,
      log,
      unbidden: host.asksUnbidden,
    })
    opened.push(capabilities)
    const { offered } = capabilities
    const bulk = await openBulk({
      cache,
      openSelection: (selection) => openSelection({ cache, frozen }, selection),
      access: toJobs,
      clock,
      jobs,
      readOnly,
      refresh: (wanted) => refreshContacts(sync, clock, wanted),
      offered,
    })
    const corrections = await openCorrections({ cache, access: toJobs, clock, jobs, readOnly })
    const mailDomains = new MailDomains(host.dns, clock)
    const verdicts = verdictTools(cache, mailDomains)
    const listFiles = await ListFiles.open(folder, log)
    opened.push(listFiles)
    const { imports, verification } = await openImports({
      host,
      folder,
      key,
      cache,
      connection,
      access: toJobs,
      sync,
      jobs,
      verdicts,
      mailDomains,
      readOnly,
      offered,
    })
    opened.push(imports)
    const batches = await openBatches({
      host,
      cache,
      frozen,
      files: listFiles,
      connection,
      access: toJobs,
      jobs,
      verdicts,
      ofImports: verification,
      readOnly,
    })
    opened.push(batches)
    const writing = new CatalogueWriting({
      cache,
      clock,
      access: toJobs,
      readOnly,
      wrote: (list) => sync.recount(list),
    })
    const { address } = profile
    const { holdSeconds, brake } = options
    const team = new Team({
      profileId: profile.id,
      clock,
      log,
      store: options.team,
      service: profile.embedded ? 'embedded' : new URL(address).origin,
      notify: (title, body) => host.notify(title, body),
      machine: hostname().slice(0, 80),
    })
    opened.push(team)
    const mailing = await openMailing({
      team,
      cache,
      clock,
      log,
      access: toJobs,
      writing,
      address,
      holdSeconds,
      brake,
      readMembers: (owner) => sync.readParts({ list: 'members', owner }),
      freshen: (resources) => freshen(sync, resources),
      notify: tells('brake'),
    })
    opened.push(mailing)
    const records = await RecordConnections.open({
      cache,
      registry: options.records,
      clock,
      log,
      version: host.version,
      backgroundShare: profile.plan.backgroundShare,
      notify: tells('runs'),
    })
    opened.push(records)
    const frozenRecords = new FrozenSelections<AskedRecords>(cache.records, 'records')
    const handover = new RecordHandover({
      cache,
      clock,
      connections: records,
      frozenRecords,
      beginImport: (given) => imports.addRows(given),
    })
    const askSender = createAskSender(cache, host.dns, clock)
    const readParts = (of: PartsOf) => sync.readParts(of)
    let reachable = connection.state.online && !connection.blocked
    connection.watch(() => {
      const now = connection.state.online && !connection.blocked
      if (now && !reachable) outbox.flushByItself()
      reachable = now
    })
    const copyState = () => {
      const asOf = (of: string) => sync.state.resources.find(({ resource }) => resource === of)?.asOf ?? null
      const read = [asOf('contacts'), asOf('events')]
      return read.includes(null) ? null : read.join(' ')
    }
    const dailyCounts = new DailyCounts({ cache, clock, frozen, copyState })
    const bounces = new BounceLearning(cache)
    let counted = copyState()
    sync.watch(() => {
      if (copyState() === counted) return
      counted = copyState()
      bounces.learn().catch((error: unknown) => log.error('bounces_not_learnt', { detail: String(error) }))
      dailyCounts.count().catch((error: unknown) => log.error('day_not_counted', { detail: String(error) }))
    })
    if (reachable) outbox.flushByItself()
    await jobs.start()
    return {
      profileId: profile.id,
      folder,
      encrypted: key !== null,
      cache,
      frozen,
      connection,
      sync,
      outbox,
      jobs,
      imports,
      batches,
      listFiles,
      /** Writes of segments, templates, campaigns, workflows and domains. */
      writing,
      workflows: new Workflows({ cache, access: toJobs, writing, readParts }),
      domains: new Domains({ cache, access: toJobs, writing, askSender }),
      projectFeed: new ProjectFeed({ cache, clock, access: toJobs }),
      /** What DNS says of a domain that mail comes from. */
      askSender,
      /** Looking at mails before they are sent. */
      reviews: new Reviews({
        cache,
        frozen,
        clock,
        askSender,
        web: createWeb(),
        address,
        ownService: profile.embedded,
        access: toJobs,
      }),
      mailing,
      /** Who shares a folder with this profile. */
      team,
      /** How many people segments had day by day. */
      dailyCounts,
      /** What the service can do, and where its counts differ. */
      capabilities,
      /** What verdicts are made with. */
      verdicts,
      bulk,
      corrections,
      records,
      /** Selections of records that the page froze. */
      frozenRecords,
      /** Taking records to the audience. */
      handover,
      /** Stops runs at their bookmarks, waits for writes under way, and closes the cache. */
      async close() {
        // What is held is dropped before anything else: nothing of it leaves any more.
        const writes = [mailing.close(), team.close()]
        await capabilities.close()
        await sync.close()
        await records.close()
        // Writes that have left are waited for, so that their answers are kept: not for ever, quitting has a limit.
        writes.push(outbox.close(), jobs.close())
        await Promise.race([Promise.all(writes), clock.sleep(patienceMs)])
        await writeSpent()
        await connection.close()
        await Promise.all(writes)
        await imports.close()
        await batches.close()
        await listFiles.close()
        await cache.close()
      },
    }
  } catch (error) {
    for (const part of opened) await part.close()
    await writeSpent()
    await connection.close()
    await cache.close()
    throw error
  }
}
