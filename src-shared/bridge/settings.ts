import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { languages } from '../messages/languages'
import { doneSchema, procedure } from './base'
import { exportProgressSchema } from './grid'
import { keychainStateSchema } from './profiles'

const appearanceSchema = lazyObject(() => ({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['regular', 'compact']),
}))
export type Appearance = z.infer<typeof appearanceSchema>

/** What the system tells of: jobs that end or stop, runs that fail or ask, campaigns that the brake stops. */
const noticesSchema = lazyObject(() => ({ jobs: z.boolean(), runs: z.boolean(), brake: z.boolean() }))
export type Notices = z.infer<typeof noticesSchema>

export const settingsSchema = lazyObject(() => ({
  appearance: appearanceSchema,
  /** In which the console speaks; a page does from when it is loaded. */
  language: z.enum(['system', ...languages]),
  /** Notices that were put away, by name: the keychain notice is said once. */
  dismissed: z.array(z.string()),
  /**
   * What the grids show: fields in order, with widths in pixels. That of contacts by profile id, that of records by
   * {@link recordColumnsKey} and {@link recordNameKey}; what belongs to neither is not kept.
   */
  columns: z.record(z.string(), z.array(z.object({ field: z.string(), width: z.number().nullable() }))),
  /** Seconds that the sending of a campaign is held, so that it can be undone before anything leaves. */
  holdSeconds: z.number().int().min(5).max(300),
  /** Of what the system tells a person who looks elsewhere. */
  notices: noticesSchema,
  /** Keys that a person gave to shortcuts, by the shortcut's name, as the page writes them: "Mod+k", "g o". */
  shortcuts: z.record(z.string().max(40), z.string().max(40)),
  /** How often actions were run from the palette, by their name. */
  actionUses: z.record(z.string().max(80), z.number().int().min(1)),
  /** The screen that each profile was left on, by the profile's id. */
  lastScreens: z.record(z.string().max(64), z.string().max(40)),
}))
export type Settings = z.infer<typeof settingsSchema>

/** Under which name the columns of a connection's records are kept. */
export function recordColumnsKey(connectionId: string): string {
  return `records:${connectionId}`
}

/** Under which name the field that names a connection's records is kept, as the only one of such columns. */
export function recordNameKey(connectionId: string): string {
  return `${recordColumnsKey(connectionId)}:name`
}

/** What the rows of imports take on the disk. */
const importStorageSchema = lazyObject(() => ({
  /** Imports of which rows are kept. */
  imports: z.number().int(),
  bytes: z.number().int(),
  /** Days after anything last happened to an import that its rows are removed. */
  daysKept: z.number().int(),
  /** Of these, those that have run: their rows can be removed. */
  removable: z.object({ imports: z.number().int(), bytes: z.number().int() }),
}))
export type ImportStorage = z.infer<typeof importStorageSchema>

/** The current profile's copy on disk. */
const storageSchema = lazyObject(() => ({
  path: z.string(),
  /** Database with its write-ahead log. */
  bytes: z.number().int(),
  encrypted: z.boolean(),
  /** A sentence why it is not encrypted; null where it is. */
  plainReason: z.string().nullable(),
  contacts: z.number().int(),
  events: z.number().int(),
  /** Copies that were moved aside. */
  setAside: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
  importRows: importStorageSchema,
}))
export type Storage = z.infer<typeof storageSchema>

/** Shortcuts in their parts, each with its keys as they are printed. */
const keyPageSchema = lazyObject(() => ({
  groups: z
    .array(
      z.object({
        title: z.string().max(80),
        lines: z
          .array(
            z.object({
              keys: z.array(z.array(z.string().max(20)).max(6)).max(8),
              label: z.string().max(200),
            }),
          )
          .max(100),
      }),
    )
    .max(40),
}))
export type KeyPage = z.infer<typeof keyPageSchema>

/** What the program is and where it runs. */
const aboutSchema = lazyObject(() => ({
  version: z.string(),
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  dataFolder: z.string(),
  keychain: keychainStateSchema,
  /** Whether a folder can be shown to the person: only where the host has a file manager. */
  canOpenFolder: z.boolean(),
}))
export type About = z.infer<typeof aboutSchema>

export const settings = lazily(() => ({
  get: procedure.output(settingsSchema),
  update: procedure.input(settingsSchema.unwrap().partial()).output(settingsSchema),
  about: procedure.output(aboutSchema),
  /** Writes shortcuts as a page to be printed, to a file that the host asks for. */
  saveShortcuts: procedure
    .input(keyPageSchema)
    .output(exportProgressSchema.unwrap().pick({ file: true }).required()),
}))

export const storage = lazily(() => ({
  get: procedure.output(storageSchema),
  /** Reads the whole copy: SQLite's own check, and that the search index agrees with the rows. */
  check: procedure.output(
    z.object({ sound: z.boolean(), findings: z.array(z.string()), tookMs: z.number() }),
  ),
  /** Empties the current profile's copy; the next run fills it again. Outbox and activity stay. */
  clear: procedure.output(doneSchema),
  /** Removes the rows of imports that have run: they cannot be taken back any more, nor their rejects saved. What they came to stays. */
  removeImportRows: procedure.output(z.object({ imports: z.number().int() })),
  openFolder: procedure.output(doneSchema),
  /** Moves a copy that cannot be opened aside, keeping it, and starts a new one. */
  setAside: procedure.output(doneSchema),
}))
