import type { Background, ServiceContext } from '../service-context'
import { type Keeping, sourceStore } from './sources'

const minutes = 60_000
const interval = 10 * minutes
/** Sources a transaction drops: they may be megabytes each. */
const slice = 100

/** The newest 10,000 messages, at most 1 GB of them, for 30 days. */
export const keeping: Keeping = { messages: 10_000, size: 1e9, age: 30 * 24 * 60 * minutes }

/** Drops the sources that the outbox does not keep any longer: now, and every 10 minutes. */
export function createHousekeeping(
  { db, clock, report }: Pick<ServiceContext, 'db' | 'clock' | 'report'>,
  limits: Keeping = keeping,
): Background {
  const sources = sourceStore(db)
  let running = false
  let callOff = (): void => undefined

  function sweep(): void {
    let again = interval
    try {
      const dropped = sources.drop(slice, limits, clock.now())
      // Requests get their turn between slices.
      if (dropped === slice) again = 1
    } catch (error) {
      report('Making room in the outbox', error)
    }
    if (running) callOff = clock.after(again, sweep)
  }

  return {
    start() {
      running = true
      callOff = clock.after(0, sweep)
    },
    async stop() {
      running = false
      callOff()
    },
  }
}
