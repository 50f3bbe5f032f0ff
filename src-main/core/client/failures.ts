import { tell } from '../../../src-shared/messages/told'
import type { ProblemCode, ProblemError } from '../../../src-shared/problem'
import { problem, type ProblemWords } from '../problems'
import { codeOf } from '../../../src-shared/error-code'

/** What went wrong before an answer was there, as a problem that names the host. */
export function connectionProblem(error: unknown, host: string): ProblemError {
  const code = codeOf(error)
  const failed = (found: ProblemCode, words: ProblemWords = {}) => problem(found, words, { cause: error })
  switch (code) {
    case 'ENOTFOUND':
      return failed('dns_failed', { why: tell('core.failures.theNameServerDoes', { host }) })
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
      return failed('dns_failed', {
        title: tell('core.failures.theHostNameCould'),
        why: tell('core.failures.noNameServerAnswered', { host }),
        action: tell('core.failures.checkWhetherThisComputer'),
      })
    case 'ECONNREFUSED':
      return failed('connection_refused', { why: tell('core.failures.theConnectionWasRefused', { host }) })
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return failed('connection_refused', {
        title: tell('core.failures.theHostCannotBe'),
        why: tell('core.failures.thereIsNoWay', { host }),
        action: tell('core.failures.checkWhetherThisComputer2'),
      })
    case 'ETIMEDOUT':
      return failed('timed_out', { why: tell('core.failures.hostDidNotAnswer', { host }) })
  }
  if (code.startsWith('HPE_')) {
    return failed('not_the_service', {
      why: tell('core.failures.hostAnswersButNot', { host }),
      action: tell('core.failures.checkTheAddressAnd'),
    })
  }
  return tlsProblem(code, host, error) ?? failed('connection_reset')
}

/** Errors of the certificate: each has its own reason and its own way out. null: it is no matter of TLS. */
function tlsProblem(code: string, host: string, error: unknown): ProblemError | null {
  const failed = (words: ProblemWords) => problem('tls_failed', words, { cause: error })
  switch (code) {
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return failed({
        why: tell('core.failures.byTheClockOf', { host }),
        action: tell('core.failures.checkTheDateOf'),
      })
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failed({
        why: tell('core.failures.theCertificateIsFor', { host }),
        action: tell('core.failures.checkTheAddressSomething'),
      })
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return failed({
        why: tell('core.failures.nobodyThatThisComputer', { host }),
        action: tell('core.failures.checkTheAddressOr'),
      })
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return failed({
        why: tell('core.failures.hostDoesNotAnswer', { host }),
        action: tell('core.failures.checkThePortA'),
      })
  }
  const tls = /^(CERT_|ERR_SSL_|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|UNABLE_TO_)/
  return tls.test(code) ? failed({}) : null
}
