import type { Slice } from '../../../../src-shared/bridge/base'
import type { JobFailure } from '../../../../src-shared/bridge/jobs'
import {
  upsertContactRequestSchema,
  type UpsertContactRequest,
} from '../../../../src-shared/interface/contact'
import type { Problem } from '../../../../src-shared/problem'
import { list, type ImportFileStore } from './store'

/** What failed, one line for what failed alike, the most frequent first. */
export function failures(
  { items, chunks }: ImportFileStore,
  { of, slice }: { of: 'run' | 'undo'; slice: Slice },
): { failures: JobFailure[]; count: number } {
  const { failures: found, count } = items.failures(list, of, slice)
  const failures = found.map(({ position, leaves, problem, alike }) => {
    const { code, status = null, why } = problem
    const body = upsertContactRequestSchema.parse(leaves)
    const { line } = chunks.row(position)
    return { line, email: body.email, value: valueOf(problem, body), code, status, why, alike }
  })
  return { failures, count }
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
