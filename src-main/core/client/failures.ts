import type { ProblemCode, ProblemError } from '../../../src-shared/problem'
import { problem } from '../problems'

/** What went wrong before an answer was there, as a problem that names the host. */
export function connectionProblem(error: unknown, host: string): ProblemError {
  const code = codeOf(error)
  const failed = (found: ProblemCode, words: Parameters<typeof problem>[1] = {}) =>
    problem(found, words, { cause: error })
  switch (code) {
    case 'ENOTFOUND':
      return failed('dns_failed', { why: `The name server does not know ${host}.` })
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
      return failed('dns_failed', {
        title: 'The host name could not be looked up',
        why: `No name server answered when asked for ${host}.`,
        action: 'Check whether this computer is online, then try again.',
      })
    case 'ECONNREFUSED':
      return failed('connection_refused', { why: `The connection was refused: nothing listens at ${host}.` })
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return failed('connection_refused', {
        title: 'The host cannot be reached',
        why: `There is no way from this computer to ${host}.`,
        action: 'Check whether this computer is online, and whether a VPN is needed.',
      })
    case 'ETIMEDOUT':
      return failed('timed_out', { why: `${host} did not answer when it was called.` })
  }
  if (code.startsWith('HPE_')) {
    return failed('not_the_service', {
      why: `${host} answers, but not in a form of HTTP that can be read.`,
      action: 'Check the address and the port.',
    })
  }
  return tlsProblem(code, host, error) ?? failed('connection_reset')
}

/** Errors of the certificate: each has its own reason and its own way out. null: it is no matter of TLS. */
function tlsProblem(code: string, host: string, error: unknown): ProblemError | null {
  const failed = (words: { why?: string; action?: string }) => problem('tls_failed', words, { cause: error })
  switch (code) {
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return failed({
        why: `By the clock of this computer the certificate of ${host} is not valid now. The key was not sent.`,
        action: 'Check the date of this computer, and ask whoever runs the service to renew the certificate.',
      })
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failed({
        why: `The certificate is for another host than ${host}. The key was not sent.`,
        action: 'Check the address. Something in between may pose as the service.',
      })
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return failed({
        why: `Nobody that this computer trusts vouches for the certificate of ${host}. The key was not sent.`,
        action: 'Check the address, or add the issuer to NODE_EXTRA_CA_CERTS if the service is your own.',
      })
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return failed({
        why: `${host} does not answer in TLS at this port. The key was not sent.`,
        action: 'Check the port. A service on this machine may speak http only.',
      })
  }
  const tls = /^(CERT_|ERR_SSL_|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|UNABLE_TO_)/
  return tls.test(code) ? failed({}) : null
}

/** The machine-readable code of a Node error; '' where it has none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
