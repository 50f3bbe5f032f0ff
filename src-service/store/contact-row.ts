import { named, type Stored } from './statements'

/** A contact as it is stored. `data` is JSON text: a list passes it on without parsing it. */
export interface ContactRow {
  seq: number
  email: string
  subscribed: boolean
  data: string
  /** Milliseconds since 1970. */
  createdAt: number
  updatedAt: number
}

/** The columns of {@link StoredContact}. */
export const contactColumns = named('seq, email, subscribed, data, created_at, updated_at')
/** A row as the database gives it. */
export type StoredContact = Stored<ContactRow, 'subscribed'>

/** A row with its flag read. */
export function contactRow({ subscribed, ...row }: StoredContact): ContactRow {
  return { ...row, subscribed: subscribed === 1 }
}
