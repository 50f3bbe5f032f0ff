import { setImmediate as turn } from 'node:timers/promises'

/** How calls are gathered. */
interface Gathering<Given, Result> {
  /** Makes many of them at once, in all or not at all. Gives what each is answered, in their order. */
  together(given: readonly Given[]): Promise<Result[]>
  /** Of those that say the same, the next is made when the one before has ended. */
  keyOf(given: Given): string
  /** How many are made at once at most. */
  most: number
  /** Whether what one failed with is all of theirs; after anything else each is made once more, by itself. */
  isOfAll(error: unknown): boolean
}

interface Call<Given, Result> {
  given: Given
  done(result: Result): void
  fail(error: unknown): void
}

/** Makes those calls at once that come while others are under way, or in the same turn of the event loop. */
export function gatheredCalls<Given, Result>({
  together,
  keyOf,
  most,
  isOfAll,
}: Gathering<Given, Result>): (given: Given) => Promise<Result> {
  let waiting: Call<Given, Result>[] = []
  let isAtWork = false

  /** Those who have waited longest, each of another key. */
  function take(): Call<Given, Result>[] {
    const taken = new Map<string, Call<Given, Result>>()
    const left: Call<Given, Result>[] = []
    for (const call of waiting) {
      const key = keyOf(call.given)
      if (taken.size >= most || taken.has(key)) left.push(call)
      else taken.set(key, call)
    }
    waiting = left
    return [...taken.values()]
  }

  async function make(calls: readonly Call<Given, Result>[]): Promise<void> {
    try {
      const results = await together(calls.map(({ given }) => given))
      calls.forEach(({ done }, at) => done(results[at] as Result))
    } catch (error) {
      if (calls.length === 1 || isOfAll(error)) calls.forEach(({ fail }) => fail(error))
      else for (const call of calls) await make([call])
    }
  }

  async function workOff(): Promise<void> {
    isAtWork = true
    while (waiting.length > 0) {
      await turn()
      await make(take())
    }
    isAtWork = false
  }

  return (given) =>
    new Promise((done, fail) => {
      waiting.push({ given, done, fail })
      if (!isAtWork) void workOff()
    })
}
