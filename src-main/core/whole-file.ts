import { open, rename } from 'node:fs/promises'
import { problem } from './problems'
import { isDiskFull } from '../../src-shared/error-code'

/**
 * Writes a file whole or not at all, readable by its owner alone: a temporary file, fsync, rename, so that after a crash it
 * is the old one or the new one. Rejects with `disk_full` or `file_unwritable`; `why` says what was not written.
 */
export async function writeWhole(path: string, text: string, why: string): Promise<void> {
  const temporary = `${path}.new`
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    throw problem(isDiskFull(error) ? 'disk_full' : 'file_unwritable', { why }, { cause: error })
  }
}
