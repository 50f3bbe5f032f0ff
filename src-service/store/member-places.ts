import type { ContactCondition } from '../mail/message'

/** Rows that are skipped one by one: reading so many takes about as long as asking where to begin. */
const near = 5000
/** Members between two places that are noted. */
export const apart = 1000
// As with counts (audience/member-counts.ts): noting them anew takes a twentieth of the time at most.
const rest = 20
/** Conditions whose places are kept: those of 10,000,000 members take 80 kB. */
const keptAtMost = 20

/** Where to begin to read: below a number, after so many more. */
interface Start {
  after: number
  skip: number
}

interface Places {
  /** The number of every thousandth member, newest first. */
  seqs: readonly number[]
  revision: number
  /** When they were noted, and how long that took: milliseconds of a clock that never goes back. */
  ended: number
  took: number
}

/**
 * Finds where a page far down begins, of those who fit a condition, newest first. All are gone through once; other pages, and
 * for a while those after a change, begin at places that were noted then: who came or went meanwhile shifts them by as many rows.
 * @param read Gives the number of every thousandth of them ({@link apart}).
 * @param revision Another number after anything changed that who fits depends on.
 */
export function memberPlaces(
  read: (who: ContactCondition) => Promise<number[]>,
  revision: () => number,
): (who: ContactCondition, start: Start) => Promise<Start> {
  const kept = new Map<string, Places>()

  async function noted(who: ContactCondition): Promise<readonly number[]> {
    const key = JSON.stringify([who.where, who.values])
    const last = kept.get(key)
    const began = performance.now()
    if (last && (last.revision === revision() || began - last.ended < last.took * rest)) return last.seqs
    const before = revision()
    const seqs = await read(who)
    const ended = performance.now()
    kept.delete(key)
    kept.set(key, { seqs, revision: before, ended, took: ended - began })
    const [oldest] = kept.keys()
    if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest)
    return seqs
  }

  return async (who, start) => {
    if (start.skip < near || who.isTimed) return start
    const seqs = await noted(who)
    const places = Math.min(seqs.length, Math.floor(start.skip / apart))
    const after = seqs[places - 1]
    return after === undefined ? start : { after, skip: start.skip - places * apart }
  }
}
