import type { Stepped } from '../../../core/database/steps'
import { z } from 'zod'
import type { Slice } from '../../../../src-shared/bridge/base'
import type { Session, SqlValue } from '../../../core/database/session'

/** Which executions of a workflow are wanted. */
export interface ExecutionQuery {
  workflow: string
  /** null: any. */
  statuses: string[] | null
  /** The id of the step they stand at; null: any. */
  step: string | null
  slice: Slice
}

/** So many executions of a status at one step. */
export interface StepCount {
  /** null: at no step. */
  step: string | null
  status: string
  count: number
}

/** The executions of workflows, as they were read into the copy with {@link CataloguePartStore}: a few thousand each. */
export interface ExecutionStore {
  /** How many of each status every workflow has. */
  counts(): { workflow: string; status: string; count: number }[]
  /** Where the executions of a workflow stand. */
  steps(workflow: string): StepCount[]
  /** As the service sent them, the newest first, and how many match. */
  page(query: ExecutionQuery): { records: unknown[]; count: number }
}

const stepOf = `json_extract(record, '$.currentStepId')`
const statusRow = z.object({ workflow: z.string(), status: z.string(), count: z.number() })
const stepRow = z.object({ step: z.string().nullable(), status: z.string(), count: z.number() })

/** This part of the store. */
export function executionStore(session: Session): Stepped<ExecutionStore> {
  const { db } = session
  const counting = db.prepare(
    `SELECT owner AS workflow, kind AS status, count(*) AS count FROM catalogue_part
     WHERE list = 'executions' GROUP BY owner, kind`,
  )
  const standing = db.prepare<[string]>(
    `SELECT ${stepOf} AS step, kind AS status, count(*) AS count FROM catalogue_part
     WHERE list = 'executions' AND owner = ? GROUP BY 1, 2`,
  )

  return {
    counts: () => session.read(() => z.array(statusRow).parse(counting.all())),
    steps: (workflow) => session.read(() => z.array(stepRow).parse(standing.all(workflow))),
    page: ({ workflow, statuses, step, slice: { offset, limit } }) =>
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
        const records = db
          .prepare<SqlValue[], string>(
            `SELECT record FROM catalogue_part WHERE ${where} ORDER BY at DESC, id LIMIT ? OFFSET ?`,
          )
          .pluck()
          .all(...values, limit, offset)
          .map((text): unknown => JSON.parse(text))
        const count = db
          .prepare<SqlValue[], number>(`SELECT count(*) FROM catalogue_part WHERE ${where}`)
          .pluck()
          .get(...values)
        return { records, count: count ?? 0 }
      }),
  }
}
