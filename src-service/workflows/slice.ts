import type { Engine } from '../store/engine-sql'

/** Begins a slice of work; what it returns tells whether the slice is over. */
export type Slice = () => () => boolean

/**
 * How long one transaction works, in milliseconds: requests wait no longer for their turn. In PostgreSQL only those that
 * write do, and each statement takes its way over the network: in 5 ms there would be little but beginnings and ends.
 */
const sliceMs: Readonly<Record<Engine, number>> = { sqlite: 5, postgres: 25 }

/** Slices of real time, whatever the service's clock says: they are there so that requests get their turn. */
export function timeSlices(engine: Engine): Slice {
  return () => {
    const end = performance.now() + sliceMs[engine]
    return () => performance.now() >= end
  }
}
