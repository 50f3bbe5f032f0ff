import pino from 'pino'
import type { ObservedRequest } from './app'
import { redact } from '../src-shared/redact'
import { codeOf } from '../src-shared/error-code'

/** How the service says on standard error what happens: in sentences for a person, or a JSON line an event. */
export type LogForm = 'text' | 'json'

/** What the service says of itself; never a body, a key or an address. */
export interface ServiceLog {
  /** Something whoever runs it must know. */
  warn(event: string, sentence: string): void
  /** A step of its life, and nothing to look after: said in JSON alone. */
  note(event: string): void
  /** Something went wrong inside: what was done (a request id, a part) and the error. */
  failed(what: string, error: unknown): void
  /** A request was answered: said in JSON alone. */
  request(request: ObservedRequest): void
}

interface Sink {
  write(text: string): unknown
}

/** The log of a service, written to a stream. */
export function createLog(form: LogForm, sink: Sink): ServiceLog {
  if (form === 'text') {
    return {
      warn: (_event, sentence) => void sink.write(`${sentence}\n`),
      note: () => undefined,
      failed: (what, error) => void sink.write(`${what} failed: ${describeError(error)}\n`),
      request: () => undefined,
    }
  }
  const lines = pino({ base: null }, { write: (line) => void sink.write(line) })
  return {
    warn: (event, detail) => lines.warn({ detail: redact(detail) }, event),
    note: (event) => lines.info(event),
    failed: (what, error) =>
      lines.error({ what: redact(what), detail: redact(describeError(error)) }, 'failed'),
    request: (request) => lines.info(request, 'request'),
  }
}

// Errors whose messages say nothing of what was worked on: SQLite's and the system's own troubles.
const tellable = /^(SQLITE_(FULL|IOERR|CORRUPT|BUSY|NOTADB|READONLY|CANTOPEN)\w*|E[A-Z]+)$/

/**
 * What went wrong, for standard error: the kind of error and where it came from. The message of most errors is left out,
 * because it may quote what was worked on: a parser shows the text it stumbled over, a mail server the address.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `something that is no error (${typeof error})`
  const code = codeOf(error)
  const kind = `${error.name} ${code}`.trimEnd()
  // A mail library has codes of its own that look like the system's; the system's errors name a call.
  const isTellable = tellable.test(code) && (code.startsWith('SQLITE') || 'errno' in error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return [isTellable ? `${kind}: ${error.message}` : kind, ...frames].join('\n')
}
