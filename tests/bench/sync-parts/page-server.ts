import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pages } from '../cache/records'

/**
 * The fastest service there can be: `page-server.ts COUNT` holds so many contacts as finished answers of 100 each,
 * newest first, and prints its address when they are ready. A process of its own, so that it costs the measured one
 * nothing.
 */
const count = Number(process.argv[2] ?? 1_000_000)
const answers: Buffer[] = []
const last = Math.ceil(count / 100) - 1
for (const contacts of pages(count)) {
  const index = answers.length
  const more = index < last
  answers.push(
    Buffer.from(
      JSON.stringify({
        contacts,
        cursor: more ? `c${index + 1}` : null,
        hasMore: more,
        total: index === 0 ? count : 0,
      }),
    ),
  )
}
const none = Buffer.from(JSON.stringify({ events: [], cursor: null, hasMore: false, total: 0 }))
const names = Buffer.from(JSON.stringify({ eventNames: [] }))

const server = http.createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://server')
  const cursor = Number(url.searchParams.get('cursor')?.slice(1) ?? 0)
  const body = url.pathname === '/contacts' ? answers[cursor] : url.pathname === '/events' ? none : names
  response.writeHead(body ? 200 : 404, {
    'Content-Type': 'application/json',
    'Content-Length': body?.length ?? 0,
  })
  response.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
