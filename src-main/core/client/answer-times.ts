/** Up to here, in milliseconds, every one has a place of its own. */
const exactMs = 128
/** From there on so many places to a doubling: a place is at most 1.6 % wide. */
const toDoubling = 64
/** 17 minutes, longer than anything is waited for. */
const longestMs = 2 ** 20 - 1

const doublings = Math.log2((longestMs + 1) / exactMs)
const places = exactMs + doublings * toDoubling

/** How often answers took how long: a number for each span of time, however many answers there are. */
export type AnswerTimes = Uint32Array

/** Answers of which none came yet. */
export function noAnswerTimes(): AnswerTimes {
  return new Uint32Array(places)
}

/** Counts an answer that took so many milliseconds. */
export function noteAnswerTime(times: AnswerTimes, ms: number): void {
  const place = placeOf(ms)
  times[place] = (times[place] ?? 0) + 1
}

/** Adds what was counted between two looks at the same answers; what only a later look lacks began anew. */
export function addAnswerTimes(sum: AnswerTimes, later: AnswerTimes, earlier: AnswerTimes): void {
  const anew = total(later) < total(earlier)
  for (let place = 0; place < places; place += 1) {
    const before = anew ? 0 : (earlier[place] ?? 0)
    sum[place] = (sum[place] ?? 0) + Math.max(0, (later[place] ?? 0) - before)
  }
}

/** The median in milliseconds, at most 1 % off; null where nothing answered. */
export function medianAnswerTime(times: AnswerTimes): number | null {
  const half = total(times) / 2
  if (half === 0) return null
  let seen = 0
  let place = 0
  for (; place < places; place += 1) {
    seen += times[place] ?? 0
    if (seen >= half) break
  }
  return timeOf(place)
}

function total(times: AnswerTimes): number {
  return times.reduce((sum, count) => sum + count, 0)
}

function placeOf(ms: number): number {
  const time = Math.min(longestMs, Math.max(0, Math.round(ms)))
  if (time < exactMs) return time
  const doubling = Math.floor(Math.log2(time / exactMs))
  const width = (exactMs * 2 ** doubling) / toDoubling
  return exactMs + doubling * toDoubling + Math.floor((time - exactMs * 2 ** doubling) / width)
}

/** The middle of a place, in milliseconds. */
function timeOf(place: number): number {
  if (place < exactMs) return place
  const doubling = Math.floor((place - exactMs) / toDoubling)
  const width = (exactMs * 2 ** doubling) / toDoubling
  return Math.round(exactMs * 2 ** doubling + (((place - exactMs) % toDoubling) + 0.5) * width)
}
