import { connect, type Socket } from 'node:net'

/** How a run of requests went. */
export interface Run {
  /** Requests a second. */
  rate: number
  /** Milliseconds that each took, in no order. */
  took: number[]
  /** Bytes of the last answer's body. */
  bytes: number
}

/** What is asked. `body` gets the number of the request. */
export interface Asked {
  port: number
  method: 'GET' | 'POST'
  path: string
  key: string
  body?(number: number): string
}

/**
 * Asks `count` times over `connections` connections that stay open, each asking again as soon as it is answered. Sockets
 * alone: a client that does more would be what is measured.
 * @throws Error when an answer is no 2xx or does not say how long it is.
 */
export async function run(asked: Asked, count: number, connections: number): Promise<Run> {
  const took: number[] = []
  let next = 0
  let bytes = 0
  const start = performance.now()
  const ask = async (): Promise<void> => {
    const socket = connect({ port: asked.port, host: '127.0.0.1', noDelay: true })
    const answers = reader(socket)
    try {
      while (next < count) {
        const text = requestText(asked, next++)
        const before = performance.now()
        socket.write(text)
        bytes = await answers()
        took.push(performance.now() - before)
      }
    } finally {
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: connections }, ask))
  return { rate: (count * 1000) / (performance.now() - start), took, bytes }
}

function requestText({ method, path, key, body }: Asked, number: number): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`
  const sent = body?.(number)
  if (sent === undefined) return `${head}\r\n`
  const length = Buffer.byteLength(sent)
  return `${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${sent}`
}

/** Reads one answer after the other; each call resolves to the bytes of the next one's body. */
function reader(socket: Socket): () => Promise<number> {
  let waiting: { done(bytes: number): void; fail(error: Error): void } | undefined
  let chunks: Buffer[] = []
  let held = 0
  /** Bytes of the head and of the whole answer; unknown until its head is there. */
  let expected: { body: number; whole: number } | undefined

  const fail = (error: Error): void => waiting?.fail(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The connection was closed.')))
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    held += chunk.length
    expected ??= headOf(Buffer.concat(chunks))
    if (expected === undefined || held < expected.whole) return
    const { body } = expected
    chunks = []
    held = 0
    expected = undefined
    if (body < 0) fail(new Error('An answer is no 2xx, or does not say how long it is.'))
    else waiting?.done(body)
  })
  return () => new Promise((done, fail) => (waiting = { done, fail }))
}

function headOf(text: Buffer): { body: number; whole: number } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.toString('latin1', 0, end)
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (!/^HTTP\/1\.1 2/.test(head) || length === undefined) return { body: -1, whole: 0 }
  return { body: Number(length), whole: end + 4 + Number(length) }
}
