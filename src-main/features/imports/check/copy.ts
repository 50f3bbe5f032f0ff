import { tell } from '../../../../src-shared/messages/told'
import { statSync } from 'node:fs'
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import { lazyLooseObject, lazyObject, lazySchema } from '../../../../src-shared/lazily'
import { connect } from '../../../core/database/database'
import { translate } from '../../../core/database/failures'
import { parseObject } from '../../contacts/store'
import { hashOf } from '../../../core/database/hash'
import { cacheFiles } from '../../../core/database/location'
import { migrations } from '../../../cache/schema/first'
import { problem } from '../../../core/problems'
import { codeOf } from '../../../../src-shared/error-code'

/** A contact as the copy has it. `data` is JSON text: most rows need little of it. */
export interface CopyContact {
  row: number
  created: number
  /** 1 or 0. */
  subscribed: number
  id: string
  email: string
  data: string
}

/** What a pass over the copy reads of a contact: row, subscribed (1 or 0), email, data. */
export type PassedContact = [number, number, string, string]

/** A change of a contact that a person made here: still on its way, or lately done. */
export interface OwnEdit {
  contactId: string
  /** null: it deletes the contact. */
  fields: Record<string, unknown> | null
  waiting: boolean
  /** Milliseconds since 1970. */
  at: number
}

/** An edit made here within this time is not written over by a file without a word, in milliseconds. */
const recently = 24 * 3_600_000

/** After so long without a question the connection is closed, in milliseconds: nothing keeps the copy from being moved. */
const idle = 1000

const newest = migrations.at(-1)?.number ?? 0

/**
 * The copy of the contacts, read through a connection of its own, which never writes: the log lets one read while the
 * cache's worker writes, and neither waits for the other. It is opened when it is needed and closed soon after, so that
 * a copy that was set aside, cleared or made anew is never mistaken for the one before.
 */
export class ContactsReader {
  private open: OpenCopy | null = null
  private closing: NodeJS.Timeout | null = null

  constructor(
    private readonly folder: string,
    private readonly key: string | null,
  ) {}

  /** Reads. Throws `cache_damaged`, `cache_wrong_key`, `cache_newer` or `cache_busy`. */
  read<T>(act: (copy: OpenCopy) => T): T {
    try {
      return act(this.opened())
    } catch (error) {
      this.close()
      throw translate(error)
    } finally {
      this.closing?.refresh()
      this.closing ??= setTimeout(() => this.close(), idle).unref()
    }
  }

  close(): void {
    if (this.closing !== null) clearTimeout(this.closing)
    this.closing = null
    this.open?.db.close()
    this.open = null
  }

  private opened(): OpenCopy {
    const path = cacheFiles(this.folder).database
    const place = placeOf(path)
    if (this.open?.place !== place) {
      this.open?.db.close()
      this.open = null
    }
    this.open ??= new OpenCopy(path, place, this.key)
    this.open.refuseOthers()
    return this.open
  }
}

/** Tells one file of a name from another that took its place. */
function placeOf(path: string): string {
  try {
    const { dev, ino } = statSync(path)
    return `${dev}:${ino}`
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    throw problem('cache_damaged', {
      title: tell('imports.copy.thereIsNoCopy'),
      why: tell('imports.copy.theLocalCopyOf'),
      action: tell('imports.copy.syncThenCheckThe'),
    })
  }
}

/** An open connection to the copy. Its statements read only. */
class OpenCopy {
  readonly db: Database
  private readonly one: Statement<[number], CopyContact>
  private readonly ofHash: Statement<[number], number>
  private readonly ofHashes: Statement<[string], [hash: number, row: number]>
  private readonly ofRows: Statement<[string], PassedContact>
  private readonly passing: Statement<[number, number], PassedContact>
  private readonly version: Statement<[], number>

  constructor(
    path: string,
    readonly place: string,
    key: string | null,
  ) {
    this.db = connect(path, key, { readonly: true, fileMustExist: true })
    try {
      this.version = this.db.prepare<[], number>('PRAGMA user_version').pluck()
      this.refuseOthers()
      this.db.pragma('temp_store = MEMORY')
      this.db.pragma('cache_size = -4096')
      this.one = this.db.prepare(
        'SELECT row, created, subscribed, id, email, data FROM contact WHERE row = ?',
      )
      this.ofHash = this.db
        .prepare<[number], number>('SELECT row FROM contact_email_key WHERE hash = ?')
        .pluck()
      this.ofHashes = this.db
        .prepare<[string], [number, number]>(
          'SELECT hash, row FROM contact_email_key WHERE hash IN (SELECT value FROM json_each(?))',
        )
        .raw()
      this.ofRows = this.db
        .prepare<[string], PassedContact>(
          'SELECT row, subscribed, email, data FROM contact WHERE row IN (SELECT value FROM json_each(?))',
        )
        .raw()
      this.passing = this.db
        .prepare<[number, number], PassedContact>(
          'SELECT row, subscribed, email, data FROM contact WHERE row > ? ORDER BY row LIMIT ?',
        )
        .raw()
    } catch (error) {
      this.db.close()
      throw error
    }
  }

  /** Throws `cache_newer` or `cache_busy` where the copy is of another version than this program's. */
  refuseOthers(): void {
    const version = Number(this.version.get())
    if (version > newest) throw problem('cache_newer')
    if (version < newest) throw problem('cache_busy', { why: tell('imports.copy.theLocalCopyIs') })
  }

  /** How the copy is: `revision` grows with every change; `keyed` false while a first load runs. */
  facts(): { revision: number; contacts: number; keyed: boolean } {
    const found: unknown = this.db.prepare('SELECT revision, contacts, contacts_keyed FROM meta').get()
    const { revision, contacts, contacts_keyed } = metaSchema.parse(found)
    return { revision, contacts, keyed: contacts_keyed === 1 }
  }

  get(row: number): CopyContact | null {
    return this.one.get(row) ?? null
  }

  /** The newest contact whose folded address is the one asked, by `is`; for copies that have their keys. */
  find(hash: number, is: (folded: string) => boolean): CopyContact | null {
    return this.newestOf(this.ofHash.all(hash), is)
  }

  /** As {@link find}, where a first load has not made the keys yet: reads all. */
  findUnkeyed(is: (folded: string) => boolean): CopyContact | null {
    const all = this.db.prepare<[], [number, string]>('SELECT row, email FROM contact').raw()
    const rows: number[] = []
    for (const [row, email] of all.iterate()) if (is(email.toLowerCase())) rows.push(row)
    return this.newestOf(rows, is)
  }

  /** The rows of contacts whose folded addresses have one of these hashes, beside it; for copies that have their keys. */
  keyed(hashes: readonly number[]): [hash: number, row: number][] {
    return this.ofHashes.all(JSON.stringify(hashes))
  }

  /** The contacts of these rows, in no order; those that are gone are left out. */
  among(rows: readonly number[]): PassedContact[] {
    return this.ofRows.all(JSON.stringify(rows))
  }

  after(row: number, limit: number): PassedContact[] {
    return this.passing.all(row, limit)
  }

  /** Changes of contacts made here that wait, or were made within the last day, by the contact's row. */
  ownEdits(now: number): Map<number, OwnEdit[]> {
    const edits = new Map<number, OwnEdit[]>()
    const found = this.db
      .prepare(
        `SELECT contact_id, kind, state, body, queued, sent FROM outbox
         WHERE contact_id IS NOT NULL AND kind <> 'track'
           AND (state IN ('queued', 'in_flight', 'unknown', 'conflict') OR (state = 'sent' AND sent >= ?))
         ORDER BY id`,
      )
      .all(now - recently)
    for (const each of found) {
      const { contact_id: contactId, kind, state, body, queued, sent } = outboxSchema.parse(each)
      const row = this.rowOf(contactId)
      if (row === null) continue
      const waiting = state !== 'sent'
      const fields = kind === 'contact.delete' ? null : fieldsOf(body)
      const edit: OwnEdit = { contactId, fields, waiting, at: sent ?? queued }
      edits.set(row, [...(edits.get(row) ?? []), edit])
    }
    return edits
  }

  /** Keys of `data` in the copy, the most frequent first, as last counted; of the newest contacts where they were not. */
  dataKeys(): string[] {
    const counted = this.db.prepare<[], string>('SELECT fields FROM field_count').pluck().get()
    if (counted !== undefined) {
      const fields = countedSchema.parse(JSON.parse(counted))
      return fields.sort((a, b) => b.count - a.count).map(({ key }) => key)
    }
    const counts = new Map<string, number>()
    const some = this.db.prepare<[], string>('SELECT data FROM contact ORDER BY row LIMIT 1000').pluck()
    for (const data of some.iterate()) {
      for (const key of Object.keys(parseObject(data))) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key)
  }

  private newestOf(rows: readonly number[], is: (folded: string) => boolean): CopyContact | null {
    let found: CopyContact | null = null
    for (const row of rows) {
      const contact = this.one.get(row)
      if (contact === undefined || !is(contact.email.toLowerCase())) continue
      if (found === null || isNewer(contact, found)) found = contact
    }
    return found
  }

  private rowOf(id: string): number | null {
    const byId = this.db
      .prepare<[string, number], number>('SELECT row FROM contact WHERE id = ? AND row = ?')
      .pluck()
    const rows = this.db
      .prepare<[number], number>('SELECT row FROM contact_key WHERE hash = ?')
      .pluck()
      .all(hashOf(id))
    for (const row of rows) if (byId.get(id, row) !== undefined) return row
    if (this.facts().keyed) return null
    return this.db.prepare<[string], number>('SELECT row FROM contact WHERE id = ?').pluck().get(id) ?? null
  }
}

function isNewer(a: CopyContact, b: CopyContact): boolean {
  return a.created > b.created || (a.created === b.created && a.row < b.row)
}

/** Flat names, as the outbox has them: "subscribed", "email", "data.<key>". */
function fieldsOf(body: string | null): Record<string, unknown> {
  const { data, ...rest } = bodySchema.parse(JSON.parse(body ?? '{}'))
  const entries = Object.entries(data ?? {}).map(([key, value]) => [`data.${key}`, value] as const)
  return { ...rest, ...Object.fromEntries(entries) }
}

const metaSchema = lazyObject(() => ({
  revision: z.number(),
  contacts: z.number(),
  contacts_keyed: z.number(),
}))
const bodySchema = lazyLooseObject(() => ({ data: z.record(z.string(), z.unknown()).optional() }))
const countedSchema = lazySchema(() => z.array(z.looseObject({ key: z.string(), count: z.number() })))
const outboxSchema = lazyObject(() => ({
  contact_id: z.string(),
  kind: z.string(),
  state: z.string(),
  body: z.string().nullable(),
  queued: z.number(),
  sent: z.number().nullable(),
}))
