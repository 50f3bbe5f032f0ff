import { tell } from '../../../../src-shared/messages/told'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reading } from '../../../../src-shared/bridge/import-file'
import type { GivenFile } from '../../../core/host'
import { problem } from '../../../core/problems'
import { lookAtFile, type Source, openFile, openText, openTable, type RowTable } from '../../imports'

/** Where the bytes of a list file are: where the person has it, in a copy of ours, or in a text that was pasted. */
export type Origin =
  | { kind: 'text'; text: string }
  | { kind: 'file'; path: string; modified: number; size: number; ours: boolean }

/** Where copies of uploads lie, in the folder of a profile. */
const folderOf = (folder: string): string => join(folder, 'lists')

/** Looks at a file that a person gave. An upload becomes a copy of ours under `id`. Rejects with `file_unreadable`. */
export async function takeFile(folder: string, id: string, given: GivenFile): Promise<Origin> {
  const { path, size, modified } = await lookAtFile(given)
  if (!given.uploaded) return { kind: 'file', path, size, modified, ours: false }
  await mkdir(folderOf(folder), { recursive: true, mode: 0o700 })
  const uploadPath = join(folderOf(folder), `${id}.upload`)
  await rename(path, uploadPath)
  return { kind: 'file', path: uploadPath, size, modified: (await stat(uploadPath)).mtimeMs, ours: true }
}

/** Opens the rows of what was given. Rejects with `file_unreadable` where it is gone, not as it was, or holds none. */
export async function openOriginTable(of: {
  origin: Origin
  name: string
  wanted: Reading | null
  signal: AbortSignal
}): Promise<{ table: RowTable; close(): Promise<void> }> {
  const { origin, ...asked } = of
  const source = await openOrigin(origin, of.name)
  try {
    const table = await openTable({ ...asked, source, path: origin.kind === 'file' ? origin.path : null })
    const close = async () => {
      table.close()
      await source.close()
    }
    return { table, close }
  } catch (error) {
    await source.close()
    throw error
  }
}

async function openOrigin(origin: Origin, name: string): Promise<Source> {
  if (origin.kind === 'text') return openText(origin.text)
  const { path, size, modified } = origin
  const now = await lookAtFile({ path, name, uploaded: false })
  if (now.size !== size || now.modified !== modified) {
    throw problem('file_unreadable', {
      title: tell('words.theFileWasChanged'),
      why: tell('words.nameHasChangedSinceYouChose', { name }),
      action: tell('words.chooseTheFileAgain'),
    })
  }
  return openFile(path)
}

/** Removes a copy of ours; what is a person's stays. */
export async function dropOrigin(origin: Origin): Promise<void> {
  if (origin.kind === 'file' && origin.ours) await rm(origin.path, { force: true, maxRetries: 3 })
}

/** Removes the copies that a program which ended left behind. */
export async function removeCopies(folder: string): Promise<void> {
  await rm(folderOf(folder), { recursive: true, force: true, maxRetries: 3 })
}
