import { z } from 'zod'
import { lazySchema } from '../../../src-shared/lazily'
import {
  recordConnectionInputSchema,
  type RecordConnection,
  type RecordConnectionInput,
} from '../../../src-shared/bridge/records'

/** A connection as settings.json holds it; its token is in the keychain. */
export const storedConnectionSchema = lazySchema(() =>
  recordConnectionInputSchema.unwrap().extend({
    id: z.string().regex(/^[a-z0-9-]{1,64}$/),
    createdAt: z.number(),
  }),
)
export type StoredConnection = z.infer<typeof storedConnectionSchema>

/** The connections of one profile, as they are stored. Every change is on the disk when it has resolved. */
export interface ConnectionRegistry {
  all(): readonly StoredConnection[]
  /** Stores a connection, new or as it is now, and its token where one is given. */
  put(connection: StoredConnection, token: string | undefined): Promise<void>
  /** Forgets a connection and deletes its token. */
  remove(id: string): Promise<void>
  /** Asks the keychain for a token. Rejects with `key_missing` or `keychain_locked`. */
  tokenOf(id: string): Promise<string>
  tokenInfo(id: string): RecordConnection['token']
}

/** Whether two settings of a connection are of the same list: else what was copied is of another one. */
export function isSameList(a: RecordConnectionInput, b: RecordConnectionInput): boolean {
  return (
    a.address === b.address &&
    a.companyId === b.companyId &&
    a.workspaceId === b.workspaceId &&
    a.listName === b.listName &&
    nameOf(a) === nameOf(b)
  )
}

/** The defaults of the two forms mean the same list. */
function nameOf({ form, operation, resource }: RecordConnectionInput): string {
  const isUsual = form === 'rpc' ? operation === 'list-records' : resource === 'records'
  return isUsual ? '' : `${form} ${form === 'rpc' ? operation : resource}`
}
