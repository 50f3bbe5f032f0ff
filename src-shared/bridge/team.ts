import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { problemSchema } from '../problem'
import { mailSchema } from './review'
import { doneSchema, instantSchema, procedure } from './base'

/** The public half of a person's signing key: 32 bytes, as hexadecimal digits. */
export const teamKeySchema = z.string().regex(/^[0-9a-f]{64}$/)

/** A name as the folder may hold it: nothing in it is invisible. */
export const personNameSchema = z
  .string()
  .max(80)
  .regex(/^[^\p{C}\s](?:[^\p{C}]*[^\p{C}\s])?$/u)

/** What somebody writes for the others. */
const teamTextSchema = z.string().trim().min(1).max(2000)

/** What has to be true before a campaign is sent. */
export const teamRuleSchema = lazySchema(() =>
  z.strictObject({
    /** So many people sign. */
    signers: z.number().int().min(1).max(9),
    /** Campaigns to more people than this; the others are signed by whoever sends them, as without a team. */
    over: z.number().int().min(0).max(1_000_000_000),
    /** Whether who edited last is counted: never alone. */
    editorSigns: z.boolean(),
    /** Whether a note on a finding blocks until somebody else answered it. */
    notesBlock: z.boolean(),
  }),
)
export type TeamRule = z.infer<typeof teamRuleSchema>

const writtenSchema = lazyObject(() => ({
  id: z.string(),
  key: teamKeySchema,
  name: z.string(),
  mine: z.boolean(),
  at: instantSchema,
}))

/** Somebody whose key is in the folder. */
const teamPersonSchema = lazyObject(() => ({
  key: teamKeySchema,
  name: z.string(),
  /** The key in the eight groups by which two people compare it. */
  groups: z.array(z.string()).length(8),
  /** `otherKey`: of a name that another key stands for. `replaced`: the same person has another key by now. */
  state: z.enum(['me', 'confirmed', 'new', 'otherKey', 'differs', 'replaced', 'removed']),
  since: instantSchema,
  /** Who took them out, or found that their key is another. */
  by: z.string(),
  machine: z.string(),
  /** null: nothing of theirs is here. */
  lastSeen: instantSchema.nullable(),
  /** Whether entries are missing, or tell two stories. */
  whole: z.boolean(),
  signs: z.boolean(),
  /** How many sign-offs of theirs stay. */
  signed: z.number().int(),
}))
export type TeamPerson = z.infer<typeof teamPersonSchema>

/** What is shared through a folder; `shared` null: nothing is. */
export const teamStateSchema = lazyObject(() => ({
  profileId: z.string().nullable(),
  /** Grows with every change: screens that show a sign-off ask again. */
  revision: z.number().int(),
  shared: z
    .object({
      path: z.string(),
      /** The synchroniser, where the path tells. */
      provider: z.string().nullable(),
      state: z.enum(['reading', 'synced', 'behind', 'away', 'tooMuch']),
      readAt: instantSchema.nullable(),
      /** Since when entries of somebody are missing. */
      behindSince: instantSchema.nullable(),
      bytes: z.number().int(),
      parts: z.array(
        z.object({
          part: z.enum(['signOffs', 'notes', 'views', 'people']),
          entries: z.number().int(),
          newest: writtenSchema.unwrap().pick({ name: true, mine: true, at: true }).nullable(),
        }),
      ),
      /** Entries that are left aside, the newest first. */
      aside: z.array(
        z.object({
          file: z.string(),
          at: instantSchema,
          cause: z.enum(['unreadable', 'signature', 'otherTeam', 'tooLarge', 'misplaced']),
        }),
      ),
      asideCount: z.number().int(),
      people: z.array(teamPersonSchema),
      rule: teamRuleSchema,
      /** Another rule that somebody wants, and how many more have to want it. */
      wanted: z
        .object({
          rule: teamRuleSchema,
          by: z.array(z.string()),
          mine: z.boolean(),
          missing: z.number().int(),
        })
        .nullable(),
    })
    .nullable(),
}))
export type TeamState = z.infer<typeof teamStateSchema>

/** How the sign-off of a campaign by several people stands. */
export const teamStandSchema = lazyObject(() => ({
  /** What is signed; null: it has to be reviewed first. */
  version: z.object({ content: z.string(), count: z.number().int() }).nullable(),
  /** Whether it goes to so many people that the team signs. */
  needed: z.boolean(),
  signatures: z.array(writtenSchema.unwrap().extend({ warnings: z.number().int() })),
  /** Those who signed and of whom something is missing. */
  waiting: z.array(writtenSchema),
  void: z.array(
    writtenSchema.unwrap().extend({
      version: z.object({ content: z.string(), audience: z.string(), count: z.number().int() }),
      cause: z.enum(['content', 'audience', 'count', 'takenBack']),
      change: writtenSchema.unwrap().pick({ name: true, mine: true, at: true }).nullable(),
    }),
  ),
  objections: z.array(writtenSchema.unwrap().extend({ text: z.string() })),
  notes: z.array(
    writtenSchema.unwrap().extend({
      check: z.string(),
      text: z.string(),
      edited: z.boolean(),
      answered: z.boolean(),
    }),
  ),
  /** Findings that may stand, and who found so. */
  kept: z.array(writtenSchema.unwrap().extend({ check: z.string() })),
  reminders: z.array(z.object({ to: z.string(), at: instantSchema, mine: z.boolean() })),
  editor: writtenSchema.nullable(),
  missing: z.number().int(),
  unanswered: z.number().int(),
  incomplete: z.array(z.string()),
  allowed: z.boolean(),
  /** One's own signature, until it is written; null: there is none. */
  writesAt: instantSchema.nullable(),
  /** Why it was not written, where it was asked for and could not be. */
  failed: problemSchema.nullable(),
}))
export type TeamStand = z.infer<typeof teamStandSchema>

const ofCampaign = z.object({ campaignId: z.string().max(200) })
const ofKey = z.object({ key: teamKeySchema })
const ofEntry = z.object({ id: teamKeySchema })

export const team = lazily(() => ({
  /** Begins to share through a folder: makes one's key, and the folder a team's where it is none's. */
  share: procedure
    .input(z.object({ folder: z.string().trim().min(1).max(4096), name: personNameSchema }))
    .output(doneSchema),
  /** Goes on in another folder: what it lacks of this one is copied there. */
  move: procedure.input(z.object({ folder: z.string().trim().min(1).max(4096) })).output(doneSchema),
  /** Shares no more; the folder stays as it is. */
  stop: procedure.output(doneSchema),
  openFolder: procedure.output(doneSchema),
  /** The eight groups were compared, and are the same. */
  confirm: procedure.input(ofKey).output(doneSchema),
  /** They are not the same: all confirmed people are told. */
  differ: procedure.input(ofKey).output(doneSchema),
  /** Takes somebody out, by their name as it was typed. `conflict` where too few would be left for the rule. */
  remove: procedure.input(ofKey.extend({ name: z.string().max(80) })).output(doneSchema),
  /** Makes another key for oneself, which the others have to confirm. */
  replaceKey: procedure.output(doneSchema),
  /** Wants another rule; it holds once as many want it as the rule of now asks for. */
  setRule: procedure.input(teamRuleSchema).output(doneSchema),
  /** The mail as it was signed, by the id of a signature, and as it is now. `not_found` where it is not in the folder. */
  compare: procedure
    .input(ofCampaign.extend(ofEntry.shape))
    .output(z.object({ signed: mailSchema, now: mailSchema })),
  stand: procedure.input(ofCampaign).output(teamStandSchema),
  /** Signs in 8 seconds what {@link review.signOff} would sign now, and refuses what that refuses. */
  sign: procedure.input(ofCampaign.extend({ hash: z.string() })).output(teamStandSchema),
  /** Does not sign, as long as it is not written. */
  undo: procedure.input(ofCampaign).output(teamStandSchema),
  object: procedure.input(ofCampaign.extend({ text: teamTextSchema })).output(teamStandSchema),
  /** Once an hour. */
  remind: procedure.input(ofCampaign.extend({ to: teamKeySchema })).output(teamStandSchema),
  note: procedure
    .input(ofCampaign.extend({ check: z.string().min(1).max(500), text: teamTextSchema }))
    .output(teamStandSchema),
  /** Says that a finding may stand. */
  keep: procedure.input(ofCampaign.extend({ check: z.string().min(1).max(500) })).output(teamStandSchema),
  /** Changes a note of one's own, for 5 minutes. */
  editNote: procedure
    .input(ofCampaign.extend({ id: teamKeySchema, text: teamTextSchema }))
    .output(teamStandSchema),
  /** Takes a signature, a note or an objection of one's own back. */
  takeBack: procedure.input(ofCampaign.extend(ofEntry.shape)).output(teamStandSchema),
}))
