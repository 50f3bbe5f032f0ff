import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { tell } from '../../../../src-shared/messages/told'
import type { ProblemCode, ProblemError } from '../../../../src-shared/problem'
import { translate } from '../../../core/database/failures'
import { isProblem, problem, type ProblemWords } from '../../../core/problems'
import { codeOf } from '../../../../src-shared/error-code'

/** Where the rows of an import lie: in the folder of its profile. */
export function importFile(folder: string, id: number): string {
  return join(folder, 'imports', `${id}.db`)
}

/** Deletes the file of an import. It must be closed. Throws `file_unwritable`. */
export function removeImportFile(folder: string, id: number): void {
  const path = importFile(folder, id)
  try {
    for (const each of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`, `${path}-sealed`])
      rmSync(each, { force: true })
  } catch (error) {
    throw ofImport(error)
  }
}

/** Any failure as the Problem of an import: what the cache's sentences say of the copy is said of the rows here. */
export function ofImport(error: unknown): ProblemError {
  const found = codeOf(error) === 'ENOENT' ? error : translate(error)
  const code = isProblem(found) ? found.problem.code : 'internal'
  const said = words()[code]
  return said ? problem(code, said, { cause: error }) : translate(error)
}

const words = (): Partial<Record<ProblemCode, ProblemWords>> => ({
  cache_damaged: {
    title: tell('imports.file.theRowsOfThis'),
    why: tell('imports.file.theFileThatHolds'),
    action: tell('imports.file.discardThisImportAnd'),
  },
  cache_newer: {
    title: tell('imports.file.thisImportIsFrom'),
    why: tell('imports.file.aNewerVersionWrote'),
    action: tell('imports.file.updatePostroom'),
  },
  cache_busy: {
    title: tell('imports.file.thisImportIsIn'),
    why: tell('imports.file.anotherProgramHoldsThe'),
    action: tell('imports.file.closeTheOtherPostroom'),
  },
  disk_full: {
    why: tell('imports.file.thereIsNoRoom'),
  },
})
