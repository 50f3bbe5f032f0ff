import { type ServiceDatabase, statements } from './statements'

interface Upload {
  contentType: string
  bytes: Buffer
}

/** The pictures of a database, by the key that each was given. */
export function uploadStore(db: ServiceDatabase) {
  const sql = statements(db)
  return {
    add: sql.run<[Upload & { key: string; now: number }]>(
      'INSERT INTO upload (key, content_type, bytes, created_at) VALUES (@key, @contentType, @bytes, @now)',
    ),
    get: sql.row<[key: string], Upload>(
      'SELECT content_type AS "contentType", bytes FROM upload WHERE key = ?',
    ),
  }
}
