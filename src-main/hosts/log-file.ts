import { createWriteStream, type WriteStream } from 'node:fs'
import { chmod, rename, stat } from 'node:fs/promises'
import path from 'node:path'

/** Bytes after which a log is set aside at the next start; one older log is kept. */
const longestLog = 5 * 1024 * 1024

/** Opens a log in a folder for appending, readable by its owner alone (mode 0600). */
export async function openLogFile(folder: string, name: string): Promise<WriteStream> {
  const file = path.join(folder, name)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > longestLog) await rename(file, `${file}.old`)
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve())
    stream.once('error', reject)
  })
  await chmod(file, 0o600)
  // A full disk must not end the program over its log.
  stream.on('error', () => undefined)
  return stream
}
