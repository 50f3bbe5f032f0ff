import { closeSync, readFileSync } from 'node:fs'

/**
 * The passphrase that whoever started the program gave: `POSTROOM_PASSPHRASE`, or the text that the file descriptor
 * `POSTROOM_PASSPHRASE_FD` holds, without the line's end. Both leave the environment, so that no program that is started
 * from here sees them. null: none was given. Throws in words where the descriptor cannot be read.
 */
export function takePassphrase(env: NodeJS.ProcessEnv): string | null {
  const { POSTROOM_PASSPHRASE: text, POSTROOM_PASSPHRASE_FD: descriptor } = env
  delete env.POSTROOM_PASSPHRASE
  delete env.POSTROOM_PASSPHRASE_FD
  if (descriptor === undefined) return text ?? null
  const fd = /^\d{1,4}$/.test(descriptor) ? Number(descriptor) : null
  try {
    if (fd === null) throw new Error('It is no number.')
    const read = readFileSync(fd, 'utf8').replace(/\r?\n$/, '')
    if (fd > 2) closeSync(fd)
    return read
  } catch (error) {
    throw new Error(`The passphrase cannot be read from descriptor ${descriptor}.`, { cause: error })
  }
}
