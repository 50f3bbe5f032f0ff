import type { BounceBasis } from '../../../../src-shared/bridge/review'
import {
  ageSpan,
  type BounceCell,
  bounceClasses,
  type BounceModel,
  bounceModel,
  heldOut,
  summedCells,
} from '../../../../src-shared/projected-bounces'
import { domainOf } from '../../../../src-shared/address/parts'
import type { Session, Steps } from '../../../core/database/session'
import type { RowSet } from '../../../core/index/row-set'
import type { NewestVerdicts } from '../../contacts/store'

/**
 * How many of a campaign's mails bounced, by domain, verdict and its age when it was sent: counted once (weeks.ts).
 * `class` as its place in {@link bounceClasses}. All but its largest domains are counted together, under none.
 */
export const bounceTables = `
  CREATE TABLE bounce_count (
    campaign TEXT NOT NULL,
    domain TEXT NOT NULL,
    class INTEGER NOT NULL,
    age INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    bounced INTEGER NOT NULL,
    PRIMARY KEY (campaign, domain, class, age)
  ) STRICT, WITHOUT ROWID;
`

/** People looked at between two pauses: a few milliseconds. */
const slice = 400
/** The largest domains of a campaign are told apart, where it went to so many people there. */
const worthNaming = 20
const mostNamed = 300
/** Campaigns that are learnt from: the latest. */
const mostLearnt = 24
/** Less than this teaches nothing. */
const fewest = { campaigns: 3, mails: 2000, bounces: 20 }

/** What projections are made from: counts of campaigns, and the model that they give. */
export class Bounces {
  private kept: { model: BounceModel; basis: BounceBasis } | null = null

  constructor(
    private readonly parts: {
      session: Session
      verdicts: NewestVerdicts
    },
  ) {
    parts.session.onRollback(() => this.forget())
  }

  /** The model where it is closer than the ledger's rule on campaigns that it did not see; null: the rule holds. */
  model(): BounceModel | null {
    const { model, basis } = this.ready()
    return basis.kind === 'learnt' ? model : null
  }

  basis(): BounceBasis {
    return this.ready().basis
  }

  /** Within a transaction that empties the copy. */
  clear(): void {
    this.parts.session.db.exec('DELETE FROM bounce_count')
    this.forget()
  }

  private forget(): void {
    this.kept = null
  }

  /** Within a transaction: keeps what a campaign shows, and lets go of that of the oldest. */
  put(campaign: string, cells: readonly BounceCell[]): void {
    const { db } = this.parts.session
    const put = db.prepare('INSERT OR REPLACE INTO bounce_count VALUES (?, ?, ?, ?, ?, ?)')
    for (const { domain, of, age, sent, bounced } of cells)
      put.run(campaign, domain, bounceClasses.indexOf(of), age, sent, bounced)
    db.exec(
      `DELETE FROM bounce_count WHERE campaign IN
         (SELECT campaign FROM campaign_week ORDER BY at DESC LIMIT -1 OFFSET ${mostLearnt})`,
    )
    this.forget()
  }

  /** Counts those to whom mails went and those whose came back by what was known of them when they left. */
  *count(people: RowSet, cameBack: RowSet, sentAt: number): Steps<BounceCell[]> {
    const { session, verdicts } = this.parts
    const emailOf = session.column<[number], string>('SELECT email FROM contact WHERE row = ?')
    const cells = new Map<string, BounceCell>()
    const sizes = new Map<string, number>()
    const rows = people.rows()
    for (let at = 0; at < rows.length; at += slice) {
      session.read(() => {
        for (const row of rows.subarray(at, at + slice)) {
          const email = emailOf.get(row)
          if (email === undefined) continue
          const domain = domainOf(email)
          const verdict = verdicts.asOf(email, sentAt)
          const age = verdict === null ? 0 : ageSpan(verdict.days)
          const of = verdict?.class ?? 'notChecked'
          const key = `${of} ${age} ${domain}`
          const cell = cells.get(key) ?? { domain, of, age, sent: 0, bounced: 0 }
          cell.sent += 1
          cell.bounced += Number(cameBack.has(row))
          cells.set(key, cell)
          sizes.set(domain, (sizes.get(domain) ?? 0) + 1)
        }
      })
      yield
    }
    const largest = [...sizes]
      .filter(([, people]) => people >= worthNaming)
      .sort((one, other) => other[1] - one[1])
    const named = new Set(largest.slice(0, mostNamed).map(([domain]) => domain))
    return summedCells(
      [...cells.values()].map((cell) => ({ ...cell, domain: named.has(cell.domain) ? cell.domain : '' })),
    )
  }

  private ready(): NonNullable<Bounces['kept']> {
    return (this.kept ??= this.made())
  }

  private made(): NonNullable<Bounces['kept']> {
    const campaigns = new Map<string, BounceCell[]>()
    const all = this.parts.session.tuples<[], [string, string, number, number, number, number]>(
      'SELECT campaign, domain, class, age, sent, bounced FROM bounce_count',
    )
    for (const [campaign, domain, name, age, sent, bounced] of all.iterate()) {
      const cells = campaigns.get(campaign) ?? []
      cells.push({ domain, of: bounceClasses[name] ?? 'unknown', age, sent, bounced })
      campaigns.set(campaign, cells)
    }
    const cells = summedCells([...campaigns.values()].flat())
    const sum = (of: 'sent' | 'bounced') => cells.reduce((total, cell) => total + cell[of], 0)
    const counts = { campaigns: campaigns.size, mails: sum('sent'), bounces: sum('bounced') }
    const isFew =
      counts.campaigns < fewest.campaigns || counts.mails < fewest.mails || counts.bounces < fewest.bounces
    const scores = isFew ? null : heldOut([...campaigns.values()])
    const kind = scores !== null && scores.learnt < scores.rule ? 'learnt' : 'rule'
    return { model: bounceModel(cells), basis: { kind, ...counts, scores } }
  }
}
