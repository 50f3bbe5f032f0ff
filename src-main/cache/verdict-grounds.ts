import type { Statement } from 'better-sqlite3'
import { z } from 'zod'
import { verdictSchema } from '../../src-shared/bridge/verdicts'
import { hashOf } from './hash'
import type { Session } from './session'
import type { LedgerVerdict } from './store'

/** What a verdict rests on: the same for many addresses. */
export type Ground = Pick<LedgerVerdict, 'class' | 'source' | 'signs' | 'reasons'>

/** Grounds read before are kept up to this number: most addresses share a few dozen. */
const mostKept = 2000

const rowSchema = z.tuple([verdictSchema.shape.class, verdictSchema.shape.source, z.string(), z.string()])
const textsSchema = z.array(z.string())
const answerSchema = z.record(z.string(), z.unknown())

type Values = [number, string, string, string, string, string | null]

/** The table of what verdicts rest on, each stored once. Found by the hash of its text. */
export class Grounds {
  private readonly kept = new Map<number, Ground>()
  private readonly one: Statement<[number], unknown>
  private readonly answer: Statement<[number], string | null>
  private readonly find: Statement<Values, number>
  private readonly make: Statement<Values>

  constructor({ db }: Session) {
    this.one = db
      .prepare<[number], unknown>('SELECT class, source, signs, reasons FROM verdict_ground WHERE id = ?')
      .raw()
    this.answer = db
      .prepare<[number], string | null>('SELECT answer FROM verdict_ground WHERE id = ?')
      .pluck()
    this.find = db
      .prepare<Values, number>(
        `SELECT id FROM verdict_ground
         WHERE hash = ? AND class = ? AND source = ? AND signs = ? AND reasons = ? AND answer IS ?`,
      )
      .pluck()
    this.make = db.prepare<Values>(
      'INSERT INTO verdict_ground (hash, class, source, signs, reasons, answer) VALUES (?, ?, ?, ?, ?, ?)',
    )
  }

  /** Outside of a transaction that may be rolled back. */
  get(id: number): Ground {
    const known = this.kept.get(id)
    if (known !== undefined) return known
    const [name, source, signs, reasons] = rowSchema.parse(this.one.get(id))
    const ground: Ground = {
      class: name,
      source,
      signs: textsSchema.parse(JSON.parse(signs)),
      reasons: textsSchema.parse(JSON.parse(reasons)),
    }
    if (this.kept.size >= mostKept) this.kept.clear()
    this.kept.set(id, ground)
    return ground
  }

  /** What was answered; null where nothing was. */
  answerOf(id: number): Record<string, unknown> | null {
    const text = this.answer.get(id) ?? null
    return text === null ? null : answerSchema.parse(JSON.parse(text))
  }

  /** Within a transaction: the ground's id, which is made where there is none like it. */
  idOf(ground: Ground, answer: Record<string, unknown> | null): number {
    const texts = [
      ground.class,
      ground.source,
      JSON.stringify(ground.signs),
      JSON.stringify(ground.reasons),
    ] as const
    const answered = answer === null ? null : JSON.stringify(answer)
    const values: Values = [hashOf([...texts, answered ?? ''].join('\n')), ...texts, answered]
    return this.find.get(...values) ?? Number(this.make.run(...values).lastInsertRowid)
  }
}
