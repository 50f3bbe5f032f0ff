import type { Statement, Database } from 'better-sqlite3'
import { rowClasses, type RowClass } from '../../../../src-shared/bridge/imports'

/** Rows of one saved blob. */
const segmentRows = 1024

/** More than what is saved of a row takes. */
const bytesOfRow = 64

/** What is told of every verdict that is noted on a row from the time that reasons were asked for. */
export interface NotedReasons {
  /** `reason` null: the row has no verdict any more. */
  note(row: number, reason: string | null): void
}

/** Bits of {@link RowState.flags}. */
export const flag = {
  /** By a person's hand. */
  leftOut: 1,
  /** Its domain was written in lower case. */
  lowered: 2,
  saysSubscribed: 4,
  saysUnsubscribed: 8,
  /** The file would subscribe a person again who unsubscribed. */
  stays: 16,
  /** Every cell can be read and the address can be sent. */
  valid: 32,
  /** Has an address, which a group knows. */
  addressed: 64,
  /** Had a fault when it was read in. */
  odd: 128,
} as const

/** Bits of {@link RowState.marks}: what a person should know of an address that can be sent. */
export const mark = {
  /** A label of its domain mixes scripts, or looks like another. */
  doubtfulLetters: 1,
  /** It names a desk or a duty: info@. */
  role: 2,
} as const

/** What {@link RowState.records} hold of a row. */
export const field = {
  /** The address, folded, in two hashes; see Lanes. */
  addressA: 0,
  addressB: 1,
  /** What the row would write over, in two hashes. */
  valueA: 2,
  valueB: 3,
  /** Which columns are filled, as bits; see the plan. */
  filled: 4,
  /** The contact's row in the copy; 0 where there is none. */
  contact: 5,
  /** The row of the same address that stands; 0 where it is this one. */
  duplicateOf: 6,
} as const

/** Numbers in a record: half a line of a processor's cache. */
export const recordWidth = 8

/** What became of a row, as {@link RowState.outcomes} has it. Not saved: the work items tell. */
export const outcomeCode = { none: 0, inFlight: 1, created: 2, changed: 3, failed: 4, skipped: 5 } as const

/** What became of taking a row back, by its number in {@link RowState.undone}. Not saved either. */
export const undoCodes = [null, 'reversed', 'kept', 'failed'] as const

/** The number of what became of taking a row back; 0 where nothing did. */
export function codeOfUndo(name: string | null): number {
  return Math.max(
    0,
    undoCodes.findIndex((each) => each === name),
  )
}

/** Whether a run has met a row, other than in vain: what is told about it then stays as it was. */
export function isWritten(outcome: number | undefined): boolean {
  return outcome !== undefined && outcome !== outcomeCode.none && outcome !== outcomeCode.failed
}

/** A misspelt domain too many: counted, but without a number of its own. */
export const typoOverflow = 0xffff

const codes = new Map(rowClasses.map((name, code) => [name, code]))

/** The number of a class in {@link RowState.classes}. */
export function codeOfClass(name: RowClass): number {
  return codes.get(name) ?? 0
}

/** The class of a number. */
export function classOfCode(code: number): RowClass {
  return rowClasses[code] ?? 'invalid'
}

/** What is told about every row, by its number from 1: 44 bytes a row, in arrays, so that a million are looked through in milliseconds. */
export class RowState {
  readonly classes: Uint8Array
  readonly flags: Uint8Array
  /** 0: none; else 1 + the class's place in the contract's order, and 8 where it was told without asking. */
  readonly verdicts: Uint8Array
  /** Cells trimmed, cells repaired by a person; 65,535 stands for more. */
  readonly trimmed: Uint16Array
  readonly repaired: Uint16Array
  /** Those of {@link mark}. */
  readonly marks: Uint8Array
  /** 1 + the place in the list of misspelt domains; 0 where there is none. */
  readonly typos: Uint16Array
  /** {@link recordWidth} numbers a row, those of {@link field}: side by side, since they are needed together. */
  readonly records: Int32Array
  /** Not saved. */
  readonly outcomes: Uint8Array
  /** Not saved. */
  readonly undone: Uint8Array
  /** Not saved; null until somebody asks for them. */
  reasons: NotedReasons | null = null
  private readonly saved: (Uint8Array | Uint16Array | Int32Array)[]
  private readonly dirty = new Set<number>()
  private readonly scratch = Buffer.alloc(segmentRows * bytesOfRow)

  constructor(readonly rows: number) {
    const length = rows + 1
    this.classes = new Uint8Array(length)
    this.flags = new Uint8Array(length)
    this.verdicts = new Uint8Array(length)
    this.trimmed = new Uint16Array(length)
    this.repaired = new Uint16Array(length)
    this.typos = new Uint16Array(length)
    this.records = new Int32Array(length * recordWidth)
    this.outcomes = new Uint8Array(length)
    this.undone = new Uint8Array(length)
    this.marks = new Uint8Array(length)
    this.saved = [
      this.records,
      this.typos,
      this.classes,
      this.flags,
      this.verdicts,
      this.trimmed,
      this.repaired,
      // Last: rows that were saved before there were marks have none.
      this.marks,
    ]
  }

  has(row: number, bit: number): boolean {
    return ((this.flags[row] ?? 0) & bit) !== 0
  }

  set(row: number, bit: number, on: boolean): void {
    const flags = this.flags[row] ?? 0
    this.flags[row] = on ? flags | bit : flags & ~bit
  }

  /** A number of a row's record. */
  get(row: number, of: number): number {
    return this.records[row * recordWidth + of] ?? 0
  }

  put(row: number, of: number, value: number): void {
    this.records[row * recordWidth + of] = value
  }

  /** Says that a row is to be saved. */
  touch(row: number): void {
    this.dirty.add(Math.floor(row / segmentRows))
  }

  touchAll(): void {
    for (let row = 0; row <= this.rows; row += segmentRows) this.touch(row)
  }

  /** Another of the same rows, that may be changed while this one is read. Nothing of it is to be saved yet. */
  copy(): RowState {
    const made = new RowState(this.rows)
    this.saved.forEach((array, place) => made.saved[place]?.set(array))
    made.outcomes.set(this.outcomes)
    made.undone.set(this.undone)
    return made
  }

  /** Within a transaction: writes what was touched. The caller says so when it is committed. */
  save(db: Database): void {
    for (const saving = this.saving(db); saving.next().done !== true;);
  }

  /** As {@link save}, a thousand rows at a time. */
  *saving(db: Database): Generator<void> {
    const put: Statement<[number, Buffer]> = db.prepare('INSERT OR REPLACE INTO state VALUES (?, ?)')
    for (const segment of this.dirty) {
      put.run(segment, this.pack(segment))
      yield
    }
  }

  /** What was touched is saved. */
  settled(): void {
    this.dirty.clear()
  }

  /** The state as it was last saved. */
  static load(db: Database, rows: number): RowState {
    const state = new RowState(rows)
    const found = db.prepare<[], [number, Buffer]>('SELECT segment, bytes FROM state').raw()
    for (const [segment, bytes] of found.iterate()) state.unpack(segment, bytes)
    return state
  }

  /** Into the same bytes each time: they are copied as they are bound. */
  private pack(segment: number): Buffer {
    let at = 0
    for (const part of this.parts(segment)) {
      this.scratch.set(part, at)
      at += part.length
    }
    return this.scratch.subarray(0, at)
  }

  private unpack(segment: number, bytes: Buffer): void {
    let at = 0
    for (const part of this.parts(segment)) {
      bytes.copy(part, 0, at, at + part.length)
      at += part.length
    }
  }

  /** What the arrays that are saved say about the rows of a segment, as their bytes. */
  private parts(segment: number): Buffer[] {
    return this.saved.map((array) => {
      const length = segmentRows * (this.records === array ? recordWidth : 1)
      const part = array.subarray(segment * length, (segment + 1) * length)
      return Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    })
  }
}
