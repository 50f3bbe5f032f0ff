import { t } from '../../../../../src-shared/messages/message'
import { z } from 'zod'
import { lazyObject } from '../../../../../src-shared/lazily'
import { verdictClassSchema, verdictDays, type ExpiryDays } from '../../../../../src-shared/bridge/verdicts'
import type { VerdictClass } from '../../../../../src-shared/bridge/verdicts'
import { problem } from '../../../../core/problems'
import type { Session } from '../../../../core/database/session'
import { byWeight, type Meaning } from './weigh'

const rowSchema = lazyObject(() => ({
  sign: z.string(),
  place: z.number(),
  usual: verdictClassSchema,
  /** As it is said of one address. */
  sentence: z.string(),
  class: verdictClassSchema.nullable(),
}))

type StoredRule = z.infer<typeof rowSchema> & Meaning

/** A sign as the program knows it; `class` unless a person says otherwise. */
export type SignMeaning = Pick<StoredRule, 'sign' | 'sentence' | 'class'>

/** The tables of what signs mean and of how long verdicts hold, mirrored in memory: they are a few rows. */
export class RuleTable {
  #rules: Map<string, StoredRule> | null = null
  #expiry: ExpiryDays | null = null

  constructor(private readonly session: Session) {
    session.onRollback(() => {
      this.#rules = null
      this.#expiry = null
    })
  }

  /** By sign, in their order. */
  get rules(): ReadonlyMap<string, StoredRule> {
    if (this.#rules === null) {
      const rows = this.session.db.prepare('SELECT * FROM verdict_rule').all()
      const rules = rows
        .map((row) => rowSchema.parse(row))
        .map((rule): StoredRule => ({ ...rule, class: rule.class ?? rule.usual }))
        .sort((one, other) => one.place - other.place)
      this.#rules = new Map(rules.map((rule) => [rule.sign, rule]))
    }
    return this.#rules
  }

  /** Days that verdicts hold. */
  get expiry(): ExpiryDays {
    const { db } = this.session
    this.#expiry ??=
      db.prepare<[], ExpiryDays>('SELECT known, unknown FROM verdict_expiry').get() ?? verdictDays
    return this.#expiry
  }

  /** The class that signs amount to; `fallback` where one of them is not known, or there is none. */
  classOf(signs: readonly string[], fallback: VerdictClass): VerdictClass {
    const known = signs.flatMap((sign) => this.rules.get(sign) ?? [])
    if (known.length < signs.length || known.length === 0) return fallback
    return known[this.orderOf(signs)[0] ?? 0]?.class ?? fallback
  }

  /** The places of signs, the weightiest sign's first. Signs that are not known stay behind. */
  orderOf(signs: readonly string[]): number[] {
    const last: Meaning = { class: 'accepts', place: Number.MAX_SAFE_INTEGER }
    const order = byWeight((sign) => this.rules.get(sign) ?? last)
    return signs
      .map((sign, place) => ({ sign, place }))
      .sort((one, other) => order(one.sign, other.sign) || one.place - other.place)
      .map(({ place }) => place)
  }

  /** Within a transaction: takes the program's table for the usual one. Answers whether anything is other than before. */
  use(signs: readonly SignMeaning[]): boolean {
    const before = [...this.rules.values()]
    const isSame =
      before.length === signs.length &&
      signs.every(({ sign, sentence, class: usual }, place) => {
        const rule = before[place]
        return rule?.sign === sign && rule.sentence === sentence && rule.usual === usual
      })
    if (isSame) return false
    const { db } = this.session
    const put = db.prepare(
      `INSERT INTO verdict_rule (sign, place, usual, sentence) VALUES (?, ?, ?, ?) ON CONFLICT (sign)
       DO UPDATE SET place = excluded.place, usual = excluded.usual, sentence = excluded.sentence`,
    )
    for (const [place, { sign, sentence, class: usual }] of signs.entries()) {
      put.run(sign, place, usual, sentence)
    }
    this.#rules = null
    return true
  }

  /** Within a transaction. Throws `input_invalid` for a sign that there is none of. */
  set(sign: string, to: VerdictClass): void {
    const rule = this.rules.get(sign)
    if (rule === undefined) {
      throw problem('input_invalid', {
        fields: [{ field: 'sign', message: t('verification.rules.thereIsNoSuch') }],
      })
    }
    const put = this.session.db.prepare('UPDATE verdict_rule SET class = ? WHERE sign = ?')
    put.run(to === rule.usual ? null : to, sign)
    this.#rules = null
  }

  /** Within a transaction. */
  reset(): void {
    this.session.db.exec('UPDATE verdict_rule SET class = NULL')
    this.#rules = null
  }

  /** Within a transaction. */
  setExpiry({ known, unknown }: ExpiryDays): void {
    this.session.db
      .prepare('INSERT OR REPLACE INTO verdict_expiry (one, known, unknown) VALUES (1, ?, ?)')
      .run(known, unknown)
    this.#expiry = null
  }
}
