import { importOf } from '../imports'
import type { ListFailures, OpenWork } from '../../jobs/job'
import { openingWorks, type VerifiedRows, type VerifyingTools } from './work'

/** What verifying the addresses of imports takes. */
interface ImportVerificationOptions extends VerifyingTools {
  /** The rows of an import. Whoever gives them closes them, not before the job is at rest. */
  staging(importId: number): Promise<VerifiedRows>
}

/** Does the jobs of kind `verification` that belong to an import. */
export function createImportVerification({ staging, ...tools }: ImportVerificationOptions): OpenWork {
  const open = openingWorks(tools)
  return async (job) => open(job, await staging(importOf(job)))
}

/** No item of a verification fails: what could not be found out is a verdict too, unknown. */
export const verificationFailures: ListFailures = () => Promise.resolve({ failures: [], count: 0 })
