import { readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFiles } from './location'
import { codeOf } from '../../../src-shared/error-code'

/** A copy that could not be read and was put out of the way: its path, size in bytes, and when that was. */
interface SetAside {
  path: string
  bytes: number
  at: number
}

const pattern = /^cache\.set-aside-(\d{8}T\d{6}\d{3}Z)\.db$/

/**
 * Moves the cache of a folder out of the way, never deleting it, so that a new one can be made (docs/security.md, C16).
 * The cache must be closed. Returns the new path; null where there was nothing to move.
 */
export function setAside(folder: string, now: number): string | null {
  const files = cacheFiles(folder)
  const stamp = new Date(now).toISOString().replace(/[-:.]/g, '')
  const target = join(folder, `cache.set-aside-${stamp}.db`)
  const moved = [
    move(files.database, target),
    move(files.log, `${target}-wal`),
    move(files.index, `${target}-shm`),
    move(files.journal, `${target}-journal`),
    move(files.marker, `${target}.json`),
  ]
  return moved[0] === true ? target : null
}

/** The copies of a folder that were set aside, the newest first. */
export function listSetAside(folder: string): SetAside[] {
  const found: SetAside[] = []
  for (const name of readdirSync(folder)) {
    const stamp = pattern.exec(name)?.[1]
    if (stamp === undefined) continue
    const path = join(folder, name)
    const iso = stamp.replace(/(....)(..)(..)T(..)(..)(..)(...)Z/, '$1-$2-$3T$4:$5:$6.$7Z')
    found.push({ path, bytes: statSync(path).size, at: Date.parse(iso) })
  }
  return found.sort((a, b) => b.at - a.at)
}

function move(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}
