import type { ServiceDatabase } from '../store/database'
import { statements } from '../store/statements'

/** Numbers event names on first use, in memory: they come by the million. */
export function eventNumbers(db: ServiceDatabase): (name: string) => number {
  const insert = statements(db).numbered<[name: string]>(
    'INSERT INTO event_name (name) VALUES (?) RETURNING number',
  )
  const known = new Map<string, number>()
  return (name) => {
    const number = known.get(name) ?? insert(name)
    known.set(name, number)
    return number
  }
}
