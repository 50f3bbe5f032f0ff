import type { TimerClock } from './clock'
import { Rounds } from './rounds'
import type { Background } from './service-context'

/** Work that is done again and again: at once, and as many milliseconds after it has ended as it says. It fails for nothing. */
export function repeated(clock: TimerClock, work: () => Promise<number>): Background {
  let running = false
  let callOff = (): void => undefined
  const rounds: Rounds = new Rounds(async () => {
    const again = await work()
    if (running) callOff = clock.after(again, rounds.begin)
  })
  return {
    start() {
      running = true
      callOff = clock.after(0, rounds.begin)
    },
    async stop() {
      running = false
      callOff()
      await rounds.end()
    },
  }
}
