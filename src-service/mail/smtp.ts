import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'

interface Parcel {
  from: string
  to: string
  /** Its MIME source. */
  source: Buffer
}

/** How an attempt to hand over a message went. */
export type Attempt =
  /** The server has it. */
  | { kind: 'accepted' }
  /** The server will never take it. */
  | { kind: 'refused'; reply: string }
  /** The server does not take this message now. */
  | { kind: 'later'; reply: string }
  /**
   * No message can be handed over now: `why` is a code or a status, never the server's words. `begun`: the connection
   * broke while this one was on its way.
   */
  | { kind: 'down'; why: string; begun: boolean }
  /** The server got all of it and did not say what became of it. */
  | { kind: 'unknown'; why: string }

/** The way out. */
export interface Transport {
  /** Hands a message over. Does not throw. */
  send(parcel: Parcel): Promise<Attempt>
  /** Closes the connections. What is on its way fails. */
  close(): void
  /** How many messages it hands over at a time. */
  connections: number
}

/**
 * How many connections are held to the server at most: so many that each message may take 700 ms, and no more than servers are
 * asked for.
 */
export const connectionsFor = (perSecond: number): number => Math.min(100, Math.ceil(perSecond * 0.7))

const seconds = 1000
/** In bytes. */
const pieceSize = 16 * 1024

// A parameter of the URL goes before what is set here: one that would log, or queue, or pace differently is not taken.
const parameters = [
  'tls.rejectUnauthorized',
  'tls.servername',
  'requireTLS',
  'ignoreTLS',
  'authMethod',
  'name',
]

/**
 * Sends through an SMTP server. TLS, user and password are in the URL: `smtps://` is TLS from the first byte,
 * `smtp://` takes STARTTLS where the server has it. Nothing of it is logged.
 * @param connections The most that are held at a time.
 * @throws Error in words for a parameter of the URL that is not known.
 */
export function smtpTransport(url: string, connections: number): Transport {
  for (const name of new URL(url).searchParams.keys()) {
    if (!parameters.includes(name)) {
      throw new Error(`The URL of --smtp takes ${parameters.join(', ')} after its "?", not "${name}".`)
    }
  }
  // By the source of a message, the stream it leaves through: how far that was read tells what a broken connection means.
  const streams = new WeakMap<Buffer, Readable>()
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // Each attempt is ours to decide on, and to pace.
    maxRequeues: 0,
    idleTimeout: 20 * seconds,
    connectionTimeout: 20 * seconds,
    greetingTimeout: 20 * seconds,
    socketTimeout: 180 * seconds,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Errors of idle connections; those of a message come back from sending it.
  transport.on('error', () => undefined)
  transport.use('stream', ({ data, message }, done) => {
    const source = data.raw
    if (Buffer.isBuffer(source))
      message.createReadStream = () => {
        const stream = Readable.from(piecesOf(source), { objectMode: false })
        streams.set(source, stream)
        return stream
      }
    done()
  })

  return {
    connections,
    async send({ from, to, source }) {
      try {
        await transport.sendMail({ envelope: { from, to: [to] }, raw: source })
        return { kind: 'accepted' }
      } catch (error) {
        const stream = streams.get(source)
        return attemptOf(failureOf(error), {
          begun: stream?.readableDidRead === true,
          ended: stream?.readableEnded === true,
        })
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** A source in pieces: in one it would count as read to its end as soon as the first of it leaves. */
function* piecesOf(source: Buffer): Generator<Buffer> {
  for (let at = 0; at < source.length; at += pieceSize) yield source.subarray(at, at + pieceSize)
}

interface SmtpFailure {
  /** Its own code, such as `EENVELOPE`. */
  code: string
  /** The command that failed, such as `RCPT TO`. */
  command: string
  /** The status of the server's reply, where there was one. */
  status: number | null
  /** The server's reply, or what happened. */
  text: string
}

function failureOf(error: unknown): SmtpFailure {
  const said = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  const status = said('responseCode')
  const reply = said('response')
  const text = typeof reply === 'string' ? reply : error instanceof Error ? error.message : String(error)
  return {
    code: String(said('code') ?? ''),
    command: String(said('command') ?? ''),
    status: typeof status === 'number' ? status : null,
    text: text.replace(/\s+/g, ' ').trim().slice(0, 500),
  }
}

// What these are replies to is about the message; anything before is about the server as a whole.
const aboutTheMessage = ['MAIL FROM', 'RCPT TO', 'DATA']
// Replies that concern the connection whatever they answer: closing down, and authentication that is asked for.
const aboutTheServer = [421, 454, 530, 534, 535, 538]

/**
 * What a failure means for the message. `begun`: some of its source was sent; `ended`: all of it was, so that without
 * a reply nobody knows whether it was taken.
 */
export function attemptOf(failure: SmtpFailure, sent: { begun: boolean; ended: boolean }): Attempt {
  const { code, command, status, text } = failure
  if (status !== null && aboutTheMessage.includes(command) && !aboutTheServer.includes(status)) {
    return { kind: status >= 500 ? 'refused' : 'later', reply: text }
  }
  // Without a reply, these are nodemailer's own refusals: an address it cannot send to, a size the server has ruled out.
  if (status === null && ['EENVELOPE', 'EMESSAGE', 'ESTREAM'].includes(code)) {
    return { kind: 'refused', reply: text }
  }
  if (status === null && sent.ended) return { kind: 'unknown', why: text }
  return {
    kind: 'down',
    why: status === null ? code || 'no answer' : `${command || 'the connection'} was answered ${status}`,
    begun: sent.begun,
  }
}
