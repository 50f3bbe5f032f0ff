import type { Statement } from 'better-sqlite3'
import { domainOf } from '../../../../src-shared/address/parts'
import type { Session, Steps } from '../../../core/database/session'
import type { ContactTable, StoredContact, ContactColumns, ContactFollower } from '../../contacts/store'
import {
  namesCampaign,
  type EventColumns,
  type EventFollower,
  type EventNames,
  type EventTable,
} from '../../events/store'
import type { RowsById } from '../../segments/store'
import { eventOf, grown, kinds, type MailFact } from './mail-facts'
import type { MailedCampaign } from './people-api'
import type { CampaignPeopleTable } from './people-table'

/** Events read between two pauses, and rows looked through for new ones: a few milliseconds. */
const slice = 500
const newRows = 4000

type EventRow = [
  created: number,
  row: number,
  name: number,
  contactId: string | null,
  data: string | null,
  rest: string | null,
]

/** What people are read with. */
export interface ReadingParts {
  session: Session
  table: CampaignPeopleTable
  contacts: ContactTable
  events: EventTable
  names: EventNames
  ids: RowsById
}

/** Reads who got campaigns out of the events: all of a campaign's time once, then what came since. */
export class CampaignReading implements EventFollower, ContactFollower {
  private readonly making = new Map<string, Steps<number>>()
  private readonly ofName: Statement<number[], EventRow>
  private readonly ofRows: Statement<number[], EventRow>
  private readonly earliest: Statement<number[], EventRow>
  /** An event that was read is not as it was: nothing that was made of it can be trusted. */
  private distrusted = false

  constructor(private readonly parts: ReadingParts) {
    const { session } = parts
    this.ofName = session.tuples(
      `SELECT created, row, name, contact_id, data, rest FROM event INDEXED BY event_by_name
       WHERE name = ? AND created >= ? AND created <= ? AND (created < ? OR row > ?)
       ORDER BY created DESC, row LIMIT ?`,
    )
    this.ofRows = session.tuples(
      'SELECT created, row, name, contact_id, data, rest FROM event WHERE row > ? AND row <= ? ORDER BY row',
    )
    this.earliest = session.tuples(
      `SELECT created, row, name, contact_id, data, rest FROM event INDEXED BY event_by_name
       WHERE name = ? AND created >= ? ORDER BY created LIMIT ?`,
    )
    session.onRollback(() => this.making.clear())
  }

  /** The number under which the people of a campaign are, once they are read. Callers that come meanwhile share the work. */
  *ready(campaign: MailedCampaign): Steps<number> {
    for (;;) {
      const making = this.making.get(campaign.id) ?? this.make(campaign)
      this.making.set(campaign.id, making)
      const step = this.advance(campaign.id, making)
      if (step.done === true) return step.value
      yield
    }
  }

  /** The first whom a mail of it reached, as far as the earliest deliveries tell. */
  first(campaign: MailedCampaign): { row: number; at: number } | null {
    const names = namesCampaign(campaign)
    const numbers = this.parts.names.numbersOf(['email.delivery', 'email.delivered'])
    const found = numbers
      .flatMap((number) => this.earliest.all(number, campaign.from, slice))
      .find(([, , , , data, rest]) => names(`${data ?? ''}${rest ?? ''}`))
    const row = found?.[3] == null ? undefined : this.parts.ids.known(found[3])
    return found && row !== undefined ? { row, at: found[0] } : null
  }

  private advance(id: string, making: Steps<number>) {
    try {
      const step = making.next()
      if (step.done === true) this.making.delete(id)
      return step
    } catch (error) {
      this.making.delete(id)
      throw error
    }
  }

  eventChanged(before: EventColumns | null): void {
    if (before !== null && kinds.has(this.parts.names.nameOf(before.name))) this.distrusted = true
  }

  changing(row: number, before: StoredContact | null, after: ContactColumns | null): void {
    if (before !== null && after === null) this.parts.table.remove(row)
  }

  private *make(campaign: MailedCampaign): Steps<number> {
    const { table, session, events } = this.parts
    if (this.distrusted) {
      this.distrusted = false
      session.write(() => table.distrust())
    }
    const end = session.read(() => events.lastRow())
    const known = session.read(() => table.known(campaign.id))
    if (known && known.upto >= 0 && known.upto <= end && known.key === keyOf(campaign)) {
      yield* this.readNew(known.number, campaign, { from: known.upto, end })
      return known.number
    }
    if (known) while (session.write(() => table.forget(known.number))) yield
    const number = session.write(() => table.begin(campaign.id))
    yield* this.readAll(number, campaign, end)
    session.write(() => table.end(number, keyOf(campaign), end))
    return number
  }

  /** Reads the time of a campaign, the mails that left first: what tells of a mail by its id alone follows. */
  private *readAll(number: number, campaign: MailedCampaign, end: number): Steps<void> {
    const { names, session, ids } = this.parts
    const to = campaign.to ?? Number.MAX_SAFE_INTEGER
    for (const name of kinds.keys()) {
      const [of] = names.numbersOf([name])
      if (of === undefined) continue
      const find = yield* ids.finder(names.countOf([of]))
      const take = this.taker(number, campaign, find)
      for (let at = { created: to, row: -1 }; ;) {
        const found = session.read(() =>
          this.ofName.all(of, campaign.from, at.created, at.created, at.row, slice),
        )
        session.write(() => take(found.filter(([, row]) => row <= end)))
        const last = found.at(-1)
        if (!last || found.length < slice) break
        at = { created: last[0], row: last[1] }
        yield
      }
    }
  }

  /** Reads what came since, by row: the key of the events grows with them. */
  private *readNew(
    number: number,
    campaign: MailedCampaign,
    { from, end }: { from: number; end: number },
  ): Steps<void> {
    const { names, session, ids, table } = this.parts
    const wanted = new Map(
      [...kinds.keys()].flatMap((name, at) => names.numbersOf([name]).map((of) => [of, at])),
    )
    const to = campaign.to ?? Number.MAX_SAFE_INTEGER
    for (let at = from; at < end; at += newRows) {
      const upto = Math.min(end, at + newRows)
      const found = session
        .read(() => this.ofRows.all(at, upto))
        .filter(([created, , name]) => created >= campaign.from && created <= to && wanted.has(name))
        .sort((one, other) => (wanted.get(one[2]) ?? 0) - (wanted.get(other[2]) ?? 0))
      const find = yield* ids.finder(found.length)
      const take = this.taker(number, campaign, find)
      session.write(() => {
        take(found)
        table.end(number, keyOf(campaign), upto)
      })
      yield
    }
  }

  /** Within a transaction: takes events of a campaign's time to the people they are of. */
  private taker(number: number, campaign: MailedCampaign, find: (id: string) => number | undefined) {
    const names = namesCampaign(campaign)
    return (events: readonly EventRow[]) => {
      for (const [created, , name, contactId, data, rest] of events) {
        const row = contactId === null ? undefined : find(contactId)
        const kind = kinds.get(this.parts.names.nameOf(name))
        if (row === undefined || kind === undefined) continue
        const event = eventOf({ kind, created, data, rest })
        this.take(number, row, event, names(`${data ?? ''}${rest ?? ''}`))
      }
    }
  }

  private take(of: number, row: number, event: MailFact, named: boolean): void {
    const { table, contacts } = this.parts
    const before = table.get(of, row)
    const known = before?.mail ?? null
    const isSame = event.mail !== null && known !== null ? event.mail === known : named
    if (!isSame || (event.kind === 'left' && known === null)) return
    if (event.kind === 'sent' && before && before.mail !== null) return
    const email = before ? '' : contacts.get(row)?.email
    // Ids may still lead to a contact that is gone.
    if (email === undefined) return
    const domain = before?.domain ?? domainOf(email)
    table.put(before, grown(before ?? { of, row, domain }, event))
    if (event.link !== null) table.click(of, event.link, row)
  }
}

function keyOf({ subject, from, to }: MailedCampaign): string {
  return JSON.stringify([subject, from, to])
}
