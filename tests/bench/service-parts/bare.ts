import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

// The floor: the same server and router as the service's, with routes that answer a constant JSON text of as many bytes as
// the command line says. A body is read as text, no more.

const text = (bytes: string | undefined): string => JSON.stringify('x'.repeat(Math.max(0, Number(bytes) - 2)))
const [page, record] = [text(process.argv[2]), text(process.argv[3])]
const headers = { 'Content-Type': 'application/json' }

const app = new Hono()
app.get('/contacts', (c) => c.body(page, 200, headers))
app.post('/contacts', async (c) => {
  await c.req.text()
  return c.body(record, 201, headers)
})

const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
})
