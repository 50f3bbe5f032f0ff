import { tell } from '../../../src-shared/messages/told'
import { asciiDomain } from '../../../src-shared/address/domain-name'
import { alternativeErrorSchema } from '../../../src-shared/interface/errors'
import { decodeRecord, type Decoded } from '../../../src-shared/interface/paging'
import { verificationAnswerSchema, type VerificationAnswer } from '../../../src-shared/interface/verification'
import type { Problem } from '../../../src-shared/problem'
import { isProblem, problem } from '../problems'
import { decodeAnswer } from './answers'
import { refusal, requestIdOf, type UsedKey } from './refusals'
import type { WireAnswer } from './transport'

/** What came of asking about an address: an answer, or that the service does not take it as one (422). */
export type VerifyOutcome =
  { kind: 'answered'; answer: VerificationAnswer } | { kind: 'refused'; problem: Problem }

/**
 * Reads the answer to POST /v1/verify (interface.md sections 2, 4 and 7). A 422 about the address is its outcome; every
 * other failure is thrown, an answer about another address too.
 */
export function readVerification(answer: WireAnswer, email: string, key: UsedKey): VerifyOutcome {
  try {
    const read = decodeAnswer(answer, (body) => decode(body, answer, key), key)
    if (read.email !== undefined && !isSame(read.email, email)) throw forAnother(answer)
    return { kind: 'answered', answer: read }
  } catch (error) {
    if (isProblem(error, 'not_found')) throw unknownEndpoint(error.problem, error)
    if (isProblem(error, 'invalid_request') && concernsAddress(error.problem)) {
      return { kind: 'refused', problem: error.problem }
    }
    throw error
  }
}

function decode(body: unknown, answer: WireAnswer, key: UsedKey): Decoded<VerificationAnswer> {
  // Refusals come in answers of 200 as well; only the standard form says so by a `success` of false.
  if (alternativeErrorSchema.safeParse(body).success) throw refusal(answer, body, key)
  return decodeRecord(body, verificationAnswerSchema)
}

/** Whether a refusal is about the address alone: any other field named means that every call would be refused. */
function concernsAddress({ status, serviceCode, fields }: Problem): boolean {
  if (status !== 422 && serviceCode !== 'VALIDATION_ERROR') return false
  return fields === undefined || fields.every(({ field }) => /(^|\.)email$/i.test(field))
}

function unknownEndpoint(told: Problem, cause: unknown) {
  return problem(
    'not_found',
    {
      title: tell('core.verify.thisServiceDoesNot'),
      why: tell('core.verify.theAddressAnswersBut'),
      action: tell('core.verify.goOnWithoutVerification'),
      ...(told.status === undefined ? {} : { status: told.status }),
      ...(told.requestId === undefined ? {} : { requestId: told.requestId }),
    },
    { cause },
  )
}

function forAnother(answer: WireAnswer) {
  const requestId = requestIdOf(answer)
  return problem('answer_for_another', {
    why: tell('core.verify.theServiceAnsweredAbout'),
    status: answer.status,
    ...(requestId === null ? {} : { requestId }),
  })
}

/** Whether two addresses are one, however a service writes it: in lower case, composed, its domain in ASCII. */
function isSame(one: string, other: string): boolean {
  return one === other || fold(one) === fold(other)
}

function fold(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return `${text.slice(0, at)}@${asciiDomain(domain) ?? domain}`
}
