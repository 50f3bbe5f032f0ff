import type { ServiceDatabase } from './database'

/** A picture that was uploaded. */
export interface Upload {
  contentType: string
  bytes: Buffer
}

/** The pictures, by the key that each was given. */
export interface Uploads {
  add(key: string, upload: Upload, now: number): void
  get(key: string): Upload | null
}

/** The pictures of a database. */
export function uploadStore(db: ServiceDatabase): Uploads {
  const add = db.prepare<[string, string, Buffer, number]>(
    'INSERT INTO upload (key, content_type, bytes, created_at) VALUES (?, ?, ?, ?)',
  )
  const get = db.prepare<[string], Upload>(
    'SELECT content_type AS contentType, bytes FROM upload WHERE key = ?',
  )
  return {
    add: (key, { contentType, bytes }, now) => void add.run(key, contentType, bytes, now),
    get: (key) => get.get(key) ?? null,
  }
}
