import type { Statement } from 'better-sqlite3'
import type { Session, Steps } from '../../../core/database/session'
import type { ContactStore } from './api'
import { absent } from '../../../core/database/time'
import type { ContactFollower } from './write'

interface ContactTally {
  contacts: number
  subscribed: number
}

const month30 = 30 * 24 * 60 * 60 * 1000

/** The first instants of the last `months` months and of the next one, local time, the oldest first. */
function monthStarts(months: number, now: number): number[] {
  const today = new Date(now)
  const starts: number[] = []
  for (let back = months - 1; back >= -1; back -= 1) {
    starts.push(new Date(today.getFullYear(), today.getMonth() - back, 1).getTime())
  }
  return starts
}

/**
 * Counts for the overview, from one index alone. A month's counts are remembered until one of its contacts
 * changes, so that looking again, also during a sync, reads next to nothing.
 */
export class ContactOverview implements ContactFollower {
  private known = new Map<string, ContactTally & { from: number; to: number }>()
  private readonly tally: Statement<[number, number], { contacts: number; subscribed: number | null }>

  constructor(private readonly session: Session) {
    this.tally = session.db.prepare(
      `SELECT count(*) AS contacts, sum(subscribed) AS subscribed FROM contact WHERE created >= ? AND created < ?`,
    )
    session.onRollback(() => this.clear())
  }

  *read({ months, now }: { months: number; now: number }): Steps<ReturnType<ContactStore['overview']>> {
    const starts = monthStarts(months, now)
    const undated = this.count(absent, absent + 1)
    let { contacts, subscribed } = this.count(absent + 1, starts[0] ?? now)
    const growth = []
    for (const [index, month] of starts.slice(0, -1).entries()) {
      const added = this.count(month, starts[index + 1] ?? now)
      contacts += added.contacts
      subscribed += added.subscribed
      growth.push({ month, contacts, subscribed, added: added.contacts, partial: index === months - 1 })
      yield
    }
    const later = this.count(starts.at(-1) ?? now, Number.MAX_SAFE_INTEGER)
    const recent = this.fresh(now - month30, Number.MAX_SAFE_INTEGER)
    const total = this.session.counters.contacts
    const allSubscribed = subscribed + later.subscribed + undated.subscribed
    return {
      contacts: total,
      subscribed: allSubscribed,
      unsubscribed: Math.max(0, total - allSubscribed),
      growth,
      last30Days: recent,
    }
  }

  changed(_row: number, before: { created: number } | null, after: { created: number } | null): void {
    if (this.known.size === 0) return
    if (before !== null) this.forget(before.created)
    if (after !== null && after.created !== before?.created) this.forget(after.created)
  }

  clear(): void {
    this.known.clear()
  }

  private count(from: number, to: number): ContactTally {
    const key = `${from} ${to}`
    let tally = this.known.get(key)
    if (tally === undefined) {
      // What other spans of months left behind is not worth keeping.
      if (this.known.size > 100) this.known.clear()
      tally = { from, to, ...this.fresh(from, to) }
      this.known.set(key, tally)
    }
    return tally
  }

  private fresh(from: number, to: number): ContactTally {
    const row = this.tally.get(from, to)
    return { contacts: row?.contacts ?? 0, subscribed: row?.subscribed ?? 0 }
  }

  private forget(created: number): void {
    for (const [key, { from, to }] of this.known) {
      if (created >= from && created < to) this.known.delete(key)
    }
  }
}
