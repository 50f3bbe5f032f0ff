import pino from 'pino'

/** A structured log line: an event name and fields from the allow-list below; never a body, a key or an address. */
export interface Logger {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** Everything a log line may hold. An allow-list: what is not named here cannot be logged. */
export interface LogFields {
  code?: string
  profile?: string
  resource?: string
  run?: number
  job?: number
  import?: number
  method?: string
  /** A path without its query. */
  path?: string
  status?: number
  requestId?: string
  ms?: number
  count?: number
  /** A sentence of ours or an error's message; keys in it are removed. */
  detail?: string
}

const keyPattern = /\b(sk|pk)_[A-Za-z0-9_-]+|Bearer\s+\S+/g

/** Removes anything that looks like a key from a text. */
export function redact(text: string): string {
  return text.replace(keyPattern, '[key]')
}

/** Logs JSON lines to a stream, stderr by default. */
export function createLogger(stream: NodeJS.WritableStream = process.stderr): Logger {
  const sink = pino({ base: null }, stream as pino.DestinationStream)
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}) => {
      const detail = fields.detail === undefined ? {} : { detail: redact(fields.detail) }
      sink[level]({ ...fields, ...detail }, event)
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
