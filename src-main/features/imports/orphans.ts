import { rm } from 'node:fs/promises'
import { listImportFiles } from './import-files'

/** Removes what a kill left of imports that were discarded, and what belonged to a copy that was set aside. */
export async function removeOrphans(folder: string, known: ReadonlySet<number>): Promise<void> {
  for (const { id, path } of await listImportFiles(folder)) {
    if (!known.has(id)) await rm(path, { force: true })
  }
}
