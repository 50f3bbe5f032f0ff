import { createHash } from 'node:crypto'
import type { Statement } from 'better-sqlite3'
import { domainOf } from '../../../../src-shared/address/parts'
import { isReservedEventName } from '../../../../src-shared/interface/event'
import { tell } from '../../../../src-shared/messages/told'
import type { BounceModel } from '../../../../src-shared/projected-bounces'
import type { DomainPeople } from '../../../../src-shared/sending-plan/slices'
import type { Session, Stepped, Steps } from '../../../core/database/session'
import { problem } from '../../../core/problems'
import type { ContactTable, IndexLifecycle, Keys, NewestVerdicts, Selections } from '../../contacts/store'
import { domainsOf, type LastEvents, talliesByDomain } from '../../segments/store'
import type { PlanStore } from './api'

/** What the people of plans are read from. */
export interface PeopleParts {
  session: Session
  contacts: ContactTable
  /** Rows by address. */
  keys: Keys
  selections: Selections
  lifecycle: IndexLifecycle
  events: LastEvents
  newest: NewestVerdicts
  bounces: { model(): BounceModel | null }
}

/** Somebody with a place in a slice. */
interface Placed {
  email: string
  slice: number
  place: number
  part: number
}

/** People read between two pauses: about 3 ms. */
const slice = 500

/** The people of plans: who is in which slice. */
export class PlanPeople {
  private readonly adding: Statement<[number, string, number, number, number]>
  private readonly planning: Statement<[Record<string, string | number>]>
  private readonly counting: Statement<
    [number],
    { slice: number; part: number; people: number; leftOut: number }
  >
  private readonly listing: Statement<[number, number, string, number], string>
  private readonly from: Statement<[number, number], { slice: number; email: string }>
  private readonly inOrder: Statement<[number, number], string>
  private readonly moving: Statement<[number, number, number, string]>
  private readonly marking: Statement<[number, number, string]>

  constructor(private readonly parts: PeopleParts) {
    const { session } = parts
    const { db } = session
    this.adding = db.prepare(
      'INSERT INTO plan_person (plan, email, slice, place, part) VALUES (?, ?, ?, ?, ?)',
    )
    this.planning = db.prepare(
      `INSERT INTO plan (campaign, name, mail, hash, settings, people, parts, state, started_at)
       VALUES (@campaign, @name, @mail, @hash, @settings, @people, @parts, 'running', @now)`,
    )
    this.counting = db.prepare(
      `SELECT slice, part, sum(state = 0) AS people, sum(state > 0) AS leftOut
       FROM plan_person INDEXED BY plan_person_part WHERE plan = ? GROUP BY slice, part`,
    )
    this.listing = session.column(
      `SELECT email FROM plan_person WHERE plan = ? AND slice = ? AND state = 0 AND email > ? ORDER BY email LIMIT ?`,
    )
    this.from = db.prepare('SELECT slice, email FROM plan_person WHERE plan = ? AND slice >= ? AND state = 0')
    this.inOrder = session.column(
      'SELECT email FROM plan_person WHERE plan = ? AND slice >= ? AND state = 0 ORDER BY place, slice',
    )
    this.moving = db.prepare('UPDATE plan_person SET slice = ?, part = ? WHERE plan = ? AND email = ?')
    this.marking = db.prepare('UPDATE plan_person SET state = ? WHERE plan = ? AND email = ?')
  }

  *domains({
    selectionId,
    most,
  }: {
    selectionId: string
    most: number
  }): Steps<ReturnType<PlanStore['domains']>> {
    const { selections, lifecycle, newest, bounces } = this.parts
    if (!selections.has(selectionId)) throw another()
    const { view } = yield* lifecycle.ready()
    const rows = selections.rows(selectionId, 0, Number.POSITIVE_INFINITY)
    const { domains, otherDomains } = domainsOf(rows, view, most)
    yield
    const named = domains.map(({ domain }) => domain)
    const tallyOf = yield* talliesByDomain(rows, view, { named, newest, model: bounces.model() })
    const known = [...domains, { domain: null, count: otherDomains.count }]
    return {
      domains: known.map(({ domain, count }) => ({ domain, people: count, ...tallyOf(domain) })),
      all: rows.length,
    }
  }

  /** Gives everybody of a frozen audience a place: of each part in order, as many as a slice takes. */
  *place({ selectionId, parts, slices, plan }: Parameters<PlanStore['begin']>[0]): Steps<Placed[]> {
    const people = yield* this.read(selectionId)
    const { order } = plan.settings
    const last = order.kind === 'active' ? yield* this.parts.events.newestOf(isActivity) : null
    const partOf = partsOf(parts)
    const groups = parts.map(() => new Array<{ email: string; key: number | string }>())
    for (const { row, email } of people) {
      const key =
        last === null
          ? createHash('sha256').update(`${plan.hash} ${email}`).digest('hex')
          : -(last[row] ?? 0) || 0
      groups[partOf(email)]?.push({ email, key })
    }
    yield
    const placed: Placed[] = []
    for (const [part, group] of groups.entries()) {
      group.sort((one, other) =>
        one.key < other.key ? -1 : one.key > other.key ? 1 : one.email < other.email ? -1 : 1,
      )
      yield
      let at = 0
      for (const [index, { byDomain }] of slices.entries()) {
        for (const { email } of group.slice(at, at + (byDomain[part] ?? 0)))
          placed.push({ email, slice: index + 1, place: at++, part })
      }
      if (at !== group.length) throw another()
    }
    return placed
  }

  /** Within a transaction. */
  begin({ plan, parts, now }: Parameters<PlanStore['begin']>[0], people: number): number {
    const { campaign, name, mail, hash, settings } = plan
    const texts = {
      mail: JSON.stringify(mail),
      settings: JSON.stringify(settings),
      parts: JSON.stringify(parts),
    }
    try {
      return Number(this.planning.run({ campaign, name, hash, people, now, ...texts }).lastInsertRowid)
    } catch (error) {
      if (error instanceof Error && error.message.includes('UNIQUE')) throw leavesByPlan()
      throw error
    }
  }

  /** Within a transaction. */
  insert(plan: number, placed: readonly Placed[]): void {
    for (const person of placed) this.adding.run(plan, person.email, person.slice, person.place, person.part)
  }

  calls(): Pick<
    Stepped<PlanStore>,
    'counts' | 'addresses' | 'leaveOutGone' | 'leaveOut' | 'leaveOutDomain' | 'toCome'
  > {
    const { session } = this.parts
    return {
      counts: (plan) => session.read(() => this.counting.all(plan)),
      addresses: ({ plan, slice: number, after, limit }) =>
        session.read(() => {
          const emails = this.listing.all(plan, number, after, limit)
          return { emails, next: emails.length < limit ? null : (emails.at(-1) ?? null) }
        }),
      leaveOutGone: ({ plan, slice: number, subscribedOnly }) =>
        session.write(() => {
          const gone = this.listing
            .all(plan, number, '', Number.MAX_SAFE_INTEGER)
            .filter((email) => !this.mayGet(email, subscribedOnly))
          for (const email of gone) this.marking.run(1, plan, email)
          return gone
        }, 'durable'),
      leaveOut: ({ plan, emails }) =>
        session.write(() => {
          for (const email of emails) this.marking.run(1, plan, email)
        }, 'durable'),
      toCome: ({ plan, from, most }) => session.read(() => domainsAmong(this.inOrder.all(plan, from), most)),
      leaveOutDomain: ({ plan, domain, from }) =>
        session.write(() => {
          const found = this.from.all(plan, from).filter(({ email }) => domainOf(email) === domain)
          for (const { email } of found) this.marking.run(2, plan, email)
          return found
        }, 'durable'),
    }
  }

  /** Within a transaction: gives those to come from a slice on other slices, in their order. */
  replace({ plan, from, parts, slices }: Parameters<PlanStore['replan']>[0]): void {
    const partOf = partsOf(parts)
    const groups = parts.map(() => new Array<string>())
    for (const email of this.inOrder.all(plan, from)) groups[partOf(email)]?.push(email)
    groups.forEach((group, part) => {
      let at = 0
      slices.forEach(({ byDomain }, index) => {
        const end = at + (byDomain[part] ?? 0)
        for (const email of group.slice(at, end)) this.moving.run(from + index, part, plan, email)
        at = end
      })
      if (at !== group.length) throw another()
    })
  }

  private mayGet(email: string, subscribedOnly: boolean): boolean {
    return this.parts.contacts
      .getAll(this.parts.keys.findOthers(email))
      .some(({ subscribed }) => !subscribedOnly || subscribed === 1)
  }

  private *read(selectionId: string): Steps<{ row: number; email: string }[]> {
    const { selections, contacts } = this.parts
    if (!selections.has(selectionId)) throw another()
    const people: { row: number; email: string }[] = []
    for (let offset = 0; ; offset += slice) {
      const rows = selections.rows(selectionId, offset, slice)
      for (const { row, email } of contacts.getAll(rows)) people.push({ row, email })
      if (rows.length < slice) return people
      yield
    }
  }
}

/** What people did themselves: what the service did to them is no sign that they are there. */
const isActivity = (name: string) =>
  !isReservedEventName(name) || ['email.open', 'email.opened', 'email.click', 'email.clicked'].includes(name)

/** The place of an address's domain among those told apart. */
function partsOf(parts: readonly (string | null)[]): (email: string) => number {
  const places = new Map(parts.map((domain, at) => [domain, at]))
  const others = places.get(null) ?? 0
  return (email) => places.get(domainOf(email)) ?? others
}

/** The domains of addresses, the most frequent first, and all others together. */
function domainsAmong(emails: readonly string[], most: number): { domains: DomainPeople[]; all: number } {
  const counts = new Map<string, number>()
  for (const email of emails) counts.set(domainOf(email), (counts.get(domainOf(email)) ?? 0) + 1)
  const sorted = [...counts].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
  const named: DomainPeople[] = sorted.slice(0, most).map(([domain, people]) => ({ domain, people }))
  const rest = emails.length - named.reduce((sum, { people }) => sum + people, 0)
  return { domains: [...named, { domain: null, people: rest }], all: emails.length }
}

function another() {
  return problem('conflict', {
    title: tell('plans.people.theAudienceIsAnother'),
    why: tell('plans.people.whoGetsItChanged'),
    action: tell('plans.people.lookAtThePlan'),
  })
}

/** Refuses a campaign that has a plan which has not ended: nobody gets it twice. */
export function leavesByPlan() {
  return problem('conflict', {
    title: tell('plans.people.itHasAPlan'),
    why: tell('plans.people.aPlanOfThis'),
    action: tell('plans.people.stopThatFirst'),
  })
}
