import { cp, lstat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isProblem } from '../../core/problems'
import { markFolder, teamOfFolder } from './folder'
import { notFound, notOpened, othersFolder } from './refused'

/** A path as somebody types it. Throws where it begins nowhere. */
export function typedPath(given: string): string {
  const path = given.startsWith('~/') ? join(homedir(), given.slice(2)) : given
  if (!isAbsolute(path)) throw notFound(path)
  return path
}

/**
 * Makes another folder hold what a team wrote: what it lacks is copied there, and nothing that it has is written over. Where the
 * old one is away it has to be the team's already, moved by somebody else. Rejects where it is another team's.
 */
export async function moveFolder(from: string, to: string, team: string): Promise<void> {
  try {
    const found = await teamOfFolder(to)
    if (found !== null && found !== team) throw othersFolder(to)
    const old = await teamOfFolder(from).catch(() => null)
    if (old !== team) {
      if (found === team) return
      throw notFound(from)
    }
    for (const part of ['entries', 'contents']) {
      if ((await lstat(join(from, part)).catch(() => null)) === null) continue
      await cp(join(from, part), join(to, part), { recursive: true, force: false, filter: isPlain })
    }
    if (found === null) await markFolder(to, team)
  } catch (error) {
    throw isProblem(error) ? error : notOpened(to, error)
  }
}

/** Links lead elsewhere. */
async function isPlain(path: string): Promise<boolean> {
  const found = await lstat(path)
  return found.isFile() || found.isDirectory()
}
