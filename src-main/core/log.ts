import pino from 'pino'
import { redact } from '../../src-shared/redact'

/** A structured log line: an event name and fields from the allow-list below; never a body, a key or an address. */
export interface Logger {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** Everything a log line may hold. An allow-list: what is not named here cannot be logged. */
interface LogFields {
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

/** Logs JSON lines to a stream, stderr by default. */
export function createLogger(stream: NodeJS.WritableStream = process.stderr): Logger {
  const sink = pino({ base: null }, stream as pino.DestinationStream)
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}) => {
      const texts = Object.entries(fields).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'string' ? redact(value) : value,
      ])
      sink[level](Object.fromEntries(texts), event)
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
