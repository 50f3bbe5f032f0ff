import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, readSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import { codeOf } from '../../../src-shared/error-code'

/** The files of a cache in its profile's folder. `marker` is {@link Marker} as JSON, the rest is SQLite's. */
export function cacheFiles(folder: string) {
  const database = join(folder, 'cache.db')
  return {
    database,
    log: `${database}-wal`,
    index: `${database}-shm`,
    journal: `${database}-journal`,
    marker: join(folder, 'cache.json'),
  }
}

const markerSchema = lazyObject(() => ({
  version: z.literal(1),
  encrypted: z.boolean(),
  keyFingerprint: z.string().nullable(),
}))

/**
 * What is known about a cache without opening it: it tells a wrong key from damage, which SQLite reports alike.
 * Holds nothing secret.
 */
type Marker = z.infer<typeof markerSchema>

/** A name for a key that says nothing about it: the key is 256 random bits. */
export function fingerprint(key: string): string {
  return createHash('sha256').update(`postroom cache key ${key.toLowerCase()}`).digest('hex').slice(0, 16)
}

/** The marker of a folder; null where there is none, or where it cannot be understood (the file itself decides then). */
export function readMarker(folder: string): Marker | null {
  try {
    const parsed = markerSchema.safeParse(JSON.parse(readFileSync(cacheFiles(folder).marker, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Writes the marker for a key (null: a plain file), whole or not at all. */
export function writeMarker(folder: string, key: string | null): void {
  const marker: Marker = {
    version: 1,
    encrypted: key !== null,
    keyFingerprint: key === null ? null : fingerprint(key),
  }
  const known = readMarker(folder)
  if (known?.encrypted === marker.encrypted && known.keyFingerprint === marker.keyFingerprint) return
  const target = cacheFiles(folder).marker
  const file = openSync(`${target}.new`, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(marker)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${target}.new`, target)
}

/** What a file looks like from outside: AEGIS encrypts the header too, so `sealed` may also be junk. */
type FileLook = 'absent' | 'plain' | 'sealed'

/** Looks at the first bytes of a database file. An empty file is as good as none. */
export function lookAt(path: string): FileLook {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'absent'
    throw error
  }
  try {
    const head = Buffer.alloc(16)
    const read = readSync(file, head, 0, 16, 0)
    if (read === 0) return 'absent'
    return head.toString('latin1') === 'SQLite format 3\0' ? 'plain' : 'sealed'
  } finally {
    closeSync(file)
  }
}

/** How a cache is opened. `key`: 32 random bytes as hex, or null for a plain file of mode 0600. */
export interface CacheLocation {
  folder: string
  key: string | null
}
