import type { Clock } from '../../core/clock'
import type { AsyncStore } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import type { MailDomains } from '../../core/dns/mail-domains'
import { importOf } from '../imports'
import type { ListFailures, OpenWork } from '../../jobs/job'
import type { LocalCheck } from './local'
import { Suspects } from './suspects'
import { VerificationWork, type VerifiedRows } from './work'

/** What verifying the addresses of imports takes. */
export interface ImportVerificationOptions {
  /** The rows of an import. Whoever gives them closes them, not before the job is at rest. */
  staging(importId: number): Promise<VerifiedRows>
  ledger: AsyncStore['verdicts']
  check: LocalCheck
  mailDomains: MailDomains
  /** The client of the moment. */
  client(): ServiceClient
  clock: Clock
}

/** Does the jobs of kind `verification` that belong to an import. */
export function createImportVerification(options: ImportVerificationOptions): OpenWork {
  const { ledger, check, mailDomains, client, clock } = options
  const suspects = new Map<number, Suspects>()
  return async (job) => {
    const rows = await options.staging(importOf(job))
    const own = suspects.get(job.id) ?? new Suspects()
    suspects.set(job.id, own)
    const now = () => clock.now()
    return new VerificationWork(rows, { ledger, check, mailDomains, client, clock, now, suspects: own })
  }
}

/** No item of a verification fails: what could not be found out is a verdict too, unknown. */
export const verificationFailures: ListFailures = () => Promise.resolve({ failures: [], count: 0 })
