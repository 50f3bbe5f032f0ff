import { createHash } from 'node:crypto'
import type { Stepped, Session } from '../../../core/database/session'
import type { CatalogueStore } from './api'
import type { CatalogueList, CatalogueRecords } from '../../../../src-shared/interface/catalogue'
import { workflowSchema } from '../../../../src-shared/interface/workflow'
import type { RunRegistry } from '../../../copying/store/registry'
import type { Sweepable } from '../../../copying/store/sweep'
import { toStored } from '../../../core/database/time'
import type { PartTable } from './parts'
import type { CatalogueRow, CatalogueTable } from './table'

type AnyRecord = CatalogueRecords[CatalogueList]

interface CatalogueParts {
  session: Session
  table: CatalogueTable
  parts: PartTable
  registry: RunRegistry
}

/** The catalogue's part of the store. A record that did not change is not written again. */
export function catalogueStore({ session, table, parts, registry }: CatalogueParts): Stepped<CatalogueStore> {
  function put(
    list: CatalogueList,
    record: AnyRecord,
  ): { row: number; effect: 'added' | 'changed' | 'unchanged' } {
    const before = table.find(list, record.id)
    const fresh = rowOf(list, before === undefined ? record : withKnownSteps(list, record, before))
    if (before === undefined) {
      session.touch()
      return { row: table.add(fresh), effect: 'added' }
    }
    if (before.record === fresh.record) return { row: before.row, effect: 'unchanged' }
    table.change({ ...fresh, row: before.row })
    session.touch()
    return { row: before.row, effect: 'changed' }
  }

  return {
    page: ({ list, query, slice }) =>
      session.read(() => {
        const { records, count } = table.page(list, query, slice)
        return { records: records.map(parsed), count, total: table.count(list) }
      }),

    get: ({ list, id }) =>
      session.read(() => {
        const found = table.find(list, id)
        return found === undefined ? null : parsed(found.record)
      }),

    all: (list) => session.read(() => table.all(list).map(parsed)),

    sameBody: (templateId) => session.read(() => table.sameBody(templateId)),

    applyPage: ({ list, runId, records, bookmark, expected }) =>
      session.write(() => {
        const stored = registry.open(runId)
        const outcome = { rows: [] as number[], added: 0, changed: 0, unchanged: 0 }
        for (const record of records) {
          const { row, effect } = put(list, record)
          outcome.rows.push(row)
          outcome[effect] += 1
        }
        return registry.advance(stored, outcome, { bookmark, expected })
      }),

    upsert: ({ list, record }) =>
      session.write(() => {
        registry.markLive(list, put(list, record).row, true)
      }),

    remove: ({ list, id }) =>
      session.write(() => {
        const found = table.find(list, id)
        if (found === undefined) return
        dropRow({ session, table, parts }, found)
        registry.markLive(list, found.row, false)
      }),
  }
}

/** A list of the catalogue as the sweep of a run needs it. */
export function sweepable(
  tools: Pick<CatalogueParts, 'session' | 'table' | 'parts'>,
  list: CatalogueList,
): Sweepable {
  const { table } = tools
  return {
    total: () => table.count(list),
    lastRow: () => table.lastRow(list),
    between: (from, to) => table.between(list, from, to),
    removeRow: (row) => {
      const found = table.get(row)
      if (found !== undefined) dropRow(tools, found)
    },
  }
}

/** Within a transaction: what belongs to a record goes with it. */
function dropRow(
  { session, table, parts }: Pick<CatalogueParts, 'session' | 'table' | 'parts'>,
  found: CatalogueRow,
) {
  table.remove(found.row)
  parts.dropOwner(found.list, found.id)
  session.touch()
}

/**
 * Workflows are listed, and answered after a change, without their steps: those that were read stay with a workflow that
 * is still the same.
 */
function withKnownSteps(list: CatalogueList, record: AnyRecord, before: CatalogueRow): AnyRecord {
  if (list !== 'workflows' || 'steps' in record || record.updatedAt === undefined) return record
  const known = workflowSchema.safeParse(parsed(before.record))
  if (!known.success || known.data.steps === undefined) return record
  return known.data.updatedAt === record.updatedAt ? { ...record, steps: known.data.steps } : record
}

function rowOf(list: CatalogueList, record: AnyRecord): Omit<CatalogueRow, 'row'> {
  const created = toStored(record.createdAt)
  return {
    list,
    id: record.id,
    name: 'domain' in record && typeof record.domain === 'string' ? record.domain : String(record.name ?? ''),
    kind: kindOf(list, record),
    created,
    updated: record.updatedAt === undefined ? created : toStored(record.updatedAt),
    record: JSON.stringify(record),
    digest: digestOf(record),
  }
}

/** What the lists are filtered by. */
function kindOf(list: CatalogueList, record: AnyRecord): string {
  switch (list) {
    case 'campaigns':
      return String(record.status)
    case 'workflows':
      return record.enabled === true ? 'enabled' : 'disabled'
    case 'domains':
      return record.verified === true ? 'verified' : 'unverified'
    default:
      return String(record.type)
  }
}

const parsed = (text: string): unknown => JSON.parse(text)

/** Names the body of a record, null for none. Stored: another way to make it needs a migration. */
function digestOf(record: unknown): string | null {
  const body =
    typeof record === 'object' && record !== null && 'body' in record && typeof record.body === 'string'
      ? record.body
      : ''
  return body === '' ? null : createHash('sha256').update(body).digest('base64url')
}
