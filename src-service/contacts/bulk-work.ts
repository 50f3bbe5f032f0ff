import type { JobWork } from './job-work'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import type { Ids } from '../dialect/ids'
import type { ContactBatches } from '../store/contact-batches'
import type { Contacts } from '../store/contacts'
import { containing, type ServiceDatabase, statements } from '../store/statements'
import type { JobProgress, JobRow } from '../store/jobs'

/** What is done to many contacts. */
export const bulkOperations = ['subscribe', 'unsubscribe', 'delete'] as const

/** What a bulk job is asked to do, and to whom: ids as they were sent, or whoever fits when it begins. */
const bulkRequestSchema = lazyObject(() => ({
  operation: z.enum(bulkOperations),
  ids: z.array(z.string()).optional(),
  search: z.string().optional(),
  subscribed: z.boolean().optional(),
  excluded: z.array(z.number()).optional(),
}))
export type BulkRequest = z.infer<typeof bulkRequestSchema>

const countsSchema = lazyObject(() => ({
  successCount: z.number(),
  unchangedCount: z.number(),
  failureCount: z.number(),
  errors: z.array(z.object({ contactId: z.string(), error: z.string() })),
}))
type BulkCounts = z.infer<typeof countsSchema>

/** The counts of a job that has not begun. */
export const noBulkCounts: BulkCounts = { successCount: 0, unchangedCount: 0, failureCount: 0, errors: [] }

/** How many contacts are taken up at a time. */
const batch = 500

/** A contact that something is done to, by the id that names it; null where there is none of it. */
interface BulkContact {
  seq: number | null
  id: string
}

/** How bulk jobs are worked off. In one piece: its calls share the statements at its head. */
export function bulkWork(
  db: ServiceDatabase,
  contacts: Contacts,
  batches: ContactBatches,
  ids: Ids,
): JobWork {
  const sql = statements(db)
  const who = `seq < @place AND (subscribed = @subscribed OR @subscribed IS NULL) AND ${sql.contains('email', '@like')}
    AND seq NOT IN (${sql.numbers('@excluded')})`
  type MatchBound = { place: number; subscribed: number | null; like: string; excluded: string }
  const count = sql.count<[MatchBound]>(`SELECT count(*) FROM contact WHERE ${who}`)
  const after = sql.values<[MatchBound], number>(
    `SELECT seq FROM contact WHERE ${who} ORDER BY seq DESC LIMIT ${batch}`,
  )
  const newest = sql.count<[]>('SELECT coalesce(max(seq), 0) FROM contact')

  const bound = ({ search = '', subscribed, excluded = [] }: BulkRequest, place: number): MatchBound => ({
    place,
    subscribed: subscribed === undefined ? null : Number(subscribed),
    like: containing(search),
    excluded: JSON.stringify(excluded),
  })

  /** Carries it out for the first of some, or for all of them. Returns for how many. */
  async function carryOut(
    { operation }: BulkRequest,
    some: readonly BulkContact[],
    counts: BulkCounts,
  ): Promise<number> {
    if (operation === 'delete') {
      const [first] = some
      const isGone = typeof first?.seq === 'number' && (await contacts.remove(first.seq))
      if (isGone) counts.successCount++
      else fail(counts, first?.id ?? '')
      return 1
    }
    const seqs = some.flatMap(({ seq }) => seq ?? [])
    const { there, changed } = await batches.setSubscribed(seqs, operation === 'subscribe')
    const known = new Set(there)
    for (const { seq, id } of some) if (seq === null || !known.has(seq)) fail(counts, id)
    counts.successCount += changed.length
    counts.unchangedCount += seqs.filter((seq) => known.has(seq)).length - changed.length
    return some.length
  }

  async function nextOf(request: BulkRequest, done: number, place: number): Promise<BulkContact[]> {
    if (request.ids) {
      return request.ids.slice(done, done + batch).map((id) => ({ seq: ids.decode('contact', id), id }))
    }
    return (await after(bound(request, place))).map((seq) => ({ seq, id: ids.encode('contact', seq) }))
  }

  return {
    async begin({ request, counts }) {
      const asked = bulkRequestSchema.parse(JSON.parse(request))
      const place = (await newest()) + 1
      const total = asked.ids?.length ?? (await count(bound(asked, place)))
      return { total, done: 0, place, counts }
    },
    async goOn(
      { request, total, done: before, place: from, counts: text }: JobRow,
      isOver,
    ): Promise<JobProgress> {
      const asked = bulkRequestSchema.parse(JSON.parse(request))
      const counts = countsSchema.parse(JSON.parse(text))
      let [done, place] = [before, from ?? 0]
      while (done < total) {
        const next = await nextOf(asked, done, place)
        // Whoever no longer fits since it began is not found again.
        if (next.length === 0) done = total
        for (let at = 0; at < next.length;) {
          at += await carryOut(asked, next.slice(at), counts)
          if (!asked.ids) place = next[at - 1]?.seq ?? place
          if (isOver()) return { total, done: done + at, place, counts: JSON.stringify(counts) }
        }
        done += next.length
      }
      return { total, done, place, counts: JSON.stringify(counts) }
    },
  }
}

function fail(counts: BulkCounts, contactId: string): void {
  counts.failureCount++
  counts.errors.push({ contactId, error: 'Contact not found' })
}
