import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { lazySchema } from '../src-shared/lazily'
import { type ServiceDatabase, statements } from './store/statements'
import { codeOf } from '../src-shared/error-code'

/** What opens the service: the project's two keys, and the token of the records. */
export interface Keys {
  secretKey: string
  publicKey: string
  recordsToken: string
}

/** What is kept of a key. It holds 24 random bytes, or as many characters as nobody guesses: one round is enough. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** New keys: 24 random bytes each. */
export function newKeys(): Keys {
  const key = (prefix: string): string => prefix + randomBytes(24).toString('base64url')
  return { secretKey: key('sk_'), publicKey: key('pk_'), recordsToken: key('pat_') }
}

/**
 * The keys that a folder made for itself, so that it can print them: beside the database, which has their hashes alone. A copy
 * of the database opens nothing, and who deletes the file has noted them.
 */
const fileOf = (folder: string): string => join(folder, 'service.keys')

const known = lazySchema(() =>
  z.object({ secretKey: z.string(), publicKey: z.string(), recordsToken: z.string() }).partial().catch({}),
)

/** Keeps the keys that a folder made for itself, for its owner alone to read: all of them or none. */
export function keepKeys(folder: string, keys: Partial<Keys>): void {
  const path = fileOf(folder)
  if (Object.keys(keys).length === 0) {
    rmSync(path, { force: true })
    return
  }
  const unfinished = `${path}.writing`
  writeFileSync(unfinished, `${JSON.stringify(keys)}\n`, { mode: 0o600 })
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, path)
}

/** The keys that a folder keeps of those it made for itself. */
export function keptKeys(folder: string): Partial<Keys> {
  try {
    return known.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return {}
    throw error
  }
}

/** Has these keys open the service that a file is made for. */
export function storeKeys(db: Database.Database, keys: Partial<Keys>): void {
  for (const name of names) {
    const key = keys[name]
    if (key === undefined) continue
    const [table, column] = columns[name]
    db.prepare<[string]>(`UPDATE ${table} SET ${column} = ?`).run(hashOf(key))
  }
}

/** Where the hash of each key stands. */
const columns = {
  secretKey: ['project', 'secret_hash'],
  publicKey: ['project', 'public_hash'],
  recordsToken: ['record_account', 'token_hash'],
} as const
const names = ['secretKey', 'publicKey', 'recordsToken'] as const

/**
 * Has the keys that were given at a start open the service, in place of those before, and forgets what no longer does.
 * @returns The folder's own keys that still open it: those which may be printed.
 */
export async function settleKeys(
  folder: string,
  db: ServiceDatabase,
  given: Partial<Keys>,
): Promise<Partial<Keys>> {
  const sql = statements(db)
  const kept = keptKeys(folder)
  const own: Partial<Keys> = {}
  for (const name of names) {
    const [table, column] = columns[name]
    const [key, replaced] = [kept[name], given[name]]
    if (replaced !== undefined) await sql.run<[string]>(`UPDATE ${table} SET ${column} = ?`)(hashOf(replaced))
    else if (key !== undefined) {
      const hash = await sql.value<[], string>(`SELECT ${column} FROM ${table}`)()
      if (hashOf(key) === hash) own[name] = key
    }
  }
  if (names.some((name) => own[name] !== kept[name])) keepKeys(folder, own)
  return own
}
