import { Emitter } from '../../../src-shared/emitter'
import type { Database, Statement } from 'better-sqlite3'
import { translate } from './failures'

/** A stored value, as better-sqlite3 takes and gives it. */
export type SqlValue = string | number | Buffer | Uint8Array | null

/** Counters that are kept with the rows they count, in one row of `meta`. */
export interface Counters {
  revision: number
  contacts: number
  events: number
}

/**
 * An open database and the rules of writing to it. What lives in memory beside the database (key hashes, seen
 * bits, counters) is changed with the transaction; where one is rolled back, `forget` throws it all away and it
 * is read again.
 */
export class Session {
  readonly counters: Counters
  private readonly forgetters: (() => void)[] = []
  private readonly listeners = new Emitter<Counters>()
  private dirty = false
  private waiting: (() => void)[] = []
  private readonly begin: Statement
  private readonly commit: Statement
  private readonly rollback: Statement
  private readonly keep: Statement<[number, number, number]>

  constructor(
    readonly db: Database,
    /** Milliseconds since 1970. */
    readonly now: () => number,
    /** Milliseconds from an arbitrary start, never jumping. */
    readonly monotonic: () => number,
  ) {
    this.begin = db.prepare('BEGIN IMMEDIATE')
    this.commit = db.prepare('COMMIT')
    this.rollback = db.prepare('ROLLBACK')
    this.keep = db.prepare('UPDATE meta SET revision = ?, contacts = ?, events = ?')
    this.counters = this.readCounters()
  }

  /** Prepares a statement that answers with the first column of its rows. */
  column<Given extends unknown[], T>(sql: string): Statement<Given, T> {
    return this.db.prepare<Given, T>(sql).pluck()
  }

  /** Prepares a statement that answers with its rows as tuples. */
  tuples<Given extends unknown[], T>(sql: string): Statement<Given, T> {
    return this.db.prepare<Given, T>(sql).raw()
  }

  /** Registers what throws away a mirror in memory after a rollback. */
  onRollback(forget: () => void): void {
    this.forgetters.push(forget)
  }

  /** Registers who is told after a commit that changed contacts or events. */
  onChange(listener: (counters: Counters) => void): void {
    this.listeners.add(listener)
  }

  /** Within a transaction: runs once it is committed, never if it is rolled back. */
  afterCommit(act: () => void): void {
    this.waiting.push(act)
  }

  /** Says that this transaction changed contacts or events: the revision grows when it is committed. */
  touch(): void {
    this.dirty = true
  }

  /**
   * One transaction, whole or not at all. `durable`: it must survive a power failure once this has returned
   * (outbox); the others may be lost then, but never half of one.
   */
  write<T>(work: () => T, durability: 'normal' | 'durable' = 'normal'): T {
    if (durability === 'durable') this.db.pragma('synchronous = FULL')
    try {
      this.begin.run()
      const result = work()
      if (this.dirty) {
        const { revision, contacts, events } = this.counters
        this.keep.run(revision + 1, contacts, events)
      }
      this.commit.run()
      this.tell()
      return result
    } catch (error) {
      this.undo()
      throw translate(error)
    } finally {
      if (durability === 'durable') this.db.pragma('synchronous = NORMAL')
    }
  }

  /** A read, with its failures translated. */
  read<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw translate(error)
    }
  }

  private tell(): void {
    const { waiting } = this
    this.waiting = []
    for (const act of waiting) act()
    if (!this.dirty) return
    this.dirty = false
    this.counters.revision += 1
    this.listeners.emit(this.counters)
  }

  private undo(): void {
    this.dirty = false
    this.waiting = []
    if (this.db.inTransaction) this.rollback.run()
    for (const forget of this.forgetters) forget()
    Object.assign(this.counters, this.readCounters())
  }

  private readCounters(): Counters {
    const row = this.db.prepare<[], Counters>('SELECT revision, contacts, events FROM meta').get()
    return row ?? { revision: 0, contacts: 0, events: 0 }
  }
}

/**
 * Work that is done in slices of a few milliseconds: whoever drives it may answer other calls at every `yield`.
 * What it returns is its result.
 */
export type Steps<T> = Generator<void, T>

/** A part of the store as it is implemented: a method that could take long answers with its steps. */
export type Stepped<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => R | Steps<R> : never
}

/** Whether an answer is work still to be done. Answers are plain data, so nothing else has a `next`. */
export function isSteps(answer: unknown): answer is Steps<unknown> {
  return (
    typeof answer === 'object' && answer !== null && 'next' in answer && typeof answer.next === 'function'
  )
}

/** Does all of it at once. */
export function drive<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
