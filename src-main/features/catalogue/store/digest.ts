import { createHash } from 'node:crypto'

/** Names the body of a record, null for none. Stored: another way to make it needs a migration. */
export function digestOf(record: unknown): string | null {
  const body =
    typeof record === 'object' && record !== null && 'body' in record && typeof record.body === 'string'
      ? record.body
      : ''
  return body === '' ? null : createHash('sha256').update(body).digest('base64url')
}
