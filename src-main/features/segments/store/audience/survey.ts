import type { BounceBasis } from '../../../../../src-shared/bridge/review'
import type { BounceModel } from '../../../../../src-shared/projected-bounces'
import type { IndexLifecycle, Selections, NewestVerdicts } from '../../../contacts/store'
import { RowSet } from '../../../../core/index/row-set'
import type { RowsView } from '../../../../core/index/api'
import type { Steps } from '../../../../core/database/session'
import { minus } from './answer'
import type {
  AudienceDefinition,
  AudienceSurvey,
  RecentMail,
  SentCampaign,
  SurveyInput,
  VerdictTally,
} from './api'
import type { Audience } from './audience'
import { domainsOf, ExpectedBounces, verdictsOf, zonesOf } from './figures'
import type { KeptAudiences } from './kept-audiences'
import type { LastEvents } from './last-events'
import type { Personas, PersonaVariable } from './personas'
import { sentEvent, type SentMails } from './sent-mails'
import type { RowsById } from './rows-by-id'
import type { Variables } from './variables'

/** Domains that are named. */
const mostDomains = 5

/** What a survey is made of. */
export interface SurveyParts {
  audience: Audience
  lifecycle: IndexLifecycle
  selections: Selections
  events: LastEvents
  mails: SentMails
  ids: RowsById
  variables: Variables
  personas: Personas
  kept: KeptAudiences
  newest: NewestVerdicts
  bounces: { model(): BounceModel | null; basis(): BounceBasis }
}

interface CountedAudience {
  members: number
  unsubscribed: number
  leftOut: number
  willGet: RowSet
}

/** Counts an audience, figure by figure. */
export class Survey {
  constructor(private readonly parts: SurveyParts) {}

  /** Members, and who of them would get the mail. */
  *people({ condition, segments, subscribedOnly, without }: AudienceDefinition): Steps<CountedAudience> {
    const { audience } = this.parts
    const members = yield* audience.rows(condition, segments)
    const subscribed = yield* this.subscribed()
    const mayGet = subscribedOnly ? members.copy().and(subscribed) : members
    const willGet = without === undefined ? mayGet : minus(mayGet, yield* audience.rows(without, segments))
    const [count, reached, left] = [members.count(), mayGet.count(), willGet.count()]
    return {
      members: count,
      unsubscribed: subscribedOnly ? count - reached : left - willGet.copy().and(subscribed).count(),
      leftOut: reached - left,
      willGet,
    }
  }

  *of(input: SurveyInput): Steps<AudienceSurvey> {
    const { parts } = this
    const { members, unsubscribed, leftOut, willGet } = yield* this.people(input)
    const { view } = yield* parts.lifecycle.ready()
    const variables = yield* this.missing(input.variables, willGet, view)
    const personas = yield* parts.personas.of(willGet, variables, view)
    const rows = willGet.rows()
    const model = parts.bounces.model()
    const expected = model && new ExpectedBounces(model, view, parts.newest.now)
    const verdicts = yield* this.verdicts(rows, expected)
    const domains = domainsOf(rows, view, mostDomains)
    yield
    const zones = zonesOf(rows, view)
    yield
    const recent = input.recent === null ? null : yield* this.lately(input.recent)
    return {
      members,
      unsubscribed,
      leftOut,
      willGet: rows.length,
      selectionId: parts.selections.keep(rows).selectionId,
      verdicts,
      expectedBounces: expected && expected.sum,
      bounceBasis: parts.bounces.basis(),
      ...domains,
      missing: variables.map(({ name, missing }) => ({ variable: name, count: missing.count() })),
      recent: recent && recent.and(willGet).count(),
      overlap: yield* this.overlap(input.sent, willGet),
      zones,
      change: input.previous === null ? null : parts.kept.compare(input.previous, willGet),
      personas,
    }
  }

  /** How many of some had each campaign. */
  *overlap(sent: readonly SentCampaign[], of: RowSet): Steps<AudienceSurvey['overlap']> {
    const had = yield* this.had(sent)
    return had.map(({ id, people, exact }) => ({ id, exact, count: people.and(of).count() }))
  }

  /** What is known of the addresses of some. */
  *verdicts(rows: Int32Array, expected: ExpectedBounces | null = null): Steps<VerdictTally> {
    const { view } = yield* this.parts.lifecycle.ready()
    const verdicts: VerdictTally = { accepts: 0, risky: 0, undeliverable: 0, unknown: 0, notChecked: 0 }
    yield* verdictsOf(rows, view, this.parts.newest, (row, name) => {
      verdicts[name]++
      expected?.add(row, name)
    })
    return verdicts
  }

  /** Who had a mail lately. A set of its own. */
  *lately({ since, sent, contactIds }: RecentMail): Steps<RowSet> {
    const found = (yield* this.parts.events.rows(sentEvent, (last) => last >= since)).copy()
    for (const { people } of yield* this.had(sent)) together(found, people)
    const find = yield* this.parts.ids.finder(contactIds.length)
    for (const id of contactIds) {
      const row = find(id)
      if (row !== undefined) found.add(row)
    }
    return found
  }

  /** Who had each campaign: by its events where they are all there, else those whom its audience holds for now too. Sets of their own. */
  *had(sent: readonly SentCampaign[]): Steps<{ id: string; people: RowSet; exact: boolean }[]> {
    const byEvents = yield* this.parts.mails.of(sent)
    const had: { id: string; people: RowSet; exact: boolean }[] = []
    for (const [at, campaign] of sent.entries()) {
      const { id } = campaign
      const told = byEvents[at]?.copy()
      if (told && told.count() >= (campaign.people ?? 0)) had.push({ id, people: told, exact: true })
      else {
        const people = (yield* this.people(campaign)).willGet.copy()
        had.push({ id, people: told ? together(people, told) : people, exact: false })
      }
    }
    return had
  }

  private *missing(names: readonly string[], among: RowSet, view: RowsView): Steps<PersonaVariable[]> {
    const found: PersonaVariable[] = []
    for (const name of new Set(names)) {
      const missing = yield* this.parts.variables.missing(name, among, view)
      const { columns } = yield* this.parts.variables.columnsOf(name, view)
      found.push({ name, missing, columns })
      yield
    }
    return found
  }

  private *subscribed(): Steps<RowSet> {
    const { columns, live } = (yield* this.parts.lifecycle.ready()).view
    const { dictionary } = columns.subscribed
    const flags = new Uint8Array(dictionary.size + 1)
    for (let code = 1; code < flags.length; code++) flags[code] = dictionary.numberOf(code)
    const found = new RowSet(live.capacity)
    columns.subscribed.where(flags, live, found)
    return found
  }
}

/** Adds the rows of another set to one. */
function together(set: RowSet, other: RowSet): RowSet {
  set.reserve(other.capacity)
  return set.or(other)
}

/** The rows of a part, in the order given. */
export function rowsWithin(rows: Int32Array, part: RowSet): Int32Array {
  return rows.filter((row) => part.has(row))
}

/** A set of these rows. */
export function setOf(rows: Int32Array): RowSet {
  const set = new RowSet((rows.at(-1) ?? 0) + 1)
  for (const row of rows) set.add(row)
  return set
}
