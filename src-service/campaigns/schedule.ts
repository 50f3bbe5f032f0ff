import type { TimerClock } from '../clock'
import { Rounds } from '../rounds'
import type { Background } from '../service-context'

/** What campaigns do by themselves. */
interface ScheduledWork {
  /**
   * Begins the first of what is due now (milliseconds since 1970). `failed` when none could be begun of what is, which
   * is then still to be done.
   */
  beginNext(now: number): Promise<'begun' | 'failed' | 'nothing due'>
  /** Does a part of what was begun. False when nothing is left of it. */
  goOn(): Promise<boolean>
  /** When there is something to begin next; null when nothing is scheduled. */
  nextDue(): Promise<number | null>
}

/** Campaigns start by themselves, and go on after a restart. */
interface CampaignSchedule extends Background {
  /** Looks again at what is to be done and when: something was scheduled, moved or begun. */
  wake(): void
}

// A machine that slept, or whose clock was set, would be late by as much without a look now and then.
const longestWait = 60_000

/**
 * Does the work when it is due, a part at a time, so that requests are answered in between. Work whose time passed
 * while the service was off is done at its start. After a failure, which `report` is told of, it waits a minute.
 */
export function campaignSchedule(
  clock: TimerClock,
  work: ScheduledWork,
  report: (what: string, error: unknown) => void,
): CampaignSchedule {
  let running = false
  let callOff = (): void => {}

  const rounds = new Rounds(look)

  let woken = false

  async function look(): Promise<void> {
    woken = false
    let wait: number | null
    try {
      const begun = await work.beginNext(clock.now())
      const more = (await work.goOn()) || begun === 'begun'
      wait = more ? 0 : begun === 'failed' ? longestWait : await untilNext()
    } catch (error) {
      report('Sending campaigns', error)
      wait = longestWait
    }
    // Whoever woke it meanwhile has the next look planned: what this one found may be older.
    if (!woken) arm(wait)
  }

  async function untilNext(): Promise<number | null> {
    const due = await work.nextDue()
    return due === null ? null : Math.min(longestWait, Math.max(0, due - clock.now()))
  }

  function arm(wait: number | null): void {
    callOff()
    callOff = running && wait !== null ? clock.after(wait, rounds.begin) : () => {}
  }

  return {
    start() {
      running = true
      arm(0)
    },
    wake() {
      woken = true
      arm(0)
    },
    async stop() {
      running = false
      callOff()
      await rounds.end()
    },
  }
}
