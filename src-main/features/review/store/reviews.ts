import { tell } from '../../../../src-shared/messages/told'
import type { Stepped, Session } from '../../../core/database/session'
import { z } from 'zod'
import { lazyObject, lazySchema } from '../../../../src-shared/lazily'
import { problem } from '../../../core/problems'

/**
 * What stays of the reviews of campaigns: the newest one, who signed off what, and which rules were switched off why.
 * What ended is kept with when it did: the record of a campaign does not change afterwards.
 * `review_last.notes` is unknown of earlier ones. `audience_kept`: the people of the last review of each campaign
 * (`owner`), as bits by row of the copy, deflated: what the next review tells who came and who went by; `people` is how
 * many there were, `covers` the largest row. `review_segment`: which segments of the service were made to hold the
 * undeliverable people that campaigns leave out, found by their ids whatever they are called by then. One that is gone at
 * the service stays, for drafts that still name it.
 */
export const reviewTables = `
  CREATE TABLE review_last (
    campaign TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    hash TEXT NOT NULL,
    people INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    warnings INTEGER NOT NULL,
    notes INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE review_sign_off (
    row INTEGER PRIMARY KEY,
    campaign TEXT NOT NULL,
    at INTEGER NOT NULL,
    hash TEXT NOT NULL,
    people INTEGER NOT NULL,
    warnings INTEGER NOT NULL,
    ended INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX review_sign_off_open ON review_sign_off (campaign) WHERE ended IS NULL;

  CREATE TABLE review_rule_off (
    row INTEGER PRIMARY KEY,
    campaign TEXT NOT NULL,
    rule TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    ended INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX review_rule_off_open ON review_rule_off (campaign, rule) WHERE ended IS NULL;

  CREATE TABLE audience_kept (
    owner TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    people INTEGER NOT NULL,
    covers INTEGER NOT NULL,
    bits BLOB NOT NULL
  ) STRICT;
  CREATE TABLE review_segment (
    row INTEGER PRIMARY KEY,
    segment TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL
  ) STRICT;
`

const reviewSchema = lazyObject(() => ({
  at: z.number(),
  hash: z.string(),
  people: z.number(),
  errors: z.number(),
  warnings: z.number(),
  /** null: it is of before they were counted. */
  notes: z.number().nullable(),
  /** What it found, as JSON; null: it is of before that was kept. */
  found: z.string().nullable(),
}))
/** The newest review of a campaign, as far as it is kept. `people`: who would get it; `hash`: what was looked at. */
type KeptReview = z.infer<typeof reviewSchema>

const signOffSchema = lazySchema(() => reviewSchema.unwrap().omit({ errors: true, notes: true, found: true }))
/** A sign-off that nobody took back. `people`: who would get it by the review that was signed. */
export type KeptSignOff = z.infer<typeof signOffSchema>

const switchedOffSchema = lazyObject(() => ({ rule: z.string(), reason: z.string(), at: z.number() }))
/** A rule that is switched off for a campaign. */
export type SwitchedOff = z.infer<typeof switchedOffSchema>

interface KeptState {
  last: KeptReview | null
  signOff: KeptSignOff | null
  /** In the order in which they were switched off. */
  off: SwitchedOff[]
}

/** What stays of reviews of campaigns, by the campaign's id, and whom they left out. Times in milliseconds since 1970. */
export interface ReviewStore {
  state(campaignId: string): KeptState
  /** Campaigns that were reviewed and that nobody signed off since, in no order. */
  unsigned(): { campaignId: string; at: number; errors: number }[]
  /** Notes the newest review, in place of the one before. */
  note(input: { campaignId: string; review: KeptReview }): void
  /** Signs the newest review off; `conflict` where it is another one by now. Committed with synchronous=FULL. */
  sign(input: { campaignId: string; hash: string; now: number }): void
  /** Takes a sign-off back; nothing happens where there is none. */
  open(input: { campaignId: string; now: number }): void
  /** Switches a rule off, or on again with null. */
  setRule(input: { campaignId: string; rule: string; reason: string | null; now: number }): void
  /** The ids of the segments of the service that were made to hold undeliverable people, the newest first. */
  segments(): string[]
  /** Notes one of them as the newest; nothing happens where it is noted. Committed with synchronous=FULL. */
  noteSegment(input: { segment: string; now: number }): void
}

/** The reviews' part of the store. In one piece: its calls share the statements at its head. */
export function reviewStore(session: Session): Stepped<ReviewStore> {
  const { db } = session
  const last = db.prepare<[string], unknown>(
    'SELECT at, hash, people, errors, warnings, notes, found FROM review_last WHERE campaign = ?',
  )
  const unsigned = db.prepare<[], { campaignId: string; at: number; errors: number }>(
    `SELECT campaign AS campaignId, at, errors FROM review_last
     WHERE NOT EXISTS (
       SELECT 1 FROM review_sign_off signed WHERE signed.campaign = review_last.campaign AND signed.ended IS NULL
     )`,
  )
  const noting = db.prepare<[KeptReview & { campaignId: string }]>(
    `INSERT OR REPLACE INTO review_last (campaign, at, hash, people, errors, warnings, notes, found)
     VALUES (@campaignId, @at, @hash, @people, @errors, @warnings, @notes, @found)`,
  )
  const signed = db.prepare<[string], unknown>(
    'SELECT at, hash, people, warnings FROM review_sign_off WHERE campaign = ? AND ended IS NULL',
  )
  const signing = db.prepare<[string, number, string, number, number]>(
    'INSERT INTO review_sign_off (campaign, at, hash, people, warnings) VALUES (?, ?, ?, ?, ?)',
  )
  const opening = db.prepare<[number, string]>(
    'UPDATE review_sign_off SET ended = ? WHERE campaign = ? AND ended IS NULL',
  )
  const off = db.prepare<[string], unknown>(
    'SELECT rule, reason, at FROM review_rule_off WHERE campaign = ? AND ended IS NULL ORDER BY row',
  )
  const switchingOff = db.prepare<[string, string, string, number]>(
    'INSERT INTO review_rule_off (campaign, rule, reason, at) VALUES (?, ?, ?, ?)',
  )
  const switchingOn = db.prepare<[number, string, string]>(
    'UPDATE review_rule_off SET ended = ? WHERE campaign = ? AND rule = ? AND ended IS NULL',
  )
  const segments = session.column<[], string>('SELECT segment FROM review_segment ORDER BY row DESC')
  const notingSegment = db.prepare<[string, number]>(
    'INSERT INTO review_segment (segment, at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const lastOf = (campaignId: string): KeptReview | null => {
    const row = last.get(campaignId)
    return row === undefined ? null : reviewSchema.parse(row)
  }

  return {
    state: (campaignId) =>
      session.read(() => {
        const sign = signed.get(campaignId)
        return {
          last: lastOf(campaignId),
          signOff: sign === undefined ? null : signOffSchema.parse(sign),
          off: off.all(campaignId).map((row) => switchedOffSchema.parse(row)),
        }
      }),
    unsigned: () => session.read(() => unsigned.all()),
    note: ({ campaignId, review }) =>
      session.write(() => {
        noting.run({ campaignId, ...review })
      }),
    sign: ({ campaignId, hash, now }) =>
      session.write(() => {
        const found = lastOf(campaignId)
        if (found?.hash !== hash) {
          throw problem('conflict', {
            title: tell('review.reviews.thisIsNotThe'),
            why: tell('review.reviews.theCampaignWasReviewed'),
            action: tell('review.reviews.reviewItAgainThen'),
          })
        }
        opening.run(now, campaignId)
        signing.run(campaignId, now, hash, found.people, found.warnings)
      }, 'durable'),
    open: ({ campaignId, now }) =>
      session.write(() => {
        opening.run(now, campaignId)
      }),
    setRule: ({ campaignId, rule, reason, now }) =>
      session.write(() => {
        switchingOn.run(now, campaignId, rule)
        if (reason !== null) switchingOff.run(campaignId, rule, reason, now)
      }),
    segments: () => session.read(() => segments.all()),
    noteSegment: ({ segment, now }) =>
      session.write(() => {
        notingSegment.run(segment, now)
      }, 'durable'),
  }
}
