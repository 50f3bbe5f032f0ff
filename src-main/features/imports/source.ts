import { tell } from '../../../src-shared/messages/told'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImportOrigin } from './store/import-record'
import { mostPasted } from '../../../src-shared/bridge/imports'
import type { GivenFile } from '../../core/host'
import { problem } from '../../core/problems'
import { unreadable } from './read/source'
import { codeOf } from '../../../src-shared/error-code'

type FileOrigin = Extract<ImportOrigin, { kind: 'file' }>

/** A file as it is now. Rejects with `file_unreadable` where it is gone, or is no file. */
export async function lookAtFile(given: GivenFile): Promise<FileOrigin> {
  const { path, uploaded } = given
  try {
    const found = await stat(path)
    if (!found.isFile())
      throw problem('file_unreadable', { why: tell('imports.source.nameIsAFolder', { name: given.name }) })
    return { kind: 'file', path, size: found.size, modified: found.mtimeMs, uploaded }
  } catch (error) {
    throw unreadable(error, given.name)
  }
}

/**
 * Makes sure that what is about to be read is what was chosen. Rejects with `file_unreadable` where the file is gone or
 * was changed, or where an upload was removed.
 */
export async function refuseOtherFile(name: string, origin: FileOrigin): Promise<void> {
  const now = await lookAtFile({ path: origin.path, name, uploaded: origin.uploaded }).catch(
    (error: unknown) => {
      if (!origin.uploaded) throw error
      throw problem(
        'file_unreadable',
        {
          title: tell('imports.source.theUploadIsGone'),
          why: tell('imports.source.whatWasUploadedIs'),
          action: tell('imports.source.chooseTheFileAgain'),
        },
        { cause: error },
      )
    },
  )
  if (now.size === origin.size && now.modified === origin.modified) return
  throw problem('file_unreadable', {
    title: tell('words.theFileWasChanged'),
    why: tell('words.nameHasChangedSinceYouChose', { name }),
    action: tell('imports.source.discardThisImportAnd'),
  })
}

/** Moves an upload to where its import's rows lie, so that a restart of the program finds it. */
export async function keepUpload(folder: string, importId: number, origin: FileOrigin): Promise<FileOrigin> {
  const path = uploadOf(folder, importId)
  // The rows' own file makes the folder, and that is not there yet.
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await rename(origin.path, path)
  return { ...origin, path }
}

/** Removes the copy of an upload, where there is one. */
export async function removeUpload(folder: string, importId: number): Promise<void> {
  await rm(uploadOf(folder, importId), { force: true })
}

function uploadOf(folder: string, importId: number): string {
  return join(folder, 'imports', `${importId}.upload`)
}

/** How many bytes of UTF-8 a pasted text has. Throws `input_invalid` where it is longer than 20 MB. */
export function bytesPasted(text: string): number {
  const bytes = Buffer.byteLength(text)
  if (bytes <= mostPasted) return bytes
  throw problem('input_invalid', {
    title: tell('imports.source.thisIsTooLong'),
    why: tell('imports.source.upToCountMb', { count: mostPasted / 1_000_000 }),
    action: tell('imports.source.saveItAsA'),
  })
}

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
