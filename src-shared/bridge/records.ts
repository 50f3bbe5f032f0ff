import { t } from '../messages/message'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { problemSchema } from '../problem'
import { doneSchema, instantSchema, procedure, sliceSchema } from './base'
import { dataFieldSchema } from './contacts'
import { type facetOver, filterOver, gridOver, gridPageOver, pickedRowsSchema, selectionOver } from './grid'
import { keyInfoSchema } from './profiles'
import { runFigures, runStateSchema } from './sync'

/** How its operations are called: `rpc`, POST to `/v1/<operation>`; `resource`, GET on `/v1/<resource>`. */
const callFormSchema = z.enum(['rpc', 'resource'])

const nameInPath = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[\w.~-]+(\/[\w.~-]+)*$/, { error: () => t('bridge.records.lettersDigitsDotsAnd') })

/** What a person says of a connection to a record-management service; the defaults are wire.md's. */
export const recordConnectionInputSchema = lazyObject(() => ({
  name: z.string().trim().min(1).max(80),
  address: z.string().trim().min(1).max(2048),
  companyId: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[\x21-\x7e]+$/, { error: () => t('bridge.records.lettersDigitsAndSigns') }),
  workspaceId: z.string().trim().min(1).max(200),
  form: callFormSchema.default('rpc'),
  operation: nameInPath.default('list-records'),
  resource: nameInPath.default('records'),
  /** How the list is named in the answer; null: it is found by itself. */
  listName: z.string().trim().min(1).max(100).nullable().default(null),
  /** Hours between runs that begin by themselves; null: only by hand. */
  everyHours: z.number().int().min(1).max(168).nullable().default(24),
}))
export type RecordConnectionInput = z.infer<typeof recordConnectionInputSchema>

const tokenText = z.string().trim().min(1).max(5000)

/** Which form an answer has: the name of its array ("" where it is the answer itself), and how it tells of its end. */
export const listShapeSchema = lazyObject(() => ({
  name: z.string(),
  tells: z.enum(['pageInfo', 'totalCount', 'both', 'nothing']),
}))
export type ListShape = z.infer<typeof listShapeSchema>

/** What a test of a connection found. */
const recordTestSchema = lazyObject(() => ({
  /** After tidying: what will be stored. */
  address: z.string(),
  latencyMs: z.number(),
  shape: listShapeSchema,
  /** Of the whole list; null where the service does not say. */
  count: z.number().int().nullable(),
  /** Fields of the first records, in their order, with the value of the first record that has one, as text. */
  fields: z.array(z.object({ name: z.string(), sample: z.string() })),
  /** Sentences: what was found ("The list is called items, and pageInfo tells of its end."), and what is unusual. */
  notes: z.array(z.string()),
}))
export type RecordTest = z.infer<typeof recordTestSchema>

/** How a list moved while it was read. */
export const recordDriftSchema = lazyObject(() => ({
  /** Pages that did not meet what was read before, and were read again from further up. */
  reread: z.number().int(),
  /** Places where the list moved too fast to be followed. */
  gaps: z.number().int(),
  /** Records that came more than once, beyond those that are always asked twice. */
  repeated: z.number().int(),
  /** How often the whole list was read. */
  passes: z.number().int(),
}))

/** One run over the list of a connection: its row, as it stands. */
export const recordRunSchema = lazyObject(() => ({
  id: z.number().int(),
  connectionId: z.string(),
  state: runStateSchema,
  cause: z.enum(['person', 'schedule', 'first']),
  /** Of a connection, `received` counts different records. */
  ...runFigures,
  /** Pages asked for at once, as the service allows it now. */
  inFlight: z.number().int(),
  drift: recordDriftSchema,
  /** The report in sentences: what drifted, and what the run can not know. Empty while nothing is to be said. */
  report: z.array(z.string()),
  problem: problemSchema.nullable(),
}))
export type RecordRun = z.infer<typeof recordRunSchema>

/** What the copy holds of a connection. */
export const recordSyncSchema = lazyObject(() => ({
  rows: z.number().int(),
  /** When a run last finished: "as of". */
  asOf: instantSchema.nullable(),
  /** The run under way, waiting, paused or asking. */
  run: recordRunSchema.nullable(),
  last: recordRunSchema.nullable(),
  /** Whether the service answers. */
  online: z.boolean(),
  /** Why nothing can be asked of it until a person acts: the token was refused, or is not there. */
  blocked: problemSchema.nullable(),
  /** Requests sent in the last 60 s and the ceiling, of this connection alone. */
  spent: z.number().int(),
  ceiling: z.number().int(),
  /** Until when the service holds requests back, as it asked with a 429; null: it does not. */
  heldUntil: instantSchema.nullable(),
  nextAt: instantSchema.nullable(),
}))
export type RecordSync = z.infer<typeof recordSyncSchema>

/** A connection to a record-management service. The token never reaches the page. */
export const recordConnectionSchema = lazySchema(() =>
  recordConnectionInputSchema.unwrap().extend({
    id: z.string(),
    token: keyInfoSchema.unwrap().pick({ lastFour: true, state: true }),
    createdAt: instantSchema,
    /** Grows with every change of its records: lists that show them ask again. */
    revision: z.number().int(),
    sync: recordSyncSchema,
  }),
)
export type RecordConnection = z.infer<typeof recordConnectionSchema>

/**
 * A field of a record: its id, when it last changed, or one of its own keys, written `data.<key>` as those of contacts
 * are.
 */
export const recordFieldSchema = z.union([
  z.enum(['id', 'changedAt']),
  z.templateLiteral(['data.', z.string()]),
])
export type RecordField = z.infer<typeof recordFieldSchema>

/** What a list of records can show: a field, or what a record is called. */
const recordColumnSchema = z.union([z.literal('name'), recordFieldSchema])
export type RecordColumn = z.infer<typeof recordColumnSchema>

export const recordFilterSchema = lazySchema(() => filterOver(recordFieldSchema))
export type RecordFilter = z.infer<typeof recordFilterSchema>

/** `order`: as the records were first read, which is how the service lists them. */
export const recordSortSchema = lazyObject(() => ({
  field: z.union([z.literal('order'), recordFieldSchema]),
  direction: z.enum(['asc', 'desc']),
}))
export type RecordSort = z.infer<typeof recordSortSchema>

/** What a list of records shows: filters are ANDed; `search` looks for each of its words in the id and in every value. */
export const recordQuerySchema = lazyObject(() => ({
  search: z.string().max(200).default(''),
  filters: z.array(recordFilterSchema).max(30).default([]),
  sort: recordSortSchema.default({ field: 'order', direction: 'asc' }),
  /** Only what is new or changed since records of this connection last went to the audience. */
  sinceLast: z.boolean().default(false),
  /** Only records that are picked. */
  among: pickedRowsSchema.optional(),
}))
export type RecordQuery = z.infer<typeof recordQuerySchema>

/** A row of the grid. `data` holds every field but the id. */
const recordRowSchema = lazyObject(() => ({
  id: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** When the service says that it changed; where it says nothing, when this copy of it did. */
  changedAt: instantSchema,
  /** What the last run that was finished made of it, unless that was the first; null: nothing. */
  news: z.enum(['new', 'changed']).nullable(),
}))
export type RecordRow = z.infer<typeof recordRowSchema>

const recordPageSchema = lazySchema(() => gridPageOver(recordRowSchema))
export type RecordPage = z.infer<typeof recordPageSchema>

export type RecordFacet = z.infer<ReturnType<typeof facetOver<typeof recordFieldSchema>>>

const recordDetailSchema = lazySchema(() =>
  recordRowSchema.unwrap().extend({
    /** The whole record as the service sent it. */
    raw: z.record(z.string(), z.unknown()),
    /** When this copy of it was first read. */
    firstAt: instantSchema,
    /** When a run last found it changed, and what its fields said before; null: it is as it was first read. */
    change: z.object({ at: instantSchema, before: z.record(z.string(), z.unknown()) }).nullable(),
  }),
)
export type RecordDetail = z.infer<typeof recordDetailSchema>

/** Which records are meant. */
const recordSelectionSchema = lazySchema(() => selectionOver(recordQuerySchema))
export type RecordSelection = z.infer<typeof recordSelectionSchema>

export const recordViewSchema = lazyObject(() => ({
  id: z.string(),
  name: z.string().trim().min(1).max(120),
  query: recordQuerySchema.unwrap().omit({ among: true }),
  columns: z.array(recordColumnSchema),
}))
export type RecordView = z.infer<typeof recordViewSchema>

/** Where fields go: one to the address, others to keys of `data`. */
export const recordMappingSchema = lazyObject(() => ({
  /** The field that holds the address. */
  email: recordFieldSchema,
  /** One that says whether they are subscribed; null: new people are subscribed, others stay as they are. */
  subscribed: recordFieldSchema.nullable().default(null),
  data: z.array(z.object({ field: recordFieldSchema, key: z.string().min(1).max(256) })).max(500),
}))
export type RecordMapping = z.infer<typeof recordMappingSchema>

/** What is known of a connection's way to the audience. */
const recordAudienceSchema = lazyObject(() => ({
  /** As it was last used; else what is proposed from the fields; null where no field holds addresses. */
  mapping: recordMappingSchema.nullable(),
  remembered: z.boolean(),
  /** The last time; null: never. */
  last: z.object({ at: instantSchema, importId: z.number().int(), records: z.number().int() }).nullable(),
}))
export type RecordAudience = z.infer<typeof recordAudienceSchema>

/** Why a record of those that are meant does not go to Import. */
const leftOutSchema = z.enum(['missing', 'faulty', 'twice'])
export type RecordsLeftOut = z.infer<typeof leftOutSchema>

/** What is meant, and the field that holds the address; null: none is chosen. */
const meant = { selection: recordSelectionSchema, email: recordFieldSchema.nullable() }

/** What of a selection goes to Import: `records` less all that is left out is `goes`. */
const recordTallySchema = lazyObject(() => ({
  records: z.number().int(),
  leftOut: z.record(leftOutSchema, z.number().int()),
  goes: z.number().int(),
  /** How many have each field filled, and the first of their values. */
  fields: z.array(z.object({ field: recordFieldSchema, filled: z.number().int(), sample: z.unknown() })),
}))
export type RecordTally = z.infer<typeof recordTallySchema>

const byId = z.object({ id: z.string() })
/** A person agreed that the token and all records travel unencrypted, over http to another machine. */
const unencrypted = z.boolean().default(false)
const within = z.object({ connectionId: z.string() })
const connections = z.object({ connections: z.array(recordConnectionSchema) })

export const records = lazily(() => ({
  /** The connections of the profile, in the order in which they were made; live under the topic `records` too. */
  connections: procedure.output(connections),
  /** Stores a connection, its token in the keychain, and begins to read its list. */
  add: procedure
    .input(recordConnectionInputSchema.unwrap().extend({ token: tokenText, unencrypted }))
    .output(recordConnectionSchema),
  /**
   * Changes a connection; without `token` the one that is kept stays, which goes to no other origin: `key_other_origin`.
   * What was copied stays too, unless address, workspace or operation are others.
   */
  edit: procedure
    .input(
      recordConnectionInputSchema
        .unwrap()
        .extend({ id: z.string(), token: tokenText.optional(), unencrypted }),
    )
    .output(recordConnectionSchema),
  /** Deletes a connection with its token and its copy. `name` must be its name, typed. */
  remove: procedure.input(byId.extend({ name: z.string() })).output(doneSchema),
  /**
   * Asks for the first records and stores nothing. Without `token`, with that of the connection `id`, which goes to no
   * other origin: `key_other_origin`.
   */
  test: procedure
    .input(
      recordConnectionInputSchema
        .unwrap()
        .omit({ name: true, everyHours: true })
        .extend({ id: z.string().optional(), token: tokenText.optional(), unencrypted }),
    )
    .output(recordTestSchema),

  /** Begins a run; one under way is left alone, a paused one goes on. */
  start: procedure.input(byId).output(recordConnectionSchema),
  pause: procedure.input(byId).output(recordConnectionSchema),
  resume: procedure.input(byId).output(recordConnectionSchema),
  /** Answers when nothing more is sent. What the run has copied stays; it deletes nothing. */
  cancel: procedure.input(byId).output(recordConnectionSchema),
  /** The answer to a run that asks: delete what it did not see, or keep it. */
  answer: procedure
    .input(byId.extend({ runId: z.number().int(), remove: z.boolean() }))
    .output(recordConnectionSchema),
  /** Runs of a connection, the newest first. */
  runs: procedure
    .input(within.extend({ slice: sliceSchema }))
    .output(z.object({ runs: z.array(recordRunSchema), count: z.number().int() })),

  ...gridOver({
    within: within.shape,
    query: recordQuerySchema,
    field: recordFieldSchema,
    page: recordPageSchema,
    selection: recordSelectionSchema,
  }),
  /** Every field that occurs, the most frequent first: what columns are made of. */
  fields: procedure.input(within).output(z.object({ fields: z.array(dataFieldSchema) })),
  get: procedure.input(within.extend({ id: z.string() })).output(recordDetailSchema),
  views: procedure.input(within).output(z.object({ views: z.array(recordViewSchema) })),
  saveView: procedure
    .input(within.extend({ view: recordViewSchema.unwrap().partial({ id: true }) }))
    .output(recordViewSchema),
  removeView: procedure.input(within.extend({ id: z.string() })).output(doneSchema),

  audience: procedure.input(within).output(recordAudienceSchema),
  /** What of a selection would go to Import. */
  tally: procedure.input(within.extend(meant)).output(recordTallySchema),
  /** Freezes what of a selection is left out, so that the list shows it. */
  leftOut: procedure
    .input(within.extend({ ...meant, why: leftOutSchema }))
    .output(z.object({ selectionId: z.string(), count: z.number().int() })),
  /**
   * Makes an import of the selection, mapped, remembers the mapping, and begins to check its rows: the Import screen goes
   * on with it (verification, undo). Records without an address, with one that is none, and all but the one that changed
   * last of those with the same are left out. Rejects with `input_invalid` where nothing is left.
   */
  toImport: procedure
    .input(within.extend({ selection: recordSelectionSchema, mapping: recordMappingSchema }))
    .output(z.object({ importId: z.number().int(), records: z.number().int() })),
}))
