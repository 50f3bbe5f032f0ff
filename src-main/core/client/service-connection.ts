import { limits } from '../../../src-shared/interface/limits'
import type { Clock } from '../clock'
import type { Logger } from '../log'
import { createBudget } from './budget'
import type { SpentBefore } from './window'
import type { BudgetState } from './budget-state'
import { createCaller, type TimeLimits } from './calls'
import { largestAnswer } from './too-large'
import { createTransport } from './transport'

/** What every client is opened with. */
export interface ServiceConnectionOptions {
  /** As `tidyAddress` gives it. */
  address: string
  clock: Clock
  /** Of the console, for `User-Agent`. */
  version: string
  /** Most requests a minute; the documented 1,000 unless said otherwise. */
  ceiling?: number
  /** 0.05 to 1. */
  backgroundShare: number
  /** What was spent before, by a program that ended meanwhile. */
  before?: SpentBefore
  log: Logger
  /** Milliseconds for a connection and for a whole answer, in place of what each priority gets. */
  limits?: Partial<TimeLimits>
  /** Most bytes of an answer once decompressed, 32 MB unless said otherwise. */
  maxAnswerBytes?: number
}

/** What leads to one service: a budget and connections of its own. */
export type ServiceConnection = ReturnType<typeof openServiceConnection>

/** Opens one; `headers` are sent with every request. */
export function openServiceConnection(
  options: ServiceConnectionOptions,
  headers: Readonly<Record<string, string>> = {},
) {
  const { address, version, clock, log, backgroundShare, before } = options
  const { ceiling = limits.requestsPerMinute, maxAnswerBytes = largestAnswer } = options
  const budget = createBudget({ clock, ceiling, backgroundShare, before })
  const transport = createTransport({ address, version, clock, maxAnswerBytes, headers })
  const closing = new AbortController()
  return {
    call: createCaller({ transport, budget, clock, log }, options.limits),
    /** Aborted once it is closed. */
    closing: closing.signal,
    get budget() {
      return budget.state
    },
    watch: (listener: (state: BudgetState) => void) => budget.watch(listener),
    setBackgroundShare: (share: number) => budget.setBackgroundShare(share),
    tryNow: () => budget.tryNow(),
    async close() {
      closing.abort()
      budget.close()
      transport.close()
    },
  }
}
