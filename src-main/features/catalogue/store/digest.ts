import { createHash } from 'node:crypto'

/**
 * Names the body of a record: the same for the same body, null where it has none. It is stored, so another way to make
 * it needs a migration.
 */
export function digestOf(record: unknown): string | null {
  const body =
    typeof record === 'object' && record !== null && 'body' in record && typeof record.body === 'string'
      ? record.body
      : ''
  return body === '' ? null : createHash('sha256').update(body).digest('base64url')
}
