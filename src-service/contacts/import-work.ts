import { looksLikeFullAddress } from '../../src-shared/address/parts'
import type { JobWork } from './job-work'
import Papa from 'papaparse'
import { z } from 'zod'
import { lazyObject, lazySchema } from '../../src-shared/lazily'
import type { BatchEntry, ContactBatches } from '../store/contact-batches'
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

/** How many rows are written at a time. */
const batch = 500

/** A row of the file with its number. */
interface NumberedRow {
  row: number
  cells: CsvRow
}

/** How imports are worked off: every value is a text, and the first row of people is the second of the file. */
export function importWork(contacts: ContactBatches): JobWork {
  // An import takes many turns: its file is parsed once for all of them.
  let read: { job: number; rows: CsvRow[] } | null = null

  function rows({ seq, input }: JobRow): CsvRow[] {
    if (read?.job !== seq) read = { job: seq, rows: rowsOf(input) }
    return read.rows
  }

  async function take(some: readonly NumberedRow[], counts: ImportCounts): Promise<void> {
    const outcomes = await contacts.upsert(some.filter(isOfSomebody).map(entryOf))
    for (const numbered of some) {
      const outcome = isOfSomebody(numbered) ? outcomes.shift() : new Error('Invalid email')
      if (outcome === 'created' || outcome === 'updated') {
        counts.successCount++
        counts[`${outcome}Count`]++
      } else if (outcome) {
        counts.failureCount++
        counts.errors.push({
          row: numbered.row,
          email: numbered.cells['email'] ?? '',
          error: outcome.message,
        })
      }
    }
  }

  return {
    begin: async (job) => ({ total: rows(job).length, done: 0, place: null, counts: job.counts }),
    async goOn(job, isOver): Promise<JobProgress> {
      const counts = countsSchema.parse(JSON.parse(job.counts))
      let { done } = job
      do {
        const some = rows(job).slice(done, done + batch)
        await take(
          some.map((cells, index) => ({ row: done + index + 2, cells })),
          counts,
        )
        done += some.length
      } while (done < job.total && !isOver())
      if (done >= job.total) read = null
      return { total: job.total, done, place: null, counts: JSON.stringify(counts) }
    },
  }
}

function isOfSomebody({ cells }: NumberedRow): boolean {
  return looksLikeFullAddress(cells['email'] ?? '')
}

function entryOf({ cells: { email = '', subscribed, ...data } }: NumberedRow): BatchEntry {
  const said = subscribed ? /^(true|1|yes)$/i.test(subscribed) : undefined
  return { email: keptAddress(email), subscribed: said, data }
}
