import { z } from 'zod'
import { lazySchema } from '../../../../../src-shared/lazily'
import { verdictClassSchema, type VerdictClass } from '../../../../../src-shared/bridge/verdicts'
import type { Session } from '../../../../core/database/session'
import type { RuleTable } from './rules'

interface VerdictKind {
  signs: string[]
  class: VerdictClass
}

const rowSchema = lazySchema(() => z.tuple([z.number(), z.string(), z.string(), verdictClassSchema]))
const signsSchema = z.array(z.string())

/** Every set of signs that was seen together, and the class that follows from it: a few dozen, mirrored in memory. */
export class Kinds {
  #all: Map<number, VerdictKind> | null = null
  #ids = new Map<string, number>()

  constructor(
    private readonly session: Session,
    private readonly rules: RuleTable,
  ) {
    session.onRollback(() => (this.#all = null))
  }

  /** The class that a kind amounts to now. */
  classOf(kind: number): VerdictClass {
    return this.#kinds().get(kind)?.class ?? 'unknown'
  }

  /** Days that a verdict of a kind holds. */
  daysOf(kind: number): number {
    const { known, unknown } = this.rules.expiry
    return this.classOf(kind) === 'unknown' ? unknown : known
  }

  /** Its signs, the weightiest first. */
  signsOf(kind: number): string[] {
    const signs = this.#kinds().get(kind)?.signs ?? []
    return this.rules.orderOf(signs).flatMap((place) => signs[place] ?? [])
  }

  /** Within a transaction: the id of the kind of these signs, in whatever order they are. */
  idOf(signs: readonly string[], stated: VerdictClass): number {
    const all = this.#kinds()
    const sorted = [...new Set(signs)].sort()
    const texts = [
      JSON.stringify(sorted),
      sorted.every((sign) => this.rules.rules.has(sign)) ? '' : stated,
    ] as const
    const known = this.#ids.get(texts.join('\n'))
    if (known !== undefined) return known
    const name = this.rules.classOf(sorted, stated)
    const { lastInsertRowid } = this.session.db
      .prepare('INSERT INTO verdict_kind (signs, told, class, addresses) VALUES (?, ?, ?, 0)')
      .run(...texts, name)
    const id = Number(lastInsertRowid)
    all.set(id, { signs: sorted, class: name })
    this.#ids.set(texts.join('\n'), id)
    return id
  }

  /** Within the transaction that changes rules: derives all classes again. Answers whether any is another one. */
  derive(): boolean {
    const put = this.session.db.prepare('UPDATE verdict_kind SET class = ? WHERE id = ?')
    let changed = false
    for (const [id, kind] of this.#kinds()) {
      const name = this.rules.classOf(kind.signs, kind.class)
      if (name === kind.class) continue
      put.run(name, id)
      changed = true
    }
    this.#all = null
    return changed
  }

  /** How many addresses have each sign in their newest verdict. */
  addresses(): Map<string, number> {
    const counts = new Map<string, number>()
    const rows = this.session.tuples<[], [number, number]>(
      'SELECT id, addresses FROM verdict_kind WHERE addresses > 0',
    )
    for (const [id, addresses] of rows.all()) {
      for (const sign of this.#kinds().get(id)?.signs ?? []) {
        counts.set(sign, (counts.get(sign) ?? 0) + addresses)
      }
    }
    return counts
  }

  #kinds(): Map<number, VerdictKind> {
    if (this.#all === null) {
      this.#all = new Map()
      this.#ids = new Map()
      const rows = this.session.db.prepare('SELECT id, signs, told, class FROM verdict_kind').raw().all()
      for (const row of rows) {
        const [id, signs, told, name] = rowSchema.parse(row)
        this.#all.set(id, { signs: signsSchema.parse(JSON.parse(signs)), class: name })
        this.#ids.set(`${signs}\n${told}`, id)
      }
    }
    return this.#all
  }
}
