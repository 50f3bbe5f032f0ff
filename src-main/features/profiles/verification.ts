import { tell } from '../../../src-shared/messages/told'
import type { Cache } from '../../cache/store'
import { type FrozenSelections, openSelection } from '../exports'
import type { Host } from '../../core/host'
import { suggestAddress } from '../imports'
import type { OpenWork } from '../../jobs/job'
import type { Jobs } from '../../jobs/runner'
import type { JobAccess } from '../../jobs/access'
import {
  type ListFileRows,
  createBatchVerification,
  Batches,
  noteKnown,
  verificationFailures,
  createLocalCheck,
} from '../verification'
import type { MailDomains } from '../../core/dns/mail-domains'
import { problem } from '../../core/problems'
import type { Connection } from '../../copying/connection'

/** What verdicts are made with. */
export type VerdictTools = Awaited<ReturnType<typeof makeVerdictTools>>

/** The tools of a profile's verdicts: their lists are read when they are first asked for, as most starts verify nothing. */
export function verdictTools(cache: Cache, mailDomains: MailDomains): () => Promise<VerdictTools> {
  let made: Promise<VerdictTools> | null = null
  return () => (made ??= makeVerdictTools(cache, mailDomains))
}

async function makeVerdictTools(cache: Cache, mailDomains: MailDomains) {
  const check = await createLocalCheck(suggestAddress)
  return { ledger: cache.verdicts, check, mailDomains }
}

/** What the verification batches of a profile are opened with. */
interface VerificationParts {
  host: Host
  cache: Cache
  frozen: FrozenSelections
  files: ListFileRows
  connection: Connection
  access: JobAccess
  /** Not started yet: who does the jobs of verification is said here. */
  jobs: Jobs
  verdicts(): Promise<VerdictTools>
  ofImports: OpenWork
  readOnly(): boolean
}

/** Opens the batches of a profile, and says who does the jobs of verification: those of batches and those of imports. */
export async function openBatches(parts: VerificationParts): Promise<Batches> {
  const { host, cache, frozen, connection, jobs, verdicts, ofImports } = parts
  const { clock, log } = host
  const batches = await Batches.open({
    ...parts,
    openSelection: (selection) => openSelection({ cache, frozen }, selection),
    clock,
    log,
    unreachable: () => {
      if (connection.blocked) return connection.blocked
      if (connection.state.online) return null
      return problem('offline', { why: tell('profiles.verification.theServiceCannotBe') }).problem
    },
    lookUp: async (rows, since, signal) => {
      const tools = { ...(await verdicts()), now: () => clock.now(), since }
      await noteKnown(rows, tools, signal)
    },
  })
  let ofBatches: OpenWork | null = null
  const open: OpenWork = async (job, detail) => {
    if (job.importId !== null) return ofImports(job, detail)
    ofBatches ??= createBatchVerification({
      ...(await verdicts()),
      batches: cache.batches,
      client: () => connection.client,
      clock,
      changed: batches.announce,
    })
    return ofBatches(job, detail)
  }
  jobs.handle('verification', open, verificationFailures)
  return batches
}
