import { tell } from '../../../src-shared/messages/told'
import type { Permit } from './waiting'
import type { CallOptions, Priority } from './call-options'
import type { Clock } from '../clock'
import type { ProblemError } from '../../../src-shared/problem'
import type { Logger } from '../log'
import { problem } from '../problems'
import { parseBody } from './body'
import type { Budget } from './budget'
import { retryAfterMs } from './hold'
import { factsOf, isUsedUp, refusal, requestIdOf, type UsedKey } from './refusals'
import type { Exchange, Transport, WireAnswer, WireRequest } from './transport'

/** A call, whatever number of requests it takes. */
export interface Call {
  method: WireRequest['method']
  path: string
  key: UsedKey
  /** JSON, or bytes of the type `contentType`. */
  body?: string | Buffer
  contentType?: string
  idempotencyKey?: string
  /** Milliseconds that its answer may take longer than others: a large body must get there first. */
  extraMs?: number
  /** It only reads, whatever its method. */
  reads?: boolean
  /** It finds out what the service can do: it is sent once, and a refusal is an answer like any other. */
  probes?: boolean
  /** `safe`: the same call again has the same effect. `once`: it is never sent again once it may have arrived. */
  repeat: 'safe' | 'once'
}

/** The answer that ended a call, and how many requests may have reached the service before it. */
export interface CallAnswer {
  answer: WireAnswer
  earlier: number
}

/** How long one request of a call may take, in milliseconds. */
export interface TimeLimits {
  connectMs: number
  answerMs: number
}

/** How often and how long a call is tried: a person is told fast, a job tries on. */
interface Patience extends TimeLimits {
  /** Further requests after a 5xx, a reset or a time-out; and after a 429, each at the end of its hold. */
  retries: number
  retriesWhenLimited: number
}

/** What each priority gets unless a test says otherwise. */
const patience: Record<Priority, Patience> = {
  click: { retries: 1, retriesWhenLimited: 1, connectMs: 8_000, answerMs: 15_000 },
  job: { retries: 5, retriesWhenLimited: 20, connectMs: 10_000, answerMs: 30_000 },
  sync: { retries: 5, retriesWhenLimited: 20, connectMs: 10_000, answerMs: 30_000 },
}

const once = { retries: 0, retriesWhenLimited: 0 }

/** Makes calls: each request by leave of the budget, repeated only where that is safe. */
export type Caller = (call: Call, options: CallOptions) => Promise<CallAnswer>

/** What a caller is made of. */
interface CallerParts {
  transport: Transport
  budget: Budget
  clock: Clock
  log: Logger
}

/**
 * A caller over one transport and one budget. It rejects with the problem of the last request; with
 * `outcome_unknown` where a `once` call may have been carried out; with `cancelled` when aborted before.
 */
export function createCaller(parts: CallerParts, limits?: Partial<TimeLimits>): Caller {
  const { transport, budget, clock } = parts
  return async (call, options) => {
    const allowed = { ...patience[options.priority], ...limits, ...(call.probes ? once : {}) }
    let failures = 0
    let limited = 0
    let staleConnection = false
    let told = false
    const stop = options.stop ?? options.signal
    const tellOnce = () => {
      if (!told) options.onSent?.()
      told = true
    }
    for (let earlier = 0; ;) {
      const permit = await budget.acquire(options.priority, stop)
      const exchange = await transport.exchange({
        method: call.method,
        path: call.path,
        key: call.key.text,
        body: call.body,
        contentType: call.contentType,
        idempotencyKey: call.idempotencyKey,
        // Another idle connection may be just as dead: what failed on one is repeated on a connection of its own.
        fresh: call.repeat === 'once' || staleConnection,
        connectMs: allowed.connectMs,
        answerMs: allowed.answerMs + (call.extraMs ?? 0),
        signal: options.signal,
        onSent: tellOnce,
      })
      record(call, exchange, permit, parts)

      if (exchange.kind === 'answered' && !isPassing(exchange.answer)) {
        return { answer: exchange.answer, earlier }
      }
      const reason = reasonOf(exchange, call)
      const reached = exchange.kind === 'answered' || exchange.sent
      if (reached) earlier++
      if (exchange.kind === 'answered' && exchange.answer.status === 429) {
        if (++limited > allowed.retriesWhenLimited) throw reason
        continue // The budget holds everything; it gives leave again when the hold is over.
      }
      if (call.repeat === 'once' && reached) throw unknownOutcome(reason)
      if (reason.problem.code === 'cancelled') throw reason
      if (exchange.kind === 'failed' && exchange.stale && !staleConnection) {
        staleConnection = true
        continue // The idle connection had been closed meanwhile: that says nothing about the service.
      }
      if (!mayRepeat(reason, options.priority) || ++failures > allowed.retries) throw reason
      await pause(backOff(failures, exchange, clock), clock, stop)
    }
  }
}

/** Tells the budget, and the log, what became of a request. */
function record(
  call: Call,
  exchange: Exchange,
  permit: Permit,
  { clock, log }: Pick<CallerParts, 'clock' | 'log'>,
): void {
  const path = call.path.replace(/\?.*$/, '')
  if (exchange.kind === 'answered') {
    const { status, durationMs } = exchange.answer
    // Mails that the plan does not allow hold nothing else back.
    permit.answered(isUsedUp(exchange.answer) ? 402 : status, durationMs, waitOf(exchange.answer, clock))
    const requestId = requestIdOf(exchange.answer) ?? undefined
    const fields = { method: call.method, path, status, requestId, ms: Math.round(durationMs) }
    if (call.probes) log.info('request_probed', fields)
    else if (status >= 400) log.warn('request_refused', fields)
    else if (call.method !== 'GET' && !call.reads) log.info('request', fields)
    return
  }
  const { code } = exchange.problem.problem
  // The service is there, whatever it answered: a question of whether it is would be asked for ever.
  if (exchange.status !== undefined && (code === 'answer_too_large' || code === 'answer_malformed'))
    permit.answered(exchange.status, exchange.durationMs, null)
  // Neither our own cancelling nor an idle connection that had been closed says anything about the service.
  else permit.failed(code === 'cancelled' || exchange.stale ? null : exchange.problem, exchange.sent)
  if (code !== 'cancelled') log.warn('request_failed', { method: call.method, path, code })
}

/** Milliseconds that an answer asks to wait; null where it does not. */
function waitOf(answer: WireAnswer, clock: Clock): number | null {
  return retryAfterMs(answer.headers['retry-after'], answer.headers.date, clock.now())
}

/** Doubles from half a second to 16 s, with jitter from half to the whole of it; a 503 may ask for longer. */
function backOff(failures: number, exchange: Exchange, clock: Clock): number {
  const whole = Math.min(16_000, 500 * 2 ** (failures - 1))
  const asked = exchange.kind === 'answered' ? waitOf(exchange.answer, clock) : null
  return Math.max(whole * (0.5 + clock.random() / 2), Math.min(asked ?? 0, 60_000))
}

/** Rejects with `cancelled` when aborted. */
async function pause(ms: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  try {
    await clock.sleep(ms, signal)
  } catch (error) {
    throw problem('cancelled', {}, { cause: error })
  }
}

/** Answers that may be another one soon: the rate limit, and failures of the service. */
function isPassing(answer: WireAnswer): boolean {
  return (answer.status === 429 && !isUsedUp(answer)) || answer.status >= 500
}

function reasonOf(exchange: Exchange, call: Call): ProblemError {
  return exchange.kind === 'failed'
    ? exchange.problem
    : refusal(exchange.answer, parseBody(exchange.answer.text), call.key)
}

function mayRepeat(reason: ProblemError, priority: Priority): boolean {
  switch (reason.problem.code) {
    case 'service_failed':
    case 'connection_reset':
      return true
    case 'timed_out':
    case 'connection_refused':
    case 'dns_failed':
      // A person has waited long enough, or sees at once what to correct.
      return priority !== 'click'
    default:
      return false
  }
}

function unknownOutcome(reason: ProblemError): ProblemError {
  const { title, told } = reason.problem
  return problem(
    'outcome_unknown',
    {
      why: tell('words.titleButTheRequestHadLeft', { title: told?.title ?? title }),
      ...factsOf(reason.problem),
    },
    { cause: reason },
  )
}
