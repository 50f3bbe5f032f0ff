import type { Stepped, Session, SqlValue } from '../../../core/database/session'
import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import type { Slice } from '../../../../src-shared/bridge/base'
import { recordPage } from './table'

interface ExecutionQuery {
  workflow: string
  /** null: any. */
  statuses: string[] | null
  /** The id of the step they stand at; null: any. */
  step: string | null
  /** Those at an earlier one of these steps first, and at each whoever started first; null: the newest first. */
  order: readonly string[] | null
  slice: Slice
}

const stepOf = `json_extract(record, '$.currentStepId')`
const statusRow = lazyObject(() => ({ workflow: z.string(), status: z.string(), count: z.number() }))
const stepRow = lazyObject(() => ({ step: z.string().nullable(), status: z.string(), count: z.number() }))

/** The executions of workflows, as they were read into the copy with {@link CataloguePartStore}: a few thousand each. */
export interface ExecutionStore {
  /** How many of each status every workflow has. */
  counts(): z.infer<typeof statusRow>[]
  /** How many ended since an instant, by workflow and status. */
  endedSince(instant: number): z.infer<typeof statusRow>[]
  /** Where the executions of a workflow stand. `step` null: at none. */
  steps(workflow: string): z.infer<typeof stepRow>[]
  /** As the service sent them, and how many match. */
  page(query: ExecutionQuery): { records: unknown[]; count: number }
  /** One of them as the service sent it; null where there is none. */
  one(of: { workflow: string; id: string }): unknown
  /** The contacts of those that stand at some steps, or ended there. */
  contacts(of: { workflow: string; steps: readonly string[] }): string[]
}

/** This part of the store. */
export function executionStore(session: Session): Stepped<ExecutionStore> {
  const { db } = session
  const counting = db.prepare(
    `SELECT owner AS workflow, kind AS status, count(*) AS count FROM catalogue_part
     WHERE list = 'executions' GROUP BY owner, kind`,
  )
  const ending = db.prepare<[string]>(
    `SELECT owner AS workflow, kind AS status, count(*) AS count FROM catalogue_part
     WHERE list = 'executions' AND json_extract(record, '$.completedAt') >= ? GROUP BY owner, kind`,
  )
  const standing = db.prepare<[string]>(
    `SELECT ${stepOf} AS step, kind AS status, count(*) AS count FROM catalogue_part
     WHERE list = 'executions' AND owner = ? GROUP BY 1, 2`,
  )
  const finding = session.column<[string, string], string>(
    `SELECT record FROM catalogue_part WHERE list = 'executions' AND owner = ? AND id = ?`,
  )
  const people = session.column<[string, string], string>(
    `SELECT DISTINCT json_extract(record, '$.contactId') FROM catalogue_part
     WHERE list = 'executions' AND owner = ? AND ${stepOf} IN (SELECT value FROM json_each(?))
       AND json_extract(record, '$.contactId') IS NOT NULL`,
  )

  return {
    counts: () => session.read(() => z.array(statusRow).parse(counting.all())),
    // The service writes instants in one form, in UTC: as texts they stand in their order.
    endedSince: (instant) =>
      session.read(() => z.array(statusRow).parse(ending.all(new Date(instant).toISOString()))),
    steps: (workflow) => session.read(() => z.array(stepRow).parse(standing.all(workflow))),
    one: ({ workflow, id }) =>
      session.read(() => {
        const text = finding.get(workflow, id)
        return text === undefined ? null : z.unknown().parse(JSON.parse(text))
      }),
    contacts: ({ workflow, steps }) => session.read(() => people.all(workflow, JSON.stringify(steps))),
    page: ({ workflow, statuses, step, order, slice }) =>
      session.read(() => {
        const values: SqlValue[] = [workflow]
        let where = `list = 'executions' AND owner = ?`
        if (statuses !== null) {
          where += ' AND kind IN (SELECT value FROM json_each(?))'
          values.push(JSON.stringify(statuses))
        }
        if (step !== null) {
          where += ` AND ${stepOf} = ?`
          values.push(step)
        }
        const ranked = order === null ? '' : ` LEFT JOIN json_each(?) AS rank ON rank.value = ${stepOf}`
        if (order !== null) values.unshift(JSON.stringify(order))
        const { records, count } = recordPage(session, {
          from: `catalogue_part${ranked} WHERE ${where}`,
          values,
          order:
            order === null
              ? 'at DESC, id'
              : 'rank.key IS NULL, rank.key, catalogue_part.at, catalogue_part.id',
          slice,
        })
        return { records: records.map((text): unknown => JSON.parse(text)), count }
      }),
  }
}
