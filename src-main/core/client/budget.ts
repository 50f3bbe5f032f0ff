import { tell } from '../../../src-shared/messages/told'
import { Emitter } from '../../../src-shared/emitter'
import { type Permit, createRequestQueue, type WaitingRequest } from './waiting'
import type { BudgetState } from './budget-state'
import type { Priority } from './call-options'
import type { Clock } from '../clock'
import type { Problem, ProblemError } from '../../../src-shared/problem'
import { problem } from '../problems'
import { noAnswerTimes, noteAnswerTime } from './answer-times'
import { createBreaker } from './breaker'
import { createHold } from './hold'
import { createShare } from './share'
import { createSlidingWindow, type SpentBefore } from './window'

/** The budget of one project. */
export type Budget = ReturnType<typeof createBudget>

interface BudgetOptions {
  clock: Clock
  /** Most requests that the service may see of us in any 60 s. */
  ceiling: number
  /** 0.05 to 1. */
  backgroundShare: number
  /** What was spent before, by a program that ended meanwhile; absent: nothing that counts. */
  before?: SpentBefore
}

const windowMs = 60_000
/** Beyond what a quartz clock drifts in a minute: the service's 60 s may be a little longer than ours. */
const marginMs = 20
/** More streams than a list can use; fewer than would make a service queue what a click then waits behind. */
const backgroundConcurrency = 6
const longestClickWaitMs = 10_000
/** Kept free for clicks even where background work may take everything: one request in a hundred. */
const clickReserve = 0.01

/**
 * Opens the budget of one project: the one gate through which everything of it goes (docs/rules.md, rule 2).
 * In one piece: who may go is decided from all of its counts, at one instant.
 */
export function createBudget({ clock, ceiling, backgroundShare, before }: BudgetOptions) {
  // Whoever comes in from outside takes the time once, and everything is decided by it: were an instant to pass
  // between asking whether somebody may go and asking when that changes, nobody would be woken for it.
  let instant = clock.monotonic()
  const now = () => instant
  const enter = () => {
    instant = clock.monotonic()
  }
  const window = createSlidingWindow(windowMs + marginMs, now)
  if (before) window.begin(before)
  const share = createShare(backgroundShare, now)
  const breaker = createBreaker(now)
  const hold = createHold(now, () => clock.random())
  const waiting = createRequestQueue()
  const listeners = new Emitter<BudgetState>()
  let backgroundInFlight = 0
  let latencyMs: number | null = null
  let refusedForRate = 0
  let holds = 0
  let serverErrors = 0
  const answerTimes = noAnswerTimes()
  let unreachable: Problem | null = null
  let alarm: AbortController | null = null
  let announcing: { at: number; stop: AbortController } | null = null
  let closed = false

  function backgroundLimit(): number {
    // A little is added before rounding down: 45 % of 100 is 44.999... in floating point.
    const allowed = Math.floor(share.current * ceiling + 1e-6)
    return Math.max(1, Math.min(allowed, ceiling - Math.ceil(ceiling * clickReserve)))
  }

  function mayGo(priority: Priority): boolean {
    if (hold.until !== null || window.all >= ceiling) return false
    if (priority === 'click') return true
    return (
      breaker.allows && backgroundInFlight < backgroundConcurrency && window.background < backgroundLimit()
    )
  }

  function grant(priority: Priority): Permit {
    const background = priority !== 'click'
    const sentAt = now()
    window.take(background)
    if (background) {
      backgroundInFlight++
      breaker.went()
    }
    const settle = (sent: boolean) => {
      if (sent) window.answered(background)
      else window.returned(background)
      if (background) backgroundInFlight--
    }
    return {
      sentAt,
      answered(status, durationMs, retryAfterMs) {
        enter()
        settle(true)
        latencyMs = durationMs
        noteAnswerTime(answerTimes, durationMs)
        unreachable = null
        if (status === 429) {
          refusedForRate++
          if (hold.refused(sentAt, retryAfterMs)) {
            holds++
            share.halve()
          }
          breaker.succeeded()
        } else {
          hold.accepted(sentAt)
          if (status >= 500) {
            serverErrors++
            breaker.failed()
          } else breaker.succeeded()
        }
        changed()
      },
      failed(reason, sent) {
        enter()
        settle(sent)
        if (reason) {
          unreachable = reason.problem
          breaker.failed()
        } else if (background) {
          breaker.ended()
        }
        changed()
      },
    }
  }

  /** Lets go whoever may, in order of priority, and sets the alarm for the next moment that may change it. */
  function pump(): void {
    window.expire()
    for (let next = waiting.next(mayGo); next; next = waiting.next(mayGo)) {
      const permit = grant(next.priority)
      next.go(permit)
      announce()
    }
    for (const late of waiting.overdue(now())) late.refuse(tooLong())
    alarm?.abort()
    alarm = null
    const at = waiting.size === 0 ? null : nextChange()
    if (at === null) return
    alarm = new AbortController()
    clock.sleep(Math.max(0, at - now()), alarm.signal).then(
      () => {
        enter()
        pump()
      },
      () => undefined, // Aborted: another alarm is set.
    )
  }

  function nextChange(): number | null {
    const held = hold.until
    const moments = held === null ? [window.nextExpiry, breaker.openUntil] : [held]
    const known = [...moments, waiting.nextDeadline].filter((at): at is number => at !== null)
    return known.length === 0 ? null : Math.min(...known)
  }

  function tooLong(): ProblemError {
    const until = hold.until
    if (until === null) return problem('rate_limited')
    const seconds = Math.ceil((until - now()) / 1000)
    return problem('rate_limited', {
      why: tell('core.budget.theServiceAskedTo'),
      action: tell('core.budget.tryAgainInSeconds', { seconds }),
    })
  }

  function state(): BudgetState {
    enter()
    window.expire()
    const until = Math.max(hold.until ?? 0, breaker.openUntil ?? 0)
    return {
      spent: window.all,
      spentInBackground: window.background,
      ceiling,
      share: backgroundLimit(),
      slowed: share.isLowered,
      refusedForRate,
      holds,
      serverErrors,
      answerTimes: answerTimes.slice(),
      heldUntil: until > now() ? clock.now() + (until - now()) : null,
      latencyMs,
      unreachable,
    }
  }

  function changed(): void {
    pump()
    announce()
  }

  /** Tells the listeners, at most ten times a second, and once a second while what is spent grows less by itself. */
  function announce(delay = 100): void {
    if (listeners.size === 0 || closed) return
    const at = now() + delay
    if (announcing && announcing.at <= at) return
    announcing?.stop.abort()
    const mine = { at, stop: new AbortController() }
    announcing = mine
    clock.sleep(delay, mine.stop.signal).then(
      () => {
        announcing = null
        const current = state()
        listeners.emit(current)
        if (current.spent > 0 || current.heldUntil !== null) announce(1000)
      },
      () => undefined, // Closed, or an earlier announcement took its place.
    )
  }

  return {
    /**
     * Waits for leave to send: clicks first, then jobs, then syncs. Rejects with `cancelled` when aborted or closed;
     * a click with `rate_limited` where it would have to wait longer than 10 s.
     */
    acquire(priority: Priority, signal?: AbortSignal) {
      if (closed || signal?.aborted) return Promise.reject(problem('cancelled'))
      enter()
      const deadline = priority === 'click' ? now() + longestClickWaitMs : null
      if (deadline !== null && (hold.until ?? 0) > deadline) return Promise.reject(tooLong())
      return new Promise<Permit>((resolve, reject) => {
        const leave = () => {
          waiting.remove(entry)
          reject(problem('cancelled'))
        }
        const left = () => signal?.removeEventListener('abort', leave)
        const entry: WaitingRequest = {
          priority,
          deadline,
          go(permit) {
            left()
            resolve(permit)
          },
          refuse(reason) {
            left()
            reject(reason)
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.add(entry)
        pump()
      })
    },
    get state() {
      return state()
    },
    watch(listener: (state: BudgetState) => void) {
      return listeners.add(listener)
    },
    setBackgroundShare(next: number) {
      enter()
      share.set(next)
      pump()
    },
    /** A person asks for background work: where failures in a row hold it back, one request of it goes at once. */
    tryNow() {
      enter()
      breaker.tryNow()
      changed()
    },
    close() {
      closed = true
      alarm?.abort()
      announcing?.stop.abort()
      for (const entry of waiting.all()) entry.refuse(problem('cancelled'))
    },
  }
}
