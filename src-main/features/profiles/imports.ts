import { tell } from '../../../src-shared/messages/told'
import type { Problem } from '../../../src-shared/problem'
import type { Cache } from '../../cache/store'
import type { OfferedCalls } from '../../core/client/offered-calls'
import type { Host } from '../../core/host'
import { Imports, openStaging, importRun, StagingStore, importUndo } from '../imports'
import type { OpenWork } from '../../jobs/job'
import type { Jobs } from '../../jobs/runner'
import type { JobAccess } from '../../jobs/access'
import { looksUp } from '../../jobs/look-up'
import { estimateVerification, createImportVerification, renoting } from '../verification'
import type { MailDomains } from '../../core/dns/mail-domains'
import { problem } from '../../core/problems'
import type { Connection } from '../../copying/connection'
import { refreshContacts } from '../../copying/refresh'
import type { Sync } from '../../copying/sync'
import type { VerdictTools } from './verification'

/** What the imports of a profile are opened with. */
interface ImportParts {
  host: Host
  folder: string
  /** The cache's key; null: plain files. */
  key: string | null
  cache: Cache
  connection: Connection
  access: JobAccess
  sync: Sync
  /** Not started yet: who does the jobs of imports is said here. */
  jobs: Jobs
  verdicts(): Promise<VerdictTools>
  mailDomains: MailDomains
  readOnly(): boolean
  /** Which calls the service has. */
  offered: OfferedCalls
}

/** Opens the imports of a profile, and says who does their jobs; `verification` does those that verify addresses. */
export async function openImports(parts: ImportParts): Promise<{ imports: Imports; verification: OpenWork }> {
  const { host, folder, key, cache, connection, access, sync, jobs, verdicts, readOnly, offered } = parts
  const { clock, log, importWorker: worker } = host
  const refresh = (wanted: { rows: number; signal: AbortSignal }) => refreshContacts(sync, clock, wanted)
  const imports: Promise<Imports> = Imports.open({
    folder,
    cache,
    jobs,
    clock,
    log,
    stagings: new StagingStore(
      (id) => openStaging({ folder, id, key, cacheFolder: folder, worker, log }),
      clock,
    ),
    refresh,
    looksUp: (signal) => looksUp({ access, clock, offered }, signal),
    readOnly,
    estimate: async (staging, signal) => {
      const tools = { ...(await verdicts()), now: () => clock.now() }
      return estimateVerification(staging, tools, connection.client.budget, signal)
    },
    renote: renoting(cache.verdicts),
    takesMail: (domain) => parts.mailDomains.takesMail(domain),
    unreachable: () => unreachable(connection),
  })
  const staging = async (id: number) => (await imports).rowsOf(id)
  const run = importRun({ cache, access, clock, staging, refresh, offered })
  jobs.handle('import', run.open, run.failures)
  const undo = importUndo({ cache, access, clock, staging, refresh, offered })
  jobs.handle('import.undo', undo.open, undo.failures)
  let open: OpenWork | null = null
  const verification: OpenWork = async (job, detail) => {
    const client = () => connection.client
    open ??= createImportVerification({ ...(await verdicts()), staging, client, clock })
    return open(job, detail)
  }
  return { imports: await imports, verification }
}

function unreachable({ blocked, state }: Connection): Problem | null {
  if (blocked) return blocked
  if (state.online) return null
  return problem('offline', {
    why: tell('profiles.imports.theServiceCannotBe'),
  }).problem
}
