import { tell } from '../../../../../src-shared/messages/told'
import type { Stepped, Session, Steps } from '../../../../core/database/session'
import type { AudienceStore, AudiencePart } from './api'
import { problem } from '../../../../core/problems'
import type { ContactTable, StoredContact } from '../../../contacts/store'
import { RowSet } from '../../../../core/index/row-set'
import { minus } from './answer'
import { domainRows, mailboxRows, verdictsOf, zoneRows } from './figures'
import { Personas } from './personas'
import type { SegmentDays } from '../days'
import type { ReadingSetting } from './reading'
import { rowsWithin, setOf, Survey, type SurveyParts } from './survey'
import { Variables } from './variables'

/** What counting audiences is made of. */
type AudienceParts = Omit<SurveyParts, 'variables' | 'personas'> & {
  session: Session
  contacts: ContactTable
  contactOf(id: string): StoredContact | undefined
  reading: ReadingSetting
  days: SegmentDays
}

/** The audiences' part of the store. */
export function audienceStore(given: AudienceParts): Stepped<AudienceStore> {
  const { session, contacts, audience, selections, kept } = given
  const variables = new Variables(session, contacts, audience.nested)
  const survey = new Survey({ ...given, variables, personas: new Personas(session, contacts) })
  const askers = new Askers()

  const frozen = (selectionId: string): Int32Array => {
    if (!selections.has(selectionId)) {
      throw problem('input_invalid', { why: tell('segments.store.theSelectionIsNo') })
    }
    return selections.rows(selectionId, 0, Number.POSITIVE_INFINITY)
  }

  return {
    *freeze({ condition, segments, without }) {
      const rows = yield* audience.rows(condition, segments)
      const left = without ? minus(rows, yield* audience.rows(without, segments)) : rows
      return selections.keep(left.rows())
    },

    count: ({ asker, condition, segments }) =>
      askers.run(
        asker,
        (function* () {
          const count = (yield* audience.rows(condition, segments)).count()
          return { count, total: session.counters.contacts }
        })(),
      ),

    *verdicts({ condition, segments }) {
      const rows = (yield* audience.rows(condition, segments)).rows()
      return yield* survey.verdicts(rows)
    },

    first: ({ asker, ...definition }) =>
      askers.run(
        asker,
        (function* () {
          const { members, unsubscribed, willGet } = yield* survey.people(definition)
          return { members, unsubscribed, willGet: willGet.count() }
        })(),
      ),

    *willGet(definition) {
      return selections.keep((yield* survey.people(definition)).willGet.rows())
    },

    *overlap({ sent, ...definition }) {
      return yield* survey.overlap(sent, (yield* survey.people(definition)).willGet)
    },

    *among({ selectionId, ...definition }) {
      const chosen = setOf(frozen(selectionId))
      const { willGet } = yield* survey.people(definition)
      return { people: willGet.count(), among: willGet.countShared(chosen) }
    },

    survey: (input) => askers.run(input.asker, survey.of(input)),

    useReading: (reading) => given.reading.use(reading),
    reading: () => given.reading.value,

    cancel: (asker) => askers.cancel(asker),

    *outside({ of, audience: definition }) {
      const all = yield* audience.rows(of.condition, of.segments)
      const { willGet } = yield* survey.people(definition)
      return selections.keep(minus(all, willGet).rows())
    },

    *part({ selectionId, part }) {
      const rows = frozen(selectionId)
      return selections.keep(rowsWithin(rows, yield* partOf(given, variables, survey, part, rows)))
    },

    ofContact: ({ contactId, conditions }) =>
      session.read(() => {
        const contact = given.contactOf(contactId)
        return contact === undefined ? [] : audience.ofOne(contact, conditions)
      }),

    keptWith: ({ contactId, owners }) =>
      session.read(() => {
        const row = given.contactOf(contactId)?.row
        return owners.map((owner) => (row === undefined ? null : kept.has(owner, row)))
      }),

    keep: ({ owner, selectionId, at }) => kept.keep(owner, frozen(selectionId), at),

    forget: (owner) => kept.forget(owner),

    ...dayCalls(given),
  }
}

/** The calls about the people of segments day by day. */
function dayCalls({
  audience,
  days,
  selections,
}: AudienceParts): Pick<
  Stepped<AudienceStore>,
  'keepDay' | 'days' | 'dayChange' | 'dayChanges' | 'forgetDays'
> {
  return {
    *keepDay({ condition, segments, anew, ...of }) {
      const text = JSON.stringify(condition)
      if (!anew && days.has(of.segment, of.day, text)) return
      days.keep({ ...of, condition: text }, yield* audience.rows(condition, segments))
    },
    days: () => days.all(),
    dayChange: ({ segment, since }) => {
      const change = days.between(segment, since)
      if (change === null) return null
      const { cameIn, left } = change
      return {
        since: change.since,
        cameIn: selections.keep(cameIn.rows()),
        left: selections.keep(left.rows()),
      }
    },
    dayChanges: ({ segments, since }) =>
      segments.flatMap((segment) => {
        const change = days.between(segment, since)
        if (change === null) return []
        return [{ segment, since: change.since, cameIn: change.cameIn.count(), left: change.left.count() }]
      }),
    forgetDays: (segment) => days.forget(segment),
  }
}

/** The people of a part of an audience, and perhaps others. */
function* partOf(
  { lifecycle, newest }: AudienceParts,
  variables: Variables,
  survey: Survey,
  part: AudiencePart,
  rows: Int32Array,
): Steps<RowSet> {
  const { view } = yield* lifecycle.ready()
  switch (part.kind) {
    case 'missing':
      return yield* variables.missing(part.variable, setOf(rows), view)
    case 'verdict': {
      const found = new RowSet(view.live.capacity)
      yield* verdictsOf(rows, view, newest, (row, name) => {
        if (name === part.class) found.add(row)
      })
      return found
    }
    case 'recent':
      return yield* survey.lately(part.mail)
    case 'sent':
      return (yield* survey.had([part.campaign]))[0]?.people ?? new RowSet(0)
    case 'zones':
      return zoneRows(view, part.zones)
    case 'domain':
      return domainRows(view, part.domain)
    case 'mailboxes':
      return mailboxRows(view, part.mailboxes)
  }
}

/** Work that somebody waits for: what the same asker asks next, or taking it back, ends it with `cancelled`. */
class Askers {
  private readonly newest = new Map<string, object>()

  /** Ends what an asker waits for, at its next pause. */
  cancel(asker: string): void {
    this.newest.delete(asker)
  }

  /** Does the work for an asker; whatever they waited for before ends at its next pause. */
  *run<T>(asker: string, work: Steps<T>): Steps<T> {
    const own = {}
    this.newest.set(asker, own)
    try {
      for (;;) {
        const step = work.next()
        if (step.done === true) return step.value
        yield
        if (this.newest.get(asker) !== own) work.throw(problem('cancelled'))
      }
    } finally {
      if (this.newest.get(asker) === own) this.newest.delete(asker)
    }
  }
}
