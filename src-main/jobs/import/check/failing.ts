import { z } from 'zod'
import type { Slice } from '../../../../src-shared/bridge/base'
import type { JobFailure } from '../../../../src-shared/bridge/jobs'
import {
  upsertContactRequestSchema,
  type UpsertContactRequest,
} from '../../../../src-shared/interface/contact'
import { problemSchema, type Problem } from '../../../../src-shared/problem'
import type { ImportStore } from './store'

const alikeSchema = z.object({ row: z.number(), alike: z.number(), problem: z.string(), body: z.string() })

const columns = {
  run: { problem: 'problem', failed: "state = 'failed'" },
  undo: { problem: 'undo_problem', failed: "undo = 'failed'" },
} as const

/** What failed, one line for what failed alike, the most frequent first. */
export function failures(
  store: ImportStore,
  { of, slice }: { of: 'run' | 'undo'; slice: Slice },
): { failures: JobFailure[]; count: number } {
  const { problem, failed } = columns[of]
  const alike = `
    SELECT min(row) AS row, count(*) AS alike, ${problem} AS problem, body FROM outcome WHERE ${failed}
    GROUP BY ${problem} ->> '$.code', ${problem} ->> '$.why'`
  const count = store.db.prepare<[], number>(`SELECT count(*) FROM (${alike})`).pluck().get() ?? 0
  const found = store.db
    .prepare(`${alike} ORDER BY alike DESC, row LIMIT ? OFFSET ?`)
    .all(slice.limit, slice.offset)
  return { count, failures: found.map((each) => failureOf(store, alikeSchema.parse(each))) }
}

function failureOf(store: ImportStore, found: z.infer<typeof alikeSchema>): JobFailure {
  const problem = problemSchema.parse(JSON.parse(found.problem))
  const body = upsertContactRequestSchema.parse(JSON.parse(found.body))
  return {
    line: store.chunks.row(found.row).line,
    email: body.email,
    value: valueOf(problem, body),
    code: problem.code,
    status: problem.status ?? null,
    why: problem.why,
    alike: found.alike,
  }
}

/** The value that the service names as the one at fault. */
function valueOf({ fields }: Problem, body: UpsertContactRequest): string | null {
  const name = fields?.[0]?.field
  if (name === undefined) return null
  const key = name.replace(/^data\./, '')
  const value = name === 'email' ? body.email : new Map(Object.entries(body.data ?? {})).get(key)
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
