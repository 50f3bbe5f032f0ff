import type { Statement } from 'better-sqlite3'
import type { Session } from '../../../core/database/session'

interface EventNameRow {
  number: number
  name: string
  count: number
  listed: number
}

/** The names of events: each has a number, a kept count of its events, and whether the service lists it. Few, so all are in memory. */
export class EventNames {
  private byName = new Map<string, EventNameRow>()
  private byNumber = new Map<number, EventNameRow>()
  private readonly changed = new Set<number>()
  private readonly put: Statement<[number, string, number, number]>

  constructor(private readonly session: Session) {
    this.put = session.db.prepare('INSERT OR REPLACE INTO event_name VALUES (?, ?, ?, ?)')
    this.read()
    session.onRollback(() => this.read())
  }

  /** The number of a name, made where it is new. Within a transaction that ends with {@link flush}. */
  numberOf(name: string): number {
    const known = this.byName.get(name)
    if (known !== undefined) return known.number
    const number = Math.max(0, ...this.byNumber.keys()) + 1
    this.remember({ number, name, count: 0, listed: 0 })
    this.changed.add(number)
    return number
  }

  /** The name of a number that an event holds. */
  nameOf(number: number): string {
    return this.byNumber.get(number)?.name ?? ''
  }

  /** The numbers of those of these names that exist. */
  numbersOf(names: readonly string[]): number[] {
    return names.flatMap((name) => this.byName.get(name)?.number ?? [])
  }

  /** How many events have one of these names (numbers). */
  countOf(numbers: readonly number[]): number {
    return numbers.reduce((sum, number) => sum + (this.byNumber.get(number)?.count ?? 0), 0)
  }

  /** Within a transaction that ends with {@link flush}. */
  count(number: number, by: number): void {
    const row = this.byNumber.get(number)
    if (row === undefined) return
    row.count += by
    this.changed.add(number)
  }

  /** Names that are listed or have events, the most frequent first. */
  list(): { name: string; count: number }[] {
    return [...this.byNumber.values()]
      .filter(({ count, listed }) => count > 0 || listed === 1)
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .map(({ name, count }) => ({ name, count }))
  }

  /** How many names the service lists. */
  listed(): number {
    let sum = 0
    for (const { listed } of this.byNumber.values()) sum += listed
    return sum
  }

  /** Within a transaction: says whether the service lists a name; answers whether that changed. */
  setListed(number: number, listed: boolean): boolean {
    const row = this.byNumber.get(number)
    if (row === undefined || (row.listed === 1) === listed) return false
    row.listed = listed ? 1 : 0
    this.changed.add(number)
    return true
  }

  /** The numbers of the listed names from one to another. */
  listedBetween(from: number, to: number): number[] {
    return [...this.byNumber.values()]
      .filter(({ number, listed }) => listed === 1 && number >= from && number <= to)
      .map(({ number }) => number)
  }

  /** The largest number in use. */
  last(): number {
    return Math.max(0, ...this.byNumber.keys())
  }

  /** Writes what changed, within the transaction. */
  flush(): void {
    for (const number of this.changed) {
      const row = this.byNumber.get(number)
      if (row !== undefined) this.put.run(row.number, row.name, row.count, row.listed)
    }
    this.changed.clear()
  }

  /** Within a transaction that deletes all events. */
  clear(): void {
    this.session.db.exec('DELETE FROM event_name')
    this.byName.clear()
    this.byNumber.clear()
  }

  private read(): void {
    this.byName.clear()
    this.byNumber.clear()
    this.changed.clear()
    const rows = this.session.db
      .prepare<[], EventNameRow>('SELECT number, name, count, listed FROM event_name')
      .all()
    for (const row of rows) this.remember(row)
  }

  private remember(row: EventNameRow): void {
    this.byName.set(row.name, row)
    this.byNumber.set(row.number, row)
  }
}
