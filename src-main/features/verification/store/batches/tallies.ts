import { z } from 'zod'
import { lazySchema } from '../../../../../src-shared/lazily'
import { batchDetailSchema } from '../../../../../src-shared/bridge/verification'
import { verdictClassSchema } from '../../../../../src-shared/bridge/verdicts'
import type { ContactFollower } from '../../../contacts/store'
import type { Session } from '../../../../core/database/session'
import type { BatchTally } from './api'

const countsSchema = lazySchema(() =>
  batchDetailSchema
    .unwrap()
    .pick({
      fromLedger: true,
      settledLocally: true,
      calls: true,
      flipped: true,
      suggestions: true,
      byDomain: true,
      otherDomains: true,
      bySource: true,
    })
    .extend({
      byReason: z.array(z.object({ sign: z.string(), class: verdictClassSchema, count: z.number() })),
    }),
)

const statements = (session: Session) => ({
  one: session.tuples<[number], [string | null, number | null]>(
    'SELECT tally, people FROM batch WHERE id = ?',
  ),
  keep: session.db.prepare<[string, number | null, number]>(
    'UPDATE batch SET tally = ?, people = ? WHERE id = ?',
  ),
  forget: session.db.prepare('UPDATE batch SET people = NULL WHERE people IS NOT NULL'),
})

/**
 * What was last counted over the addresses of batches, kept beside them: a batch that did not change since is opened
 * without reading its addresses. Whatever changes a batch's counts takes its tally out (table.ts); contacts that come, go
 * or change their address take out how many of a batch's addresses are theirs.
 */
export class Tallies implements ContactFollower {
  /** Whether any batch could have the number of its contacts kept. */
  private people = true
  private readonly sql: ReturnType<typeof statements>

  constructor(private readonly session: Session) {
    this.sql = statements(session)
    session.onRollback(() => (this.people = true))
  }

  /** What was counted; null where any of it holds no longer. */
  get(id: number): BatchTally | null {
    const [tally, people] = this.sql.one.get(id) ?? [null, null]
    if (tally === null || people === null) return null
    return { contacts: people, ...countsSchema.parse(JSON.parse(tally)) }
  }

  /** What was counted of the addresses alone; null where it holds no longer. */
  counts(id: number): Omit<BatchTally, 'contacts'> | null {
    const [tally] = this.sql.one.get(id) ?? [null]
    return tally === null ? null : countsSchema.parse(JSON.parse(tally))
  }

  /** Keeps what was counted by now; `contacts` null: not how many are those of contacts. */
  keep(
    id: number,
    { contacts, ...counts }: Omit<BatchTally, 'contacts'> & { contacts: number | null },
  ): void {
    this.session.write(() => this.sql.keep.run(JSON.stringify(counts), contacts, id))
    this.people ||= contacts !== null
  }

  changing(_row: number, before: { email: string } | null, after: { email: string } | null): void {
    if (before?.email !== after?.email) this.forgetPeople()
  }

  /** Within a transaction: other people are contacts now. */
  forgetPeople(): void {
    if (!this.people) return
    this.sql.forget.run()
    this.people = false
  }
}
