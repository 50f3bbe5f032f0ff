import type { Statement } from 'better-sqlite3'
import type { Session } from '../../../core/database/session'
import { steps, type DomainSteps, type MailStep } from './people-api'

/** A person's row; `step` as its place in {@link steps}, `leaving`: 0 nothing, 1 unsubscribed, 2 complained. */
export interface StoredPerson {
  of: number
  row: number
  step: number
  last: number
  opens: number
  clicks: number
  leaving: number
  domain: string
  mail: string | null
  reply: string | null
  link: string | null
}

/** How far a campaign's events are read. */
export interface Reading {
  number: number
  key: string
  upto: number
}

const columns = 'of, row, step, last, opens, clicks, leaving, domain, mail, reply, link'

/** Rows let go of at a time: a few milliseconds. */
const goneAtOnce = 1000

/** Every statement over who got campaigns. */
export class CampaignPeopleTable {
  private readonly moved: ((of: number, row: number, step: number | null) => void)[] = []
  private readonly one: Statement<[number, number], StoredPerson>
  private readonly lasts: Statement<[number, number], number>
  private readonly putting: Statement<[StoredPerson]>
  /** By step. */
  private readonly counting: Statement<[number, string, number]>[]
  private readonly summing: Statement<[number], Record<MailStep, number | null>>
  private readonly clicking: Statement<[number, string, number]>
  private readonly reading: Statement<[string], Reading>
  private readonly numbers: Statement<[], number>
  private readonly beginning: Statement<[string]>
  private readonly ending: Statement<[string, number, number]>
  private readonly restart: Statement<[]>
  private readonly dropping: Statement<[string]>

  constructor(private readonly session: Session) {
    const { db } = session
    this.one = db.prepare(`SELECT ${columns} FROM campaign_person WHERE of = ? AND row = ?`)
    this.lasts = session.column('SELECT last FROM campaign_person WHERE of = ? AND row = ?')
    this.putting = db.prepare(
      `INSERT OR REPLACE INTO campaign_person (${columns})
       VALUES (@of, @row, @step, @last, @opens, @clicks, @leaving, @domain, @mail, @reply, @link)`,
    )
    this.counting = steps.map((step) =>
      db.prepare(
        `INSERT INTO campaign_domain (of, domain, ${step}) VALUES (?, ?, ?)
         ON CONFLICT (of, domain) DO UPDATE SET ${step} = ${step} + excluded.${step}`,
      ),
    )
    const sums = steps.map((step) => `sum(${step}) AS ${step}`).join(', ')
    this.summing = db.prepare(`SELECT ${sums} FROM campaign_domain WHERE of = ?`)
    this.clicking = db.prepare('INSERT OR IGNORE INTO campaign_click VALUES (?, ?, ?)')
    this.reading = db.prepare('SELECT number, key, upto FROM campaign_read WHERE campaign = ?')
    this.numbers = session.column('SELECT number FROM campaign_read')
    this.beginning = db.prepare("INSERT INTO campaign_read (campaign, key, upto) VALUES (?, '', -1)")
    this.ending = db.prepare('UPDATE campaign_read SET key = ?, upto = ? WHERE number = ?')
    this.restart = db.prepare('UPDATE campaign_read SET upto = -1')
    this.dropping = db.prepare('DELETE FROM campaign_read WHERE campaign = ?')
  }

  known(campaign: string): Reading | undefined {
    return this.reading.get(campaign)
  }

  /** Begins to read a campaign from nothing, under a number of its own. */
  begin(campaign: string): number {
    this.dropping.run(campaign)
    return Number(this.beginning.run(campaign).lastInsertRowid)
  }

  /** Says how far it is read. */
  end(number: number, key: string, upto: number): void {
    this.ending.run(key, upto, number)
  }

  /** Everything is read anew when it is asked for. */
  distrust(): void {
    this.restart.run()
  }

  get(of: number, row: number): StoredPerson | undefined {
    return this.one.get(of, row)
  }

  /** Puts a person, and keeps the sums of the domains with it. */
  put(before: StoredPerson | undefined, after: StoredPerson): void {
    this.putting.run(after)
    for (const tell of this.moved) tell(after.of, after.row, after.step)
    if (before?.step === after.step) return
    if (before) this.count(before, -1)
    this.count(after, 1)
  }

  click(of: number, link: string, row: number): void {
    this.clicking.run(of, link, row)
  }

  /** Takes a contact that is gone out of every campaign, within the transaction. */
  remove(row: number): void {
    for (const of of this.numbers.all()) {
      const found = this.get(of, row)
      if (!found) continue
      for (const tell of this.moved) tell(of, row, null)
      this.count(found, -1)
      this.session.db.prepare('DELETE FROM campaign_person WHERE of = ? AND row = ?').run(of, row)
      if (found.link !== null)
        this.session.db.prepare('DELETE FROM campaign_click WHERE of = ? AND row = ?').run(of, row)
    }
  }

  /** Lets go of the rows of a reading that nobody asks for any more, some at a time; whether some are left. */
  forget(number: number): boolean {
    const { db } = this.session
    const gone = (['person', 'domain', 'click'] as const).map((of) => {
      const key = { person: 'row', domain: 'domain', click: 'link, row' }[of]
      const some = `SELECT ${key} FROM campaign_${of} WHERE of = ? ORDER BY ${key} LIMIT ${goneAtOnce}`
      return db
        .prepare(`DELETE FROM campaign_${of} WHERE of = ? AND (${key}) IN (${some})`)
        .run(number, number).changes
    })
    return gone.some((changes) => changes === goneAtOnce)
  }

  /** Within a transaction that empties contacts or events. */
  clear(): void {
    for (const table of ['read', 'person', 'domain', 'click'])
      this.session.db.exec(`DELETE FROM campaign_${table}`)
  }

  /** When anything happened to somebody last. */
  lastOf(of: number, row: number): number | undefined {
    return this.lasts.get(of, row)
  }

  /** Rows in the order of when anything happened last, behind a place. */
  rows(
    { of, step }: { of: number; step: MailStep | null },
    direction: Direction,
    { from, skip, limit }: { from: Place; skip: number; limit: number },
  ): number[] {
    const [index, where] =
      step === null ? ['campaign_person_by_last', ''] : ['campaign_person_by_step', 'AND step = @step']
    const [before, after, order] =
      direction === 'latest' ? ['<', '>', 'last DESC, row'] : ['>', '<', 'last, row DESC']
    return this.session
      .column<[Record<string, number>], number>(
        `SELECT row FROM campaign_person INDEXED BY ${index}
         WHERE of = @of ${where} AND last ${before}= @last AND (last ${before} @last OR row ${after} @row)
         ORDER BY ${order} LIMIT @limit OFFSET @skip`,
      )
      .all({ of, ...from, skip, limit, ...(step === null ? {} : { step: steps.indexOf(step) }) })
  }

  /** Tells within the transaction where somebody stands now; null: nowhere any more. */
  onMove(tell: (of: number, row: number, step: number | null) => void): void {
    this.moved.push(tell)
  }

  /** How many people there are at each step. */
  sums(of: number): Record<MailStep, number> {
    const { open, delivered, opened, clicked, bounced } = this.summing.get(of) ?? noSums
    return {
      open: open ?? 0,
      delivered: delivered ?? 0,
      opened: opened ?? 0,
      clicked: clicked ?? 0,
      bounced: bounced ?? 0,
    }
  }

  domains(of: number): DomainSteps[] {
    return this.session.db
      .prepare<[number], DomainSteps>(
        `SELECT domain, ${steps.join(', ')} FROM campaign_domain WHERE of = ? ORDER BY domain`,
      )
      .all(of)
  }

  replies(of: number): { domain: string; reply: string; people: number }[] {
    return this.session.db
      .prepare<[number, number], { domain: string; reply: string; people: number }>(
        `SELECT domain, reply, count(*) AS people FROM campaign_person INDEXED BY campaign_person_by_step
         WHERE of = ? AND step = ? AND reply IS NOT NULL GROUP BY domain, reply ORDER BY people DESC, reply`,
      )
      .all(of, steps.indexOf('bounced'))
  }

  links(of: number): { url: string; people: number }[] {
    return this.session.db
      .prepare<[number], { url: string; people: number }>(
        'SELECT link AS url, count(*) AS people FROM campaign_click WHERE of = ? GROUP BY link',
      )
      .all(of)
  }

  private count({ of, domain, step }: StoredPerson, by: number): void {
    this.counting[step]?.run(of, domain, by)
  }
}

const noSums = { open: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 }

/** From which end a list is walked over. */
export type Direction = 'latest' | 'earliest'

/** A place in a list. */
export interface Place {
  last: number
  row: number
}

/** Before every place. */
export const endOf = (direction: Direction): Place =>
  direction === 'latest'
    ? { last: Number.MAX_SAFE_INTEGER, row: -1 }
    : { last: -Number.MAX_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER }
