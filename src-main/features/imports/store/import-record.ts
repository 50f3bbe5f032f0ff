import type { Slice } from '../../../../src-shared/bridge/base'
import { z } from 'zod'
import { lazySchema } from '../../../../src-shared/lazily'
import {
  columnChoiceSchema,
  importColumnSchema,
  readingSchema,
} from '../../../../src-shared/bridge/import-file'
import { importFindingsSchema, importSchema } from '../../../../src-shared/bridge/imports'

/**
 * Imports and what was chosen for them; their rows lie in files of their own. `head` holds what a list shows,
 * `detail` what only an open import does. Ids begin at a random place, so that a page that still shows another profile's import never acts on one of
 * this profile. `import_mapping` remembers where columns went, by the names in a header, and from which file that is.
 * `import_person`: whom each import wrote, by the service's id (rows of contacts are given to others in time, ids are not),
 * kept as long as the import's record, which is longer than its rows.
 */
export const importTables = `
  CREATE TABLE import (
    id INTEGER PRIMARY KEY AUTOINCREMENT, head TEXT NOT NULL, detail TEXT NOT NULL
  ) STRICT;
  CREATE TABLE import_mapping (
    key TEXT PRIMARY KEY, columns TEXT NOT NULL, used INTEGER NOT NULL, name TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE import_person (
    import INTEGER NOT NULL, contact_id TEXT NOT NULL, PRIMARY KEY (import, contact_id)
  ) STRICT, WITHOUT ROWID;
`

/**
 * Where an import's bytes came from. `file`: a file of the person's, or a copy of ours of what was uploaded; with how
 * it was when it was chosen, so that another file of that name is not taken for it.
 */
const importOriginSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('file'),
      path: z.string(),
      /** Bytes. */
      size: z.number(),
      /** When it was last written, milliseconds since 1970. */
      modified: z.number(),
      /** A copy of ours, which is removed as soon as it is not needed. */
      uploaded: z.boolean(),
    }),
    z.object({ kind: z.literal('text') }),
  ]),
)
export type ImportOrigin = z.infer<typeof importOriginSchema>

/** What only an open import shows, and what that came from. */
export const openFindingsSchema = lazySchema(() =>
  importFindingsSchema.unwrap().extend({
    /** How a person said that it is to be read; null: as is found out. */
    wanted: readingSchema.nullable(),
    workbook: importFindingsSchema.unwrap().shape.workbook.default(null),
    /** As they were proposed from names and cells, whatever was remembered or chosen. */
    proposed: z.array(importColumnSchema),
  }),
)
type ImportFindings = z.infer<typeof openFindingsSchema>

/** An import as its list shows it, and what that comes from. */
export const importHeadSchema = lazySchema(() =>
  importSchema
    .unwrap()
    .omit({ work: true, jobs: true, rowsUntil: true })
    .extend({
      /** When something of it last changed. */
      touchedAt: z.number(),
      source: importOriginSchema,
      /** Work that was begun and has not ended: it is begun again after a restart. */
      unfinished: z.enum(['reading', 'checking']).nullable(),
      /** Whether its rows are still there. */
      rowsKept: z.boolean(),
    }),
)
export type ImportHead = z.infer<typeof importHeadSchema>

/** An import as it is stored. */
export type ImportRecord = ImportHead & { findings: ImportFindings }

/** What changes of an import; of what was found out, only what is named. */
export type ImportChanges = Partial<Omit<ImportHead, 'id'>> & { findings?: Partial<ImportFindings> }

/** Where columns went the last time, and which import that was; the name is null where it was not kept. */
interface RememberedMapping {
  columns: RememberedColumn[]
  name: string | null
  /** Milliseconds since 1970. */
  at: number
}

/** What a mapping remembers of a column. */
export const rememberedColumnSchema = lazySchema(() => columnChoiceSchema.extend({ name: z.string() }))
export type RememberedColumn = z.infer<typeof rememberedColumnSchema>

export interface ImportStore {
  add(input: Omit<ImportRecord, 'id'>): ImportRecord
  get(id: number): ImportRecord | null
  /** Rejects with `not_found` where it was discarded. */
  set(input: { id: number } & ImportChanges): ImportRecord
  /** The newest first. */
  page(slice: Slice): { imports: ImportHead[]; count: number }
  all(): ImportHead[]
  /** Ids of files that could not be read, which no page lists: nothing of them is left but why. */
  refused(): number[]
  remove(id: number): void
  /** Notes whom an import wrote, by the service's id: what a query's `of` means. Doing it twice changes nothing. */
  addPeople(input: { importId: number; contactIds: string[] }): void
  /** Where the columns of a header went the last time; null where it is new. */
  mapping(key: string): RememberedMapping | null
  /** `name`: of the import's file. */
  remember(input: { key: string; columns: RememberedColumn[]; name: string; now: number }): void
}
