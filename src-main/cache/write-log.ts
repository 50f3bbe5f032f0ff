import { toKeep } from '../../src-shared/messages/told'
import type { Clock } from '../core/clock'
import type { ToldSentence } from '../../src-shared/messages/told'
import type { ActivityDetail, Cause } from '../../src-shared/bridge/activity'
import { redact } from '../../src-shared/redact'
import { asProblem, isProblem, keptFailure } from '../core/problems'
import type { Cache } from './store'

/** A write as the activity log names it (docs/rules.md, rule 7). */
export interface LoggedWrite {
  cause: Cause
  title: ToldSentence
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body: unknown
  /** The job that it is a write of. */
  job?: number
}

/** What the log keeps of an answer. */
export interface LoggedAnswer {
  status: number
  requestId: string | null
  durationMs: number
}

/**
 * Makes a write and enters it: before it leaves, so that even a crash leaves its trace, and again with what came
 * of it. Answers, or rejects, as the write does.
 */
export async function logged<T extends LoggedAnswer>(
  cache: Pick<Cache, 'activity' | 'contacts'>,
  clock: Clock,
  write: LoggedWrite,
  send: () => Promise<T>,
): Promise<T> {
  const started = clock.monotonic()
  const id = await cache.activity.add({
    at: clock.now(),
    kind: 'write',
    cause: write.cause,
    title: write.title,
    outcome: 'running',
    method: write.method,
    path: write.path,
    status: null,
    requestId: null,
    durationMs: null,
    sent: withoutSecrets(write.body),
    before: await before(cache, write),
    job: write.job ?? null,
    problem: null,
  })
  try {
    const answer = await send()
    const { status, requestId, durationMs } = answer
    await cache.activity.set({
      id,
      outcome: 'done',
      status,
      requestId,
      durationMs,
      answer: answerText(answer),
    })
    return answer
  } catch (error) {
    await cache.activity.set({ id, ...failureOf(error), durationMs: clock.monotonic() - started })
    throw error
  }
}

/** So much of an answer is kept, in characters. */
const keptOfAnswer = 65_536

/** What came back, as JSON without secrets; null where nothing did. */
function answerText(answer: object): string | null {
  const value: unknown = 'value' in answer ? answer.value : null
  if (value === null || value === undefined) return null
  // The texts of mails are at the service, and are no business of a log.
  const shown = (name: string, each: unknown) =>
    name === 'body' && typeof each === 'string' ? '[text]' : each
  return JSON.stringify(withoutSecrets(value), shown, 2).slice(0, keptOfAnswer)
}

/** What the copy holds in the fields that a change of a contact writes; null of any other write. */
async function before(cache: Pick<Cache, 'contacts'>, { method, path, body }: LoggedWrite): Promise<unknown> {
  const id = method === 'PATCH' ? /^\/contacts\/([^/?]+)$/.exec(path)?.[1] : undefined
  if (id === undefined || typeof body !== 'object' || body === null) return null
  const contact = await cache.contacts.get(decodeURIComponent(id))
  if (contact === null) return null
  const { email, subscribed, data } = contact
  const held: Record<string, unknown> = { email, subscribed }
  return Object.fromEntries(
    Object.entries(body).map(([name, written]) => [
      name,
      name === 'data' && typeof written === 'object' && written !== null
        ? Object.fromEntries(Object.keys(written).map((key) => [key, data[key] ?? null]))
        : (held[name] ?? null),
    ]),
  )
}

type DeletedAnswer = LoggedAnswer & { value: null }

/** Deletes something. That it is gone already has come to what was wanted. */
export async function deleted(clock: Clock, call: () => Promise<DeletedAnswer>): Promise<DeletedAnswer> {
  const started = clock.monotonic()
  try {
    return await call()
  } catch (error) {
    if (!isProblem(error, 'not_found')) throw error
    const { requestId = null, status = 404 } = error.problem
    return { value: null, status, requestId, durationMs: clock.monotonic() - started }
  }
}

/** Writes that were under way when the program ended: nobody knows what became of them. */
export async function settleInterrupted(cache: Cache): Promise<void> {
  const { entries } = await cache.activity.page({
    filter: { kind: 'write', outcome: 'running', search: '' },
    slice: { offset: 0, limit: 100 },
  })
  for (const { id } of entries) {
    await cache.activity.set({ id, outcome: 'unknown', problem: toKeep('told.endedBeforeAnswer') })
  }
}

function failureOf(error: unknown): Partial<ActivityDetail> {
  const { problem } = asProblem(error)
  return {
    outcome:
      problem.code === 'outcome_unknown' ? 'unknown' : problem.code === 'cancelled' ? 'cancelled' : 'failed',
    status: problem.status ?? null,
    requestId: problem.requestId ?? null,
    problem: keptFailure(problem),
  }
}

const secretName = /pass(word|phrase)?$|secret|token|api[-_]?key|authori[sz]ation/i

/** A body for the log: values whose names promise a secret are left out, keys in texts are cut out. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) ? '[secret]' : withoutSecrets(inner),
    ]),
  )
}
