import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { quantile } from './cache/harness'
import { type Asked, run } from './service-parts/load'
import { startService } from '../fixtures/service'

// `npm run bench -- service [CONTACTS]`: requests a second that the embedded service answers over HTTP, and how long one
// takes, beside a bare Hono route that answers a constant text of the same size. Both are processes of their own; rounds
// alternate between them. Medians of the rounds; the 99th percentile is over the requests of all rounds.

const connections = 8
const rounds = 7
const contacts = Number(process.argv[2] ?? 100_000)

function print(metric: string, value: number, unit: string): void {
  console.log(JSON.stringify({ bench: 'service', metric, value: Number(value.toPrecision(4)), unit }))
}

/** Starts the bare routes with bodies of these sizes. */
async function startBare(page: number, record: number): Promise<{ port: number; stop(): void }> {
  const root = resolve(__dirname, '../..')
  const file = join(__dirname, 'service-parts/bare.ts')
  const child = spawn(
    join(root, 'node_modules/.bin/node'),
    ['--import', 'tsx', file, String(page), String(record)],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [port] = await once(child.stdout, 'data')
  return { port: Number(String(port)), stop: () => child.kill() }
}

async function compare(name: string, count: number, service: Asked, bare: Asked): Promise<void> {
  const rates: Record<'service' | 'bare', number[]> = { service: [], bare: [] }
  const took: Record<'service' | 'bare', number[]> = { service: [], bare: [] }
  // The first round is not counted: code is compiled and pages of the database are read.
  for (let round = 0; round <= rounds; round++) {
    for (const [who, asked] of [['bare', bare] as const, ['service', service] as const]) {
      const done = await run(asked, count, connections)
      if (round === 0) continue
      rates[who].push(done.rate)
      took[who].push(...done.took)
    }
  }
  const [ours, floor] = [quantile(rates.service, 0.5), quantile(rates.bare, 0.5)]
  print(name, ours, 'requests/s')
  print(`${name}, p99`, quantile(took.service, 0.99), 'ms')
  print(`${name}, a bare route of the same size`, floor, 'requests/s')
  print(`${name}, a bare route of the same size, p99`, quantile(took.bare, 0.99), 'ms')
  print(`${name}, of the bare route`, ours / floor, 'x')
}

async function main(): Promise<void> {
  const service = await startService({ contacts, rate: 1_000_000 })
  const key = service.secretKey
  const port = Number(new URL(service.url).port)
  let made = 0
  const body = (): string =>
    JSON.stringify({
      email: `bench-${++made}@example.com`,
      data: { plan: 'pro', seats: made, city: 'Kingston' },
    })
  const page: Asked = { port, key, method: 'GET', path: '/contacts?limit=100' }
  const record: Asked = { port, key, method: 'POST', path: '/contacts', body }
  const sizes = { page: (await run(page, 1, 1)).bytes, record: (await run(record, 1, 1)).bytes }
  const bare = await startBare(sizes.page, sizes.record)
  try {
    console.error(
      `${contacts} contacts, ${connections} connections, ${sizes.page} and ${sizes.record} bytes.`,
    )
    await compare('GET /contacts?limit=100', 1500, page, { ...page, port: bare.port })
    const first = await fetch(`${service.url}/contacts?limit=100`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const cursor = /"cursor":"([^"]+)"/.exec(await first.text())?.[1] ?? ''
    const onward = { ...page, path: `/contacts?limit=100&cursor=${cursor}` }
    await compare('GET /contacts?limit=100&cursor', 1500, onward, { ...page, port: bare.port })
    await compare('POST /contacts', 3000, record, { ...record, port: bare.port })
  } finally {
    bare.stop()
    await service.stop()
  }
}

void main()
