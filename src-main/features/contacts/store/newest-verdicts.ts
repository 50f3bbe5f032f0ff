import { saidText } from '../../../../src-shared/messages/told'
import type { IndexedVerdict, VerdictClasses } from '../../../core/index/indexed'
import type { Statement } from 'better-sqlite3'
import { expiredVerdict, verdictDays, type VerdictClass } from '../../../../src-shared/bridge/verdicts'
import type { ContactVerdict } from '../../../../src-shared/bridge/contacts'
import type { Session, Steps } from '../../../core/database/session'

/** Verdicts read between two pauses while all are read: about 3 ms. */
const slice = 2000

const dayMs = 24 * 3_600_000

/** What verdicts rest on, by its number in their table: all that is shown of it here. */
interface VerdictGrounds {
  get(ground: number): { class: VerdictClass; reasons: readonly string[] }
}

/** What a person decided about classes and about how long they hold; read anew whenever it is asked. */
export interface VerdictDecisions {
  /** Whether any domain has an override. */
  readonly hasDomains: boolean
  /** The class that a domain in lower case, or one above it, was given; null where none was. */
  ofDomain(domain: string): VerdictClass | null
  /** Days that verdicts hold. */
  readonly expiry: { known: number; unknown: number }
}

/** As it is where nobody decided anything. */
const noDecisions: VerdictDecisions = { hasDomains: false, ofDomain: () => null, expiry: verdictDays }

/** As the ledger has it, expired or not. */
interface FoundVerdict {
  ground: number
  class: VerdictClass
  at: number
}

interface NewestVerdict extends IndexedVerdict {
  email: string
}

/**
 * What the ledger says of addresses now, as contacts show it: the newest verdict, with the class that its ground and
 * the override of its domain amount to today.
 */
export class NewestVerdicts implements VerdictClasses {
  private none: boolean | null = null
  private readonly any: Statement<[], number>
  private readonly one: Statement<[string], [number, number]>
  private readonly before: Statement<[string, number], [number, number]>
  private readonly following: Statement<[string, number, number], [string, number, number]>

  constructor(
    private readonly session: Session,
    private readonly grounds: VerdictGrounds,
    private readonly decisions: VerdictDecisions = noDecisions,
  ) {
    this.any = session.column('SELECT 1 FROM verdict LIMIT 1')
    this.one = session.tuples('SELECT at, ground FROM verdict WHERE email = ? ORDER BY at DESC LIMIT 1')
    this.before = session.tuples(
      'SELECT at, ground FROM verdict WHERE email = ? AND at <= ? ORDER BY at DESC LIMIT 1',
    )
    this.following = session.tuples(
      'SELECT email, at, ground FROM verdict WHERE (email, at) > (?, ?) ORDER BY email, at LIMIT ?',
    )
    session.onRollback(() => {
      this.none = null
    })
  }

  /** The moment by which ages are counted. */
  get now(): number {
    return this.session.now()
  }

  /** Whether the ledger is empty: then nothing has to be looked up. */
  get isEmpty(): boolean {
    return (this.none ??= this.any.get() === undefined)
  }

  /** Within the transaction that adds verdicts. */
  adding(): void {
    this.none = false
  }

  /** The newest verdict over an address, however it is written, as the index has it; null where it was never checked. */
  of(address: string): IndexedVerdict | null {
    const newest = this.newest(address)
    return newest && this.indexed(newest)
  }

  private newest(address: string): FoundVerdict | null {
    if (this.isEmpty) return null
    const email = address.toLowerCase()
    const row = this.one.get(email)
    return row === undefined ? null : this.named(email, row)
  }

  private indexed({ class: held, ground, at }: FoundVerdict): IndexedVerdict {
    const until = at + this.lasts(ground)
    return { ground, at, until, class: until <= this.now ? expiredVerdict : held }
  }

  /** What was known of an address at a moment, and for how many days; null: nothing, or it had expired. */
  asOf(address: string, moment: number): { class: VerdictClass; days: number } | null {
    if (this.isEmpty) return null
    const email = address.toLowerCase()
    const row = this.before.get(email, moment)
    if (row === undefined) return null
    const verdict = this.named(email, row)
    const age = moment - verdict.at
    return age < this.lasts(verdict.ground) ? { class: verdict.class, days: age / dayMs } : null
  }

  /** {@link of}, as a row of a list shows it. */
  shown(address: string): ContactVerdict | null {
    const newest = this.newest(address)
    if (newest === null) return null
    const { reasons } = this.grounds.get(newest.ground)
    return {
      class: newest.class,
      at: newest.at,
      expired: newest.at <= this.holdsSince(newest.ground),
      reason: saidText(reasons[0] ?? ''),
    }
  }

  /** Verdicts on a ground that were found at this moment or before are expired; milliseconds since 1970. */
  holdsSince(ground: number): number {
    return this.now - this.lasts(ground)
  }

  lasts(ground: number): number {
    const { known, unknown } = this.decisions.expiry
    return (this.ofGround(ground) === 'unknown' ? unknown : known) * dayMs
  }

  /** Hands the newest verdict of every address to `take`, in the order of addresses. */
  *each(take: (verdict: NewestVerdict) => void): Steps<void> {
    let email = ''
    let newest: [number, number] | null = null
    const give = (): void => {
      if (newest !== null) take({ email, ...this.indexed(this.named(email, newest)) })
    }
    for (let more = true; more;) {
      const from: readonly [string, number] = [email, newest?.[0] ?? -1]
      const rows = this.session.read(() => this.following.all(...from, slice))
      for (const [address, at, ground] of rows) {
        if (address !== email) give()
        email = address
        newest = [at, ground]
      }
      more = rows.length === slice
      if (more) yield
    }
    give()
  }

  ofGround(ground: number): VerdictClass {
    return this.grounds.get(ground).class
  }

  get hasDomains(): boolean {
    return this.decisions.hasDomains
  }

  ofDomain(domain: string): VerdictClass | null {
    return this.decisions.ofDomain(domain)
  }

  private named(email: string, [at, ground]: [number, number]): FoundVerdict {
    const domain = this.hasDomains ? this.ofDomain(email.slice(email.lastIndexOf('@') + 1)) : null
    return { ground, at, class: domain ?? this.ofGround(ground) }
  }
}
