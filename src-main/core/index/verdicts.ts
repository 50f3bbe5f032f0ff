import type { IndexedVerdict, VerdictClasses, VerdictStanding } from './indexed'
import { expiredVerdict } from '../../../src-shared/bridge/verdicts'
import { Codes } from './codes'
import { Column } from './column'
import type { Encoder } from './encode'
import { Instants } from './instants'
import { kind } from './values'

const standings: readonly VerdictStanding[] = ['accepts', 'risky', 'undeliverable', 'unknown', expiredVerdict]

/**
 * What is known of each row's address: the class it has now, or that it expired, when it was checked, and what that verdict rests on.
 * The names of the classes stand in the alphabet as they do in the contract, so that sorting by text is right.
 * A row with a verdict costs about a byte, 8 bytes and 1 or 2 bytes; while no row has one, nothing.
 */
export class Verdicts {
  class = new Column(true)
  at = new Instants()
  /** The ledger's number of what the verdict rests on: what a class is derived from again when rules change. */
  ground = new Codes()
  /** When the next verdict expires, in milliseconds: then classes are to be derived again. */
  expiresAt = Infinity

  /** Answers whether anything changed. null: the address was never checked. */
  set(row: number, verdict: IndexedVerdict | null, encoder: Encoder): boolean {
    const known = this.ground.get(row) !== 0
    if (verdict === null) return known && this.clear(row)
    const { ground, at, until } = verdict
    if (until !== undefined && verdict.class !== expiredVerdict)
      this.expiresAt = Math.min(this.expiresAt, until)
    const changed = this.ground.get(row) !== ground
    this.ground.set(row, ground)
    const moved = this.at.set(row, at)
    return this.class.set(row, classValue(verdict.class), encoder) || moved || changed
  }

  clear(row: number): boolean {
    if (this.ground.get(row) === 0) return false
    this.ground.set(row, 0)
    this.at.set(row, NaN)
    this.class.clear(row)
    return true
  }

  /**
   * Derives every row's class again. `domains`: the column of the rows' domains. Calls `changed` for each row that
   * has another class now. One pass over the rows, in which a ground and a domain are asked about once each.
   */
  derive(of: VerdictClasses, domains: Column, encoder: Encoder, changed: (row: number) => void): void {
    const codes = new Map(
      standings.map((name) => [name, this.class.dictionary.intern(classValue(name), encoder)]),
    )
    const byGround = new Map<number, number>()
    const byDomain = new Map<number, number | null>()
    const ofDomain = (row: number): number | null => {
      const domain = domains.codes.get(row)
      let code = byDomain.get(domain)
      if (code === undefined) {
        const name = domain === 0 ? null : of.ofDomain(domains.dictionary.textOf(domain))
        code = name === null ? null : (codes.get(name) ?? null)
        byDomain.set(domain, code)
      }
      return code
    }
    const lasting = new Map<number, number>()
    const { now } = of
    this.expiresAt = Infinity
    this.ground.forEach((row, ground) => {
      let lasts = lasting.get(ground)
      if (lasts === undefined) lasting.set(ground, (lasts = of.lasts(ground)))
      const until = this.at.get(row) + lasts
      if (until > now) this.expiresAt = Math.min(this.expiresAt, until)
      let code = until <= now ? (codes.get(expiredVerdict) ?? 0) : of.hasDomains ? ofDomain(row) : null
      if (code === null) {
        code = byGround.get(ground) ?? null
        if (code === null) byGround.set(ground, (code = codes.get(of.ofGround(ground)) ?? 0))
      }
      if (this.class.codes.get(row) === code) return
      this.class.codes.set(row, code)
      changed(row)
    })
  }

  memoryBytes(): number {
    return this.class.memoryBytes() + this.at.memoryBytes() + this.ground.memoryBytes()
  }
}

const classValue = (name: VerdictStanding) => ({ kind: kind.text, text: name, number: NaN })
