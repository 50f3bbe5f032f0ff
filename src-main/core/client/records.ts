import type { BudgetState } from './budget-state'
import type { Answer } from './answer'
import type { CallOptions } from './call-options'
import type { Clock } from '../clock'
import { largestAnswer } from './too-large'
import type { CallForm } from '../../../src-shared/bridge/records'
import { limits } from '../../../src-shared/interface/limits'
import { decodeOffsetList, type OffsetPage } from '../../../src-shared/interface/offset-list'
import { keepSecret, type Logger } from '../log'
import { isProblem, problem } from '../problems'
import { decodeAnswer } from './answers'
import { createAsk } from './asking'
import { createBudget } from './budget'
import { createCaller, type TimeLimits } from './calls'
import { createTransport } from './transport'

/** Which list of a record-management service is meant, and how it is called. */
export interface RecordCalls {
  companyId: string
  workspaceId: string
  form: CallForm
  operation: string
  resource: string
  /** null: the list is found in the answer by itself. */
  listName: string | null
}

/** What a client of a record-management service is opened with. */
export interface RecordClientOptions extends RecordCalls {
  /** As `tidyAddress` gives it. */
  address: string
  /** The personal access token. */
  token: string
  clock: Clock
  version: string
  /** Most requests a minute; 1,000 unless said otherwise: a budget of this connection's own. */
  ceiling?: number
  /** 0.05 to 1. */
  backgroundShare: number
  log: Logger
  limits?: Partial<TimeLimits>
  maxAnswerBytes?: number
}

/** One list of a record-management service (interface.md, section 4). */
export interface RecordClient {
  /** One page. Rejects with a ProblemError; retried as every read is. */
  list(place: { skip: number; limit: number }, options: CallOptions): Promise<Answer<OffsetPage>>
  readonly budget: BudgetState
  watch(listener: (state: BudgetState) => void): () => void
  setBackgroundShare(share: number): void
  close(): Promise<void>
}

/** Opens the client of one connection: a budget, connections and a token of its own. */
export function createRecordClient(options: RecordClientOptions): RecordClient {
  const { clock, log } = options
  keepSecret(options.token)
  const budget = createBudget({
    clock,
    ceiling: options.ceiling ?? limits.requestsPerMinute,
    backgroundShare: options.backgroundShare,
  })
  const transport = createTransport({
    address: options.address,
    version: options.version,
    clock,
    maxAnswerBytes: options.maxAnswerBytes ?? largestAnswer,
    headers: { 'x-service-company-id': options.companyId },
  })
  const closing = new AbortController()
  const ask = createAsk({
    call: createCaller({ transport, budget, clock, log }, options.limits),
    // A token has no class that could be the wrong one.
    key: { text: options.token, takesPublic: true },
    closing: closing.signal,
    clock,
  })
  return {
    async list(place, callOptions) {
      try {
        return await ask(requestOf(options, place), callOptions, ({ answer }, key) =>
          decodeAnswer(answer, (body) => decodeOffsetList(body, options.listName), key),
        )
      } catch (error) {
        throw inRecordWords(error, options)
      }
    },
    get budget() {
      return budget.state
    },
    watch: (listener) => budget.watch(listener),
    setBackgroundShare: (share) => budget.setBackgroundShare(share),
    async close() {
      closing.abort()
      budget.close()
      transport.close()
    },
  }
}

/** Reading is a POST in the one form: it changes nothing, and may be repeated all the same. */
function requestOf(calls: RecordCalls, { skip, limit }: { skip: number; limit: number }) {
  const { form, workspaceId } = calls
  if (form === 'rpc') {
    const body = JSON.stringify({ workspaceId, skip, limit })
    return { method: 'POST' as const, path: `/v1/${calls.operation}`, body, reads: true }
  }
  const query = new URLSearchParams({ workspaceId, skip: String(skip), limit: String(limit) })
  return { method: 'GET' as const, path: `/v1/${calls.resource}?${query.toString()}` }
}

/** What a failure means where the key is a token, and the list has a name that may be wrong. */
function inRecordWords(error: unknown, calls: RecordCalls): unknown {
  if (isProblem(error, 'key_refused')) {
    return problem(
      'key_refused',
      {
        ...error.problem,
        title: 'The token was refused',
        why: 'The service does not accept this personal access token: it is mistyped, revoked, or of another account.',
        action: 'Enter a new token.',
      },
      { cause: error },
    )
  }
  if (isProblem(error, 'forbidden')) {
    return problem(
      'forbidden',
      {
        ...error.problem,
        title: 'The token does not open this list',
        action: 'Check the company id and the workspace, and what the token may read.',
      },
      { cause: error },
    )
  }
  if (isProblem(error, 'not_found')) {
    const what = calls.form === 'rpc' ? `operation ${calls.operation}` : `resource ${calls.resource}`
    return problem(
      'not_found',
      {
        ...error.problem,
        title: 'The service does not know this list',
        why: `The address answers, but knows no ${what}, or no such workspace.`,
        action: 'Check the call form, the name and the workspace.',
      },
      { cause: error },
    )
  }
  return error
}
