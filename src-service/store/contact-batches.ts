import { mergedText } from '../audience/data-rules'
import type { TimerClock } from '../clock'
import { ServiceFailure } from '../http/failure'
import { batchUpserts } from './batch-upserts'
import { contactColumns, contactRow, type StoredContact } from './contact-row'
import { type EventWriter, subscriptionEvent } from './event-writer'
import { arrival, foldAscii, type ServiceDatabase, statements } from './statements'

/** What is written of a contact of many. */
export interface BatchEntry {
  email: string
  subscribed?: boolean
  /** Merged into what is there. */
  data: Record<string, unknown>
}

/** What became of one of them: made, changed or left as it was, or refused. */
export type BatchOutcome = 'created' | 'updated' | ServiceFailure

/** A contact as it will be. */
interface Pending {
  /** Null for one that is new. */
  seq: number | null
  email: string
  subscribed: boolean
  data: string
  hasChanged: boolean
  /** To what it was changed, one after the other. */
  flips: boolean[]
}

/** Writing many contacts. */
export type ContactBatches = ReturnType<typeof contactBatches>

/** Writes many contacts of a database in few statements, as one after the other would be. */
export function contactBatches(db: ServiceDatabase, events: EventWriter, clock: TimerClock) {
  const sql = statements(db)
  const find = sql.rows<[{ emails: string }], StoredContact>(
    `SELECT ${contactColumns} FROM contact WHERE ${sql.folded('email')} IN (${sql.texts('@emails')})`,
  )
  const columns = {
    place: 'number',
    seq: 'number',
    email: 'text',
    subscribed: 'number',
    data: 'json',
  } as const
  const insert = sql.rows<[{ contacts: string; now: number }], { seq: number; email: string }>(
    `INSERT INTO contact (email, subscribed, data, created_at, updated_at)
     SELECT email, subscribed, data, t, t
     FROM (${sql.objects('@contacts', columns)}) AS made CROSS JOIN (SELECT ${arrival('contact')} AS t) AS arrived
     ORDER BY place
     RETURNING seq, email`,
  )
  const write = sql.run<[{ contacts: string; now: number }]>(
    `UPDATE contact SET subscribed = changed.subscribed, data = changed.data, updated_at = greatest(@now, created_at)
     FROM (${sql.objects('@contacts', columns)}) AS changed WHERE contact.seq = changed.seq`,
  )

  const found = sql.values<[{ seqs: string }], number>(
    `SELECT seq FROM contact WHERE seq IN (${sql.numbers('@seqs')})`,
  )
  const flip = sql.values<[{ seqs: string; subscribed: 0 | 1; now: number }], number>(
    `UPDATE contact SET subscribed = @subscribed, updated_at = greatest(@now, created_at)
     WHERE seq IN (${sql.numbers('@seqs')}) AND subscribed <> @subscribed RETURNING seq`,
  )

  async function known(entries: readonly BatchEntry[]): Promise<Map<string, Pending>> {
    const emails = [...new Set(entries.map(({ email }) => foldAscii(email)))]
    const rows = (await find({ emails: JSON.stringify(emails) })).map(contactRow)
    return new Map(
      rows.map(({ seq, email, subscribed, data }) => [
        foldAscii(email),
        { seq, email, subscribed, data, hasChanged: false, flips: [] },
      ]),
    )
  }

  async function writeAll(pending: readonly Pending[]): Promise<void> {
    const now = clock.now()
    const textOf = (some: readonly Pending[]) =>
      JSON.stringify(
        some.map(({ seq, email, subscribed, data }, place) => ({
          place,
          seq,
          email,
          subscribed: Number(subscribed),
          data,
        })),
      )
    const made = pending.filter(({ seq }) => seq === null)
    const changed = pending.filter(({ seq, hasChanged }) => seq !== null && hasChanged)
    if (changed.length > 0) await write({ contacts: textOf(changed), now })
    const rows = made.length > 0 ? await insert({ contacts: textOf(made), now }) : []
    const seqs = new Map(rows.map(({ seq, email }) => [email, seq]))
    for (const { seq, email, flips } of pending)
      for (const isOn of flips)
        await events.record({
          contact: seq ?? seqs.get(email) ?? 0,
          name: subscriptionEvent(isOn),
        })
  }

  async function stepByStep(entries: readonly BatchEntry[]): Promise<BatchOutcome[]> {
    const pending = await known(entries)
    const outcomes = entries.map((entry) => enter(pending, entry))
    await writeAll([...pending.values()])
    return outcomes
  }

  const atOnce = db.engine === 'postgres' ? batchUpserts(db, clock) : null
  function readied(entries: readonly BatchEntry[]): () => Promise<BatchOutcome[]> {
    const writeMost = atOnce?.(entries)
    return sql.whole(async () => {
      const done = (await writeMost?.()) ?? []
      const left = entries.filter((_, at) => !done[at])
      const outcomes = left.length > 0 ? await stepByStep(left) : []
      return entries.map((_, at) => done[at] ?? outcomes.shift() ?? 'updated')
    })
  }

  return {
    /** How many are well written together: by PostgreSQL twice as many, as each statement takes what kept counts take. */
    atATime: db.engine === 'postgres' ? 1000 : 500,
    /** What {@link upsert} does, once it is called: what asks nothing of the database is done now. */
    readied,
    /** Creates or changes each by its address, in their order; a new one is subscribed unless said. */
    upsert: (entries: readonly BatchEntry[]): Promise<BatchOutcome[]> => readied(entries)(),
    /** Subscribes or unsubscribes contacts. Returns whom there are, and who of them were not so already. */
    setSubscribed: sql.whole(async (seqs: readonly number[], subscribed: boolean) => {
      const asked = JSON.stringify(seqs)
      const there = await found({ seqs: asked })
      const changed = await flip({ seqs: asked, subscribed: subscribed ? 1 : 0, now: clock.now() })
      if (changed.length > 0) await events.recordAll(changed, subscriptionEvent(subscribed))
      return { there, changed }
    }),
  }
}

/** Enters one into what will be written. */
function enter(pending: Map<string, Pending>, { email, subscribed, data: said }: BatchEntry): BatchOutcome {
  const known = pending.get(foldAscii(email))
  try {
    const data = mergedText(known?.data ?? '{}', said)
    if (known) change(known, subscribed ?? known.subscribed, data)
    else {
      const made = { seq: null, email, subscribed: subscribed ?? true, data, hasChanged: false, flips: [] }
      pending.set(foldAscii(email), made)
    }
    return known ? 'updated' : 'created'
  } catch (error) {
    if (error instanceof ServiceFailure) return error
    throw error
  }
}

function change(known: Pending, subscribed: boolean, data: string): void {
  if (subscribed !== known.subscribed) known.flips.push(subscribed)
  known.hasChanged ||= subscribed !== known.subscribed || data !== known.data
  Object.assign(known, { subscribed, data })
}
