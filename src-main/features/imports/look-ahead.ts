import type { RowCounts } from '../../../src-shared/bridge/imports'
import type { Contact } from '../../../src-shared/interface/contact'
import { addressesPerLookup } from '../../../src-shared/interface/bulk'
import { limits } from '../../../src-shared/interface/limits'
import { leaving } from '../../jobs/leaving'
import { addressesFound } from '../../jobs/look-up'
import { readEach } from '../../jobs/read-contacts'
import type { RowToWrite } from './rows'
import type { ImportJobTools, ImportRunRows } from './tools'

/**
 * How many contacts must be known as the service holds them before rows are written: all whom these may be about, unless
 * addresses are looked up: that tells who is new, and leaves those that a row changes. An upper bound.
 */
export function rowsToRead(of: { counts: RowCounts; looksUp: boolean }): number {
  const { toWrite, rows } = of.counts
  return of.looksUp ? Math.min(toWrite, rows.changed + rows.conflicting) : toWrite
}

/** So many contacts are read before their rows are written. */
const ahead = 25

/**
 * Reads the contacts that the next rows are to change, and checks the rows again that have changed by it: somebody may
 * have unsubscribed since the copy was made. Answers up to which row that was done.
 */
export async function lookAhead(
  staging: ImportRunRows,
  after: number,
  tools: ImportJobTools,
  signal: AbortSignal,
): Promise<number> {
  let at = after
  const ids: string[] = []
  for (let row = await staging.next(at); row && ids.length < ahead; row = await staging.next(at)) {
    at = row.row
    if (row.previous) ids.push(row.previous.contactId)
  }
  // What cannot be read of one contact alone leaves it as the copy has it.
  await readEach(ids, tools, signal)
  await staging.recheck()
  return at
}

/**
 * Looks the addresses of the next rows up, where the service does that, and checks the rows again of which the copy says
 * otherwise: somebody whom it takes for new is there, or somebody whom it knows is not. Answers up to which row that was done.
 */
export async function lookUpAhead(
  staging: ImportRunRows,
  after: number,
  tools: ImportJobTools,
  signal: AbortSignal,
): Promise<number> {
  if (tools.offered.offers('lookup') === false) return Number.MAX_SAFE_INTEGER
  const rows: RowToWrite[] = []
  let row = await staging.next(after)
  for (; row && rows.length < addressesPerLookup; row = await staging.next(row.row)) rows.push(row)
  const last = rows.at(-1)
  if (!last) return after
  const emails = rows.map(({ body }) => body.email)
  const found = await addressesFound(tools, emails, signal)
  if (!found) return Number.MAX_SAFE_INTEGER
  for (const { body, previous } of rows) {
    const isThere = found.has(body.email.toLowerCase())
    if (isThere && !previous) await readByAddress(body.email, tools, signal)
    else if (!isThere && previous) await readEach([previous.contactId], tools, signal)
  }
  await staging.recheck()
  return last.row
}

async function readByAddress(
  email: string,
  { cache, clock, access }: ImportJobTools,
  signal: AbortSignal,
): Promise<void> {
  const request = { limit: limits.page.max, search: email }
  const { value } = await leaving(signal, clock, (options) => access.client.listContacts(request, options))
  const isTheirs = (contact: Contact) => contact.email.toLowerCase() === email.toLowerCase()
  const contact = value.items.find(isTheirs)
  if (contact) await cache.contacts.upsert(contact)
}
