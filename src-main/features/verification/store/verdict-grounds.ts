import { z } from 'zod'
import { lazySchema } from '../../../../src-shared/lazily'
import { verdictSchema } from '../../../../src-shared/bridge/verdicts'
import { hashOf } from '../../../core/database/hash'
import type { Kinds } from './ledger/kinds'
import type { RuleTable } from './ledger/rules'
import type { Session } from '../../../core/database/session'
import type { LedgerVerdict } from './ledger/api'

/** What a verdict rests on: the same for many addresses. */
type VerdictGround = Pick<LedgerVerdict, 'class' | 'source' | 'signs' | 'reasons'>

/** A ground as it is made: `vendor` tells who it was bought from, null where it was not. */
type NewVerdictGround = VerdictGround & { vendor: string | null }

/** Grounds read before are kept up to this number: most addresses share a few dozen. */
const mostKept = 2000

const rowSchema = lazySchema(() =>
  z.tuple([z.number(), verdictSchema.unwrap().shape.source, z.string(), z.string()]),
)
const textsSchema = z.array(z.string())
const answerSchema = lazySchema(() => z.record(z.string(), z.unknown()))

type Values = [number, number, string, string, string, string | null, string | null]
type CachedGround = Omit<VerdictGround, 'class'> & { kind: number }

const statements = (session: Session) => ({
  one: session.tuples<[number], unknown>(
    'SELECT kind, source, signs, reasons FROM verdict_ground WHERE id = ?',
  ),
  answered: session.tuples<[number], [string | null, string | null]>(
    'SELECT answer, vendor FROM verdict_ground WHERE id = ?',
  ),
  find: session.column<Values, number>(
    `SELECT id FROM verdict_ground WHERE hash = ? AND kind = ? AND source = ? AND signs = ? AND reasons = ?
     AND answer IS ? AND vendor IS ?`,
  ),
  make: session.db.prepare<Values>(
    `INSERT INTO verdict_ground (hash, kind, source, signs, reasons, answer, vendor)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ),
})

/**
 * The table of what verdicts rest on, each stored once. Found by the hash of its text. A ground is told as the rules are
 * now: its class, and the order of its signs and reasons.
 */
export class GroundTable {
  private readonly kept = new Map<number, CachedGround>()
  private readonly sql: ReturnType<typeof statements>

  constructor(
    session: Session,
    private readonly kinds: Kinds,
    private readonly rules: RuleTable,
  ) {
    this.sql = statements(session)
    session.onRollback(() => this.forget())
  }

  get(id: number): VerdictGround {
    const { kind, ...ground } = this.read(id)
    return { class: this.kinds.classOf(kind), ...ground }
  }

  /** The kind of a ground: the set of its signs. */
  kindOf(id: number): number {
    return this.read(id).kind
  }

  /** What was answered, and who it was bought from; null where nothing was, and where it was not. */
  answerOf(id: number): { answer: Record<string, unknown> | null; vendor: string | null } {
    const [text, vendor] = this.sql.answered.get(id) ?? [null, null]
    return { answer: text === null ? null : answerSchema.parse(JSON.parse(text)), vendor }
  }

  /** Within a transaction: the ground's id, which is made where there is none like it. */
  idOf(ground: NewVerdictGround, answer: Record<string, unknown> | null): number {
    const kind = this.kinds.idOf(ground.signs, ground.class)
    const texts = [ground.source, JSON.stringify(ground.signs), JSON.stringify(ground.reasons)] as const
    const answered = answer === null ? null : JSON.stringify(answer)
    const { vendor } = ground
    const hash = hashOf([kind, ...texts, answered ?? '', vendor ?? ''].join('\n'))
    const values: Values = [hash, kind, ...texts, answered, vendor]
    return this.sql.find.get(...values) ?? Number(this.sql.make.run(...values).lastInsertRowid)
  }

  /** The rules were changed: what was read before may be in another order now. */
  forget(): void {
    this.kept.clear()
  }

  private read(id: number): CachedGround {
    const known = this.kept.get(id)
    if (known !== undefined) return known
    const [kind, source, signsText, reasonsText] = rowSchema.parse(this.sql.one.get(id))
    const signs = textsSchema.parse(JSON.parse(signsText))
    const reasons = textsSchema.parse(JSON.parse(reasonsText))
    const ground: CachedGround = { kind, source, ...this.inOrder(signs, reasons) }
    if (this.kept.size >= mostKept) this.kept.clear()
    this.kept.set(id, ground)
    return ground
  }

  /** The weightiest first, as the rules are. Reasons go with the signs whose sentences they follow. */
  private inOrder(signs: string[], reasons: string[]): { signs: string[]; reasons: string[] } {
    const order = this.rules.orderOf(signs)
    const groups: string[][] = []
    for (const reason of reasons) {
      const next = signs[groups.length]
      if (next !== undefined && this.rules.rules.get(next)?.sentence === reason) groups.push([reason])
      else groups.at(-1)?.push(reason)
    }
    // Told by other rules than today's: nobody can say which reason is whose.
    const isPlain = groups.length === signs.length && groups.flat().length === reasons.length
    return {
      signs: order.flatMap((place) => signs[place] ?? []),
      reasons: isPlain ? order.flatMap((place) => groups[place] ?? []) : reasons,
    }
  }
}
