import type { StagingProgress } from '../rows'
import { changeBits, comparer } from './compare'
import type { ContactsReader, OwnEdit, PassedContact } from './copy'
import type { Pace } from './pace'
import { codeOfClass, flag, isWritten, field } from './row-state'
import type { RowTools } from './tools'

/** Contacts read at once in a pass over the copy. */
const batch = 500

/** Rows looked up at once, where a file is much smaller than the copy. */
const lookUps = 500

/** A row stands in the lowest bits of a number, above it what numbers are sorted by: no import has so many rows (groups.ts). */
const rowSpan = 2 ** 23

/** A look-up costs as much as reading so many contacts in their order. */
const costOfLookUp = 2

const [newCode, changed, unchanged, conflicting] = (
  ['new', 'changed', 'unchanged', 'conflicting'] as const
).map(codeOfClass) as [number, number, number, number]

/** What the copy says about every row: as fresh arrays, so that lists show the former answer until this one is whole. */
interface CopyMatches {
  classes: Uint8Array
  contacts: Int32Array
  stays: Uint8Array
  revision: number
  /** The edits made here that were known, as a text to compare. */
  edits: string
}

/**
 * Classes rows against the copy. A large file is matched in one pass over the copy, in its order, since a million
 * single look-ups would take longer; a small one by looking its addresses up.
 */
export async function match(
  tools: RowTools,
  copy: ContactsReader,
  surroundings: { now: number; resubscribe: boolean; pace: Pace; from: StagingProgress },
  rows: Int32Array = everyRow(tools.state.rows),
): Promise<CopyMatches> {
  const { state } = tools
  const facts = copy.read((open) => open.facts())
  const own = copy.read((open) => open.ownEdits(surroundings.now))
  const matches: CopyMatches = {
    classes: new Uint8Array(state.rows + 1),
    contacts: new Int32Array(state.rows + 1),
    stays: new Uint8Array(state.rows + 1),
    revision: facts.revision,
    edits: textOf(own),
  }
  for (const row of rows) matches.classes[row] = tools.ownClass(row) ?? newCode
  const work = new Matching(tools, copy, matches, surroundings)
  if (facts.keyed && rows.length * costOfLookUp < facts.contacts) await work.lookUp(rows)
  else await work.pass(facts.contacts)
  await work.settleSpecial(own, rows)
  return matches
}

/** The numbers of all rows. */
function everyRow(count: number): Int32Array {
  const rows = new Int32Array(count)
  for (let place = 0; place < count; place += 1) rows[place] = place + 1
  return rows
}

/** Edits made here, as a text that tells whether they are the same. */
export function textOf(own: ReadonlyMap<number, OwnEdit[]>): string {
  return JSON.stringify([...own])
}

class Matching {
  private readonly hashes = new Int32Array(batch * 2)
  private readonly standing = new Int32Array(batch)
  private readonly compare: ReturnType<typeof comparer>

  constructor(
    private readonly tools: RowTools,
    private readonly copy: ContactsReader,
    private readonly matches: CopyMatches,
    private readonly surroundings: { resubscribe: boolean; pace: Pace; from: StagingProgress },
  ) {
    this.compare = comparer(tools.plan, tools.state, tools.lanes, surroundings)
  }

  /** Reads the whole copy in its order. */
  async pass(contacts: number): Promise<void> {
    let [last, seen] = [0, 0]
    for (;;) {
      const found = this.copy.read((copy) => copy.after(last, batch))
      this.takeBatch(found)
      last = found.at(-1)?.[0] ?? last
      seen += found.length
      await this.step(Math.min(1, seen / Math.max(1, contacts)))
      if (found.length < batch) return
    }
  }

  /**
   * Looks all rows of a batch up before any is compared: they lie all over the memory, and a processor fetches several
   * places at once where none waits for another.
   */
  private takeBatch(found: readonly PassedContact[]): void {
    const { tools, standing, hashes } = this
    const { groups, lanes } = tools
    found.forEach(([, , email], each) => {
      lanes.address(email)
      hashes[2 * each] = lanes.a
      hashes[2 * each + 1] = lanes.b
    })
    for (let each = 0; each < found.length; each += 1) {
      standing[each] = groups.standing(hashes[2 * each] ?? 0, hashes[2 * each + 1] ?? 0)
    }
    found.forEach((contact, each) => {
      const row = standing[each] ?? 0
      if (row !== 0) this.take(row, contact)
    })
  }

  /**
   * Looks the address of every row up that stands: in the order of the hashes, and then of the contacts, as both lie on the disk, so that
   * no page of a copy that is many times larger than the memory for it is read twice.
   */
  async lookUp(rows: Int32Array): Promise<void> {
    const { state } = this.tools
    const asked = rows.filter((row) => this.tools.ownClass(row) === null)
    const byHash = Float64Array.from(
      asked,
      (row) => (state.get(row, field.addressA) >>> 2) * rowSpan + row,
    ).sort()
    const found: number[] = []
    for (let from = 0; from < byHash.length; from += lookUps) {
      this.find(byHash.subarray(from, from + lookUps), found)
      await this.step(from / byHash.length / 2)
    }
    const byContact = Float64Array.from(found).sort()
    for (let from = 0; from < byContact.length; from += lookUps) {
      this.takeFound(byContact.subarray(from, from + lookUps))
      await this.step((1 + from / byContact.length) / 2)
    }
  }

  /** Finds the contacts whose address has the hash of a row's, and may be the same. */
  private find(asked: Float64Array, found: number[]): void {
    const { state } = this.tools
    const rowsOf = new Map<number, number[]>()
    for (const each of asked) {
      const row = each % rowSpan
      const hash = state.get(row, field.addressA) >>> 0
      rowsOf.set(hash, [...(rowsOf.get(hash) ?? []), row])
    }
    for (const [hash, contact] of this.copy.read((copy) => copy.keyed([...rowsOf.keys()])))
      for (const row of rowsOf.get(hash) ?? []) found.push(contact * rowSpan + row)
  }

  /** Takes those of the contacts found whose address is that of the row. */
  private takeFound(found: Float64Array): void {
    const { state, lanes } = this.tools
    const rows = Array.from(found, (each) => Math.floor(each / rowSpan))
    const read = this.copy.read((copy) => copy.among(rows))
    const contacts = new Map(read.map((contact) => [contact[0], contact]))
    rows.forEach((contactRow, at) => {
      const contact = contacts.get(contactRow)
      if (contact === undefined) return
      const row = (found[at] ?? 0) % rowSpan
      lanes.address(contact[2])
      if (lanes.a === state.get(row, field.addressA) && lanes.b === state.get(row, field.addressB))
        this.take(row, contact)
    })
  }

  private take(row: number, [contact, subscribed, , data]: PassedContact): void {
    const { contacts } = this.matches
    const rival = contacts[row] ?? 0
    if (rival !== 0 && !this.isNewer(contact, rival)) return
    contacts[row] = contact
    this.note(row, this.compare(row, subscribed, data, 0, data.length))
  }

  /** What hashes cannot tell: rows of wide plans, and rows whose contact somebody edited here. */
  async settleSpecial(own: ReadonlyMap<number, OwnEdit[]>, rows: Int32Array): Promise<void> {
    const { tools, matches } = this
    if (!tools.plan.wide && own.size === 0) return
    const { classes, contacts } = matches
    for (const row of rows) {
      const id = contacts[row] ?? 0
      if (id === 0 || !(tools.plan.wide || own.has(id))) continue
      const contact = this.copy.read((copy) => copy.get(id))
      if (contact === null) continue
      if (tools.plan.wide) this.note(row, tools.compare(row, contact))
      if (classes[row] === changed && tools.conflictOf(row, contact, own) !== null) classes[row] = conflicting
      await this.step(1)
    }
  }

  private note(row: number, result: number): void {
    const { classes, stays } = this.matches
    classes[row] = (result & changeBits.changes) === 0 ? unchanged : changed
    stays[row] = (result & changeBits.stays) === 0 ? 0 : 1
  }

  /** Two contacts may share an address for as long as the service takes to settle it: the newest counts. */
  private isNewer(row: number, rival: number): boolean {
    return this.copy.read((copy) => (copy.get(row)?.created ?? 0) > (copy.get(rival)?.created ?? 0))
  }

  private step(share: number): Promise<void> {
    const { pace, from } = this.surroundings
    return pace.step({ ...from, done: Math.round(from.done + share * (from.total - from.done)) })
  }
}

/**
 * Takes matches over into the state. A row that a run wrote keeps its class: it tells what was done. Answers how many
 * changed class.
 */
export function adopt(
  matches: CopyMatches,
  tools: RowTools,
  fresh: boolean,
  rows: Int32Array = everyRow(tools.state.rows),
): number {
  const { state } = tools
  let moved = 0
  for (const row of rows) {
    if (!fresh && isWritten(state.outcomes[row])) continue
    const stays = matches.stays[row] === 1
    const differs = state.classes[row] !== matches.classes[row]
    if (
      !differs &&
      state.get(row, field.contact) === matches.contacts[row] &&
      state.has(row, flag.stays) === stays
    )
      continue
    if (differs) moved += 1
    state.classes[row] = matches.classes[row] ?? 0
    state.put(row, field.contact, matches.contacts[row] ?? 0)
    state.set(row, flag.stays, stays)
    state.touch(row)
  }
  return moved
}
