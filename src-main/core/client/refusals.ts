import { tell, type Told } from '../../../src-shared/messages/told'
import {
  alternativeErrorSchema,
  serviceErrorCodes,
  standardErrorSchema,
} from '../../../src-shared/interface/errors'
import type { Problem, ProblemCode, ProblemError } from '../../../src-shared/problem'
import { redact } from '../../../src-shared/redact'
import { problem, type ProblemWords } from '../problems'
import { looksLikeHtml, parseBody } from './body'
import type { WireAnswer } from './transport'

/** The key of a call, to tell a public one where only a secret one will do. Nothing of it is kept. */
export interface UsedKey {
  text: string
  takesPublic: boolean
}

/** What the service said in an error body, whichever of the three it was (wire.md, "Errors"). */
interface ErrorBody {
  code: string | null
  message: string | null
  status: number | null
  requestId: string | null
  fields: { field: string; message: string }[]
}

/**
 * The problem that an answer other than success stands for. `body` is the parsed JSON, undefined where it is none.
 */
export function refusal(answer: WireAnswer, body: unknown, key: UsedKey): ProblemError {
  const said = read(body)
  const wrongClass = key.text.startsWith('pk_') && !key.takesPublic
  // An error in an answer of 200: the status that belongs to it is in its body, or known from its code.
  const status = answer.status >= 300 ? answer.status : (said.status ?? statusOf(said.code) ?? 200)
  const code = codeFor(status, said, answer, body, wrongClass)
  const requestId = requestIdOf(answer) ?? said.requestId
  return problem(code, {
    ...wording(code, status, said, answer),
    status: answer.status,
    ...(said.code === null ? {} : { serviceCode: said.code }),
    ...(requestId === null ? {} : { requestId }),
    ...(said.fields.length === 0 ? {} : { fields: said.fields }),
  })
}

/**
 * Whether an answer of 429 is no limit of a rate, which passes: deployed services answer so, without the code of one and
 * without a time to wait, where the plan's mails are used up.
 */
export function isUsedUp(answer: WireAnswer): boolean {
  if (answer.status !== 429 || answer.headers['retry-after'] !== undefined) return false
  return isPlanned(read(parseBody(answer.text)))
}

/** Whether a refusal that names no reason of its own speaks of what the plan allows. */
function isPlanned({ code, message }: ErrorBody): boolean {
  return code === 'INTERNAL_SERVER_ERROR' && /\b(billing|quota|plan|usage)\b/i.test(message ?? '')
}

/** What a problem tells of the answer that it came with: for another problem that is said in its place. */
export function factsOf({ status, serviceCode, requestId }: Problem): Partial<Omit<Problem, 'code'>> {
  return {
    ...(status === undefined ? {} : { status }),
    ...(serviceCode === undefined ? {} : { serviceCode }),
    ...(requestId === undefined ? {} : { requestId }),
  }
}

/** The status that a code of wire.md comes with; null for other codes. */
function statusOf(code: string | null): number | null {
  const known: Record<string, number> = serviceErrorCodes
  return code !== null && Object.hasOwn(known, code) ? (known[code] ?? null) : null
}

/** `X-Request-ID` of an answer, fit to be shown and logged. */
export function requestIdOf(answer: WireAnswer): string | null {
  const header = answer.headers['x-request-id']
  const value = Array.isArray(header) ? header[0] : header
  return value ? tidy(value) : null
}

function read(body: unknown): ErrorBody {
  const nothing: ErrorBody = { code: null, message: null, status: null, requestId: null, fields: [] }
  const standard = standardErrorSchema.safeParse(body)
  if (standard.success) {
    const { code, message, statusCode, requestId, errors } = standard.data.error
    const fields = (errors ?? []).map(({ field, message: text }) => ({
      field: tidy(field),
      message: tidy(text),
    }))
    return {
      code: tidy(code),
      message,
      status: statusCode ?? null,
      requestId: requestId === undefined ? null : tidy(requestId),
      fields,
    }
  }
  const alternative = alternativeErrorSchema.safeParse(body)
  if (alternative.success) {
    // `error` is the status in words ("Bad Request") or a code of the standard form.
    const { code, error, message } = alternative.data
    return { ...nothing, code: statusOf(error) === null ? null : error, message, status: code }
  }
  return { ...nothing, message: loose(body) }
}

/** The flat form, and what other servers commonly say; null where there is no text. */
function loose(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const { error, message } = body as { error?: unknown; message?: unknown }
  if (typeof error === 'string') return error
  if (typeof message === 'string') return message
  const inner = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : null
  return typeof inner === 'string' ? inner : null
}

function codeFor(
  status: number,
  said: ErrorBody,
  answer: WireAnswer,
  body: unknown,
  wrongClass: boolean,
): ProblemCode {
  switch (said.code) {
    case 'INVALID_API_KEY':
    case 'MISSING_AUTH':
      return wrongClass ? 'key_wrong_class' : 'key_refused'
    case 'PROJECT_DISABLED':
      return 'project_disabled'
    case 'IDEMPOTENCY_KEY_REUSED':
      return 'idempotency_key_reused'
  }
  if (status >= 300 && status < 400) return status === 304 ? 'answer_malformed' : 'redirected'
  switch (status) {
    case 401:
      return wrongClass ? 'key_wrong_class' : 'key_refused'
    case 402:
      return 'billing_limit'
    case 403:
      return isPlanned(said) ? 'billing_limit' : 'forbidden'
    case 404:
    case 410:
      // A web page that says "not found" is no word of the service: nothing may be taken for deleted by it.
      return body === undefined && looksLikeHtml(answer.text) ? 'not_the_service' : 'not_found'
    case 408:
      return 'timed_out'
    case 409:
      return 'conflict'
    case 429:
      return isUsedUp(answer) ? 'billing_limit' : 'rate_limited'
  }
  return status >= 400 && status < 500 ? 'invalid_request' : 'service_failed'
}

function wording(code: ProblemCode, status: number, said: ErrorBody, answer: WireAnswer): ProblemWords {
  const message = said.message === null ? null : stop(tidy(said.message))
  switch (code) {
    case 'redirected':
      return { why: tell('core.refusals.itLeadsToTarget', { target: target(answer) }) }
    case 'key_refused':
      if (said.code === 'MISSING_AUTH') {
        return {
          why: tell('core.refusals.theServiceAnsweredStatus', { status }),
          action: tell('core.refusals.checkTheAddressAnd'),
        }
      }
      return { why: tell('core.refusals.theServiceAnsweredStatus2', { status }) }
    case 'forbidden':
      if (/\bdomain\b.*\bnot\b.*\b(registered|verified)\b/i.test(said.message ?? '')) {
        return {
          title: tell('core.refusals.theSendersDomainMay'),
          why: tell('core.refusals.theServiceRefusedIt', { message }),
          action: tell('core.refusals.addTheDomainUnder'),
        }
      }
      if (/\btest\b.*\bmembers?\b/i.test(said.message ?? '')) {
        return {
          title: tell('core.refusals.theServiceSendsTests'),
          why: tell('core.refusals.theServiceRefusedIt2', { message }),
          action: tell('core.refusals.sendItAsSomebody'),
        }
      }
      return said.message === null && looksLikeHtml(answer.text)
        ? {
            why: tell('core.refusals.somethingInFrontOf'),
            action: tell('core.refusals.askWhoeverRunsThe'),
          }
        : { why: tell('core.refusals.theServiceKnowsThe', { message }) }
    case 'invalid_request':
      return {
        why: tell('core.refusals.theServiceAnsweredStatus3', { status, message }),
        ...(said.fields.length === 0 && { action: tell('core.refusals.changeWhatItRefused') }),
      }
    case 'conflict':
    case 'billing_limit':
      return { why: tell('core.refusals.theServiceAnsweredStatus3', { status, message }) }
    case 'not_found':
      return { why: tell('core.refusals.itWasDeletedIn', { message }) }
    case 'service_failed':
      return {
        why: tell('core.refusals.itAnsweredStatusSomething', { status, message }),
        retryable: status >= 500,
      }
    case 'answer_malformed':
      return { why: tell('core.refusals.theServiceAnsweredStatus4', { status }) }
    default:
      return {}
  }
}

/** Where a redirect leads, without what may be secret in it: no credentials, no query. */
function target(answer: WireAnswer): Told {
  const location = answer.headers.location
  if (location === undefined) return tell('core.refusals.noAddressThatWas')
  try {
    const url = new URL(location, 'relative://here')
    return url.protocol === 'relative:'
      ? tell('core.refusals.anotherPathPathname', { pathname: tidy(url.pathname) })
      : tidy(url.origin + url.pathname)
  } catch {
    return tell('core.refusals.anAddressThatCannot') // What URL does not accept is told apart by nothing else.
  }
}

/** A text of the service as a sentence of ours may quote it: one line, not long, without keys. */
function tidy(text: string): string {
  const line = redact(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}

const stop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)
