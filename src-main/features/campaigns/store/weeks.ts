import type { Session, Stepped, Steps } from '../../../core/database/session'
import { hashOf } from '../../../core/database/hash'
import { RowHash } from '../../../core/database/row-hash'
import { RowSet } from '../../../core/index/row-set'
import { namesCampaign, type EventNames, type EventTable, type StoredEvent } from '../../events/store'
import type { RowsById } from '../../segments/store'
import type { Bounces } from './bounces'
import { eventOf, kinds, type MailFact } from './mail-facts'
import type { MailedCampaign } from './people-api'

/** How a campaign stood some days after it was sent, and how many of its mails bounced by then (bounces.ts): read once. */
export const weekTables = `
  CREATE TABLE campaign_week (
    campaign TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    clicked INTEGER NOT NULL,
    bounced INTEGER NOT NULL,
    unsubscribed INTEGER NOT NULL,
    complained INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX campaign_week_by_at ON campaign_week (at);
`

/** Events read between two pauses: a few milliseconds. */
const slice = 500

const counted = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'unsubscribed', 'complained'] as const
/** How many people were how far; whoever opened it got it, too. */
export type WeekFigures = Record<(typeof counted)[number], number>

/** A campaign whose events until a moment are counted. */
export interface WeekInput {
  campaign: MailedCampaign
  sentAt: number
  until: number
  /** Nothing is learnt from what is told of fewer people; nor is it kept, unless no more events will come. */
  atLeast: number
  isOver: boolean
}

/** Campaigns as they stood at the same age. */
export interface CampaignWeekStore {
  /** Reads the events where that is not kept. */
  of(input: WeekInput): WeekFigures
  /** Those that are kept, the latest first. */
  kept(): string[]
}

/** Reads how campaigns stood out of the events, by sets of people: who they were is not kept. */
export class CampaignWeeks {
  /** Those of which events tell too little, as long as no event comes. */
  private readonly incomplete = new Map<string, { asked: string; figures: WeekFigures }>()

  constructor(
    private readonly parts: {
      session: Session
      events: EventTable
      names: EventNames
      ids: RowsById
      bounces: Bounces
    },
  ) {}

  store(): Stepped<CampaignWeekStore> {
    const { session } = this.parts
    const all = session.column<[], string>('SELECT campaign FROM campaign_week ORDER BY at DESC')
    return { of: (input) => this.of(input), kept: () => session.read(() => all.all()) }
  }

  /** Within a transaction that empties the copy. */
  clear(): void {
    this.incomplete.clear()
    this.parts.session.db.exec('DELETE FROM campaign_week')
  }

  private *of(input: WeekInput): Steps<WeekFigures> {
    const { session, bounces, events } = this.parts
    const { campaign, sentAt, atLeast, isOver } = input
    const one = session.db.prepare<[string], WeekFigures>(
      `SELECT ${counted.join(', ')} FROM campaign_week WHERE campaign = ?`,
    )
    const stored = session.read(() => one.get(campaign.id))
    if (stored) return stored
    const asked = JSON.stringify([input, session.read(() => events.lastRow())])
    const known = this.incomplete.get(campaign.id)
    if (known?.asked === asked) return known.figures
    const sets = yield* this.read(input)
    const figures = figuresOf(sets)
    const isTold = figures.sent >= atLeast
    if (!isTold && !isOver) this.incomplete.set(campaign.id, { asked, figures })
    else {
      const cells = isTold ? yield* bounces.count(everybody(sets), sets.bounced, sentAt) : []
      session.write(() => {
        session.db
          .prepare<[WeekFigures & { id: string; sentAt: number }]>(
            `INSERT OR REPLACE INTO campaign_week (campaign, at, ${counted.join(', ')})
             VALUES (@id, @sentAt, ${counted.map((name) => `@${name}`).join(', ')})`,
          )
          .run({ id: campaign.id, sentAt, ...figures })
        bounces.put(campaign.id, cells)
      })
    }
    return figures
  }

  /** Mails that left come first: what tells of a mail by its id alone follows. */
  private *read({ campaign, until }: WeekInput): Steps<Sets> {
    const { session, events, names, ids } = this.parts
    const isNamed = namesCampaign(campaign)
    const mails = new RowHash()
    const sets = newSets()
    for (const [name, kind] of kinds) {
      const numbers = names.numbersOf([name])
      if (numbers.length === 0) continue
      const find = yield* ids.finder(names.countOf(numbers))
      const span = { names: numbers, from: campaign.from, to: until }
      let place: { created: number; row: number } | null = null
      for (;;) {
        const from = place
        const found: StoredEvent[] = session.read(() => events.after(span, from, slice))
        for (const { created, contact_id, data, rest } of found) {
          const row = contact_id === null ? undefined : find(contact_id)
          if (row === undefined) continue
          const { mail } = eventOf({ kind, created, data, rest })
          const isKnown = mail !== null && mails.find(hashOf(mail), (one) => one === row) !== undefined
          if (!isKnown && (kind === 'left' || !isNamed(`${data ?? ''}${rest ?? ''}`))) continue
          if (kind === 'sent' && mail !== null) mails.add(hashOf(mail), row)
          sets[kind].add(row)
        }
        place = found.at(-1) ?? null
        if (found.length < slice) break
        yield
      }
    }
    return sets
  }
}

type Sets = Record<MailFact['kind'], RowSet>

function newSets(): Sets {
  const set = () => new RowSet(0)
  return {
    sent: set(),
    delivered: set(),
    opened: set(),
    clicked: set(),
    bounced: set(),
    complained: set(),
    left: set(),
  }
}

const everybody = (sets: Sets): RowSet => RowSet.union(Object.values(sets))

function figuresOf(sets: Sets): WeekFigures {
  const opened = RowSet.union([sets.opened, sets.clicked])
  const arrived = RowSet.union([opened, sets.delivered, sets.complained])
  // What came back from somebody who opened it was another copy of it.
  const both = sets.bounced.countShared(opened)
  return {
    sent: everybody(sets).count(),
    delivered: arrived.count() - arrived.countShared(sets.bounced) + both,
    opened: opened.count(),
    clicked: sets.clicked.count(),
    bounced: sets.bounced.count() - both,
    unsubscribed: sets.left.count(),
    complained: sets.complained.count(),
  }
}
