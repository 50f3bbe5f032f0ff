import type { PlanSettings } from './settings'
import type { PlannedSlice } from './slices'

const hour = 3_600_000

/**
 * When each slice leaves (milliseconds since 1970), by the clock of this machine: a time of day stays what it is when the
 * clocks change. Where others wait until a domain was judged, they come at the first time after that.
 */
export function sliceTimes(
  settings: PlanSettings,
  slices: readonly Pick<PlannedSlice, 'isFirstDomain'>[],
): number[] {
  const { order, judgedAfterHours } = settings
  const waits = order.kind === 'domain' && order.othersWait
  const times: number[] = []
  const all = timesOf(settings)
  slices.forEach(({ isFirstDomain }, at) => {
    let time = all.next().value
    if (waits && !isFirstDomain && slices[at - 1]?.isFirstDomain === true) {
      const judged = (times[at - 1] ?? 0) + judgedAfterHours * hour
      while (time < judged) time = all.next().value
    }
    times.push(time)
  })
  return times
}

/** Every time at which a slice may leave, one after the other. */
function* timesOf({ pace, begins, rests }: PlanSettings): Generator<number, never, undefined> {
  const [year = 0, month = 1, date = 1] = begins.day.split('-').map(Number)
  const at = (day: number, minute: number) => new Date(year, month - 1, date + day, 0, minute)
  const isRest = (time: Date) => rests && [0, 6].includes(time.getDay())
  const byHour = pace.kind === 'even' && pace.every.unit === 'hour'
  if (!byHour) {
    const step = pace.kind === 'even' ? pace.every.count : pace.days
    for (let day = 0; ; day += step) {
      const time = at(day, begins.minute)
      // A day of rest puts it off to the next day that is none, and the days after it are counted from there.
      while (isRest(time)) {
        day += 1
        time.setTime(at(day, begins.minute).getTime())
      }
      yield time.getTime()
    }
  }
  const { from, every } = pace
  const to = Math.max(from, pace.to)
  // Minutes since the first midnight: where the night is short, slices are no closer over it than asked.
  let next = begins.minute
  for (let day = 0; ; day++) {
    if (isRest(at(day, 0))) continue
    for (let minute = Math.max(next - day * 1440, from); minute <= to; minute += every.count * 60) {
      yield at(day, minute).getTime()
      next = day * 1440 + minute + every.count * 60
    }
  }
}
