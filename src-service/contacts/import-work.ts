import { looksLikeFullAddress } from '../../src-shared/address/parts'
import type { JobWork } from './job-work'
import Papa from 'papaparse'
import { z } from 'zod'
import { ServiceFailure } from '../http/failure'
import type { Contacts } from '../store/contacts'
import type { JobProgress, JobRow } from '../store/jobs'
import { upsertContact } from './deployed-write'

const countsSchema = z.object({
  successCount: z.number(),
  createdCount: z.number(),
  updatedCount: z.number(),
  failureCount: z.number(),
  errors: z.array(z.object({ row: z.number(), email: z.string(), error: z.string() })),
})
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

const text = z.array(z.record(z.string(), z.string().catch('')))

function rowsOf(input: string | null): CsvRow[] {
  const { data } = Papa.parse(input ?? '', {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => header.trim().toLowerCase(),
    transform: (cell) => cell.trim(),
  })
  return text.parse(data)
}

/** How imports are worked off: every value is a text, and the first row of people is the second of the file. */
export function importWork(contacts: Contacts): JobWork {
  // An import takes many turns: its file is parsed once for all of them.
  let read: { job: number; rows: CsvRow[] } | null = null

  function rows({ seq, input }: JobRow): CsvRow[] {
    if (read?.job !== seq) read = { job: seq, rows: rowsOf(input) }
    return read.rows
  }

  async function take(
    { email = '', subscribed, ...data }: CsvRow,
    row: number,
    counts: ImportCounts,
  ): Promise<void> {
    const fail = (error: string): void => {
      counts.failureCount++
      counts.errors.push({ row, email, error })
    }
    if (!looksLikeFullAddress(email)) return fail('Invalid email')
    try {
      const said = subscribed ? /^(true|1|yes)$/i.test(subscribed) : undefined
      const { isNew } = await upsertContact(contacts, email, { data, subscribed: said }, true)
      counts.successCount++
      counts[isNew ? 'createdCount' : 'updatedCount']++
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error
      fail(error.message)
    }
  }

  return {
    begin: async (job) => ({ total: rows(job).length, done: 0, place: null, counts: job.counts }),
    async goOn(job, isOver): Promise<JobProgress> {
      const counts = countsSchema.parse(JSON.parse(job.counts))
      let { done } = job
      for (const row of rows(job).slice(job.done)) {
        await take(row, done + 2, counts)
        done++
        if (isOver()) break
      }
      if (done >= job.total) read = null
      return { total: job.total, done, place: null, counts: JSON.stringify(counts) }
    },
  }
}
