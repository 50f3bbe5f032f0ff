import { setImmediate as turn } from 'node:timers/promises'
import { looksLikeFullAddress } from '../../src-shared/address/parts'
import type { JobWork } from './job-work'
import Papa from 'papaparse'
import { z } from 'zod'
import { lazyObject, lazySchema } from '../../src-shared/lazily'
import type { BatchEntry, BatchOutcome, ContactBatches } from '../store/contact-batches'
import type { JobProgress, JobRow } from '../store/jobs'
import { keptAddress } from './deployed-write'

const countsSchema = lazyObject(() => ({
  successCount: z.number(),
  createdCount: z.number(),
  updatedCount: z.number(),
  failureCount: z.number(),
  errors: z.array(z.object({ row: z.number(), email: z.string(), error: z.string() })),
}))
type ImportCounts = z.infer<typeof countsSchema>

/** The counts of an import that has not begun. */
export const noImportCounts: ImportCounts = {
  successCount: 0,
  createdCount: 0,
  updatedCount: 0,
  failureCount: 0,
  errors: [],
}

/** The cells of a file by their headers, in lower case. */
type CsvRow = Record<string, string>

const text = lazySchema(() => z.array(z.record(z.string(), z.string().catch(''))))

function rowsOf(input: string | null): CsvRow[] {
  const { data } = Papa.parse(input ?? '', {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => header.trim().toLowerCase(),
    transform: (cell) => cell.trim(),
  })
  return text.parse(data)
}

/** Rows of the file that are written together. */
interface ImportBatch {
  job: number
  /** The first of them, from 0. */
  from: number
  rows: CsvRow[]
  /** Which of them are of somebody. */
  isOfSomebody: boolean[]
  write(): Promise<BatchOutcome[]>
}

/** How imports are worked off: every value is a text. */
export function importWork(contacts: ContactBatches): JobWork {
  // An import takes many turns: its file is parsed once for all of them.
  let read: { job: number; rows: CsvRow[] } | null = null

  function rows({ seq, input }: JobRow): CsvRow[] {
    if (read?.job !== seq) read = { job: seq, rows: rowsOf(input) }
    return read.rows
  }

  let ahead: ImportBatch | null = null

  function batchFrom(job: JobRow, from: number): ImportBatch {
    if (ahead?.job === job.seq && ahead.from === from) return ahead
    const some = rows(job).slice(from, from + contacts.atATime)
    const isOfSomebody = some.map(({ email = '' }) => looksLikeFullAddress(email))
    const write = contacts.readied(some.filter((_, at) => isOfSomebody[at]).map(entryOf))
    return { job: job.seq, from, rows: some, isOfSomebody, write }
  }

  /** Readies what comes next while the database writes: a turn later what it is to write has been sent. */
  async function write(batch: ImportBatch, job: JobRow): Promise<BatchOutcome[]> {
    const written = batch.write()
    const readied = turn().then(() => (ahead = batchFrom(job, batch.from + batch.rows.length)))
    const [outcomes] = await Promise.all([written, readied])
    return outcomes
  }

  return {
    begin: async (job) => ({ total: rows(job).length, done: 0, place: null, counts: job.counts }),
    async goOn(job, isOver): Promise<JobProgress> {
      const counts = countsSchema.parse(JSON.parse(job.counts))
      let { done } = job
      do {
        const batch = batchFrom(job, done)
        count(batch, await write(batch, job), counts)
        done += batch.rows.length
      } while (done < job.total && !isOver())
      if (done >= job.total) read = ahead = null
      return { total: job.total, done, place: null, counts: JSON.stringify(counts) }
    },
  }
}

/** Counts what became of the rows of a batch: the first row of people is the second of the file. */
function count(
  { from, rows, isOfSomebody }: ImportBatch,
  outcomes: readonly BatchOutcome[],
  counts: ImportCounts,
): void {
  let next = 0
  rows.forEach(({ email = '' }, at) => {
    const outcome = isOfSomebody[at] ? outcomes[next++] : new Error('Invalid email')
    if (outcome === 'created' || outcome === 'updated') {
      counts.successCount++
      counts[`${outcome}Count`]++
    } else if (outcome) {
      counts.failureCount++
      counts.errors.push({ row: from + at + 2, email, error: outcome.message })
    }
  })
}

function entryOf({ email = '', subscribed, ...data }: CsvRow): BatchEntry {
  const said = subscribed ? /^(true|1|yes)$/i.test(subscribed) : undefined
  return { email: keptAddress(email), subscribed: said, data }
}
