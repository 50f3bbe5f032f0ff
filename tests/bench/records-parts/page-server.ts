import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { recordAt } from './record'

/**
 * `page-server.ts COUNT LATENCY`: the fastest record-management service there can be. It holds so many records as JSON
 * text, joins a page of them for every request, answers after so many milliseconds, and prints its address when it is
 * ready. A process of its own, so that it costs the measured one nothing.
 */
const count = Number(process.argv[2] ?? 200_000)
const latency = Number(process.argv[3] ?? 0)
const records = Array.from({ length: count }, (_, at) => recordAt(at))

function placeOf(body: string): { skip: number; limit: number } {
  const said: unknown = JSON.parse(body)
  const { skip, limit } = said as { skip: unknown; limit: unknown }
  return { skip: Number(skip), limit: Math.min(100, Number(limit)) }
}

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { skip, limit } = placeOf(Buffer.concat(chunks).toString())
    const page = records.slice(skip, skip + limit)
    const pageInfo = { hasNextPage: skip + page.length < count, hasPreviousPage: skip > 0 }
    const text = `{"items":[${page.join(',')}],"pageInfo":${JSON.stringify(pageInfo)}}`
    const answer = () => {
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      })
      response.end(text)
    }
    if (latency === 0) answer()
    else setTimeout(answer, latency)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
