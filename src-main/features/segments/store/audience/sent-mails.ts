import type { Statement } from 'better-sqlite3'
import { namesCampaign, type EventColumns, type EventFollower, type EventNames } from '../../../events/store'
import { RowSet } from '../../../../core/index/row-set'
import type { Session, Steps } from '../../../../core/database/session'
import type { SentCampaign } from './api'
import type { RowsById } from './rows-by-id'

/** The event of a mail that left. */
export const sentEvent = 'email.sent'

/** Events read between two pauses: about 3 ms. */
const slice = 1000

/** A campaign's mails leave from a little before the service says that it was sent, by its clock, to days after. */
const beforeMs = 15 * 60_000
const afterMs = 7 * 24 * 3_600_000

type MailEventTuple = [
  created: number,
  row: number,
  contactId: string | null,
  data: string | null,
  rest: string | null,
]

interface SearchedMail {
  sentAt: number
  names: (event: string) => boolean
  rows: RowSet
  any: boolean
}

/**
 * Who had the mails of campaigns, by the events of mails that left: those that name the campaign, or its subject in the
 * days after it was sent. What was found is kept until such an event comes, changes or goes.
 */
export class SentMails implements EventFollower {
  private kept = new Map<string, RowSet | null>()
  private readonly newest: Statement<[number, number, number, number, number, number], MailEventTuple>

  constructor(
    private readonly session: Session,
    private readonly names: EventNames,
    private readonly ids: RowsById,
  ) {
    this.newest =
      session.tuples(`SELECT created, row, contact_id, data, rest FROM event INDEXED BY event_by_name
         WHERE name = ? AND created >= ? AND created <= ? AND (created < ? OR row > ?)
         ORDER BY created DESC, row LIMIT ?`)
    session.onRollback(() => this.forget())
  }

  /** For each campaign the rows of who had it; null where the events tell of nobody. */
  *of(campaigns: readonly SentCampaign[]): Steps<(RowSet | null)[]> {
    const missing = campaigns.filter((campaign) => !this.kept.has(keyOf(campaign)))
    if (missing.length > 0) {
      const { kept } = this
      const found = yield* this.read(missing)
      missing.forEach((campaign, at) => kept.set(keyOf(campaign), found[at] ?? null))
      // Events that came meanwhile took the place of what is kept: the answer is as old as its beginning.
      return campaigns.map((campaign) => kept.get(keyOf(campaign)) ?? null)
    }
    return campaigns.map((campaign) => this.kept.get(keyOf(campaign)) ?? null)
  }

  eventChanged(before: EventColumns | null, after: EventColumns | null): void {
    if (this.kept.size === 0) return
    const [number] = this.names.numbersOf([sentEvent])
    if (before?.name === number || after?.name === number) this.forget()
  }

  /** Gives the memory back. */
  forget(): void {
    this.kept = new Map()
  }

  private *read(campaigns: readonly SentCampaign[]): Steps<(RowSet | null)[]> {
    const [number] = this.names.numbersOf([sentEvent])
    const wanted = campaigns.map((campaign): SearchedMail => ({
      sentAt: campaign.sentAt - beforeMs,
      names: namesCampaign(campaign),
      rows: new RowSet(0),
      any: false,
    }))
    if (number === undefined) return wanted.map(() => null)
    // The latest first: a subject that was sent twice belongs to the last campaign before the mail.
    const latest = [...wanted].sort((a, b) => b.sentAt - a.sentAt)
    const from = latest.at(-1)?.sentAt ?? 0
    const find = yield* this.ids.finder(this.names.countOf([number]))
    let at = { created: (latest[0]?.sentAt ?? 0) + beforeMs + afterMs, row: -1 }
    for (;;) {
      const found = this.session.read(() =>
        this.newest.all(number, from, at.created, at.created, at.row, slice),
      )
      for (const [created, , contactId, data, rest] of found) {
        if (contactId === null) continue
        const text = `${data ?? ''}${rest ?? ''}`
        const of = latest.find(
          ({ sentAt, names }) => created >= sentAt && created <= sentAt + beforeMs + afterMs && names(text),
        )
        const row = of && find(contactId)
        if (!of || row === undefined) continue
        of.any = true
        of.rows.add(row)
      }
      const end = found.at(-1)
      if (!end || found.length < slice) return wanted.map(({ rows, any }) => (any ? rows : null))
      at = { created: end[0], row: end[1] }
      yield
    }
  }
}

function keyOf({ id, sentAt, subject }: SentCampaign): string {
  return JSON.stringify([id, sentAt, subject])
}
