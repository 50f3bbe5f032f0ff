import type { ServiceDatabase } from '../store/database'

/** Numbers event names on first use, in memory: they come by the million. */
export function eventNumbers(db: ServiceDatabase): (name: string) => number {
  const insert = db
    .prepare<[string], number>('INSERT INTO event_name (name) VALUES (?) RETURNING number')
    .pluck()
  const known = new Map<string, number>()
  return (name) => {
    const number = known.get(name) ?? insert.get(name)
    if (number === undefined) throw new Error('The event name was not stored.')
    known.set(name, number)
    return number
  }
}
