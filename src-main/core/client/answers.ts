import { tell, type Told } from '../../../src-shared/messages/told'
import {
  decodeList,
  decodeRecord,
  type Decoded,
  type ListPage,
  type ListRequest,
} from '../../../src-shared/interface/paging'
import type { ProblemError } from '../../../src-shared/problem'
import { isProblem, problem } from '../problems'
import { looksLikeHtml, parseBody } from './body'
import type { CallAnswer } from './calls'
import { refusal, requestIdOf, type UsedKey } from './refusals'
import type { WireAnswer } from './transport'

/**
 * What an answer says, decoded. Throws what it is instead of that: a refusal (also one in an answer of 200), a web
 * page, a text cut short, or a form that `decode` does not know.
 */
export function decodeAnswer<T>(answer: WireAnswer, decode: (body: unknown) => Decoded<T>, key: UsedKey): T {
  const body = parseBody(answer.text)
  if (isRefusal(answer, body)) throw refusal(answer, body, key)
  if (body === undefined) throw unreadable(answer)
  const decoded = decode(body)
  if (!decoded.ok) throw malformed(answer, decoded.fault)
  return decoded.value
}

/** Reads the answer to a call. All readers throw as {@link decodeAnswer} does. */
export type ReadAnswer<T> = (made: CallAnswer, key: UsedKey) => T

/** Reads what `decode` knows. */
export function decodedBy<T>(decode: (body: unknown) => Decoded<T>): ReadAnswer<T> {
  return ({ answer }, key) => decodeAnswer(answer, decode, key)
}

/** Reads a record. */
export function recordIn<T>(schema: Parameters<typeof decodeRecord<T>>[1]): ReadAnswer<T> {
  return decodedBy((body) => decodeRecord(body, schema))
}

/** Reads a page of a list. */
export function listIn<T>(
  name: string,
  schema: Parameters<typeof decodeList<T>>[2],
  request: ListRequest,
): ReadAnswer<ListPage<T>> {
  return decodedBy((body) => decodeList(body, name, schema, request))
}

/** Reads that something was done, whatever else is said. */
export const done: ReadAnswer<null> = decodedBy(() => ({ ok: true, value: null }))

/** Reads an answer that may be success and nothing else: then it is null. */
export function orNothing<T>(read: ReadAnswer<T>): ReadAnswer<T | null> {
  return (made, key) => (isBare(made.answer) ? null : read(made, key))
}

/** Reads the answer to a call that deletes. */
export const deleted: ReadAnswer<null> = (made, key) => {
  try {
    return orNothing(done)(made, key)
  } catch (error) {
    // An earlier try of this call may have deleted it, and its answer was lost.
    if (made.earlier > 0 && isProblem(error, 'not_found')) return null
    throw error
  }
}

/** Whether an answer is success, and has no body. */
function isBare(answer: WireAnswer): boolean {
  return answer.text.trim() === '' && !isRefusal(answer, undefined)
}

/** Whether an answer is anything but success: by its status, or by `success: false` in its body. */
export function isRefusal(answer: WireAnswer, body: unknown): boolean {
  if (answer.status < 200 || answer.status > 299) return true
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false
}

function unreadable(answer: WireAnswer): ProblemError {
  if (answer.text.trim() === '') return malformed(answer, tell('core.answers.theAnswerIsEmpty'))
  if (looksLikeHtml(answer.text)) {
    return problem('not_the_service', { status: answer.status, ...identified(answer) })
  }
  return malformed(answer, tell('core.answers.itIsNoJson'))
}

function malformed(answer: WireAnswer, fault: Told): ProblemError {
  return problem('answer_malformed', {
    why: tell('core.answers.theServiceAnsweredStatus', { status: answer.status, fault }),
    status: answer.status,
    ...identified(answer),
  })
}

function identified(answer: WireAnswer): { requestId?: string } {
  const requestId = requestIdOf(answer)
  return requestId === null ? {} : { requestId }
}
