import { codeOf } from '../../src-shared/error-code'

/**
 * What the DNS said. That something does not exist, and that it could not be found out, are two answers: only the
 * first is a reason to judge anyone by it.
 */
export type LookupAnswer<Entry> =
  | { kind: 'found'; records: Entry[] }
  /** There is no such record. `name` tells whether the name exists, with records of other types. */
  | { kind: 'none'; name: boolean }
  /** Nobody answered, or with an error. `why` is the resolver's code, such as ETIMEOUT. */
  | { kind: 'unavailable'; why: string }

/** A mail server of a domain. The exchange of a null MX (RFC 7505) is empty. */
export interface MailServer {
  exchange: string
  priority: number
}

/** What an error of node:dns says about a name. Whatever is not a clear no is no answer. */
export function answerOfError(error: unknown): LookupAnswer<never> {
  const code = codeOf(error) || 'EUNKNOWN'
  if (code === 'ENODATA') return { kind: 'none', name: true }
  // A name that cannot be one does not exist either.
  if (code === 'ENOTFOUND' || code === 'EBADNAME') return { kind: 'none', name: false }
  return { kind: 'unavailable', why: code }
}
