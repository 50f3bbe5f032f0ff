import type { Migration } from '../migrate'
import { first } from './0010-first'
import { fieldCounts } from './0020-field-counts'
import { jobs } from './0030-jobs'
import { imports } from './0031-imports'
import { verdicts } from './0032-verdicts'
import { bulk } from './0033-bulk'
import { batches } from './0034-batches'
import { verdictRules } from './0035-verdict-rules'
import { corrections } from './0036-corrections'
import { catalogue } from './0040-catalogue'
import { importPeople } from './0041-import-people'
import { mappingNames } from './0042-mapping-names'
import { batchTally } from './0043-batch-tally'
import { drafts } from './0044-drafts'
import { sendings } from './0045-sendings'
import { reviews } from './0046-reviews'
import { audiences } from './0047-audiences'
import { leftOut } from './0048-left-out'
import { reviewNotes } from './0049-review-notes'
import { records } from './0060-records'
import { filterReading } from './0062-filter-reading'
import { capabilities } from './0063-capabilities'
import { unreadRecords } from './0064-unread-records'
import { bulkBatches } from './0070-bulk-batches'
import { projectActivity } from './0071-project-activity'
/** Every migration, in order. */
export const migrations: readonly Migration[] = [
  first,
  fieldCounts,
  jobs,
  imports,
  verdicts,
  bulk,
  batches,
  verdictRules,
  corrections,
  catalogue,
  importPeople,
  mappingNames,
  batchTally,
  drafts,
  sendings,
  reviews,
  audiences,
  leftOut,
  reviewNotes,
  records,
  filterReading,
  capabilities,
  unreadRecords,
  bulkBatches,
  projectActivity,
]
