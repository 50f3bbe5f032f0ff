import { t } from '../../../../src-shared/messages/message'
import type { IndexedContact } from '../../../core/index/indexed'
import type { DataField } from '../../../../src-shared/bridge/contacts'
import type { ContactRows } from '../../../core/index/api'
import { ContactIndex } from '../../../core/index/contact-index'
import type { Keys } from './keys'
import type { NewestVerdicts } from './newest-verdicts'
import type { Session, Steps } from '../../../core/database/session'
import { fromStored } from '../../../core/database/time'
import type { FieldCounts } from './field-counts'
import type { IndexSnapshot } from './index-snapshot'
import { parseObject, type ContactColumns, type StoredContact } from './record'
import type { ContactTable } from './table'
import type { ContactFollower } from './write'
import { hashOf } from '../../../core/database/hash'
import { RowChains } from '../../../core/database/row-chains'

/** Contacts read between two pauses while the index is built: about 3 ms. */
const slice = 300

/** Fewer rows than these are read again at once rather than saved: half a second's work. */
const worthSaving = 50_000

/** Verdicts expire one by one: they are looked at again this often at most, in milliseconds. */
const expiryPause = 10_000

/** After this long without a question the index is let go, in milliseconds. */
const idle = 120_000

/**
 * Keeps the index of contacts in step with the table. It is loaded when somebody first needs it (from its
 * snapshot, else built from the rows in slices), follows every commit, and is let go when idle: the default view
 * does without it.
 */
export class IndexLifecycle implements ContactFollower {
  private rows: ContactRows | null = null
  private making: Steps<void> | null = null
  private draft: ContactRows | null = null
  private usedAt = -Infinity
  private derivedAt = -Infinity

  constructor(
    private readonly session: Session,
    private readonly table: ContactTable,
    private readonly snapshot: IndexSnapshot,
    private readonly counts: FieldCounts,
    private readonly keys: Keys,
    private readonly newest: NewestVerdicts,
  ) {
    // After a rollback memory and rows may differ.
    session.onRollback(() => this.forget())
  }

  /** The index, when it is there. Callers that come while it is made share the work. */
  *ready(): Steps<ContactRows> {
    this.usedAt = this.session.monotonic()
    const rows = yield* this.made()
    this.usedAt = this.session.monotonic()
    const now = this.session.now()
    if (now >= rows.expiresAt && now - this.derivedAt >= expiryPause) {
      this.derivedAt = now
      rows.deriveClasses(this.newest)
    }
    return rows
  }

  /** The keys of `data`: as last counted where nothing changed since, which needs no index. */
  *fields(): Steps<DataField[]> {
    const counted = this.rows === null ? this.counts.get() : null
    if (counted !== null) return counted
    const fields = (yield* this.ready()).fields()
    if (this.counts.get() === null) this.counts.set(fields)
    return fields
  }

  /** Whether the snapshot has fallen so far behind that loading it would be felt. */
  get needsSaving(): boolean {
    return this.session.counters.contacts > 0 && this.snapshot.behind(this.table.lastRow()) > worthSaving
  }

  /** Makes the index where need be, and saves it. */
  *save(): Steps<void> {
    const rows = yield* this.made()
    yield* this.snapshot.save(rows, this.table.lastRow(), () => this.rows === rows)
  }

  /** Whether the index is in memory, nobody has asked it for two minutes, and it can be had back quickly. */
  get canBeReleased(): boolean {
    if (this.rows === null || this.making !== null) return false
    return this.session.monotonic() - this.usedAt > idle && !this.needsSaving
  }

  /** Lets the index go. */
  forget(): void {
    this.rows = null
    this.making = null
    this.draft = null
  }

  changing(row: number): void {
    this.counts.drop()
    this.snapshot.changing(row)
  }

  changed(row: number, before: StoredContact | null, after: ContactColumns | null): void {
    const rows = this.rows ?? this.draft
    if (rows === null) return
    if (after === null) {
      rows.delete(row)
      return
    }
    const isOther = before?.email !== after.email || !rows.has(row)
    rows.set(row, indexed(after))
    if (isOther) rows.setVerdict(row, this.newest.of(after.email))
  }

  /** Within the transaction that adds verdicts over these addresses. */
  judging(emails: readonly string[]): void {
    const found = emails.flatMap((email) => this.keys.findOthers(email).map((row) => ({ row, email })))
    if (found.length === 0) return
    this.session.touch()
    for (const { row } of found) this.snapshot.changing(row)
    this.session.afterCommit(() => {
      const rows = this.rows ?? this.draft
      if (rows !== null) for (const { row, email } of found) rows.setVerdict(row, this.newest.of(email))
    })
  }

  /** Within the transaction that changes what classes verdicts have. */
  reclassing(): void {
    this.session.touch()
    this.session.afterCommit(() => (this.rows ?? this.draft)?.deriveClasses(this.newest))
  }

  /** Within a transaction that deletes every contact. */
  clear(): void {
    this.forget()
    this.counts.drop()
    this.snapshot.clear()
  }

  /** Compares the index with the table, where it is loaded; sentences about what does not agree. */
  *compare(): Steps<string[]> {
    const { rows } = this
    if (rows === null) return []
    rows.deriveClasses(this.newest)
    let differing = 0
    for (let last = 0; ;) {
      const contacts = this.session.read(() => this.table.after(last, slice))
      for (const contact of contacts) {
        last = contact.row
        // Setting what it holds already changes nothing, and says so.
        const isSame = rows.has(last) && !rows.set(last, indexed(contact))
        if (!isSame || rows.setVerdict(last, this.newest.of(contact.email))) differing += 1
      }
      if (contacts.length < slice) break
      yield
    }
    if (differing === 0 && rows.size === this.session.counters.contacts) return []
    this.session.write(() => this.clear())
    return [t('contacts.indexLifecycle.theIndexDidNot', { differing })]
  }

  private *made(): Steps<ContactRows> {
    while (this.rows === null) {
      this.making ??= this.make()
      const { making } = this
      if (making.next().done === true) {
        if (this.making === making) this.making = null
      } else yield
    }
    return this.rows
  }

  private *make(): Steps<void> {
    const saved = yield* this.snapshot.load()
    const draft = saved?.index ?? ContactIndex.empty()
    draft.readFrom((row) => this.session.read(() => this.table.get(row)?.data ?? null))
    // Rules may have changed since it was saved.
    draft.deriveClasses(this.newest)
    this.draft = draft
    yield
    // What changes meanwhile goes into the draft too, so reading a row twice does no harm.
    const changed = saved?.changed ?? []
    for (let at = 0; at < changed.length; at += slice) {
      for (const row of changed.slice(at, at + slice)) {
        const contact = this.session.read(() => this.table.get(row))
        if (contact === undefined) draft.delete(row)
        else {
          draft.set(row, indexed(contact))
          draft.setVerdict(row, this.newest.of(contact.email))
        }
      }
      yield
    }
    const judged = new Judged(draft, this.newest)
    for (let last = saved?.covers ?? 0; ;) {
      const contacts = this.session.read(() => this.table.after(last, slice))
      for (const contact of contacts) {
        draft.set(contact.row, indexed(contact))
        judged.gather(contact.row, contact.email)
        last = contact.row
      }
      if (contacts.length < slice) break
      yield
    }
    yield* judged.settle()
    this.rows = draft
    this.draft = null
  }
}

function indexed(contact: ContactColumns): IndexedContact {
  return {
    email: contact.email,
    subscribed: contact.subscribed === 1,
    created: fromStored(contact.created),
    updated: fromStored(contact.updated),
    data: parseObject(contact.data),
  }
}

/**
 * Verdicts for contacts that are read into an index by the hundred thousand. Looking each address up would jump about
 * in the ledger; instead the addresses are gathered by hash (12 bytes each, for as long as it takes), and the ledger
 * is read once from end to end.
 */
class Judged {
  private readonly rows = new RowChains()
  private gathered = 0

  constructor(
    private readonly index: ContactRows,
    private readonly newest: NewestVerdicts,
  ) {}

  /** Notes a row that the index holds; each once. */
  gather(row: number, email: string): void {
    if (this.newest.isEmpty) return
    this.rows.add(hashOf(email.toLowerCase()), row)
    this.gathered += 1
  }

  /** Gives the gathered rows what is known of their addresses. */
  *settle(): Steps<void> {
    if (this.gathered === 0) return
    yield* this.newest.each((verdict) => {
      for (const row of this.rows.rows(hashOf(verdict.email))) {
        if (this.index.emailOf(row)?.toLowerCase() === verdict.email) this.index.setVerdict(row, verdict)
      }
    })
  }
}
