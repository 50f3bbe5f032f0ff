import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../core/database/failures'

/** Files of one import in the folder of imports: its rows with what SQLite keeps beside them, and a copy of an upload. */
const ours = /^(\d+)\.(db(-wal|-shm|-journal|-sealed)?|upload)$/

/** The files of all imports of a profile's folder, with whose each is. */
async function listImportFiles(folder: string): Promise<{ id: number; path: string }[]> {
  const imports = join(folder, 'imports')
  return (await orAbsent(readdir(imports), [])).flatMap((name) => {
    const id = ours.exec(name)?.[1]
    return id === undefined ? [] : [{ id: Number(id), path: join(imports, name) }]
  })
}

/** How many bytes the files of each import take. */
export async function bytesOfImports(folder: string): Promise<Map<number, number>> {
  const bytes = new Map<number, number>()
  for (const { id, path } of await listImportFiles(folder)) {
    bytes.set(id, (bytes.get(id) ?? 0) + (await orAbsent(stat(path), { size: 0 })).size)
  }
  return bytes
}

/** Removes what a kill left of imports that were discarded, and what belonged to a copy that was set aside. */
export async function removeOrphans(folder: string, known: ReadonlySet<number>): Promise<void> {
  for (const { id, path } of await listImportFiles(folder)) {
    if (!known.has(id)) await rm(path, { force: true })
  }
}

/** What is found of files; SQLite takes its own away when the last who has them open is done. */
async function orAbsent<Found, Absent>(found: Promise<Found>, absent: Absent): Promise<Found | Absent> {
  try {
    return await found
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return absent
    throw error
  }
}
