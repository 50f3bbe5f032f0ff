import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImportOrigin } from './store/import-record'
import { mostPasted } from '../../../src-shared/bridge/imports'
import type { GivenFile } from '../../core/host'
import { problem } from '../../core/problems'
import { unreadable } from './read/source'

type FileOrigin = Extract<ImportOrigin, { kind: 'file' }>

/** A file as it is now. Rejects with `file_unreadable` where it is gone, or is no file. */
export async function lookAtFile(given: GivenFile): Promise<FileOrigin> {
  const { path, uploaded } = given
  try {
    const found = await stat(path)
    if (!found.isFile())
      throw problem('file_unreadable', { why: `${given.name} is a folder or a device, not a file.` })
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
          title: 'The upload is gone',
          why: 'What was uploaded is removed once its rows were checked, so that no copy of it lies about.',
          action: 'Choose the file again to read it in another way.',
        },
        { cause: error },
      )
    },
  )
  if (now.size === origin.size && now.modified === origin.modified) return
  throw problem('file_unreadable', {
    title: 'The file was changed',
    why: `${name} is not as it was when you chose it.`,
    action: 'Discard this import and choose the file again.',
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
    title: 'This is too long to paste',
    why: `Up to ${mostPasted / 1_000_000} MB can be pasted.`,
    action: 'Save it as a file and choose that.',
  })
}
