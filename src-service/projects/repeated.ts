import type { TimerClock } from '../clock'
import { Rounds } from '../rounds'

/** Work that is done again and again, `every` milliseconds after it has ended. It fails for nothing. */
export function repeated(clock: TimerClock, every: number, work: () => Promise<void>) {
  let running = false
  let callOff = (): void => undefined
  const rounds: Rounds = new Rounds(async () => {
    await work()
    if (running) callOff = clock.after(every, rounds.begin)
  })
  return {
    /** Begins with it at once. */
    start(): void {
      running = true
      rounds.begin()
    },
    /** When what is under way has ended, and begins nothing after it. */
    async stop(): Promise<void> {
      running = false
      callOff()
      await rounds.end()
    },
  }
}
