import type { Contact } from '../../../src-shared/interface/contact'
import { compareMaps, type Difference } from '../differences'

/** A contact as both sides can say it; instants in milliseconds since 1970. */
export interface Copy {
  email: string
  subscribed: boolean
  data: Record<string, unknown>
  createdAt: number | null
  updatedAt: number | null
}

/** What a copy of these people holds, by id. */
export function heldCopies(people: ReadonlyMap<string, Contact>): Map<string, Copy> {
  return new Map(
    [...people].map(([id, { email, subscribed, data, createdAt, updatedAt }]) => [
      id,
      { email, subscribed, data, createdAt: instant(createdAt), updatedAt: instant(updatedAt) },
    ]),
  )
}

/** Whom nobody touched while they were read is there after the first reading already, however often it was cut off. */
export function untouchedCopies(
  before: ReadonlyMap<string, Contact>,
  copies: ReadonlyMap<string, Copy>,
  touched: ReadonlySet<string>,
): Difference[] {
  const untouched = new Map([...heldCopies(before)].filter(([id]) => !touched.has(id)))
  const found = new Map([...copies].filter(([id]) => untouched.has(id)))
  return compareMaps(untouched, found, 'after the first reading, contact')
}

const instant = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Date.parse(text)
