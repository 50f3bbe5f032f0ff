import type { ProblemError } from '../../../src-shared/problem'
import { asProblem, problem } from '../problems'
import { codeOf } from '../../../src-shared/error-code'

/**
 * Any failure of the database as the Problem a person can act on. AEGIS reports a page that was altered as
 * SQLITE_IOERR_DATA or SQLITE_NOTADB, a plain file as SQLITE_CORRUPT: all three are damage.
 */
export function translate(error: unknown): ProblemError {
  const code = codeOf(error)
  const options = { cause: error }
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT')
    return problem('disk_full', {}, options)
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return problem('cache_busy', {}, options)
  }
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(code)) return problem('cache_damaged', {}, options)
  if (/^SQLITE_(READONLY|CANTOPEN|PERM)|^E(ACCES|PERM|ROFS)$/.test(code)) {
    return problem('file_unwritable', {}, options)
  }
  return asProblem(error)
}
