import type { Problem } from '../../src-shared/problem'
import type { Cache } from '../cache/store'
import type { Host } from '../host'
import { Imports } from '../jobs/import/imports'
import { suggestAddress } from '../jobs/import/map/suggest-address'
import { discardStaging, openStaging } from '../jobs/import/open-staging'
import { readableEncodings } from '../jobs/import/read/encodings'
import { importRun } from '../jobs/import/run'
import { Shelf } from '../jobs/import/shelf'
import { importUndo } from '../jobs/import/undo'
import type { Jobs, OpenWork } from '../jobs/job'
import type { JobLine } from '../jobs/line'
import { estimateVerification } from '../jobs/verification/estimate'
import { createImportVerification, verificationFailures } from '../jobs/verification/import-verification'
import { createLocalCheck } from '../jobs/verification/local'
import { problem } from '../problems'
import type { Connection } from '../sync/connection'
import { refreshContacts } from '../sync/refresh'
import type { Sync } from '../sync/sync'

/** What the imports of a profile are opened with. */
export interface ImportParts {
  host: Host
  folder: string
  /** The cache's key; null: plain files. */
  key: string | null
  cache: Cache
  connection: Connection
  line: JobLine
  sync: Sync
  /** Not started yet: who does the jobs of imports is said here. */
  jobs: Jobs
  readOnly(): boolean
}

/** Opens the imports of a profile, and says who does their jobs. */
export async function openImports(parts: ImportParts): Promise<Imports> {
  const { host, folder, key, cache, connection, line, sync, jobs, readOnly } = parts
  const { clock, log, importWorker: worker } = host
  const refresh = (wanted: { rows: number; signal: AbortSignal }) => refreshContacts(sync, clock, wanted)
  // Its lists are read when they are first asked for: most starts of the program verify nothing.
  let made: Promise<Verdicts> | null = null
  const verdicts = () => (made ??= makeVerdicts(cache))
  const imports: Promise<Imports> = Imports.open({
    folder,
    cache,
    jobs,
    clock,
    log,
    shelf: new Shelf((id) => openStaging({ folder, id, key, cacheFolder: folder, worker, log }), clock),
    refresh,
    readOnly,
    encodings: readableEncodings,
    estimate: async (staging, signal) => {
      const tools = { ...(await verdicts()), now: () => clock.now() }
      return estimateVerification(staging, tools, connection.client.budget, signal)
    },
    unreachable: () => unreachable(connection),
    removeRows: (id) => discardStaging(folder, id),
  })
  const staging = async (id: number) => (await imports).rowsOf(id)
  const run = importRun({ cache, line, clock, staging, refresh })
  jobs.handle('import', run.open, run.failures)
  const undo = importUndo({ cache, line, clock, staging, refresh })
  jobs.handle('import.undo', undo.open, undo.failures)
  let verification: OpenWork | null = null
  const openVerification: OpenWork = async (job, detail) => {
    const client = () => connection.client
    verification ??= createImportVerification({ ...(await verdicts()), staging, client, clock })
    return verification(job, detail)
  }
  jobs.handle('verification', openVerification, verificationFailures)
  return imports
}

type Verdicts = Awaited<ReturnType<typeof makeVerdicts>>

async function makeVerdicts(cache: Cache) {
  const check = await createLocalCheck(suggestAddress)
  return { ledger: cache.verdicts, check }
}

function unreachable({ blocked, state }: Connection): Problem | null {
  if (blocked) return blocked
  if (state.online) return null
  return problem('offline', {
    why: 'The service cannot be reached. A file can be read, mapped and checked meanwhile.',
  }).problem
}
