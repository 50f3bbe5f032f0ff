import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of one import in the folder of imports: its rows with what SQLite keeps beside them, and a copy of an upload. */
const ours = /^(\d+)\.(db(-wal|-shm|-journal|-sealed)?|upload)$/

/** Removes what a kill left of imports that were discarded, and what belonged to a copy that was set aside. */
export async function removeOrphans(folder: string, known: ReadonlySet<number>): Promise<void> {
  const imports = join(folder, 'imports')
  for (const name of await listed(imports)) {
    const id = ours.exec(name)?.[1]
    if (id !== undefined && !known.has(Number(id))) await rm(join(imports, name), { force: true })
  }
}

async function listed(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
