import { codeOf } from '../src-shared/error-code'

const causes: [RegExp, string][] = [
  [/^(EACCES|EPERM|SQLITE_READONLY.*|SQLITE_CANTOPEN.*)$/, 'this user may not write there'],
  [/^EROFS$/, 'the disk is read-only'],
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, 'the disk is full'],
  [/^(ENOTDIR|EEXIST)$/, 'a part of the path is a file'],
  [/^ENOENT$/, 'there can be no folder of that path'],
  [/^(EIO|SQLITE_IOERR.*)$/, 'the disk does not answer as it should'],
]

/**
 * Does something with a data folder.
 * @throws Error in words where the folder cannot be written; anything else as it was thrown.
 */
export function writing<T>(folder: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw inWords(folder, error)
  }
}

/** The same, of what takes its time. */
export async function writingAsync<T>(folder: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw inWords(folder, error)
  }
}

function inWords(folder: string, error: unknown): unknown {
  const code = codeOf(error)
  const why = causes.find(([pattern]) => pattern.test(code))?.[1]
  if (why === undefined) return error
  return new Error(`The data folder ${folder} cannot be written: ${why}. Start with another --data.`, {
    cause: error,
  })
}
