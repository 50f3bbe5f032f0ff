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

const keyPattern = /\b(sk|pk|pat)_[A-Za-z0-9_-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]+|Bearer\s+\S+/g
/** Shorter ones are words that stand in texts by chance, and no secrets worth the name. */
const shortestSecret = 8
/** Keys and tokens in use: a token of records may have any form, so none could be told by how it looks. */
const secretsInUse = new Set<string>()

/** Makes sure that a key or token never stands in a log or a message, whatever it looks like. */
export function keepSecret(secret: string): void {
  if (secret.length >= shortestSecret) secretsInUse.add(secret)
}

/** Removes every key and token in use, and anything that looks like one, from a text. */
export function redact(text: string): string {
  let rest = text
  for (const secret of secretsInUse) rest = rest.replaceAll(secret, '[key]')
  return rest.replace(keyPattern, '[key]')
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
