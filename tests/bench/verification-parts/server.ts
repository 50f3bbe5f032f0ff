import * as http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The fastest POST /v1/verify there can be, in a process of its own: `server.ts CEILING LATENCY_MS` answers 429 to
 * whatever is over CEILING requests in any 60 s by its own clock, refused ones included. It prints its address; GET
 * /arrivals tells when requests came, in milliseconds, and how many were refused; GET /reset forgets them.
 */
const ceiling = Number(process.argv[2] ?? Number.POSITIVE_INFINITY)
const latencyMs = Number(process.argv[3] ?? 0)
const windowMs = 60_000
let arrivals: number[] = []
let oldest = 0
let refused = 0

const answerTo = (email: string) =>
  JSON.stringify({
    success: true,
    data: {
      email,
      valid: true,
      isDisposable: false,
      isAlias: false,
      isTypo: false,
      isPlusAddressed: false,
      isPersonalEmail: false,
      domainExists: true,
      hasWebsite: true,
      hasMxRecords: true,
      reasons: [],
    },
  })

const server = http.createServer((request, response) => {
  const end = (status: number, body: string) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(body)
  }
  if (request.url === '/arrivals') return end(200, JSON.stringify({ arrivals, refused }))
  if (request.url === '/reset') {
    ;[arrivals, oldest, refused] = [[], 0, 0]
    return end(200, '{}')
  }
  const now = performance.now()
  arrivals.push(now)
  while ((arrivals[oldest] ?? now) <= now - windowMs) oldest += 1
  const isOver = arrivals.length - oldest > ceiling
  if (isOver) refused += 1
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => (body += text))
  request.on('end', () => {
    const told = () => {
      if (isOver) return end(429, '')
      const { email } = JSON.parse(body) as { email: string }
      end(200, answerTo(email))
    }
    if (latencyMs === 0) told()
    else setTimeout(told, latencyMs)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
