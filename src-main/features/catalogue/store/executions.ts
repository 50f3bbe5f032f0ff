import { t } from '../../../../src-shared/messages/message'
import type { Stepped } from '../../../core/database/steps'
import { z } from 'zod'
import type { Slice } from '../../../../src-shared/bridge/base'
import type { Session, SqlValue } from '../../../core/database/session'
import { recordPage } from './table'

/** Which executions of a workflow are wanted. */
export interface ExecutionQuery {
  workflow: string
  /** null: any. */
  statuses: string[] | null
  /** The id of the step they stand at; null: any. */
  step: string | null
  slice: Slice
}

const stepOf = `json_extract(record, '$.currentStepId')`
const statusRow = z.object({ workflow: z.string(), status: z.string(), count: z.number() })
const stepRow = z.object({ step: z.string().nullable(), status: z.string(), count: z.number() })

/** The executions of workflows, as they were read into the copy with {@link CataloguePartStore}: a few thousand each. */
export interface ExecutionStore {
  /** How many of each status every workflow has. */
  counts(): z.infer<typeof statusRow>[]
  /** How many ended since an instant, by workflow and status. */
  endedSince(instant: number): z.infer<typeof statusRow>[]
  /** Where the executions of a workflow stand. `step` null: at none. */
  steps(workflow: string): z.infer<typeof stepRow>[]
  /** As the service sent them, the newest first, and how many match. */
  page(query: ExecutionQuery): { records: unknown[]; count: number }
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

  return {
    counts: () => session.read(() => z.array(statusRow).parse(counting.all())),
    // The service writes instants in one form, in UTC: as texts they stand in their order.
    endedSince: (instant) =>
      session.read(() => z.array(statusRow).parse(ending.all(new Date(instant).toISOString()))),
    steps: (workflow) => session.read(() => z.array(stepRow).parse(standing.all(workflow))),
    page: ({ workflow, statuses, step, slice }) =>
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
        const from = `catalogue_part WHERE ${where}`
        const { records, count } = recordPage(session, {
          from,
          values,
          order: t('catalogue.executions.atDescId'),
          slice,
        })
        return { records: records.map((text): unknown => JSON.parse(text)), count }
      }),
  }
}
