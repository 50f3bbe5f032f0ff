import { errorCode } from './folder-faults'

// Errors whose messages say nothing of what was worked on: SQLite's and the system's own troubles.
const tellable = /^(SQLITE_(FULL|IOERR|CORRUPT|BUSY|NOTADB|READONLY|CANTOPEN)\w*|E[A-Z]+)$/

/**
 * What went wrong, for standard error: the kind of error and where it came from. The message of most errors is left out,
 * because it may quote what was worked on: a parser shows the text it stumbled over, a mail server the address.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `something that is no error (${typeof error})`
  const code = errorCode(error)
  const kind = code === undefined ? error.name : `${error.name} ${code}`
  // A mail library has codes of its own that look like the system's; the system's errors name a call.
  const isTellable =
    code !== undefined && tellable.test(code) && (code.startsWith('SQLITE') || 'errno' in error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return [isTellable ? `${kind}: ${error.message}` : kind, ...frames].join('\n')
}
